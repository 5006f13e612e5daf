"""What a static check knows about the type of a reference."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.types import EndpointTerm, ObjectTerm, ObjectType, TemplateType


@dataclass(frozen=True, slots=True)
class Typing:
    """The type of a reference, as far as it can be told.

    `type` is nothing when a part that decides about it is missing or wrong. An incomplete type lacks
    endpoints that exist, but whose types cannot be told. `optional` names the parameters of a template with
    defaults that a template type cannot express: references.
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
        """The endpoints by name; nothing when they cannot be told."""
        return dict(self.type.endpoints) if isinstance(self.type, ObjectType) else None
