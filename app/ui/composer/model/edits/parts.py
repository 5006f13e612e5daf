# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a document that patches insert and remove, and their keys."""

from __future__ import annotations

from typing import TypeAlias

from app.runtime.references import (
    Composite,
    Connection,
    Export,
    ParameterDeclaration,
    Parameterized,
    Placed,
    Reference,
    ReferenceArgument,
    StickyNote,
    Template,
    TypeArgument,
    ValueArgument,
    Wire,
    Zone,
)
from app.runtime.references.document import DrawingItem
from app.runtime.references.model import Argument

Part: TypeAlias = (
    tuple[str, Reference] | tuple[str, Argument] | Connection | Export | ParameterDeclaration | DrawingItem
)
Key: TypeAlias = str | tuple[str, ...] | StickyNote | Zone
"""A part's key: a name, a wire's ends, a path, or the note or zone itself."""

NOT_REFERENCES = (ValueArgument, TypeArgument, ReferenceArgument)
"""Arguments that are not references."""

SEQUENCES: dict[type[Reference], tuple[str, ...]] = {
    Composite: ("connections", "exports", "components"),
    Parameterized: ("arguments",),
    Template: ("parameters",),
}
"""The sequences of named parts in each kind of reference."""


def key_of(part: Part) -> Key:
    """The key of a part, unique in its sequence."""
    if isinstance(part, tuple):
        return part[0]
    if isinstance(part, Placed):
        return ("placed", *part.component)
    if isinstance(part, Connection):
        first, second = part.first, part.second
        return first.component, first.endpoint, second.component, second.endpoint
    if isinstance(part, Wire):
        return ("wire", part.first, part.second, *part.sheet)
    if isinstance(part, Export | ParameterDeclaration):
        return part.name
    return part
