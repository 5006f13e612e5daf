# SPDX-License-Identifier: BSD-3-Clause
"""Validation of plain values against structural types, for everything from outside."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, NoReturn
from uuid import UUID

from app.runtime.library import tables
from app.runtime.library.errors import ValueRefusedError
from app.runtime.library.plain_values import REFERENCE_CLASSES
from app.runtime.references.values import LARGEST_INT, SMALLEST_INT
from app.runtime.types import EndpointOf, ListOf, MapOf, Record, ReferenceTo, Scalar, Table, Union, ValueType

MAX_DEPTH = 100
"""The maximum nesting of a value."""

_Check = Callable[[Any], None]
_SCALAR_CLASSES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "text": (str,),
    "bytes": (bytes,),
    "timestamp": (datetime,),
    "uuid": (UUID,),
}
_NAMES: dict[type, str] = {
    **{classes[0]: kind for kind, classes in _SCALAR_CLASSES.items()},
    list: "a list",
    dict: "a map",
    **dict.fromkeys(REFERENCE_CLASSES, "a reference"),
}


class _MismatchError(Exception):
    """A difference between a value and its type; the path is collected while unwinding."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.path: list[str] = []


def check(wanted: ValueType, value: object) -> None:
    """Refuse a plain value that does not have the wanted type."""
    try:
        _check_of(wanted)(value)
    except _MismatchError as mismatch:
        where = f" at `{''.join(reversed(mismatch.path)).lstrip('.')}`" if mismatch.path else ""
        raise ValueRefusedError(f"{mismatch}{where}", f"send a value of type {_short(wanted)}") from None


def fits(wanted: ValueType, value: object) -> bool:
    """Whether a plain value has the wanted type."""
    try:
        _check_of(wanted)(value)
    except _MismatchError:
        return False
    return True


def plain_classes(wanted: ValueType) -> tuple[type, ...]:
    """Return the Python classes of plain values of the type."""
    match wanted:
        case Scalar():
            return _SCALAR_CLASSES[wanted.kind]
        case ListOf():
            return (list,)
        case MapOf() | Record():
            return (dict,)
        case ReferenceTo():
            return REFERENCE_CLASSES
        case Union():
            return tuple(each for option in wanted.options for each in plain_classes(option))
    return (object,)


@lru_cache(maxsize=4_096)
def _check_of(wanted: ValueType) -> _Check:
    build = _BUILDERS.get(type(wanted))
    return _plain if build is None else build(wanted)


def _scalar(wanted: Scalar) -> _Check:
    if wanted.kind == "int":
        return _int
    if wanted.kind == "float":
        return _float
    if wanted.kind == "timestamp":
        return _timestamp
    return _instance(_SCALAR_CLASSES[wanted.kind], wanted.kind)


def _instance(classes: tuple[type, ...], name: str) -> _Check:
    def check_instance(value: Any) -> None:
        if not isinstance(value, classes):
            _expected(name, value)

    return check_instance


def _int(value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        _expected("int", value)
    if not SMALLEST_INT <= value <= LARGEST_INT:
        raise _MismatchError("a whole number of more than 64 bits")


def _float(value: Any) -> None:
    if not isinstance(value, float):
        if not isinstance(value, int) or isinstance(value, bool):
            _expected("float", value)
        _int(value)


def _timestamp(value: Any) -> None:
    if not isinstance(value, datetime):
        _expected("timestamp", value)
    if value.tzinfo is None:
        raise _MismatchError("a timestamp without time zone")


def _list(wanted: ListOf) -> _Check:
    check_item = _check_of(wanted.item)

    def check_list(value: Any) -> None:
        if not isinstance(value, list):
            _expected("a list", value)
        for position, item in enumerate(value):
            try:
                check_item(item)
            except _MismatchError as mismatch:
                mismatch.path.append(f"[{position}]")
                raise

    return check_list


def _map(wanted: MapOf) -> _Check:
    check_key, check_value = _check_of(wanted.key), _check_of(wanted.value)

    def check_map(value: Any) -> None:
        if not isinstance(value, dict):
            _expected("a map", value)
        for key, item in value.items():
            try:
                check_key(key)
                check_value(item)
            except _MismatchError as mismatch:
                mismatch.path.append(f"[{_shown(key)}]")
                raise

    return check_map


def _record(wanted: Record) -> _Check:
    fields = [(field.name, _check_of(field.type), field.optional) for field in wanted.fields]
    known = {field.name for field in wanted.fields}

    def check_record(value: Any) -> None:
        if not isinstance(value, dict):
            _expected("a record", value)
        for name, check_field, optional in fields:
            if name in value:
                _within(f".{name}", check_field, value[name])
            elif not optional:
                raise _MismatchError(f"the field `{name}` is missing")
        if len(value) > len(known) or not known.issuperset(value):
            check_others(value)

    def check_others(value: dict[Any, Any]) -> None:
        for name in value.keys() - known:
            if not isinstance(name, str):
                raise _MismatchError(f"{_shown(name)} is not the name of a field")
            if not wanted.open:
                raise _MismatchError(f"there is no field `{name[:40]}`")
            _within(f".{name[:40]}", _plain, value[name])

    return check_record


def _within(step: str, check_part: _Check, value: Any) -> None:
    try:
        check_part(value)
    except _MismatchError as mismatch:
        mismatch.path.append(step)
        raise


def _union(wanted: Union) -> _Check:
    options = [(plain_classes(option), _check_of(option)) for option in wanted.options]

    def check_union(value: Any) -> None:
        failure: _MismatchError | None = None
        possible = 0
        for classes, check_option in options:
            if isinstance(value, classes):
                possible += 1
                try:
                    check_option(value)
                except _MismatchError as mismatch:
                    failure = mismatch
                else:
                    return
        if failure is not None and possible == 1:
            raise failure
        _expected(_short(wanted), value)

    return check_union


def _table(wanted: Table) -> _Check:
    def check_table(value: Any) -> None:
        problem = tables.mismatch(wanted, value)
        if problem is not None:
            raise _MismatchError(problem)

    return check_table


def _plain(value: Any, depth: int = 0) -> None:
    """Accept any plain value."""
    if depth > MAX_DEPTH:
        raise _MismatchError("a value is nested too deep")
    if isinstance(value, dict):
        for key, item in value.items():
            _plain(key, depth + 1)
            _plain(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _plain(item, depth + 1)
    elif isinstance(value, int) and not isinstance(value, bool):
        _int(value)
    elif isinstance(value, datetime):
        _timestamp(value)
    elif type(value) not in _NAMES and not tables.is_table(value):
        raise _MismatchError(f"a {type(value).__name__} is not a plain value")


def _expected(what: str, value: object) -> NoReturn:
    found = _NAMES.get(type(value)) or f"a {type(value).__name__}"
    raise _MismatchError(f"expected {what}, found {found}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _short(wanted: ValueType) -> str:
    return wanted.text if len(wanted.text) <= 80 else wanted.text[:77] + "..."


_BUILDERS: dict[type, Callable[[Any], _Check]] = {
    Scalar: _scalar,
    ListOf: _list,
    MapOf: _map,
    Record: _record,
    Union: _union,
    Table: _table,
    ReferenceTo: lambda _wanted: _instance(REFERENCE_CLASSES, "a reference"),
    EndpointOf: lambda _wanted: _instance((str,), "an endpoint ticket"),
}
