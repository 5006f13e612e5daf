# SPDX-License-Identifier: BSD-3-Clause
"""The view of a branch of events: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.split.proxy import Split
from objects_library.widgets.operator_view import OperatorView


@view_of(Split)
class SplitView(OperatorView):
    """Input and output on the block."""
