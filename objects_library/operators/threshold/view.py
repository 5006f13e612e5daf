# SPDX-License-Identifier: BSD-3-Clause
"""The view of a threshold: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.threshold.proxy import Threshold
from objects_library.widgets.operator_view import OperatorView


@view_of(Threshold)
class ThresholdView(OperatorView):
    """Input and output on the block."""
