# SPDX-License-Identifier: BSD-3-Clause
"""The view of the number in a text: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.parse_text.proxy import ParseText
from objects_library.widgets.operator_view import OperatorView


@view_of(ParseText)
class ParseTextView(OperatorView):
    """Input and output on the block."""
