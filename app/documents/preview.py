# SPDX-License-Identifier: BSD-3-Clause
"""The preview of a live object in a document: picture, text and link."""

from __future__ import annotations

import html
import re
import struct
from dataclasses import dataclass

from app.documents.errors import DocumentError
from app.documents.links import link_to
from app.mail import file_name
from app.runtime.references import Document, names_in_words

_PIXELS_PER_CENTIMETRE = 96 / 2.54
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LARGEST_SIDE = 20_000
_LONGEST_TITLE = 200
_LONGEST_DESCRIPTION = 2000


@dataclass(frozen=True)
class Preview:
    """A live object as shown in a document; `content` is its file and `picture` a PNG of it."""

    title: str
    description: str
    content: bytes
    picture: bytes
    file_name: str = "live_object.liveobject"

    @classmethod
    def of(cls, document: Document, content: bytes, picture: bytes) -> Preview:
        """Make the preview of a document; a sealed document's texts are left out."""
        if document.sealed_for:
            return cls(f"Only for {names_in_words(document.sealed_for)}", "", content, picture)
        title = " ".join(document.title.split())[:_LONGEST_TITLE] or "Live object"
        description = " ".join(document.description.split())[:_LONGEST_DESCRIPTION]
        return cls(title, description, content, picture, file_name(document))

    @property
    def link(self) -> str:
        """The link that opens the object."""
        return link_to(self.content)

    @property
    def caption(self) -> str:
        """The text below the picture."""
        return f"{self.title}: click the picture to open it with Live Objects and take part."


def escaped(text: str) -> str:
    """Escape text for XML and HTML, without forbidden characters."""
    return html.escape(_NOT_IN_XML.sub(" ", text))


def size_in_pixels(picture: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    if not picture.startswith(b"\x89PNG\r\n\x1a\n") or len(picture) < 33:
        raise DocumentError("the picture of a live object is no PNG", "put the object in again")
    width, height = struct.unpack_from(">LL", picture, 16)
    if not (0 < width <= _LARGEST_SIDE and 0 < height <= _LARGEST_SIDE):
        raise DocumentError("the picture of a live object has no size", "put the object in again")
    return width, height


def size_in_centimetres(picture: bytes, widest: float, highest: float) -> tuple[float, float]:
    """Return the size of a picture at screen resolution, scaled down to fit."""
    width, height = (pixels / _PIXELS_PER_CENTIMETRE for pixels in size_in_pixels(picture))
    shrunk = min(1.0, widest / width, highest / height)
    return width * shrunk, height * shrunk
