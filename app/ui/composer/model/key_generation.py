# SPDX-License-Identifier: BSD-3-Clause
"""Gives each copy of an object new scope names and keys, so that copies never share a channel."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.types import NO_DEFAULT, TemplateType

_SECRET = re.compile(r"[0-9a-fA-F]{64}\Z")
_NUMBERED = re.compile(r" [0-9a-f]{16}\Z")


def unique_scope(name: str) -> str:
    """A unique scope name."""
    return f"{name.lower()} {secrets.token_hex(8)}"


def with_new_keys(document: refs.Document, catalogue: Catalogue) -> refs.Document:
    """The document with new scope names and keys, and without owners; equal names and keys stay equal."""
    old = {text for part in _parts(document.reference) for text in _keys(part, catalogue) if text}
    new = {text: _another(text) for text in sorted(old)}
    return replace(document, reference=_changed(document.reference, new)) if new else document


def from_template(document: refs.Document, catalogue: Catalogue) -> refs.Document:
    """The document with new scope names, and a secret key in every channel; equal scopes have equal keys."""
    keys: dict[str, str] = {}
    return with_new_keys(replace(document, reference=_keyed(document.reference, catalogue, keys)), catalogue)


def _keyed(reference: refs.Reference, catalogue: Catalogue, keys: dict[str, str]) -> refs.Reference:
    """The reference with a key where a scope has none."""
    rest = refs.with_children(reference, lambda part: _keyed(part, catalogue, keys))
    if not isinstance(rest, refs.Parameterized) or not isinstance(rest.template, refs.Primitive):
        return rest
    definition = catalogue.definition(rest.template.id, rest.template.version)
    declared = definition.type if definition is not None else None
    if not isinstance(declared, TemplateType):
        return rest
    given = dict(rest.arguments)
    wanted = [parameter for parameter in declared.parameters if _is_key(parameter.hints)]
    scope = next((text for each in wanted if each.default is NO_DEFAULT for text in _given_text(given, each.name)), "")
    for parameter in wanted if scope else ():
        if parameter.default is not NO_DEFAULT and not any(_given_text(given, parameter.name)):
            given[parameter.name] = refs.ValueArgument(keys.setdefault(scope, secrets.token_hex(32)))
    return replace(rest, arguments=tuple(given.items()))


def _given_text(given: dict[str, refs.Argument], name: str) -> Iterator[str]:
    if name in given:
        yield from _text(given[name])


def _parts(reference: refs.Reference) -> Iterator[refs.Reference]:
    return (part for _, part in refs.walk(reference))


def _keys(reference: refs.Reference, catalogue: Catalogue) -> Iterator[str]:
    """The scope names and keys in a reference, found by parameter hints."""
    if isinstance(reference, refs.Template):
        for parameter in reference.parameters:
            if _is_key(parameter.hints) and parameter.default is not None:
                yield from _text(parameter.default)
    if isinstance(reference, refs.Parameterized) and isinstance(reference.template, refs.Primitive):
        definition = catalogue.definition(reference.template.id, reference.template.version)
        declared = definition.type if definition is not None else None
        for name, argument in reference.arguments:
            wanted = declared.parameter(name) if isinstance(declared, TemplateType) else None
            if wanted is not None and _is_key(wanted.hints):
                yield from _text(argument)


def _is_key(hints: Iterable[tuple[str, object]]) -> bool:
    return any(hint == ("editor", "key") for hint in hints)


def _text(argument: refs.Argument) -> Iterator[str]:
    if isinstance(argument, refs.ValueArgument) and isinstance(argument.value, str):
        yield argument.value


def _another(text: str) -> str:
    return secrets.token_hex(32) if _SECRET.match(text) else unique_scope(_NUMBERED.sub("", text))


def _changed(reference: refs.Reference, new: dict[str, str]) -> refs.Reference:
    changed = refs.with_children(reference, lambda part: _changed(part, new), lambda value: _renewed(value, new))
    if isinstance(changed, refs.Parameterized) and "scope" in dict(changed.arguments):
        arguments = tuple((name, argument) for name, argument in changed.arguments if name != "owner")
        return replace(changed, arguments=arguments)
    return changed


def _renewed(argument: refs.ValueArgument, new: dict[str, str]) -> refs.ValueArgument:
    if isinstance(argument.value, str) and argument.value in new:
        return replace(argument, value=new[argument.value])
    return argument
