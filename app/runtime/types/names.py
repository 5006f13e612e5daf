# SPDX-License-Identifier: BSD-3-Clause
"""Named types, some with parameters, such as Channel[T]; a name stands for the type written out."""

from __future__ import annotations

from collections.abc import Iterator

from .core import Type, TypeModelError
from .objects import variables_in
from .parser import NamedType, TypeParser

_REMEMBERED = 1_024
_MAX_REMEMBERED = 16_384
"""Longer texts are parsed again, so that the cache stays small."""


class TypeNames:
    """A table of named types; lookups continue in its parent."""

    def __init__(self, parent: TypeNames | None = None) -> None:
        self._parent = parent
        self._found: dict[str, NamedType] = {}
        self._parsed: dict[str, Type] = {}

    def add(self, head: str, meaning: Type | str, description: str = "") -> NamedType:
        """Name a type, as in `Channel[T]` or `Box[E: endpoint type]`; names cannot be redefined."""
        name, parameters = TypeParser(head, self.find).whole_head()
        if isinstance(meaning, str):
            meaning = TypeParser(meaning, self.find, parameters).whole_type()
        for variable in variables_in(meaning) - set(parameters):
            raise TypeModelError(f"the type {name} uses {variable} and has no such parameter")
        new = NamedType(name, parameters, meaning, description)
        known = self.find(name)
        if known is None:
            self._found[name] = known = new
        elif known[1:3] != new[1:3]:
            raise TypeModelError(f"the name {name} is taken; it means {str(known.type)[:60]}")
        return known

    def find(self, name: str) -> NamedType | None:
        """Return the type of that name here or in a parent."""
        found = self._found.get(name)
        if found is None and self._parent is not None:
            return self._parent.find(name)
        return found

    def parse(self, text: str) -> Type:
        """Parse a type; cached, as names cannot be redefined."""
        known = self._parsed.get(text)
        if known is None:
            known = TypeParser(text, self.find).whole_type()
            self._remember(text, known)
        return known

    def _remember(self, text: str, known: Type) -> None:
        if len(text) + len(known.text) <= _MAX_REMEMBERED:
            if len(self._parsed) >= _REMEMBERED:
                self._parsed.clear()
            self._parsed[text] = known

    def __iter__(self) -> Iterator[NamedType]:
        """Yield all named types, the parent's first."""
        if self._parent is not None:
            yield from self._parent
        yield from self._found.values()
