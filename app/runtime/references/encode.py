# SPDX-License-Identifier: BSD-3-Clause
"""Encodes references as elements; refuses what could not be read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn, TypeVar

from app.runtime.references import model
from app.runtime.references.encode_value import encode_value
from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.limits import MAX_DEPTH, MAX_PARAMETERS
from app.runtime.references.names import (
    LARGEST_ID,
    LARGEST_VERSION,
    clean,
    endpoint_name_problem,
    external_name_problem,
    format_endpoint_path,
    format_id,
    name_problem,
    type_text_problem,
)
from app.runtime.references.tags import Tag, notes_at

_Part = TypeVar("_Part")


def encode(reference: model.Reference, depth: int = 0) -> Tag:
    """Encode a reference, with its annotations."""
    if depth > MAX_DEPTH:
        _refuse(f"the reference is nested more than {MAX_DEPTH} deep", "make parts of it external references")
    if isinstance(reference, model.Primitive):
        tag = _encode_primitive(reference)
    elif isinstance(reference, model.Parameterized):
        tag = _encode_parameterized(reference, depth)
    elif isinstance(reference, model.Composite):
        tag = _encode_composite(reference, depth)
    elif isinstance(reference, model.External):
        tag = Tag("external", [("name", _checked(reference.name, "external name", external_name_problem))])
        tag.children = [_wrapped("from", [], reference.source, depth)]
    elif isinstance(reference, model.Template):
        tag = _encode_template(reference, depth)
    else:
        tag = Tag("use", [("parameter", _checked(reference.name, "parameter name", name_problem))])
    if reference.as_type is not None:
        tag.attributes.append(("as", _type(reference.as_type)))
    tag.annotate(reference.annotations, model.NotePosition.INSIDE, model.NotePosition.AFTER)
    tag.before = notes_at(reference.annotations, model.NotePosition.BEFORE)
    return tag


def _encode_primitive(reference: model.Primitive) -> Tag:
    if not 0 <= reference.id <= LARGEST_ID or not 0 <= reference.version <= LARGEST_VERSION:
        _refuse("an id or a version is out of range", "use a 128-bit id and a 64-bit version")
    tag = Tag("primitive", [("id", format_id(reference.id))])
    if reference.version:
        tag.attributes.append(("version", str(reference.version)))
    if reference.name:
        tag.attributes.append(("name", _checked(reference.name, "name", endpoint_name_problem)))
    return tag


def _encode_parameterized(reference: model.Parameterized, depth: int) -> Tag:
    tag = Tag("parameterized", children=[_wrapped("using", [], reference.template, depth)])
    for name, argument in _distinct(reference.arguments, "argument"):
        tag.children.append(_encode_argument("argument", [("name", name)], argument, depth))
    return tag


def _encode_composite(reference: model.Composite, depth: int) -> Tag:
    tag = Tag("composite")
    for name, component in _distinct(reference.components, "component"):
        tag.children.append(_wrapped("component", [("name", name)], component, depth))
    tag.children += [_encode_connection(connection) for connection in reference.connections]
    tag.children += [
        _encode_export(name, export)
        for name, export in _distinct(((e.name, e) for e in reference.exports), "export", endpoint_name_problem)
    ]
    return tag


def _encode_template(reference: model.Template, depth: int) -> Tag:
    if len(reference.parameters) > MAX_PARAMETERS:
        _refuse(f"a template has more than {MAX_PARAMETERS} parameters", "use fewer, such as a record")
    tag = Tag("template")
    for name, parameter in _distinct(((p.name, p) for p in reference.parameters), "parameter"):
        tag.children.append(_encode_parameter(name, parameter, depth))
    tag.children.append(_wrapped("body", [], reference.body, depth))
    return tag


def _encode_connection(connection: model.Connection) -> Tag:
    attributes = [("from", _endpoint(connection.first)), ("to", _endpoint(connection.second))]
    return _leaf("connection", attributes, connection)


def _encode_export(name: str, export: model.Export) -> Tag:
    return _leaf("export", [("name", name), ("endpoint", _endpoint(export.endpoint))], export)


def _encode_parameter(name: str, parameter: model.ParameterDeclaration, depth: int) -> Tag:
    if parameter.kind not in model.PARAMETER_KINDS:
        _refuse(f"there is no kind of parameter {quoted(parameter.kind)}", f"use {', '.join(model.PARAMETER_KINDS)}")
    attributes = [("name", name), ("kind", str(parameter.kind))]
    if parameter.type is not None:
        attributes.append(("type", _type(parameter.type)))
    tag = _leaf("parameter", attributes, parameter)
    for hint, text in parameter.hints:
        name = _checked(hint, "hint name", endpoint_name_problem)
        tag.children.append(Tag("hint", [("name", name)], text=text))
    if parameter.default is not None:
        tag.children.append(_encode_argument("default", [], parameter.default, depth))
    return tag


def _leaf(
    name: str, attributes: list[tuple[str, str]], part: model.Connection | model.Export | model.ParameterDeclaration
) -> Tag:
    tag = Tag(name, attributes, before=notes_at(part.annotations, model.NotePosition.BEFORE))
    tag.annotate(part.annotations, model.NotePosition.WRAPPER, model.NotePosition.INSIDE, model.NotePosition.AFTER)
    return tag


def _encode_argument(name: str, attributes: list[tuple[str, str]], argument: model.Argument, depth: int) -> Tag:
    if isinstance(argument, model.ReferenceArgument):
        return _wrapped(name, attributes, argument.reference, depth)
    if isinstance(argument, model.ParameterUse):
        return _wrapped(name, attributes, argument, depth)
    if isinstance(argument, model.TypeArgument):
        inner = Tag("type", text=_type(argument.text))
    else:
        inner = encode_value(argument.value)
    tag = Tag(name, attributes, children=[inner], before=notes_at(argument.annotations, model.NotePosition.BEFORE))
    tag.annotate(argument.annotations, model.NotePosition.WRAPPER, model.NotePosition.INSIDE, model.NotePosition.AFTER)
    return tag


def _wrapped(name: str, attributes: list[tuple[str, str]], reference: model.Reference, depth: int) -> Tag:
    """Return an element that contains a reference; notes before the reference move before the element."""
    inner = encode(reference, depth + 1)
    tag = Tag(name, attributes, children=[inner], before=inner.before)
    inner.before = []
    tag.annotate(reference.annotations, model.NotePosition.WRAPPER)
    return tag


def _distinct(
    parts: Iterable[tuple[str, _Part]], what: str, wrong: Callable[[str], str | None] = name_problem
) -> Iterator[tuple[str, _Part]]:
    """Yield the parts with checked names; refuses equal names."""
    seen = set()
    for given, part in parts:
        name = _checked(given, f"{what} name", wrong)
        if name in seen:
            _refuse(f"there are two {what}s named {quoted(name)}", "rename one of them")
        seen.add(name)
        yield name, part


def _checked(text: str, what: str, wrong: Callable[[str], str | None]) -> str:
    text = clean(text)
    problem = wrong(text)
    if problem:
        _refuse(f"the {what} {quoted(text)} {problem}", "choose another one")
    return text


def _type(text: str) -> str:
    return _checked(text, "type", type_text_problem)


def _endpoint(path: model.EndpointPath) -> str:
    component = _checked(path.component, "component name", name_problem)
    endpoint = _checked(path.endpoint, "endpoint name", endpoint_name_problem)
    return format_endpoint_path(model.EndpointPath(component, endpoint))


def _refuse(what: str, hint: str) -> NoReturn:
    raise LiveObjectFileError(None, what, hint)
