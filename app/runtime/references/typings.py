# SPDX-License-Identifier: BSD-3-Clause
"""What a static check knows about the type of a reference."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.types import EndpointTerm, ObjectTerm, ObjectType, TemplateType


@dataclass(frozen=True, slots=True)
class Typing:
    """The type of a reference, as far as it is known.

    `type` is None when a part that determines it is missing or wrong. An incomplete type lacks endpoints
    whose types are unknown. `optional` names the parameters of a template with defaults that a template type
    cannot express: references.
    """

    name: str
    type: ObjectTerm | TemplateType | None = None
    complete: bool = True
    optional: frozenset[str] = frozenset()

    @property
    def certain(self) -> bool:
        """Whether relations to other types can be decided."""
        return self.type is not None and self.complete

    def endpoints(self) -> dict[str, EndpointTerm] | None:
        """The endpoints by name; None when they are unknown."""
        return dict(self.type.endpoints) if isinstance(self.type, ObjectType) else None
