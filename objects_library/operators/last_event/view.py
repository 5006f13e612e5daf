# SPDX-License-Identifier: BSD-3-Clause
"""The view of the last event: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.last_event.proxy import LastEvent
from objects_library.widgets.operator_view import OperatorView


@view_of(LastEvent)
class LastEventView(OperatorView):
    """Input and output on the block."""
