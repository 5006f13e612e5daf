# SPDX-License-Identifier: BSD-3-Clause
"""Shapes, their patches, validation and limits."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from uuid import UUID

COLOURS = ("ink", "grey", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink")
"""Names of colours; each theme maps them to readable ones."""
ICONS = ("pin", "flag", "star", "home", "plane", "ship", "car", "person", "camera", "warning")
MOST = 20_000
"""The largest number of shapes."""
MOST_POINTS = 5_000
"""The largest number of points of one shape."""
LARGEST_IN_ALL = 64 * 1024 * 1024
"""Bytes of all points and texts."""
LONGEST_TEXT = 4_000
LONGEST_NOTE = 4_000
LONGEST_NAME = 100
FARTHEST = 1e7
WIDTHS = (0.25, 200.0)
SCALES = (1e-4, 1e4)
_POINT = 8
_HIGHEST = 2**53


@dataclass(frozen=True)
class Frame:
    """The frame of a shape: the position of its origin, and its scale."""

    x: float
    y: float
    across: float = 1.0
    down: float = 1.0


@dataclass(frozen=True)
class Shape:
    """A shape; `points` are pairs of little-endian 32-bit floats (x, y) in its frame."""

    item: UUID
    kind: str
    owner: UUID
    """The copy that draws it; only that copy can append points until it is done."""
    by: str
    place: Frame
    points: bytes
    colour: str
    width: float
    text: str
    note: str
    icon: str
    layer: int
    locked: bool
    done: bool


@dataclass(frozen=True)
class Growth:
    """More points of a shape that is being drawn."""

    item: UUID
    points: bytes
    done: bool


@dataclass(frozen=True)
class ShapePatch:
    """The changed fields of one shape; null fields stay unchanged."""

    item: UUID
    place: Frame | None = None
    points: bytes | None = None
    colour: str | None = None
    width: float | None = None
    text: str | None = None
    note: str | None = None
    icon: str | None = None
    layer: int | None = None
    locked: bool | None = None


FIELDS = ("place", "points", "colour", "width", "text", "note", "icon", "layer", "locked")
"""The fields that a patch can change."""


@dataclass(frozen=True)
class Plane:
    """The plane of a drawing: its kinds of shapes, and its extent."""

    kinds: tuple[str, ...]
    widest: float = FARTHEST
    highest: float = FARTHEST


def packed(points: list[tuple[float, float]]) -> bytes:
    """Pack points into bytes."""
    numbers = array("f", [number for point in points for number in point])
    return numbers.tobytes()


def unpacked(points: bytes) -> array[float]:
    """The coordinates of packed points: x, y, x, y …"""
    numbers = array("f")
    numbers.frombytes(points)
    return numbers


def wrong_points(points: bytes) -> str:
    """What is wrong with points; empty if nothing is."""
    if len(points) % _POINT:
        return "points are pairs of numbers of four bytes"
    if len(points) > MOST_POINTS * _POINT:
        return f"a shape has at most {MOST_POINTS:,} points; begin another one"
    if not all(-FARTHEST <= number <= FARTHEST for number in unpacked(points)):
        return "points are finite and not that far away"
    return ""


def _wrong_frame(frame: Frame, plane: Plane) -> str:
    if not (abs(frame.x) <= plane.widest and abs(frame.y) <= plane.highest):
        return "that is too far away"
    if not (SCALES[0] <= frame.across <= SCALES[1] and SCALES[0] <= frame.down <= SCALES[1]):
        return "nothing can be stretched that far"
    return ""


def wrong_patch(patch: ShapePatch, plane: Plane) -> str:
    """What is wrong with a patch, whatever item it changes; empty if nothing is."""
    return _wrong_lines(patch, plane) or _wrong_words(patch)


def _wrong_lines(patch: ShapePatch, plane: Plane) -> str:
    if patch.place is not None and (problem := _wrong_frame(patch.place, plane)):
        return problem
    if patch.points is not None and (problem := wrong_points(patch.points)):
        return problem
    if patch.points == b"":
        return "a shape has at least one point"
    if patch.colour is not None and patch.colour not in COLOURS:
        return f"a colour is one of {', '.join(COLOURS)}"
    if patch.width is not None and not WIDTHS[0] <= patch.width <= WIDTHS[1]:
        return f"a line is between {WIDTHS[0]:g} and {WIDTHS[1]:g} wide"
    return ""


def _wrong_words(patch: ShapePatch) -> str:
    if patch.text is not None and len(patch.text) > LONGEST_TEXT:
        return f"a text has at most {LONGEST_TEXT:,} characters; cut it in two"
    if patch.note is not None and len(patch.note) > LONGEST_NOTE:
        return f"a note has at most {LONGEST_NOTE:,} characters"
    if patch.icon is not None and patch.icon and patch.icon not in ICONS:
        return f"a sign is one of {', '.join(ICONS)}"
    if patch.layer is not None and abs(patch.layer) > _HIGHEST:
        return "there is no such layer"
    return ""


def wrong_shape(shape: Shape, plane: Plane) -> str:
    """What is wrong with a new shape; empty if nothing is."""
    if shape.kind not in plane.kinds:
        return f"nobody can draw {shape.kind[:20]!r} here"
    if len(shape.by) > LONGEST_NAME:
        return "a name that long is nobody's"
    patch = ShapePatch(
        shape.item, shape.place, shape.points, shape.colour, shape.width, shape.text, shape.note, shape.icon,
        shape.layer,
    )  # fmt: skip
    return wrong_patch(patch, plane)


def weight(shape: Shape) -> int:
    """Bytes that count against the total."""
    return len(shape.points) + len(shape.text) + len(shape.note)
