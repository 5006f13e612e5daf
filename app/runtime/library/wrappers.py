# SPDX-License-Identifier: BSD-3-Clause
"""Wrappers: conversion of values of a Python type to plain values and back, generated once per type.

A plain value consists of None, bool, int, float, str, bytes, datetime, UUID, list, dict, references and
tables only. It is the common form of two libraries that know nothing of each other: a value of one's class
is lowered to its plain form and lifted to the other's class. N types on each side cost N + N wrappers, not N
× N.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.runtime.types import ValueType

# Conversions are chained at run time, by annotations that no static type can express.
Convert = Callable[[Any], Any]


def unchanged(value: object) -> object:
    """The conversion of values that need none."""
    return value


@dataclass(frozen=True, eq=False)
class Wrapper:
    """How values of one Python type become plain values and back.

    A sender of the type promises `sent` (all fields, nothing else); a receiver takes `accepted` (fields with
    a default may be left out, further ones may come).
    """

    annotation: object
    sent: ValueType
    accepted: ValueType
    lower: Convert = unchanged
    lift: Convert = unchanged
    classes: tuple[type, ...] = (object,)
    holds_anything: bool = False

    def suits(self, receiver: "Wrapper") -> bool:
        """Whether a value can be passed unchanged: it is plain for both, or both use the same class."""
        if self.lower is unchanged and receiver.lift is unchanged:
            return True
        # A value behind Any may be of a class that is unknown to the receiver.
        return self.annotation == receiver.annotation and not self.holds_anything


def annotation_text(annotation: object) -> str:
    """Return the annotation as its author wrote it, for messages."""
    if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
        return f"`{annotation.__name__}`"
    return f"`{annotation}`".replace("typing.", "")
