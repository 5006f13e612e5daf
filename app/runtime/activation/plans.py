# SPDX-License-Identifier: BSD-3-Clause
"""Plans: references that are resolved and typed, and can be built without waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.runtime.library import Definition
from app.runtime.references import Connection, Export, Reference
from app.runtime.types import ObjectType, Type


@dataclass(frozen=True)
class PrimitivePlan:
    """An installed object with its arguments."""

    reference: Reference
    type: ObjectType
    """The visible type: its own, or the one it is cast to."""
    definition: Definition
    own_type: ObjectType
    arguments: Mapping[str, object] = field(default_factory=dict)
    types: Mapping[str, Type] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name for people."""
        return self.definition.name


@dataclass(frozen=True)
class CompositePlan:
    """Objects side by side, with the wires between them."""

    reference: Reference
    type: ObjectType
    components: tuple[tuple[str, Plan], ...]
    connections: tuple[Connection, ...]
    exports: tuple[Export, ...]

    title = "the composite"


@dataclass(frozen=True)
class FailedPlan:
    """A component that cannot be made here."""

    reference: Reference
    error: Exception

    type = ObjectType()
    title = "the object"


Plan = PrimitivePlan | CompositePlan | FailedPlan
