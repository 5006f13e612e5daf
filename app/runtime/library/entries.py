# SPDX-License-Identifier: BSD-3-Clause
"""Entries: what is known of an object without running its code; stored in caches and manifests."""

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from app.runtime.library.definition import LONGEST_LIMITS, LONGEST_WORDS, Definition, Kind
from app.runtime.library.errors import LibraryError
from app.runtime.types import ObjectType, TemplateType, TypeModelError, TypeNames, TypeSyntaxError
from app.runtime.types.parser import NamedType

_KIND_WORDS = {"value_type": "", "endpoint_type": ": endpoint type", "object_type": ": object type"}


class NameEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named type, in the notation."""

    head: str
    meaning: str
    description: str = ""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An object as its class declared it; `module` is relative to the library, `cls` is in it."""

    module: str
    cls: str
    id: str
    version: int
    name: str
    description: str
    group: str
    kind: Kind
    type: str
    hints: dict[str, list[tuple[str, str]]] = {}
    limits: str = ""
    words: dict[str, str] = {}


def entry_of(definition: Definition, module: str, cls: str) -> Entry:
    """Return the entry of a definition whose class is in a module of its library."""
    parameters = definition.type.parameters if isinstance(definition.type, TemplateType) else ()
    return Entry(
        module,
        cls,
        f"{definition.id:032x}",
        definition.version,
        definition.name,
        definition.description,
        definition.group,
        definition.kind,
        definition.type.text,
        {parameter.name: list(parameter.hints) for parameter in parameters if parameter.hints},
        definition.limits,
        dict(definition.words),
    )


def definition_from(entry: Entry, library: str, names: TypeNames) -> Definition:
    """Return the definition of an untrusted entry, without its code."""
    try:
        declared = names.parse(entry.type)
        number = int(entry.id, 16)
    except (TypeSyntaxError, TypeModelError, ValueError) as error:
        raise LibraryError(f"the entry of `{entry.name}` cannot be read: {error}", "make the library again") from None
    if not isinstance(declared, ObjectType | TemplateType) or not 0 < number < 2**128 or entry.version < 1:
        raise LibraryError(f"the entry of `{entry.name}` makes no sense", "make the library again")
    return Definition(
        number,
        entry.version,
        entry.name,
        entry.description,
        _with_hints(declared, entry.hints),
        entry.group,
        entry.kind,
        limits=entry.limits[:LONGEST_LIMITS],
        words={name: text for name, text in entry.words.items() if len(text) <= LONGEST_WORDS and text.isprintable()},
        library=library,
    )


def name_entries(names: Iterable[NamedType]) -> list[NameEntry]:
    """Return named types as entries."""
    return [NameEntry(_head(named), named.type.text, named.description) for named in names]


def add_names(names: TypeNames, entries: Iterable[NameEntry]) -> None:
    """Register the named types of entries."""
    try:
        for entry in entries:
            names.add(entry.head, entry.meaning, entry.description)
    except (TypeSyntaxError, TypeModelError) as error:
        raise LibraryError(f"a named type cannot be read: {error}", "make the library again") from None


def _head(named: NamedType) -> str:
    inner = ", ".join(variable.name + _KIND_WORDS[variable.kind] for variable in named.parameters)
    return f"{named.name}[{inner}]" if inner else named.name


def _with_hints(
    declared: ObjectType | TemplateType, hints: dict[str, list[tuple[str, str]]]
) -> ObjectType | TemplateType:
    """Add hints, which are not part of a type's text and travel beside it."""
    if not hints or not isinstance(declared, TemplateType):
        return declared
    parameters = [replace(parameter, hints=tuple(hints.get(parameter.name, ()))) for parameter in declared.parameters]
    return TemplateType(tuple(parameters), declared.result)
