# SPDX-License-Identifier: BSD-3-Clause
"""The view of one number of a column: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.column_total.proxy import ColumnTotal
from objects_library.widgets.operator_view import OperatorView


@view_of(ColumnTotal)
class ColumnTotalView(OperatorView):
    """Input and output on the block."""
