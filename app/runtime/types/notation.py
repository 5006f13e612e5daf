# SPDX-License-Identifier: BSD-3-Clause
"""The notation: types as text, and back."""

from __future__ import annotations

from typing import TypeVar

from .core import Type, TypeSyntaxError
from .endpoints import EndpointType
from .names import TypeNames
from .objects import ObjectType
from .standard import STANDARD
from .values import ValueType

T = TypeVar("T", bound=Type)


def parse_type(text: str, names: TypeNames = STANDARD) -> Type:
    """Parse a type of any sort; `str` of it gives the full text."""
    return names.parse(text)


def parse_value_type(text: str, names: TypeNames = STANDARD) -> ValueType:
    """Parse a value type."""
    return _expect(names.parse(text), ValueType, "a value type")


def parse_endpoint_type(text: str, names: TypeNames = STANDARD) -> EndpointType:
    """Parse an endpoint type."""
    return _expect(names.parse(text), EndpointType, "an endpoint type")


def parse_object_type(text: str, names: TypeNames = STANDARD) -> ObjectType:
    """Parse an object type."""
    return _expect(names.parse(text), ObjectType, "an object type")


def _expect(found: Type, wanted: type[T], expected: str) -> T:
    if not isinstance(found, wanted):
        raise TypeSyntaxError(f"'{found.text[:40]}' is something else", 0, expected)
    return found
