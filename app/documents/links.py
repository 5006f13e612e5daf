"""Links that carry a whole live object: what a picture in a document leads to when somebody clicks on it.

Office programs keep links when they save a document, and drop files in it that they do not know. So the link
holds the reference itself, packed, and no file has to travel beside the document.
"""

from __future__ import annotations

import base64
import re
import zlib

from app.documents.errors import DocumentError
from app.runtime.references.limits import MAX_BYTES

SCHEME = "liveobject"
LONGEST = 96 * 1024
"""Characters; systems hand over 128 KB in one word at most."""
_WRITTEN = re.compile(rf"{SCHEME}:1\.([A-Za-z0-9_-]+)", re.IGNORECASE)
_AGAIN = "ask for the file itself"


def is_link(text: str) -> bool:
    """Whether it says that it is one."""
    return text[: len(SCHEME) + 1].lower() == f"{SCHEME}:"


def link_to(content: bytes) -> str:
    """The link that holds the bytes of a file."""
    packed = base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    link = f"{SCHEME}:1.{packed}"
    if len(link) > LONGEST:
        raise DocumentError(
            f"the object is too large for a link ({len(link) // 1024} KB packed, {LONGEST // 1024} at most)",
            "send the file itself",
        )
    return link


def content_of(link: str) -> bytes:
    """The bytes of the file that a link holds; nothing of what they say was looked at."""
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
