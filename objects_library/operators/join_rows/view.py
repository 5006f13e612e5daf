# SPDX-License-Identifier: BSD-3-Clause
"""The view of joined rows: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.join_rows.proxy import JoinRows
from objects_library.widgets.operator_view import OperatorView


@view_of(JoinRows)
class JoinRowsView(OperatorView):
    """Input and output on the block."""
