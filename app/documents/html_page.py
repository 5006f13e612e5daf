# SPDX-License-Identifier: BSD-3-Clause
"""Live objects in HTML pages: a linked picture, and the object's file to download.

Only ASCII is added, so that the encoding of the page does not matter.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from app.documents.errors import DocumentError
from app.documents.links import is_link
from app.documents.preview import Preview, escaped, size_in_pixels
from app.runtime.references import MEDIA_TYPE

LARGEST = 64 * 1024 * 1024
_TAG = re.compile(rb"<(/?)(a|img)\b([^<>]*)>", re.IGNORECASE)
_ADDRESS = re.compile(rb"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_END = re.compile(rb"</(?:body|html)\s*>", re.IGNORECASE)
_DATA = b"data:image/png;base64,"
_MOST_OBJECTS = 1000
_WIDEST = 720
_STYLE = (
    "body{font-family:system-ui,sans-serif;line-height:1.5;max-width:48rem;margin:3rem auto;padding:0 1.5rem;"
    "color:#1b1f24;background:#fff}a{color:#1d4ed8}@media(prefers-color-scheme:dark){"
    "body{color:#e6e8eb;background:#15181c}a{color:#8ab4ff}}"
)
_PICTURE = "max-width:100%;height:auto;border:1px solid #8886;border-radius:8px"


class Page:
    """A parsed page; any fault of it is a DocumentError."""

    def __init__(self, content: bytes) -> None:
        if len(content) > LARGEST:
            raise DocumentError(f"the page has more than {LARGEST // 2**20} MB", "use a smaller one")
        ends = list(_END.finditer(content))
        body = [found for found in ends if found[0][2:6].lower() == b"body"]
        if not ends:
            raise DocumentError("this is no whole HTML page", "give a page that ends in </html>")
        self._content = content
        self._end = (body or ends)[-1].start()
        self._found = list(_pictures(content))[: _MOST_OBJECTS + 1]
        if len(self._found) > _MOST_OBJECTS:
            raise DocumentError("there are too many live objects in the page", "use several pages")

    @property
    def links(self) -> list[str]:
        """Links of the embedded objects, in document order."""
        return [link for link, _, _ in self._found]

    def picture(self, number: int) -> bytes:
        """Return the present picture of an embedded object."""
        _, begin, end = self._found[number]
        try:
            return base64.b64decode(self._content[begin + len(_DATA) : end], validate=True)
        except binascii.Error:
            raise DocumentError(
                "the picture of a live object in the page is damaged", "put the object in again"
            ) from None

    def with_object(self, shown: Preview) -> bytes:
        """Return the page with one more object at its end."""
        return self._content[: self._end] + figure(shown).encode() + b"\n" + self._content[self._end :]

    def with_pictures(self, pictures: Mapping[int, bytes]) -> bytes:
        """Return the page with other pictures of some objects, otherwise unchanged."""
        content = self._content
        for number in sorted(pictures, reverse=True):
            _, begin, end = self._found[number]
            content = content[:begin] + _DATA + base64.b64encode(pictures[number]) + content[end:]
        return content


def new_page(title: str) -> bytes:
    """An empty page."""
    text = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n</body>\n</html>\n"
    )
    return text.encode("ascii", "xmlcharrefreplace")


def figure(shown: Preview) -> str:
    """Return an object as HTML: linked picture, caption and file."""
    width, height = size_in_pixels(shown.picture)
    height, width = round(height * min(1, _WIDEST / width)), min(width, _WIDEST)
    picture = (_DATA + base64.b64encode(shown.picture)).decode()
    file = f"data:{MEDIA_TYPE};base64,{base64.b64encode(shown.content).decode()}"
    described = f" {escaped(shown.description)}" if shown.description else ""
    text = (
        f'<figure style="margin:1.5rem 0"><a href="{shown.link}"><img src="{picture}"'
        f' alt="{escaped(shown.title)}" width="{width}" height="{height}" style="{_PICTURE}"></a>\n'
        f"<figcaption><strong>{escaped(shown.title)}</strong>{described}<br>"
        "Click the picture to open it with Live Objects and take part, or "
        f'<a href="{file}" download="{escaped(shown.file_name)}">save the file</a>.</figcaption></figure>'
    )
    return text.encode("ascii", "xmlcharrefreplace").decode()


def _pictures(content: bytes) -> list[tuple[str, int, int]]:
    """Find each picture inside of our links: the link, and the span of the picture's address."""
    found: list[tuple[str, int, int]] = []
    link = ""
    for tag in _TAG.finditer(content):
        address = _ADDRESS.search(tag[3])
        if tag[2].lower() == b"a":
            text = (address[1] or address[2] or b"").decode("ascii", "replace") if address else ""
            link = text if not tag[1] and is_link(text) else ""
        elif link and address is not None:
            group = 1 if address[1] is not None else 2
            if address[group].startswith(_DATA):
                found.append((link, tag.start(3) + address.start(group), tag.start(3) + address.end(group)))
    return found
