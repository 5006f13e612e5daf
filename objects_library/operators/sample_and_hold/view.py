# SPDX-License-Identifier: BSD-3-Clause
"""The view of a held value: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.sample_and_hold.proxy import SampleAndHold
from objects_library.widgets.operator_view import OperatorView


@view_of(SampleAndHold)
class SampleAndHoldView(OperatorView):
    """Input and output on the block."""
