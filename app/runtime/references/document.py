"""What a `.liveobject` file holds: a reference, words about it, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.runtime.references.model import Annotations, Path, Reference

MEDIA_TYPE = "application/vnd.liveobject+xml"
"""What such a file is called in messages, on the clipboard and in drags."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a component stands on its sheet and how it looks there."""

    component: Path
    x: float
    y: float
    width: float | None = None
    height: float | None = None
    colour: str | None = None
    collapsed: bool = False


@dataclass(frozen=True, slots=True)
class StickyNote:
    """A remark on a sheet; `sheet` is the path of the composite that it lies on."""

    text: str
    x: float
    y: float
    width: float | None = None
    height: float | None = None
    colour: str | None = None
    sheet: Path = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A titled rectangle that groups what stands on it."""

    title: str
    x: float
    y: float
    width: float
    height: float
    colour: str | None = None
    sheet: Path = ()


@dataclass(frozen=True, slots=True)
class Wire:
    """The corners of a wire that does not run straight; `first` and `second` name its two endpoints."""

    first: str
    second: str
    points: tuple[tuple[float, float], ...]
    sheet: Path = ()


DrawingItem: TypeAlias = Placed | StickyNote | Zone | Wire


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything that only concerns how the reference is drawn; it never changes the identity."""

    items: tuple[DrawingItem, ...] = ()
    annotations: Annotations = ()

    def __bool__(self) -> bool:
        return bool(self.items or self.annotations)

    def place_of(self, component: Path) -> Placed | None:
        """Where a component stands, if that is known."""
        for item in self.items:
            if isinstance(item, Placed) and item.component == component:
                return item
        return None


@dataclass(frozen=True, slots=True)
class Addressee:
    """Somebody whom a file is sealed for: a public key, and what the sender calls them."""

    key: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A `.liveobject` file.

    What came out of a sealed file says for whom that was sealed, and is not written as plain text by mistake.
    """

    reference: Reference
    title: str = ""
    description: str = ""
    drawing: Drawing = Drawing()
    annotations: Annotations = ()
    sealed_for: tuple[Addressee, ...] = ()
