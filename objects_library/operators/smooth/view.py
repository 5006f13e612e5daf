# SPDX-License-Identifier: BSD-3-Clause
"""The view of a smoothed number: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.smooth.proxy import Smooth
from objects_library.widgets.operator_view import OperatorView


@view_of(Smooth)
class SmoothView(OperatorView):
    """Input and output on the block."""
