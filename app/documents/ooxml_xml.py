# SPDX-License-Identifier: BSD-3-Clause
"""Scans the XML of Office Open XML packages: relationships, our pictures, and insertion points."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.documents.errors import SAVE_AGAIN, DocumentError
from app.documents.xml_scanner import XmlScanner

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
INLINE = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
PICTURE = "http://schemas.openxmlformats.org/drawingml/2006/picture"
LINKED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"

_MOST_ELEMENTS = 20_000_000
_MOST_FOUND = 20_000
_FRAMES = (f"{INLINE} inline", f"{INLINE} anchor", f"{SLIDES} pic")


@dataclass
class Relationship:
    """A relationship of a part to another one, or to an external address."""

    kind: str
    target: str
    external: bool


@dataclass
class Scanned:
    """The result of a scan."""

    pictures: list[tuple[str, str, int]] = field(default_factory=list)
    """For each linked picture: the relationship ids of its link and its image, and the byte offset of the image."""
    relationships: dict[str, Relationship] = field(default_factory=dict)
    defaults: set[str] = field(default_factory=set)
    """Extensions with a content type."""
    overrides: dict[str, str] = field(default_factory=dict)
    """Content types of parts."""
    ends: dict[str, int] = field(default_factory=dict)
    """The byte offset of the end of the last element of each name."""
    starts: dict[str, int] = field(default_factory=dict)
    """The byte offset of the last start of each element on the second level of a body."""
    slide_ids: list[tuple[int, str]] = field(default_factory=list)
    """The ids of slides, and their relationship ids."""
    size: tuple[int, int] = (0, 0)
    """Width and height of slides."""
    drawing_ids: set[int] = field(default_factory=set)


class _Scanner(XmlScanner):
    def __init__(self) -> None:
        super().__init__(_MOST_ELEMENTS)
        self.found = Scanned()
        self._frames: list[tuple[int, list[str], list[tuple[str, int]]]] = []

    def note_start(self, name: str, attributes: dict[str, str]) -> None:
        found, at = self.found, self.offset
        if name in _FRAMES:
            self._frames.append((self.depth, [], []))
        elif name == f"{DRAWING} hlinkClick" and self._frames:
            self._frames[-1][1].append(attributes.get(f"{LINKED} id", ""))
        elif name == f"{DRAWING} blip" and self._frames:
            self._frames[-1][2].append((attributes.get(f"{LINKED} embed", ""), at))
        elif name == f"{INLINE} docPr":
            found.drawing_ids.add(_number(attributes.get("id", "")))
        else:
            self._note_package(name, attributes)
        if self.depth in (2, 3):
            found.starts[name] = at
        if max(len(found.pictures), len(found.relationships), len(found.overrides)) > _MOST_FOUND:
            raise DocumentError("there are too many parts in the document", "use a smaller one")

    def _note_package(self, name: str, attributes: dict[str, str]) -> None:
        """Note what a package says of its parts."""
        found = self.found
        if name == f"{PACKAGE} Relationship":
            target, external = attributes.get("Target", ""), attributes.get("TargetMode") == "External"
            found.relationships[attributes.get("Id", "")] = Relationship(attributes.get("Type", ""), target, external)
        elif name == f"{TYPES} Default":
            found.defaults.add(attributes.get("Extension", "").lower())
        elif name == f"{TYPES} Override":
            found.overrides[attributes.get("PartName", "")] = attributes.get("ContentType", "")
        elif name == f"{SLIDES} sldId":
            found.slide_ids.append((_number(attributes.get("id", "")), attributes.get(f"{LINKED} id", "")))
        elif name == f"{SLIDES} sldSz":
            found.size = _number(attributes.get("cx", "")), _number(attributes.get("cy", ""))

    def note_end(self, name: str) -> None:
        self.found.ends[name] = self.offset
        if self._frames and self._frames[-1][0] == self.depth:
            _, links, images = self._frames.pop()
            if links and images:
                self.found.pictures.append((links[0], *images[0]))


def scan_part(content: bytes) -> Scanned:
    """Scan a part of a package."""
    scanner = _Scanner()
    scanner.parse(content)
    return scanner.found


def insert_before_end(content: bytes, found: Scanned, element: str, addition: str) -> bytes:
    """Return the XML with something inserted at the end of the last element of that name."""
    end = found.ends.get(element)
    if end is None or content[end : end + 2] != b"</":
        raise DocumentError("the document lacks a part that office programs write", SAVE_AGAIN)
    return content[:end] + addition.encode() + content[end:]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
