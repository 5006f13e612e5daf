# SPDX-License-Identifier: BSD-3-Clause
"""The common base of types: a canonical text that is their identity, and limits on their size."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property

MAX_TEXT = 262_144
"""The maximum number of characters of a type, written in full."""
MAX_DEPTH = 64
"""The maximum nesting of a type, so that every walk over a type fits on the stack."""
MAX_NAME = 128
MAX_OPTIONS = 128
"""The maximum number of options of a union."""

SORTS = {"value_type": "a value type", "endpoint_type": "an endpoint type", "object_type": "an object type"}

WORD = re.compile(r"[^\W\d]\w*")


class TypeModelError(ValueError):
    """An invalid type: too large, too deep, or contradictory."""


class TypeSyntaxError(ValueError):
    """A type text that cannot be parsed, with position and expectation."""

    def __init__(self, what: str, position: int = 0, expected: str = "") -> None:
        self.what = what
        self.position = position
        self.expected = expected
        hint = f"; expected {expected}" if expected else ""
        super().__init__(f"{what} at character {position + 1}{hint}")


class Type:
    """The base of all types: immutable, and equal exactly when the canonical texts are equal."""

    text: str
    depth: int
    sort: str

    def parts(self) -> Sequence[Type]:
        """Return the direct components of the type."""
        return ()

    def _describe(self, text: str) -> None:
        """Set the canonical text and the depth; called once, at the end of a constructor."""
        deepest_part = max((part.depth for part in self.parts()), default=0)
        if len(text) > MAX_TEXT:
            raise TypeModelError(f"the type is longer than {MAX_TEXT} characters; split it")
        if deepest_part >= MAX_DEPTH:
            raise TypeModelError(f"the type is nested deeper than {MAX_DEPTH} levels; make it flatter")
        self._set("text", text)
        self._set("depth", deepest_part + 1)

    def _set(self, attribute: str, value: object) -> None:
        object.__setattr__(self, attribute, value)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Type) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


def clean_name(name: str, what: str) -> str:
    """Return the name in Unicode normal form C, or raise an error if it is invalid."""
    if not isinstance(name, str):
        raise TypeModelError(f"the name of {what} must be text")
    if not name or len(name) > MAX_NAME:
        raise TypeModelError(f"the name of {what} must have 1 to {MAX_NAME} characters")
    name = unicodedata.normalize("NFC", name)
    if not name.isprintable() or name != name.strip() or len(name) > MAX_NAME:
        raise TypeModelError(f"the name of {what} has characters that cannot be shown, or outer spaces")
    return name


def quoted(text: str) -> str:
    """Return text between double quotes, as in the notation."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written_name(name: str) -> str:
    """Return a name as in the notation: bare when it is one word, else quoted."""
    return name if WORD.fullmatch(name) else quoted(name)


def expect_distinct(names: Iterable[str], what: str) -> None:
    """Refuse two parts of the same name."""
    seen = set()
    for name in names:
        if name in seen:
            raise TypeModelError(f"there are two {what}s named {name!r}; give each its own name")
        seen.add(name)


def expect_sort(sort: str, where: str, *types: Type) -> None:
    """Refuse a type of the wrong sort."""
    for term in types:
        if getattr(term, "sort", None) != sort:
            raise TypeModelError(f"{where} needs {SORTS[sort]}, and {str(term)[:40]!r} is not one")
