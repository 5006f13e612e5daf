# SPDX-License-Identifier: BSD-3-Clause
"""Plain values: the form of values between libraries, and conversion of values of unknown classes."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeGuard, get_args
from uuid import UUID

from app.runtime.library.errors import ValueRefusedError
from app.runtime.references import Reference

REFERENCE_CLASSES: tuple[type, ...] = get_args(Reference)
_ATOMS = frozenset((type(None), bool, int, float, str, bytes, datetime, UUID, *REFERENCE_CLASSES))


def lowering_of_anything(lower_record: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return a function that makes a value of any class plain; record classes are left to `lower_record`."""

    def lower(value: Any) -> object:
        if type(value) in _ATOMS:
            return value
        if isinstance(value, dict):
            return {lower(key): lower(item) for key, item in value.items()}
        if isinstance(value, list | set | frozenset) or type(value) is tuple:
            return [lower(item) for item in value]
        return lower_record(value)

    return lower


def is_reference(value: object) -> TypeGuard[Reference]:
    """Whether the value is a reference."""
    return isinstance(value, REFERENCE_CLASSES)


def refuse_class(value: object) -> ValueRefusedError:
    """Return the error for a value without a plain form."""
    return ValueRefusedError(
        f"a value of class `{type(value).__name__}` cannot be sent", "send a dataclass or plain values"
    )
