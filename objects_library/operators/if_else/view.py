# SPDX-License-Identifier: BSD-3-Clause
"""The view of a choice between two values: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.if_else.proxy import IfElse
from objects_library.widgets.operator_view import OperatorView


@view_of(IfElse)
class IfElseView(OperatorView):
    """Input and output on the block."""
