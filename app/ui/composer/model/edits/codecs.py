# SPDX-License-Identifier: BSD-3-Clause
"""JSON codecs for the fields of edits, chosen by annotation."""

from __future__ import annotations

import dataclasses
import functools
import math
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from app.runtime import references as refs
from app.runtime.references.document import DrawingItem
from app.ui.composer.model.drawings import checked_item
from app.ui.composer.model.edits import patch
from app.ui.composer.model.edits.parts import Key
from app.ui.composer.model.errors import EditError, not_an_edit

_Plain = TypeVar("_Plain")
_NOTHING = refs.Primitive(0)


class Codec(ABC):
    """Converts one kind of value to JSON and back."""

    @abstractmethod
    def to_json(self, value: Any) -> Any:
        """The value as plain data."""

    @abstractmethod
    def from_json(self, data: object, depth: int) -> Any:
        """The decoded value; raises `EditError`."""


def expect(data: object, kind: type[_Plain]) -> _Plain:
    """The data; raises `EditError` if they are not of that type."""
    if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
        raise not_an_edit()
    return data


class _Codecs:
    """Codecs by annotation, created on demand."""

    def __init__(self) -> None:
        self._known: dict[Any, Codec] = {}

    def add(self, hint: Any, codec: Codec) -> None:
        self._known[hint] = codec

    def __call__(self, hint: Any) -> Codec:
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def _made(self, hint: Any) -> Codec:
        arguments = typing.get_args(hint)
        if typing.get_origin(hint) is tuple:
            if arguments[-1] is ...:
                return _Many(self(arguments[0]))
            return _Row([self(each) for each in arguments])
        if isinstance(hint, types.UnionType) and type(None) in arguments and len(arguments) == 2:
            return _Optional(self(next(each for each in arguments if each is not type(None))))
        assert dataclasses.is_dataclass(hint), f"no codec for {hint}"
        assert isinstance(hint, type)
        return fields_codec(hint)


codec_for = _Codecs()


class _Scalar(Codec):
    def __init__(self, *kinds: type) -> None:
        self._kinds = kinds

    def to_json(self, value: Any) -> Any:
        return value

    def from_json(self, data: object, depth: int) -> Any:  # noqa: ARG002 - one signature for all codecs
        if not isinstance(data, self._kinds) or (isinstance(data, bool) and bool not in self._kinds):
            raise not_an_edit()
        if isinstance(data, float) and not math.isfinite(data):
            raise not_an_edit()
        if isinstance(data, str):
            _expect_characters(data)
        return float(data) if float in self._kinds else data  # type: ignore[arg-type] # int or float


def _expect_characters(text: str) -> None:
    """Refuse unpaired surrogates, which JSON allows."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise not_an_edit() from None


class _Optional(Codec):
    def __init__(self, inner: Codec) -> None:
        self._inner = inner

    def to_json(self, value: Any) -> Any:
        return None if value is None else self._inner.to_json(value)

    def from_json(self, data: object, depth: int) -> Any:
        return None if data is None else self._inner.from_json(data, depth)


class _Many(Codec):
    def __init__(self, inner: Codec) -> None:
        self._inner = inner

    def to_json(self, value: Any) -> Any:
        return [self._inner.to_json(each) for each in value]

    def from_json(self, data: object, depth: int) -> Any:
        return tuple(self._inner.from_json(each, depth) for each in expect(data, list))


class _Row(Codec):
    def __init__(self, columns: list[Codec]) -> None:
        self._columns = columns

    def to_json(self, value: Any) -> Any:
        return [codec.to_json(each) for codec, each in zip(self._columns, value, strict=True)]

    def from_json(self, data: object, depth: int) -> Any:
        cells = expect(data, list)
        if len(cells) != len(self._columns):
            raise not_an_edit()
        return tuple(codec.from_json(each, depth) for codec, each in zip(self._columns, cells, strict=True))


class _Fields(Codec):
    """A dataclass as a JSON object; fields with their default value are omitted."""

    def __init__(self, made: type[Any]) -> None:
        self._made = made
        hints = typing.get_type_hints(made)
        self._fields = [(field, codec_for(hints[field.name])) for field in dataclasses.fields(made)]

    def to_json(self, value: Any) -> Any:
        return {
            field.name: codec.to_json(getattr(value, field.name))
            for field, codec in self._fields
            if getattr(value, field.name) != field.default or field.default is dataclasses.MISSING
        }

    def from_json(self, data: object, depth: int) -> Any:
        given = dict(expect(data, dict))
        found = {}
        for field, codec in self._fields:
            if field.name in given:
                found[field.name] = codec.from_json(given.pop(field.name), depth)
            elif field.default is dataclasses.MISSING:
                raise not_an_edit()
        if given:
            raise not_an_edit()
        return self._made(**found)


@functools.cache
def fields_codec(made: type[Any]) -> Codec:
    """The codec of a dataclass."""
    return _Fields(made)


class _Xml(Codec):
    """References as XML, written and validated as in a file."""

    def __init__(self, wrap: Callable[[Any], refs.Reference], unwrap: Callable[[Any], Any]) -> None:
        self._wrap = wrap
        self._unwrap = unwrap

    def to_json(self, value: Any) -> Any:
        return _written(self._wrap(value))

    def from_json(self, data: object, depth: int) -> Any:  # noqa: ARG002 - one signature for all codecs
        try:
            return self._unwrap(_read(data).reference)
        except (AttributeError, ValueError, IndexError):
            raise not_an_edit() from None


class _DocumentXml(Codec):
    def to_json(self, value: Any) -> Any:
        return _written(value)

    def from_json(self, data: object, depth: int) -> Any:  # noqa: ARG002 - one signature for all codecs
        return _read(data)


def _written(value: refs.Document | refs.Reference) -> str:
    try:
        return refs.write(value).decode("utf-8")
    except refs.LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None


def _read(data: object) -> refs.Document:
    text = expect(data, str)
    _expect_characters(text)
    try:
        return refs.read(text.encode("utf-8"))
    except refs.LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None


def _only(parts: tuple[Any, ...]) -> Any:
    (part,) = parts
    return part


_REFERENCE = _Xml(lambda reference: reference, lambda reference: reference)
_COMPONENT = _Xml(lambda part: refs.Composite((part,)), lambda holder: _only(holder.components))
_CONNECTION = _Xml(lambda part: refs.Composite((), (part,)), lambda holder: _only(holder.connections))
_EXPORT = _Xml(lambda part: refs.Composite((), (), (part,)), lambda holder: _only(holder.exports))
_GIVEN = _Xml(lambda part: refs.Parameterized(_NOTHING, (part,)), lambda holder: _only(holder.arguments))
_ARGUMENT = _Xml(
    lambda argument: refs.Parameterized(_NOTHING, (("it", argument),)), lambda holder: _only(holder.arguments)[1]
)
_PARAMETER = _Xml(lambda part: refs.Template((part,), _NOTHING), lambda holder: _only(holder.parameters))


class _Tagged(Codec):
    """One of several dataclasses, tagged with its class name."""

    def __init__(self, *kinds: type[Any]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}

    def to_json(self, value: Any) -> Any:
        return {"is": type(value).__name__, **codec_for(type(value)).to_json(value)}

    def from_json(self, data: object, depth: int) -> Any:
        found = dict(expect(data, dict))
        made = self._kinds.get(expect(found.pop("is", None), str))
        if made is None:
            raise not_an_edit()
        return codec_for(made).from_json(found, depth)


class _ItemCodec(_Tagged):
    """Drawing items, validated as in a file."""

    def from_json(self, data: object, depth: int) -> Any:
        return checked_item(super().from_json(data, depth))


class _KeyCodec(Codec):
    def to_json(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return list(value) if isinstance(value, tuple) else _ITEM.to_json(value)

    def from_json(self, data: object, depth: int) -> Any:
        if isinstance(data, dict):
            found = _ITEM.from_json(data, depth)
            if not isinstance(found, refs.StickyNote | refs.Zone):
                raise not_an_edit()
            return found
        return codec_for(tuple[str, ...] if isinstance(data, list) else str).from_json(data, depth)


_PARTS: dict[str, Codec] = {
    "components": _COMPONENT,
    "connections": _CONNECTION,
    "exports": _EXPORT,
    "arguments": _GIVEN,
    "parameters": _PARAMETER,
}


class _SpliceCodec(Codec):
    """A splice; the codec of its parts depends on the field."""

    def to_json(self, value: Any) -> Any:
        part = _part_codec(value.field)
        return {
            "path": list(value.path),
            "field": value.field,
            "removed": [_KEY.to_json(key) for key in value.removed],
            "changed": [part.to_json(each) for each in value.changed],
            "inserted": [[part.to_json(i.part), _OPTIONAL_KEY.to_json(i.after)] for i in value.inserted],
        }

    def from_json(self, data: object, depth: int) -> Any:
        found = expect(data, dict)
        field = expect(found.get("field"), str)
        part = _part_codec(field)
        path = codec_for(tuple[str, ...]).from_json(found.get("path"), depth)
        removed = _Many(_KEY).from_json(found.get("removed"), depth)
        changed = _Many(part).from_json(found.get("changed"), depth)
        inserted = _Many(_Row([part, _OPTIONAL_KEY])).from_json(found.get("inserted"), depth)
        return patch.Splice(path, field, removed, changed, tuple(patch.Inserted(*each) for each in inserted))


class _PutAllCodec(Codec):
    def to_json(self, value: Any) -> Any:
        part = _part_codec(value.field)
        parts = [part.to_json(each) for each in value.parts]
        return {"path": list(value.path), "field": value.field, "parts": parts}

    def from_json(self, data: object, depth: int) -> Any:
        found = expect(data, dict)
        field = expect(found.get("field"), str)
        path = codec_for(tuple[str, ...]).from_json(found.get("path"), depth)
        return patch.PutAll(path, field, _Many(_part_codec(field)).from_json(found.get("parts"), depth))


def _part_codec(field: str) -> Codec:
    if field == "items":
        return _ITEM
    if field not in _PARTS:
        raise not_an_edit()
    return _PARTS[field]


for _hint, _codec in (
    (str, _Scalar(str)),
    (bool, _Scalar(bool)),
    (float, _Scalar(int, float)),
    (refs.Reference, _REFERENCE),
    (refs.Argument, _ARGUMENT),
    (refs.Argument | None, _Optional(_ARGUMENT)),
    (refs.Document, _DocumentXml()),
    (refs.Connection, _CONNECTION),
    (refs.Export, _EXPORT),
    (refs.ParameterDeclaration, _PARAMETER),
    (patch.Splice, _SpliceCodec()),
    (patch.PutAll, _PutAllCodec()),
):
    codec_for.add(_hint, _codec)
_KEY = _KeyCodec()
_OPTIONAL_KEY = _Optional(_KEY)
codec_for.add(Key, _KEY)
_ITEM = _ItemCodec(*typing.get_args(DrawingItem))
codec_for.add(patch.Operation, _Tagged(*typing.get_args(patch.Operation)))
