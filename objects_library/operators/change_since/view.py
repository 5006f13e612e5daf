# SPDX-License-Identifier: BSD-3-Clause
"""The view of a change: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.change_since.proxy import ChangeSince
from objects_library.widgets.operator_view import OperatorView


@view_of(ChangeSince)
class ChangeSinceView(OperatorView):
    """Input and output on the block."""
