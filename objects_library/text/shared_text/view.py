# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared text."""

from app.runtime.library import view_of
from objects_library.text.shared_text.proxy import SharedText
from objects_library.widgets.text_view import TextView


@view_of(SharedText)
class SharedTextView(TextView):
    """A shared text."""

    text = TextView.text.stronger()
