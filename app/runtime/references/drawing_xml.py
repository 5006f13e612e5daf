# SPDX-License-Identifier: BSD-3-Clause
"""The drawing part of a file, as elements and back."""

from __future__ import annotations

import math
import re

from app.runtime.references.document import Drawing, DrawingItem, Placed, StickyNote, Wire, Zone
from app.runtime.references.elements import attribute, leaf_text, no_text, only_attributes, refuse, unexpected
from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.markup import Element
from app.runtime.references.model import Annotation, Note, NotePosition
from app.runtime.references.names import clean, format_path, parse_path
from app.runtime.references.namespaces import DRAWING_NAMESPACE
from app.runtime.references.tags import Tag, notes_at

_FURTHEST = 1e9
_NUMBER = re.compile(r"-?[0-9]{1,10}(\.[0-9]{1,20})?(e[+-]?[0-9]{1,3})?\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?\Z")
_ATTRIBUTES = {
    "placed": {"component", "x", "y", "width", "height", "colour", "collapsed"},
    "note": {"sheet", "x", "y", "width", "height", "colour"},
    "zone": {"sheet", "title", "x", "y", "width", "height", "colour"},
    "wire": {"sheet", "from", "to", "points"},
}


def encode_drawing(drawing: Drawing) -> Tag:
    """Encode a drawing as an element."""
    tag = Tag("drawing", [("xmlns", DRAWING_NAMESPACE)])
    tag.before = notes_at(drawing.annotations, NotePosition.BEFORE)
    tag.annotate(drawing.annotations, NotePosition.WRAPPER, NotePosition.INSIDE, NotePosition.AFTER)
    tag.children = [_encode_item(item) for item in drawing.items]
    return tag


def _encode_item(item: DrawingItem) -> Tag:
    if isinstance(item, Placed):
        tag = Tag("placed", [("component", format_path(item.component)), *_box(item)])
        if item.collapsed:
            tag.attributes.append(("collapsed", "true"))
        return tag
    sheet = [("sheet", format_path(item.sheet))] if item.sheet else []
    if isinstance(item, StickyNote):
        return Tag("note", [*sheet, *_box(item)], text=item.text)
    if isinstance(item, Zone):
        return Tag("zone", [*sheet, ("title", item.title), *_box(item)])
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in item.points)
    return Tag("wire", [*sheet, ("from", item.first), ("to", item.second), ("points", points)])


def _box(item: Placed | StickyNote | Zone) -> list[tuple[str, str]]:
    values = (("x", item.x), ("y", item.y), ("width", item.width), ("height", item.height))
    box = [(name, _number(value)) for name, value in values if value is not None]
    if item.colour is not None:
        if not _COLOUR.match(item.colour):
            raise LiveObjectFileError(None, f"{quoted(item.colour)} is not a colour", "write it like #3366cc")
        box.append(("colour", item.colour))
    return box


def _number(value: float) -> str:
    if not abs(value) <= _FURTHEST:
        raise LiveObjectFileError(None, "a position is too far away", "move it closer")
    return str(int(value)) if value == int(value) else repr(value)


def decode_drawing(element: Element) -> Drawing:
    """Decode the drawing of an element; broken drawings are refused."""
    annotations: list[Annotation] = [Note(xml, NotePosition.BEFORE) for xml in element.before]
    annotations += element.foreign
    annotations += [Note(xml) for xml in element.notes]
    only_attributes(element)
    no_text(element)
    items = []
    for child in element.children:
        if child.namespace != DRAWING_NAMESPACE or child.name not in _ATTRIBUTES:
            unexpected(child, element)
        annotations += [Note(xml) for xml in (*child.before, *child.notes)]
        items.append(_decode_item(child))
    return Drawing(tuple(items), tuple(annotations))


def _decode_item(element: Element) -> DrawingItem:
    only_attributes(element, *_ATTRIBUTES[element.name])
    text = leaf_text(element)
    if element.name != "note":
        no_text(element)
    given = element.attributes
    sheet = parse_path(clean(given.get("sheet", "")))
    if element.name == "wire":
        return Wire(attribute(element, "from"), attribute(element, "to"), _points(element), sheet)
    x, y = _required(element, "x"), _required(element, "y")
    colour = _colour(element)
    if element.name == "zone":
        size = _required(element, "width"), _required(element, "height")
        return Zone(attribute(element, "title"), x, y, *size, colour, sheet)
    width, height = _optional(element, "width"), _optional(element, "height")
    if element.name == "note":
        return StickyNote(text, x, y, width, height, colour, sheet)
    component = parse_path(clean(attribute(element, "component")))
    return Placed(component, x, y, width, height, colour, _collapsed(element))


def _coordinate(element: Element, text: str) -> float:
    value = float(text) if _NUMBER.match(text) else math.nan
    if not abs(value) <= _FURTHEST:
        refuse(element, f"{quoted(text)} is not a position", "use a number of pixels")
    return value


def _required(element: Element, name: str) -> float:
    return _coordinate(element, attribute(element, name))


def _optional(element: Element, name: str) -> float | None:
    return _required(element, name) if name in element.attributes else None


def _colour(element: Element) -> str | None:
    colour = element.attributes.get("colour")
    if colour is not None and not _COLOUR.match(colour):
        refuse(element, f"{quoted(colour)} is not a colour", "write it like #3366cc")
    return colour


def _collapsed(element: Element) -> bool:
    text = element.attributes.get("collapsed", "false")
    if text not in ("true", "false"):
        refuse(element, f"collapsed cannot be {quoted(text)}", "write true or false")
    return text == "true"


def _points(element: Element) -> tuple[tuple[float, float], ...]:
    points = []
    for point in attribute(element, "points").split():
        x, _, y = point.partition(",")
        points.append((_coordinate(element, x), _coordinate(element, y)))
    return tuple(points)
