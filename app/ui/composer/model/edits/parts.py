# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a document that patches insert and remove, and their keys."""

from __future__ import annotations

from typing import TypeAlias

from app.runtime import references as refs
from app.runtime.references.document import DrawingItem
from app.runtime.references.model import Argument

Part: TypeAlias = (
    tuple[str, refs.Reference]
    | tuple[str, Argument]
    | refs.Connection
    | refs.Export
    | refs.ParameterDeclaration
    | DrawingItem
)
Key: TypeAlias = str | tuple[str, ...] | refs.StickyNote | refs.Zone
"""A part's key: a name, a wire's ends, a path, or the note or zone itself."""

NOT_REFERENCES = (refs.ValueArgument, refs.TypeArgument, refs.ReferenceArgument)
"""Arguments that are not references."""

SEQUENCES: dict[type[refs.Reference], tuple[str, ...]] = {
    refs.Composite: ("connections", "exports", "components"),
    refs.Parameterized: ("arguments",),
    refs.Template: ("parameters",),
}
"""The sequences of named parts in each kind of reference."""


def key_of(part: Part) -> Key:
    """The key of a part, unique in its sequence."""
    if isinstance(part, tuple):
        return part[0]
    if isinstance(part, refs.Placed):
        return ("placed", *part.component)
    if isinstance(part, refs.Connection):
        first, second = part.first, part.second
        return first.component, first.endpoint, second.component, second.endpoint
    if isinstance(part, refs.Wire):
        return ("wire", part.first, part.second, *part.sheet)
    if isinstance(part, refs.Export | refs.ParameterDeclaration):
        return part.name
    return part
