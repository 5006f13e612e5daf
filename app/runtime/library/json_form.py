# SPDX-License-Identifier: BSD-3-Clause
"""Plain values as JSON and back, for people and the command line.

Where the type determines the form of a value, JSON shows it bare: bytes in base64, a timestamp, a uuid and a
reference as text, a table as a list of records. Elsewhere (anything, unions, further fields of open
records), values without a JSON form are tagged, as in {"$bytes": "AAE="}, so that they can be read back.
"""

import base64
import binascii
import math
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from app.runtime.library.encoding import reference_from_text
from app.runtime.library.errors import ValueRefusedError
from app.runtime.library.plain_values import is_reference
from app.runtime.library.tables import is_table, rows_of, table_of
from app.runtime.library.validation import MAX_DEPTH, check
from app.runtime.references import write
from app.runtime.types import ANYTHING, TEXT, ListOf, MapOf, Record, ReferenceTo, Scalar, Table, ValueType

_MARKED: dict[str, Callable[[str], object]] = {
    "$bytes": lambda text: base64.b64decode(text, validate=True),
    "$timestamp": datetime.fromisoformat,
    "$uuid": UUID,
    "$float": float,
    "$reference": reference_from_text,
}
_BARE = {"bytes": "$bytes", "timestamp": "$timestamp", "uuid": "$uuid"}


def to_json(wanted: ValueType, value: object) -> bytes:
    """Format the value as one line of JSON; refuses a value of another type."""
    check(wanted, value)
    try:
        return msgspec.json.encode(_written(wanted, value))
    except UnicodeEncodeError:
        raise ValueRefusedError("a text holds half a character", "remove its lone surrogates") from None


def from_json(wanted: ValueType, data: bytes | str) -> Any:
    """Parse a value from JSON; refuses a value of another type."""
    try:
        value = _read(wanted, msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueRefusedError(f"this is not JSON: {error}", f"write a value of type {wanted}") from None
    except RecursionError:
        raise ValueRefusedError("the JSON is nested too deep", f"nest less than {MAX_DEPTH} levels") from None
    check(wanted, value)
    return value


def _written(wanted: ValueType, value: Any) -> Any:
    match wanted:
        case ListOf():
            return [_written(wanted.item, item) for item in value]
        case MapOf() if wanted.key == TEXT:
            return {key: _written(wanted.value, item) for key, item in value.items()}
        case MapOf():
            return [[_written(wanted.key, key), _written(wanted.value, item)] for key, item in value.items()]
        case Record():
            types = {field.name: field.type for field in wanted.fields}
            return {name: _written(types.get(name, ANYTHING), item) for name, item in value.items()}
        case Table():
            return [{name: _marked(cell) for name, cell in row.items()} for row in rows_of(value)]
        case Scalar() | ReferenceTo():
            return _bare(value)
    return _marked(value)


def _bare(value: Any) -> Any:
    marked = _marked(value)
    if isinstance(marked, dict) and "$float" not in marked:
        (text,) = marked.values()
        return text
    return marked


def _marked(value: Any) -> Any:
    if isinstance(value, list):
        return [_marked(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {key: _marked(item) for key, item in value.items()}
        return {"$map": [[_marked(key), _marked(item)] for key, item in value.items()]}
    if is_table(value):
        return [_marked(row) for row in rows_of(value)]
    return _marked_atom(value)


def _marked_atom(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, datetime):
        return {"$timestamp": value.isoformat()}
    if isinstance(value, UUID):
        return {"$uuid": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": str(value)}
    if is_reference(value):
        return {"$reference": write(value).decode()}
    return value


def _read(wanted: ValueType, given: Any) -> Any:
    match wanted:
        case ListOf() if isinstance(given, list):
            return [_read(wanted.item, item) for item in given]
        case MapOf() if isinstance(given, dict) and "$map" not in given:
            return {_read(wanted.key, key): _read(wanted.value, item) for key, item in given.items()}
        case MapOf() if isinstance(given, list) and all(_is_pair(pair) for pair in given):
            return {_key(_read(wanted.key, key)): _read(wanted.value, item) for key, item in given}
        case Record() if isinstance(given, dict):
            types = {field.name: field.type for field in wanted.fields}
            return {name: _read(types.get(name, ANYTHING), item) for name, item in given.items()}
        case Table() if isinstance(given, list):
            return table_of(wanted, [_unmarked(row) for row in given])
        case Scalar() if isinstance(given, str) and wanted.kind in _BARE:
            return _meaning(_BARE[wanted.kind], given)
        case ReferenceTo() if isinstance(given, str):
            return reference_from_text(given)
    return _unmarked(given)


def _unmarked(given: Any) -> Any:
    if isinstance(given, list):
        return [_unmarked(item) for item in given]
    if not isinstance(given, dict):
        return given
    if len(given) == 1:
        ((mark, content),) = given.items()
        if mark in _MARKED and isinstance(content, str):
            return _meaning(mark, content)
        if mark == "$map" and isinstance(content, list) and all(_is_pair(pair) for pair in content):
            return {_key(_unmarked(key)): _unmarked(item) for key, item in content}
    return {name: _unmarked(item) for name, item in given.items()}


def _meaning(mark: str, text: str) -> object:
    try:
        return _MARKED[mark](text)
    except ValueRefusedError:
        raise
    except (ValueError, binascii.Error):
        raise ValueRefusedError(f"{text[:40]!r} is not a {mark[1:]}", "check how it is written") from None


def _key(key: Any) -> Any:
    if isinstance(key, list | dict):
        raise ValueRefusedError("the key of a map has parts", "use a text or a number")
    return key


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2
