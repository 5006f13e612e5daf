# SPDX-License-Identifier: BSD-3-Clause
"""The view of an event for each change: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.when_changes.proxy import WhenChanges
from objects_library.widgets.operator_view import OperatorView


@view_of(WhenChanges)
class WhenChangesView(OperatorView):
    """Input and output on the block."""
