# SPDX-License-Identifier: BSD-3-Clause
"""Gives each copy of an object new scope names and keys, so that copies never share a channel."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.runtime.library import Catalogue
from app.runtime.references import (
    Argument,
    Composite,
    Document,
    External,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    Template,
    ValueArgument,
    walk,
)
from app.runtime.types import TemplateType

_SECRET = re.compile(r"[0-9a-fA-F]{64}\Z")
_NUMBERED = re.compile(r" [0-9a-f]{16}\Z")


def unique_scope(name: str) -> str:
    """A unique scope name."""
    return f"{name.lower()} {secrets.token_hex(8)}"


def with_new_keys(document: Document, catalogue: Catalogue) -> Document:
    """The document with new scope names and keys; equal ones stay equal."""
    old = {text for part in _parts(document.reference) for text in _keys(part, catalogue) if text}
    new = {text: _another(text) for text in sorted(old)}
    return replace(document, reference=_changed(document.reference, new)) if new else document


def _parts(reference: Reference) -> Iterator[Reference]:
    return (part for _, part in walk(reference))


def _keys(reference: Reference, catalogue: Catalogue) -> Iterator[str]:
    """The scope names and keys in a reference, found by parameter hints."""
    if isinstance(reference, Template):
        for parameter in reference.parameters:
            if _is_key(parameter.hints) and parameter.default is not None:
                yield from _text(parameter.default)
    if isinstance(reference, Parameterized) and isinstance(reference.template, Primitive):
        definition = catalogue.definition(reference.template.id, reference.template.version)
        declared = definition.type if definition is not None else None
        for name, argument in reference.arguments:
            wanted = declared.parameter(name) if isinstance(declared, TemplateType) else None
            if wanted is not None and _is_key(wanted.hints):
                yield from _text(argument)


def _is_key(hints: Iterable[tuple[str, object]]) -> bool:
    return any(hint == ("editor", "key") for hint in hints)


def _text(argument: Argument) -> Iterator[str]:
    if isinstance(argument, ValueArgument) and isinstance(argument.value, str):
        yield argument.value


def _another(text: str) -> str:
    return secrets.token_hex(32) if _SECRET.match(text) else unique_scope(_NUMBERED.sub("", text))


def _changed(reference: Reference, new: dict[str, str]) -> Reference:
    if isinstance(reference, Composite):
        return replace(reference, components=tuple((name, _changed(part, new)) for name, part in reference.components))
    if isinstance(reference, External):
        return replace(reference, source=_changed(reference.source, new))
    if isinstance(reference, Parameterized):
        arguments = tuple((name, _argument(argument, new)) for name, argument in reference.arguments)
        return replace(reference, template=_changed(reference.template, new), arguments=arguments)
    if isinstance(reference, Template):
        parameters = tuple(
            p if p.default is None else replace(p, default=_argument(p.default, new)) for p in reference.parameters
        )
        return replace(reference, parameters=parameters, body=_changed(reference.body, new))
    return reference


def _argument(argument: Argument, new: dict[str, str]) -> Argument:
    if isinstance(argument, ReferenceArgument):
        return ReferenceArgument(_changed(argument.reference, new))
    if isinstance(argument, ValueArgument) and isinstance(argument.value, str) and argument.value in new:
        return replace(argument, value=new[argument.value])
    return argument
