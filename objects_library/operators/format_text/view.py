# SPDX-License-Identifier: BSD-3-Clause
"""The view of a value as a text: what comes in, and what goes out."""

from app.runtime.library import view_of
from objects_library.operators.format_text.proxy import FormatText
from objects_library.widgets.operator_view import OperatorView


@view_of(FormatText)
class FormatTextView(OperatorView):
    """Input and output on the block."""
