# SPDX-License-Identifier: BSD-3-Clause
"""The view of an average: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.average.proxy import Average
from objects_library.widgets.operator_view import OperatorView


@view_of(Average)
class AverageView(OperatorView):
    """Input and output on the block."""
