# SPDX-License-Identifier: BSD-3-Clause
"""The view of the number of yes and no: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.yes_to_number.proxy import YesToNumber
from objects_library.widgets.operator_view import OperatorView


@view_of(YesToNumber)
class YesToNumberView(OperatorView):
    """Input and output on the block."""
