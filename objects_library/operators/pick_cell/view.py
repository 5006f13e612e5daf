# SPDX-License-Identifier: BSD-3-Clause
"""The view of one cell of a column: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.pick_cell.proxy import PickCell
from objects_library.widgets.operator_view import OperatorView


@view_of(PickCell)
class PickCellView(OperatorView):
    """Input and output on the block."""
