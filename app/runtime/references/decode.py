# SPDX-License-Identifier: BSD-3-Clause
"""Decodes elements to references."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from app.runtime.references import model
from app.runtime.references.decode_value import decode_value, is_value
from app.runtime.references.elements import (
    attribute,
    distinct,
    leaf_text,
    named,
    no_text,
    only_attributes,
    only_child,
    refuse,
    unexpected,
)
from app.runtime.references.errors import quoted
from app.runtime.references.limits import MAX_PARAMETERS
from app.runtime.references.markup import Element
from app.runtime.references.names import (
    clean,
    endpoint_name_problem,
    external_name_problem,
    name_problem,
    parse_endpoint_path,
    parse_id,
    parse_version,
    type_text_problem,
)
from app.runtime.references.namespaces import REFERENCE_NAMESPACE


def is_reference(element: Element) -> bool:
    """Whether the element is one of the kinds of reference."""
    return element.namespace == REFERENCE_NAMESPACE and element.name in _DECODERS


def decode(element: Element, wrapper: Element | None = None) -> model.Reference:
    """Decode the reference of an element; `wrapper` is the element that only contains it, if any."""
    no_text(element)
    return _DECODERS[element.name](element, _annotations(element, wrapper))


def _decode_primitive(element: Element, annotations: model.Annotations) -> model.Primitive:
    only_attributes(element, "id", "version", "name", "as")
    _no_children(element)
    identifier = parse_id(attribute(element, "id"))
    if identifier is None:
        refuse(element, f"{quoted(element.attributes['id'])} is not an id", "write 0x and 1 to 32 hexadecimal digits")
    version = parse_version(element.attributes.get("version", "0"))
    if version is None:
        refuse(element, f"{quoted(element.attributes['version'])} is not a version", "write a 64-bit number")
    name = named(element, "name", endpoint_name_problem) if "name" in element.attributes else ""
    return model.Primitive(identifier, version, name, _cast(element), element.line, annotations)


def _decode_parameterized(element: Element, annotations: model.Annotations) -> model.Parameterized:
    only_attributes(element, "as")
    template: model.Reference | None = None
    arguments = []
    for child in element.children:
        if _is(child, "using") and template is None:
            only_attributes(child)
            template = _wrapped(child)
        elif _is(child, "argument"):
            only_attributes(child, "name")
            arguments.append((named(child, "name", name_problem), _argument(child), child))
        else:
            unexpected(child, element)
    if template is None:
        refuse(element, "<parameterized> does not say what it is based on", "add <using> with the template")
    distinct(((name, child) for name, _, child in arguments), "argument")
    given = tuple((name, argument) for name, argument, _ in arguments)
    return model.Parameterized(template, given, _cast(element), element.line, annotations)


def _decode_composite(element: Element, annotations: model.Annotations) -> model.Composite:
    only_attributes(element, "as")
    components = []
    connections = []
    exports = []
    for child in element.children:
        if _is(child, "component"):
            only_attributes(child, "name")
            components.append((named(child, "name", name_problem), _wrapped(child), child))
        elif _is(child, "connection"):
            connections.append(_connection(child))
        elif _is(child, "export"):
            exports.append((_export(child), child))
        else:
            unexpected(child, element)
    distinct(((name, child) for name, _, child in components), "component")
    distinct(((export.name, child) for export, child in exports), "export")
    return model.Composite(
        tuple((name, reference) for name, reference, _ in components),
        tuple(connections),
        tuple(export for export, _ in exports),
        _cast(element),
        element.line,
        annotations,
    )


def _decode_external(element: Element, annotations: model.Annotations) -> model.External:
    only_attributes(element, "name", "as")
    name = named(element, "name", external_name_problem)
    as_type = _type_text(element, attribute(element, "as"))
    source = only_child(element)
    if not _is(source, "from"):
        unexpected(source, element)
    only_attributes(source)
    return model.External(name, as_type, _wrapped(source), element.line, annotations)


def _decode_template(element: Element, annotations: model.Annotations) -> model.Template:
    only_attributes(element, "as")
    parameters = []
    body: model.Reference | None = None
    for child in element.children:
        if _is(child, "parameter"):
            parameters.append((_parameter(child), child))
        elif _is(child, "body") and body is None:
            only_attributes(child)
            body = _wrapped(child)
        else:
            unexpected(child, element)
    if body is None:
        refuse(element, "<template> has no <body>", "add it, with the reference inside")
    if len(parameters) > MAX_PARAMETERS:
        refuse(element, f"a template has more than {MAX_PARAMETERS} parameters", "use fewer, such as a record")
    distinct(((parameter.name, child) for parameter, child in parameters), "parameter")
    declared = tuple(parameter for parameter, _ in parameters)
    return model.Template(declared, body, _cast(element), element.line, annotations)


def _decode_use(element: Element, annotations: model.Annotations) -> model.ParameterUse:
    only_attributes(element, "parameter", "as")
    _no_children(element)
    name = named(element, "parameter", name_problem)
    return model.ParameterUse(name, _cast(element), element.line, annotations)


_DECODERS: dict[str, Callable[[Element, model.Annotations], model.Reference]] = {
    "primitive": _decode_primitive,
    "parameterized": _decode_parameterized,
    "composite": _decode_composite,
    "external": _decode_external,
    "template": _decode_template,
    "use": _decode_use,
}


def _connection(element: Element) -> model.Connection:
    only_attributes(element, "from", "to")
    _no_children(element)
    first, second = _endpoint(element, "from"), _endpoint(element, "to")
    return model.Connection(first, second, element.line, _annotations(element))


def _export(element: Element) -> model.Export:
    only_attributes(element, "name", "endpoint")
    _no_children(element)
    name = named(element, "name", endpoint_name_problem)
    return model.Export(name, _endpoint(element, "endpoint"), element.line, _annotations(element))


def _endpoint(element: Element, name: str) -> model.EndpointPath:
    text = attribute(element, name)
    path = parse_endpoint_path(text)
    if path is None:
        refuse(element, f"{quoted(text)} does not name an endpoint of a component", "write component.endpoint")
    return path


def _parameter(element: Element) -> model.ParameterDeclaration:
    only_attributes(element, "name", "kind", "type")
    no_text(element)
    name = named(element, "name", name_problem)
    kind = next((kind for kind in model.PARAMETER_KINDS if kind == attribute(element, "kind")), None)
    if kind is None:
        wrong = quoted(element.attributes["kind"])
        refuse(element, f"there is no kind of parameter {wrong}", f"use {', '.join(model.PARAMETER_KINDS)}")
    text = element.attributes.get("type")
    annotations = list(_annotations(element))
    hints = []
    default: model.Argument | None = None
    for child in element.children:
        if _is(child, "hint"):
            only_attributes(child, "name")
            annotations += [model.Note(xml) for xml in (*child.before, *child.notes)]
            hints.append((named(child, "name", endpoint_name_problem), leaf_text(child)))
        elif _is(child, "default") and default is None:
            only_attributes(child)
            default = _argument(child)
        else:
            unexpected(child, element)
    return model.ParameterDeclaration(
        name,
        kind,
        None if text is None else _type_text(element, text),
        default,
        tuple(hints),
        element.line,
        tuple(annotations),
    )


def _argument(wrapper: Element) -> model.Argument:
    """Decode the content of an <argument> or a <default>."""
    inner = only_child(wrapper)
    if _is(inner, "use"):
        return _decode_use(inner, _annotations(inner, wrapper))
    if is_reference(inner):
        return model.ReferenceArgument(decode(inner, wrapper))
    comments: list[str] = []
    if _is(inner, "type"):
        only_attributes(inner)
        comments += [*inner.before, *inner.notes]
        text = _type_text(inner, " ".join(leaf_text(inner).split()))
        return model.TypeArgument(text, inner.line, _outer_annotations(wrapper, comments))
    if not is_value(inner):
        unexpected(inner, wrapper)
    value = decode_value(inner, comments)
    return model.ValueArgument(value, inner.line, _outer_annotations(wrapper, comments))


def _wrapped(wrapper: Element) -> model.Reference:
    inner = only_child(wrapper)
    if not is_reference(inner):
        unexpected(inner, wrapper)
    return decode(inner, wrapper)


def _is(element: Element, name: str) -> bool:
    return element.name == name and element.namespace == REFERENCE_NAMESPACE


def _no_children(element: Element) -> None:
    no_text(element)
    if element.children:
        unexpected(element.children[0], element)


def _cast(element: Element) -> str | None:
    text = element.attributes.get("as")
    return None if text is None else _type_text(element, text)


def _type_text(element: Element, text: str) -> str:
    text = clean(text).strip()
    problem = type_text_problem(text)
    if problem:
        refuse(element, f"the type {quoted(text)} {problem}", "write a type")
    return text


def _annotations(element: Element, wrapper: Element | None = None) -> model.Annotations:
    """Return the annotations around and in an element, each with its position."""
    inside: model.Annotations = (*element.foreign, *(model.Note(xml) for xml in element.notes))
    if wrapper is None:
        return *(model.Note(xml, model.NotePosition.BEFORE) for xml in element.before), *inside
    return *_outer_annotations(wrapper, element.before), *inside


def _outer_annotations(wrapper: Element, further: Iterable[str]) -> model.Annotations:
    return (
        *(model.Note(xml, model.NotePosition.BEFORE) for xml in wrapper.before),
        *(replace(a, place=model.NotePosition.WRAPPER) for a in wrapper.foreign),
        *(model.Note(xml, model.NotePosition.WRAPPER) for xml in (*wrapper.notes, *further)),
    )
