# SPDX-License-Identifier: BSD-3-Clause
"""The names and comments of an object of the original platform."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.references.escaping import escape_attribute
from app.runtime.references.limits import MAX_NAME
from app.runtime.references.model import Note
from app.runtime.references.names import clean, endpoint_name_problem
from app.runtime.references.original.identifiers import parse_identifier
from app.runtime.references.original.known_identifiers import COMMENT_ATTRIBUTE, COMPONENTS, NAME_ATTRIBUTE
from app.runtime.references.original.nodes import Node

ORIGINAL_NAMESPACE = "urn:liveobject:original:1"
"""The namespace of annotations that describe the original part."""


@dataclass(frozen=True, slots=True)
class Description:
    """The names and comments of an object."""

    id: str
    name: str  # the user's name for this object
    comment: str
    component: str  # the author's name for the kind of object

    @property
    def hint(self) -> str:
        """Return the best valid name for people; may be empty."""
        for text in (self.name, self.component):
            name = clean(" ".join(text.split()))[:MAX_NAME].strip()
            if not endpoint_name_problem(name):
                return name
        return ""

    def note(self) -> Note:
        """Return an annotation that keeps all of it in the converted file."""
        given = (("id", self.id), ("name", self.name), ("component", self.component), ("comment", self.comment))
        attributes = "".join(f' {name}="{escape_attribute(text)}"' for name, text in given if text)
        return Note(f'<was xmlns="{ORIGINAL_NAMESPACE}"{attributes}/>')


def description_of(node: Node) -> Description:
    """Return the description of an <Object>, <From> or <Value>."""
    found: dict[int, str] = {}
    for child in node.children:
        identifier = parse_identifier(child.attributes.get("id", "")) if child.name == "Attribute" else None
        if identifier is not None:
            found[identifier.component] = child.attributes.get("value", "")
    text = node.attributes.get("id", "").strip()
    identifier = parse_identifier(text)
    component = COMPONENTS.get(identifier.component, "") if identifier else ""
    return Description(text, found.get(NAME_ATTRIBUTE, ""), found.get(COMMENT_ATTRIBUTE, ""), component or node.comment)
