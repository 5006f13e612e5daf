# SPDX-License-Identifier: BSD-3-Clause
"""The content of a `.liveobject` file: a reference, its texts and its drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.runtime.references.model import Annotations, Path, Reference

MEDIA_TYPE = "application/vnd.liveobject+xml"
"""The media type in messages, on the clipboard and in drags."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Position and appearance of a component on its sheet."""

    component: Path
    x: float
    y: float
    width: float | None = None
    height: float | None = None
    colour: str | None = None
    collapsed: bool = False


@dataclass(frozen=True, slots=True)
class StickyNote:
    """A note on a sheet; `sheet` is the path of its composite."""

    text: str
    x: float
    y: float
    width: float | None = None
    height: float | None = None
    colour: str | None = None
    sheet: Path = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A titled rectangle that groups what lies on it."""

    title: str
    x: float
    y: float
    width: float
    height: float
    colour: str | None = None
    sheet: Path = ()


@dataclass(frozen=True, slots=True)
class Wire:
    """The corners of a wire that is not straight; `first` and `second` name its two endpoints."""

    first: str
    second: str
    points: tuple[tuple[float, float], ...]
    sheet: Path = ()


DrawingItem: TypeAlias = Placed | StickyNote | Zone | Wire


@dataclass(frozen=True, slots=True)
class Drawing:
    """The drawing of a reference; it never changes the identity."""

    items: tuple[DrawingItem, ...] = ()
    annotations: Annotations = ()

    def __bool__(self) -> bool:
        return bool(self.items or self.annotations)

    def position_of(self, component: Path) -> Placed | None:
        """Return the position of a component, if it is known."""
        for item in self.items:
            if isinstance(item, Placed) and item.component == component:
                return item
        return None


@dataclass(frozen=True, slots=True)
class Addressee:
    """A person whom a file is sealed for: a public key, and the sender's name for them."""

    key: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ContentPart:
    """The content of one shared document, packed by the storage of documents; it is opaque here."""

    document: bytes
    """The 16 bytes that identify the shared document."""
    author: str
    """The public key of whoever packed it."""
    time: int
    """When it was packed, in milliseconds since 1970."""
    packed: bytes


@dataclass(frozen=True, slots=True)
class Sidecar:
    """Content that is too large for the file, in a file beside it."""

    digest: str
    """Its SHA-256, in hexadecimal."""
    size: int


@dataclass(frozen=True, slots=True)
class Document:
    """A `.liveobject` file.

    A document from a sealed file carries its addressees, and is not written in plain text by mistake.
    """

    reference: Reference
    title: str = ""
    description: str = ""
    drawing: Drawing = Drawing()
    annotations: Annotations = ()
    sealed_for: tuple[Addressee, ...] = ()
    content: tuple[ContentPart, ...] = ()
    """The content that the file carries; it never changes the identity."""
    sidecar: Sidecar | None = None
    """The content that was not read, because it is in a file beside this one."""
