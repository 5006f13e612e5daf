# SPDX-License-Identifier: BSD-3-Clause
"""Named types while a library is read, and annotations with an explicit structural type."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from app.runtime.library.errors import DeclarationError
from app.runtime.types import Type, TypeSyntaxError, ValueType
from app.runtime.types.names import TypeNames
from app.runtime.types.standard import STANDARD

NAMED_TYPE = "__named_type__"
"""The attribute of a class with the type that `type_name` made of it."""

_OUTSIDE = TypeNames(STANDARD)
_names: ContextVar[TypeNames | None] = ContextVar("names of the library that is being read", default=None)


def current_names() -> TypeNames:
    """Return the names that an author can use: the standard ones and those of the library being read."""
    return _names.get() or _OUTSIDE


@contextmanager
def reading(names: TypeNames) -> Iterator[None]:
    """Collect the named types of the library being read in a table of its own."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def type_from(text: str) -> Type:
    """Parse a type that an author wrote in the notation."""
    try:
        return current_names().parse(text)
    except TypeSyntaxError as error:
        raise DeclarationError(
            f"the type {text!r} cannot be read: {error}", "see docs/types.md for the notation"
        ) from None


@dataclass(frozen=True)
class OfType:
    """The structural type of plain values: `Annotated[Table, OfType("table{a: int64}")]`."""

    text: str

    def resolve(self) -> ValueType:
        """Return the type itself."""
        found = type_from(self.text)
        if not isinstance(found, ValueType):
            raise DeclarationError(
                f"{self.text!r} is the type of an object or endpoint, not of a value",
                f"write `reference[{self.text}]` to mean a reference to one",
            )
        return found
