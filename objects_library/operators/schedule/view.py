# SPDX-License-Identifier: BSD-3-Clause
"""The view of a schedule: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.schedule.proxy import Schedule
from objects_library.widgets.operator_view import OperatorView


@view_of(Schedule)
class ScheduleView(OperatorView):
    """Input and output on the block."""
