# SPDX-License-Identifier: BSD-3-Clause
"""The view of a random number: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.random_number.proxy import RandomNumber
from objects_library.widgets.operator_view import OperatorView


@view_of(RandomNumber)
class RandomNumberView(OperatorView):
    """Input and output on the block."""
