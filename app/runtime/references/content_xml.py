# SPDX-License-Identifier: BSD-3-Clause
"""The content that a file carries, as elements and back; its parts are opaque."""

from __future__ import annotations

import binascii
import re
from base64 import b64encode
from datetime import UTC, datetime

from app.runtime.references.document import ContentPart, Document, Sidecar
from app.runtime.references.elements import attribute, distinct, leaf_text, no_text, only_attributes, refuse, unexpected
from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.limits import MAX_CONTENT, MAX_CONTENT_PARTS, MAX_SIDECAR
from app.runtime.references.markup import Element
from app.runtime.references.namespaces import CONTENT_NAMESPACE
from app.runtime.references.tags import Tag

LATEST_TIME = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since 1970."""
_ID = re.compile(r"[0-9a-f]{32}\Z")
_KEY = re.compile(r"[0-9a-f]{64}\Z")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z")
_SIZE = re.compile(r"[1-9][0-9]{0,11}\Z")
_AGAIN = "get the file again, or without its content"


def encode_content(document: Document) -> Tag:
    """Encode the content of a document; refuses what belongs into a file beside it."""
    tag = Tag("content", [("xmlns", CONTENT_NAMESPACE)])
    if document.sidecar is not None:
        if document.content or not is_valid_sidecar(document.sidecar):
            raise LiveObjectFileError(None, "the content is in two places, or its digest is wrong", "save it again")
        tag.attributes += [("beside", document.sidecar.digest), ("size", str(document.sidecar.size))]
        return tag
    if content_size(document.content) > MAX_CONTENT:
        raise LiveObjectFileError(
            None, f"the content is larger than {MAX_CONTENT // 1024**2} MB", "save it as a file, or without content"
        )
    check_parts(document.content)
    tag.children = [_encode_part(part) for part in document.content]
    return tag


def decode_content(element: Element) -> tuple[ContentPart, ...] | Sidecar:
    """Decode the content of an element, or the digest of content in a file beside."""
    only_attributes(element, "beside", "size")
    no_text(element)
    if element.foreign or element.notes:
        refuse(element, "<content> cannot be annotated", "annotate the element around it")
    if len(element.children) > MAX_CONTENT_PARTS:
        refuse(element, f"there are more than {MAX_CONTENT_PARTS:,} parts of content", _AGAIN)
    if element.attributes:
        return _decode_sidecar(element)
    parts = tuple(_decode_part(child, element) for child in element.children)
    if not parts:
        refuse(element, "<content> carries nothing", "remove it")
    distinct(((part.document.hex(), child) for part, child in zip(parts, element.children, strict=True)), "part")
    if content_size(parts) > MAX_CONTENT:
        refuse(element, f"the content is larger than {MAX_CONTENT // 1024**2} MB", _AGAIN)
    return parts


def check_parts(parts: tuple[ContentPart, ...]) -> None:
    """Refuse parts that could not be read back."""
    sound = all(
        len(part.document) == 16 and _KEY.match(part.author) and 0 <= part.time <= LATEST_TIME and part.packed
        for part in parts
    )
    if not sound or len({part.document for part in parts}) < len(parts) or len(parts) > MAX_CONTENT_PARTS:
        raise LiveObjectFileError(
            None, f"the content is invalid, or has more than {MAX_CONTENT_PARTS:,} parts", "save it without content"
        )


def content_size(parts: tuple[ContentPart, ...]) -> int:
    """Return the bytes of all parts."""
    return sum(len(part.packed) for part in parts)


def base64_size(data: bytes) -> int:
    """Return the number of characters of bytes in base64."""
    return (len(data) + 2) // 3 * 4


def is_valid_sidecar(sidecar: Sidecar) -> bool:
    """Whether a digest is one, and its file is not too large to be read."""
    return bool(_KEY.match(sidecar.digest)) and 0 < sidecar.size <= MAX_SIDECAR


def _encode_part(part: ContentPart) -> Tag:
    time = datetime.fromtimestamp(part.time // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    attributes = [
        ("document", part.document.hex()),
        ("author", part.author),
        ("time", f"{time}.{part.time % 1000:03}Z"),
    ]
    return Tag("part", attributes, b64encode(part.packed).decode())


def _decode_part(element: Element, parent: Element) -> ContentPart:
    if (element.namespace, element.name) != (CONTENT_NAMESPACE, "part"):
        unexpected(element, parent)
    only_attributes(element, "document", "author", "time")
    if element.before or element.notes:
        refuse(element, "<part> cannot be annotated", "annotate the element around it")
    document, author = attribute(element, "document"), attribute(element, "author")
    if not _ID.match(document):
        refuse(element, f"{quoted(document)} does not identify a document", _AGAIN)
    if not _KEY.match(author):
        refuse(element, f"{quoted(author)} is not a public key", _AGAIN)
    return ContentPart(bytes.fromhex(document), author, _decode_time(element), _decode_base64(element))


def _decode_time(element: Element) -> int:
    text = attribute(element, "time")
    try:
        seconds = datetime.fromisoformat(text).timestamp() if _TIME.match(text) else -1.0
    except ValueError:
        seconds = -1.0
    if seconds < 0:
        refuse(element, f"{quoted(text)} is not a time", "write it like 2030-01-31T12:00:00.000Z")
    return int(seconds) * 1000 + int(text[-4:-1])


def _decode_base64(element: Element) -> bytes:
    try:
        packed = binascii.a2b_base64("".join(leaf_text(element).split()), strict_mode=True)
    except ValueError:
        refuse(element, "<part> is not base64", _AGAIN)
    if not packed:
        refuse(element, "<part> is empty", _AGAIN)
    return packed


def _decode_sidecar(element: Element) -> Sidecar:
    if element.children:
        refuse(element, "<content> is here and in a file beside", _AGAIN)
    size = attribute(element, "size")
    found = Sidecar(attribute(element, "beside"), int(size) if _SIZE.match(size) else 0)
    if not is_valid_sidecar(found):
        refuse(element, "<content> has a wrong digest or size", _AGAIN)
    return found
