# SPDX-License-Identifier: BSD-3-Clause
"""The view of sorted rows: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.sort_rows.proxy import SortRows
from objects_library.widgets.operator_view import OperatorView


@view_of(SortRows)
class SortRowsView(OperatorView):
    """Input and output on the block."""
