# SPDX-License-Identifier: BSD-3-Clause
"""The view of a rate: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.rate.proxy import Rate
from objects_library.widgets.operator_view import OperatorView


@view_of(Rate)
class RateView(OperatorView):
    """Input and output on the block."""
