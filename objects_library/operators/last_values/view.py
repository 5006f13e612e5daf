# SPDX-License-Identifier: BSD-3-Clause
"""The view of the last values: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.last_values.proxy import LastValues
from objects_library.widgets.operator_view import OperatorView


@view_of(LastValues)
class LastValuesView(OperatorView):
    """Input and output on the block."""
