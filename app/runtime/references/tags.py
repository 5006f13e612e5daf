# SPDX-License-Identifier: BSD-3-Clause
"""Elements to write, and their pretty-printed form."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.escaping import escape_attribute, escape_text, unwritable
from app.runtime.references.limits import MAX_DEPTH
from app.runtime.references.model import Annotation, ForeignAttribute, Note, NotePosition
from app.runtime.references.namespaces import XML_NAMESPACE

_INDENT = "  "


@dataclass(slots=True)
class Tag:
    """An element with attributes, and text or children, and annotations."""

    name: str
    attributes: list[tuple[str, str]] = field(default_factory=list)
    text: str | None = None
    children: list[Tag] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)

    def annotate(self, annotations: Iterable[Annotation], *places: NotePosition) -> None:
        """Add the annotations at these positions."""
        inside = [annotation for annotation in annotations if _position_of(annotation) in places]
        self.inside += [note.xml for note in inside if isinstance(note, Note)]
        self.attributes += _foreign_attributes([a for a in inside if isinstance(a, ForeignAttribute)])

    def is_annotated(self) -> bool:
        """Whether there is an annotation here or inside."""
        own = self.before or self.inside or any(":" in name for name, _ in self.attributes)
        return bool(own) or any(child.is_annotated() for child in self.children)


def notes_at(annotations: Iterable[Annotation], position: NotePosition) -> list[str]:
    """Return the texts of the notes at one position."""
    return [note.xml for note in annotations if isinstance(note, Note) and _position_of(note) is position]


def _position_of(annotation: Annotation) -> NotePosition:
    """Return the position of an annotation; only comments can be outside of their part."""
    is_comment = isinstance(annotation, Note) and annotation.xml.startswith("<!--")
    outside = annotation.place in (NotePosition.BEFORE, NotePosition.AFTER)
    return NotePosition.INSIDE if outside and not is_comment else annotation.place


def _foreign_attributes(attributes: list[ForeignAttribute]) -> list[tuple[str, str]]:
    """Return prefixed attributes, each after its prefix declaration; the first of equal names counts."""
    prefixes: dict[str, str] = {"": "", "xmlns": "", "xml": XML_NAMESPACE}  # these cannot be declared
    written: dict[str, str] = {}
    seen = set()
    for attribute in attributes:
        if (attribute.namespace, attribute.name) in seen:
            continue
        seen.add((attribute.namespace, attribute.name))
        prefix = _free_prefix(attribute, prefixes)
        if prefix != "xml":
            prefixes[prefix] = attribute.namespace
            written[f"xmlns:{prefix}"] = attribute.namespace
        written[f"{prefix}:{attribute.name}"] = attribute.value
    return list(written.items())


def _free_prefix(attribute: ForeignAttribute, taken: dict[str, str]) -> str:
    """Return the attribute's own prefix, unless it has another meaning here."""
    if attribute.namespace == XML_NAMESPACE:
        return "xml"
    wanted = itertools.chain([attribute.prefix], (f"n{number}" for number in itertools.count(1)))
    return next(prefix for prefix in wanted if taken.get(prefix, attribute.namespace) == attribute.namespace)


def pretty(tag: Tag) -> str:
    """Pretty-print: one element per line, indented."""
    lines: list[str] = []
    _pretty(tag, 0, lines)
    return "\n".join(lines)


def _pretty(tag: Tag, depth: int, lines: list[str]) -> None:
    if depth >= MAX_DEPTH:
        raise LiveObjectFileError(
            None, f"the reference is nested more than {MAX_DEPTH} deep", "make parts of it external references"
        )
    indent = _INDENT * depth
    lines.extend(indent + note for note in tag.before)
    start = indent + "<" + tag.name + attributes_text(tag.attributes)
    if tag.text:
        lines.append(f"{start}>{escape_text(writable(tag.text))}</{tag.name}>")
    elif tag.children or tag.inside:
        lines.append(start + ">")
        lines.extend(indent + _INDENT + note for note in tag.inside)
        for child in tag.children:
            _pretty(child, depth + 1, lines)
        lines.append(f"{indent}</{tag.name}>")
    else:
        lines.append(start + "/>")


def attributes_text(attributes: list[tuple[str, str]]) -> str:
    """Return the attributes of a start tag, each after a space."""
    return "".join([f' {name}="{escape_attribute(writable(value))}"' for name, value in attributes])


def writable(text: str) -> str:
    """Return the text; refuses characters that XML cannot contain."""
    wrong = unwritable(text)
    if wrong is not None:
        raise LiveObjectFileError(
            None,
            f"the text {quoted(text)} holds the character U+{ord(wrong):04X}, which XML cannot",
            "remove it, or hand the text over as bytes",
        )
    return text
