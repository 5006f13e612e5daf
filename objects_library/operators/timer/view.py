# SPDX-License-Identifier: BSD-3-Clause
"""The view of a timer: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.timer.proxy import Timer
from objects_library.widgets.operator_view import OperatorView


@view_of(Timer)
class TimerView(OperatorView):
    """Input and output on the block."""
