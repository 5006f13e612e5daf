# SPDX-License-Identifier: BSD-3-Clause
"""The view of a comparison: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.compare.proxy import Compare
from objects_library.widgets.operator_view import OperatorView


@view_of(Compare)
class CompareView(OperatorView):
    """Input and output on the block."""
