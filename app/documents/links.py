# SPDX-License-Identifier: BSD-3-Clause
"""Links that contain a whole live object, for pictures in documents.

Office programs keep links when they save a document, but drop files that they do not know. So the link
contains the packed reference itself.
"""

from __future__ import annotations

import base64
import re
import zlib

from app.documents.errors import DocumentError
from app.runtime.references.limits import MAX_BYTES

SCHEME = "liveobject"
LONGEST = 96 * 1024
"""Characters; Linux limits one argument to 128 KB."""
_WRITTEN = re.compile(rf"{SCHEME}:1\.([A-Za-z0-9_-]+)", re.IGNORECASE)
_AGAIN = "ask for the file itself"


def is_link(text: str) -> bool:
    """Whether a text has the form of our links."""
    return text[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def link_to(content: bytes) -> str:
    """Return the link that contains the bytes of a file."""
    packed = base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    link = f"{SCHEME}:1.{packed}"
    if len(link) > LONGEST:
        raise DocumentError(
            f"the object is too large for a link ({len(link) // 1024} KB packed, {LONGEST // 1024} at most)",
            "send the file itself",
        )
    return link


def content_of(link: str) -> bytes:
    """Return the bytes of the file in a link, unchecked."""
    if len(link) > LONGEST:
        raise DocumentError("the link is too long for a live object", _AGAIN)
    found = _WRITTEN.fullmatch(link.strip())
    if found is None:
        raise DocumentError("the link does not hold a live object", _AGAIN)
    text = found[1]
    unpacking = zlib.decompressobj()
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        content = unpacking.decompress(packed, MAX_BYTES + 1)
    except (ValueError, zlib.error):
        raise DocumentError("the link is damaged", _AGAIN) from None
    if len(content) > MAX_BYTES:
        raise DocumentError("the link unpacks to more than a live object can have", _AGAIN)
    if not unpacking.eof or unpacking.unused_data:
        raise DocumentError("the link is damaged", _AGAIN)
    return content
