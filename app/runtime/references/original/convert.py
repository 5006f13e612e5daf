# SPDX-License-Identifier: BSD-3-Clause
"""Converts a file of the original platform to a reference, and reports what each part became."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NoReturn, TypeAlias

from app.runtime.references import model
from app.runtime.references.document import Document
from app.runtime.references.errors import LiveObjectFileError, quoted, shown
from app.runtime.references.names import clean, external_name_problem, name_problem, parse_endpoint_path
from app.runtime.references.original.classes import is_class, is_known, type_text
from app.runtime.references.original.description import Description, description_of
from app.runtime.references.original.identifiers import parse_identifier
from app.runtime.references.original.known_identifiers import REGISTRY
from app.runtime.references.original.nodes import Node, parse_original
from app.runtime.references.original.plain_values import decode_plain
from app.runtime.references.values import MapValue, Value, plain

Outcome: TypeAlias = Literal["converted", "placeholder", "value", "type", "not converted"]


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of the original became."""

    path: model.Path
    line: int
    was: str
    became: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted file, with the outcome of every part."""

    document: Document
    parts: tuple[Part, ...]

    @property
    def placeholders(self) -> tuple[Part, ...]:
        """The objects that are not available here yet."""
        return tuple(part for part in self.parts if part.outcome == "placeholder")


def convert(data: bytes) -> Conversion:
    """Convert a file of the original platform, or raise a `LiveObjectFileError`."""
    file = parse_original(data)
    root = file.root
    objects = [child for child in root.children if child.name == "Object"]
    if root.name != "Root" or len(objects) != 1:
        _refuse(root, "this is not a file of the original platform", "it must be a <Root> with one <Object>")
    if objects[0].is_nil:
        _refuse(objects[0], "the file holds no object (it says nil)", "there is nothing to convert")
    converter = _Converter()
    reference = converter.convert_object(objects[0], ())
    words = description_of(objects[0])
    notes = tuple(model.Note(comment, model.NotePosition.BEFORE) for comment in file.comments)
    document = Document(reference, words.name, words.comment, annotations=notes)
    return Conversion(document, tuple(converter.parts))


class _Converter:
    """Converts objects from the outside in and records the outcomes."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def convert_object(self, node: Node, path: model.Path) -> model.Reference:
        """Convert an <Object>, a <From> or a <Value> that contains an object."""
        if node.kind == "CompositeObject":
            return self._composite(node, path)
        if node.kind not in ("ReferenceObject", ""):
            _refuse(node, f"{quoted(node.kind)} is not a kind of object", "use ReferenceObject or CompositeObject")
        parameters = _named_children(node, "Parameter")
        if not parameters:
            return self._plain_object(node, path)
        template = self._plain_object(node, (*path, model.TEMPLATE_STEP))
        arguments = tuple((name, self._argument(child, (*path, name))) for name, child in parameters)
        if isinstance(template, model.External):
            return model.Parameterized(template, arguments, None, node.line)
        return model.Parameterized(replace(template, as_type=None), arguments, template.as_type, node.line)

    def _plain_object(self, node: Node, path: model.Path) -> model.Primitive | model.External:
        """Convert the object without its parameters."""
        words = description_of(node)
        if not words.id:
            _refuse(node, f"the <{node.name}> has no id", "add the id of the object")
        object_class = _child(node, "ObjectClass")
        cast = type_text(object_class, "ObjectClass") if object_class is not None else "Object"
        if node.name == "From" and cast == "Object":
            cast = "Folder[Object]"  # the source of an external object is a folder
        source = _child(node, "From")
        if source is None:
            reference: model.Primitive | model.External = self._primitive(node, words, path, cast)
        else:
            name = _external_name(node, words.id)
            was = f"object {shown(words.id)} of a folder"
            self._record(path, node, was, f"external {quoted(name)}", "converted")
            folder = self.convert_object(source, (*path, model.SOURCE_STEP))
            reference = model.External(name, cast, folder, node.line, (words.note(),))
        if object_class is not None:
            self._record_class(path, object_class, "ObjectClass", cast)
        for child in node.children:
            if child.name not in _UNDERSTOOD:
                self._record(path, child, f"<{child.name}>", "nothing; it is not understood", "not converted")
        return reference

    def _primitive(self, node: Node, words: Description, path: model.Path, cast: str) -> model.Primitive:
        identifier = parse_identifier(words.id)
        if identifier is None:
            _refuse(node, f"{quoted(words.id)} is not an id, and there is no <From>", "say from where it comes")
        note = words.note()
        was = f"object {shown(words.id)}" + (f" ({words.component})" if words.component else "")
        if identifier.component == REGISTRY and not identifier.namespace:
            self._record(path, node, was, "the registry of this node", "converted")
            return model.Primitive(model.REGISTRY_ID, line=node.line, annotations=(note,))
        became = f"a placeholder for {quoted(words.hint)}" if words.hint else "a placeholder without a name"
        self._record(path, node, was, became, "placeholder")
        as_type = None if cast == "Object" else cast
        return model.Primitive(identifier.id, identifier.version, words.hint, as_type, node.line, (note,))

    def _composite(self, node: Node, path: model.Path) -> model.Composite:
        self._record(path, node, "composite object", "a composite", "converted")
        components = []
        for name, child in _named_children(node, "Component"):
            inner = _child(child, "Object")
            if inner is None:
                _refuse(child, f"the component {quoted(name)} holds no <Object>", "add it")
            components.append((name, self.convert_object(inner, (*path, name))))
        exports = [
            model.Export(name, _endpoint(child, "from"), child.line)
            for name, child in _named_children(node, "Endpoint")
        ]
        connections = [
            model.Connection(_endpoint(child, "from"), _endpoint(child, "to"), child.line)
            for child in node.children
            if child.name == "Connection"
        ]
        for child in node.children:
            if child.name not in _UNDERSTOOD_IN_COMPOSITES:
                self._record(path, child, f"<{child.name}>", "nothing; it is not understood", "not converted")
        words = description_of(node)
        note = (words.note(),) if words.name or words.comment or words.id else ()
        return model.Composite(tuple(components), tuple(connections), tuple(exports), None, node.line, note)

    def _argument(self, parameter: Node, path: model.Path) -> model.Argument:
        if not parameter.children:
            self._record(path, parameter, "a parameter without a value", "none", "value")
            return model.ValueArgument(None, parameter.line)
        value, *others = parameter.children
        for other in others:
            self._record(path, other, f"<{other.name}>", "nothing; a parameter has one value", "not converted")
        kind = value.kind or ("" if value.name == "Value" else value.name)
        if is_class(kind):
            text = type_text(value, kind)
            self._record_class(path, value, kind, text)
            return model.TypeArgument(text, value.line)
        if kind in ("ReferenceObject", "CompositeObject") and not value.is_nil and len(value.attributes) > 0:
            return model.ReferenceArgument(self.convert_object(value, path))
        found = _value(value, kind)
        became = "none" if found is None else f"the value {quoted(str(plain(found)))}"
        self._record(path, value, f"a value of type {shown(kind) or 'unknown'}", became, "value")
        return model.ValueArgument(found, value.line)

    def _record(self, path: model.Path, node: Node, was: str, became: str, outcome: Outcome) -> None:
        self.parts.append(Part(path, node.line, was, became, outcome))

    def _record_class(self, path: model.Path, node: Node, kind: str, text: str) -> None:
        name = f" ({node.comment})" if node.comment else ""
        lost = "" if is_known(node, kind) else "; this class is not known here"
        was = f"{kind} {shown(node.attributes.get('id', ''))}{name}"
        self._record(path, node, was, f"the type {text}{lost}", "type")


def _value(node: Node, kind: str) -> Value:
    if node.is_nil or kind in ("ReferenceObject", "CompositeObject"):
        return None
    if kind == "Configuration":
        settings = [(child.attributes.get("name", ""), child.attributes.get("value", "")) for child in node.children]
        return MapValue(tuple(dict(settings).items()))
    if node.children:
        _refuse(node, f"a value of type {quoted(kind)} cannot be converted", "remove it")
    text = node.attributes.get("value", node.text)
    try:
        return decode_plain(kind, text)
    except KeyError:
        return text
    except ValueError as error:
        _refuse(node, f"{quoted(text.strip())} is not a value of type {shown(kind)}", str(error))


def _child(node: Node, name: str) -> Node | None:
    return next((child for child in node.children if child.name == name), None)


def _named_children(node: Node, name: str) -> list[tuple[str, Node]]:
    """Return the children of one kind by id; ids must be distinct and valid names here."""
    found: dict[str, Node] = {}
    for child in node.children:
        if child.name != name:
            continue
        given = clean(child.attributes.get("id", "")).strip()
        wrong = name_problem(given)
        if wrong:
            _refuse(child, f"the id {quoted(given)} of a <{name}> {wrong}", "rename it")
        if given in found:
            _refuse(child, f"there is already a <{name}> {quoted(given)} in line {found[given].line}", "remove one")
        found[given] = child
    return list(found.items())


def _external_name(node: Node, text: str) -> str:
    identifier = parse_identifier(text)
    name = str(identifier) if identifier else clean(text)
    wrong = external_name_problem(name)
    if wrong:
        _refuse(node, f"the id {quoted(name)} {wrong}", "rename it")
    return name


def _endpoint(node: Node, attribute: str) -> model.EndpointPath:
    text = node.attributes.get(attribute, "")
    path = parse_endpoint_path(text)
    if path is None:
        _refuse(node, f"{quoted(text)} does not name an endpoint of a component", "write component.endpoint")
    return path


def _refuse(node: Node, what: str, hint: str) -> NoReturn:
    raise LiveObjectFileError(node.line, what, hint)


_UNDERSTOOD = ("Attribute", "ObjectClass", "Parameter", "From")
_UNDERSTOOD_IN_COMPOSITES = ("Attribute", "ObjectClass", "Component", "Endpoint", "Connection")
