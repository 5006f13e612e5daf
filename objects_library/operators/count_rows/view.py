# SPDX-License-Identifier: BSD-3-Clause
"""The view of the number of rows: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.count_rows.proxy import CountRows
from objects_library.widgets.operator_view import OperatorView


@view_of(CountRows)
class CountRowsView(OperatorView):
    """Input and output on the block."""
