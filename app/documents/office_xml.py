# SPDX-License-Identifier: BSD-3-Clause
"""Scans the XML of an office document for our links and pictures, and for insertion points.

The XML is never serialized again: additions are inserted at byte offsets found here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.documents.errors import SAVE_AGAIN, DocumentError
from app.documents.links import is_link
from app.documents.xml_scanner import XmlScanner

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
DRAW = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
SVG = "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
PRESENTATION = "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
SCRIPT = "urn:oasis:names:tc:opendocument:xmlns:script:1.0"
MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
FO = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
XLINK = "http://www.w3.org/1999/xlink"
_MOST_ELEMENTS = 5_000_000
_MOST_LINKS = 1000


@dataclass
class _Frame:
    """An element that can hold a link and pictures: a frame, or a link around one."""

    depth: int
    link: str
    pictures: list[tuple[str, int]]


@dataclass
class Scanned:
    """The result of a scan; `end` is the byte offset at which a last element of the body can be inserted."""

    links: list[tuple[str, str, int]] = field(default_factory=list)
    """For each of our objects: link, picture member, and the byte offset where the member is named."""
    other_pictures: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    """Names of slides and frames."""
    master: str = ""
    """The master page of the slides."""
    end: int | None = None
    encrypted: bool = False
    body: int | None = None
    """The byte offset of the start of the body."""
    styles: int | None = None
    """The byte offset of the end of the document's automatic styles, if there are any."""
    style_names: set[str] = field(default_factory=set)
    layouts: dict[str, str] = field(default_factory=dict)
    """The layout of the pages of each master."""
    sizes: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Width and height of each layout, as written."""


class _Scanner(XmlScanner):
    def __init__(self, body: str) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.found = Scanned()
        self._body = f"{OFFICE} {body}"
        self._frames: list[_Frame] = []
        self._layout = ""

    def note_start(self, name: str, attributes: dict[str, str]) -> None:
        link = attributes.get(f"{XLINK} href", "")
        if name in (f"{DRAW} a", f"{DRAW} frame"):
            ours = link if name.endswith(" a") and is_link(link) else ""
            self._frames.append(_Frame(self.depth, ours, []))
        elif name == f"{PRESENTATION} event-listener" and is_link(link) and self._frames:
            self._frames[-1].link = link
        elif name == f"{DRAW} image" and link:
            self._note_picture(link)
        elif name == f"{DRAW} page":
            self.found.master = attributes.get(f"{DRAW} master-page-name", "")
        elif name == f"{MANIFEST} encryption-data":
            self.found.encrypted = True
        elif name.startswith(STYLE):
            self._note_style(name.removeprefix(f"{STYLE} "), attributes)
        elif name == f"{OFFICE} body":
            self.found.body = self.offset
        if f"{DRAW} name" in attributes:
            self.found.names.add(attributes[f"{DRAW} name"])

    def _note_style(self, kind: str, attributes: dict[str, str]) -> None:
        name = attributes.get(f"{STYLE} name", "")
        if kind == "style":
            self.found.style_names.add(name)
        elif kind == "master-page":
            self.found.layouts[name] = attributes.get(f"{STYLE} page-layout-name", "")
        elif kind == "page-layout":
            self._layout = name
        elif kind == "page-layout-properties":
            size = attributes.get(f"{FO} page-width", ""), attributes.get(f"{FO} page-height", "")
            self.found.sizes[self._layout] = size

    def _note_picture(self, link: str) -> None:
        if self._frames:
            self._frames[-1].pictures.append((link, self.offset))
        else:
            self.found.other_pictures.add(link)

    def note_end(self, name: str) -> None:
        if self._frames and self._frames[-1].depth == self.depth:
            self._close(self._frames.pop())
        if (name == self._body and self.depth == 3) or name == f"{MANIFEST} manifest":
            self.found.end = self.offset
        elif name == f"{OFFICE} automatic-styles":
            self.found.styles = self.offset

    def _close(self, frame: _Frame) -> None:
        if not frame.link and self._frames:
            self._frames[-1].pictures += frame.pictures  # a link may be around the frame
        elif not frame.link:
            self.found.other_pictures.update(link for link, _ in frame.pictures)
        elif frame.pictures:
            # Some programs store a second picture as a fallback.
            self.found.links.append((frame.link, *frame.pictures[0]))
            self.found.other_pictures.update(link for link, _ in frame.pictures[1:])
            if len(self.found.links) > _MOST_LINKS:
                raise DocumentError("there are too many live objects in the document", "use several")


def scan(content: bytes, body: str) -> Scanned:
    """Scan a document whose content is in an element of this name."""
    scanner = _Scanner(body)
    scanner.parse(content)
    return scanner.found


def with_styles(content: bytes, found: Scanned, styles: str) -> bytes:
    """Return the XML with styles added to the automatic styles, which precede the body."""
    if found.styles is not None and content[found.styles : found.styles + 2] == b"</":
        return content[: found.styles] + styles.encode() + content[found.styles :]
    whole = f'<office:automatic-styles xmlns:office="{OFFICE}">{styles}</office:automatic-styles>'.encode()
    if found.styles is not None:  # none yet: an empty element
        return content[: found.styles] + whole + content[content.index(b">", found.styles) + 1 :]
    if found.body is None:
        raise DocumentError("the document is damaged: it has no body", SAVE_AGAIN)
    return content[: found.body] + whole + content[found.body :]


def insert(content: bytes, end: int | None, addition: str) -> bytes:
    """Return the XML with something inserted at the end of the body."""
    if end is None or content[end : end + 2] != b"</":
        raise DocumentError("the document is empty", "write a line in it, save it, and try again")
    return content[:end] + addition.encode() + content[end:]
