"""Constraints are checked when their author writes them, not when somebody uses the object."""

from app.runtime.types import EndpointTerm, ObjectType


def check_constraints(where: str, declared: EndpointTerm | ObjectType) -> None:
    """Refuse a constraint in a formalism that nobody knows, or that its formalism cannot read."""
