# SPDX-License-Identifier: BSD-3-Clause
"""Value types: what an event can carry, compared by structure and never by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from .arrow import column_type
from .core import MAX_OPTIONS, Type, TypeModelError, clean_name, expect_distinct, expect_sort, written_name

if TYPE_CHECKING:
    from .endpoints import EndpointTerm
    from .objects import ObjectTerm

SCALAR_KINDS = ("null", "bool", "int", "float", "text", "bytes", "timestamp", "uuid")
VARIABLE_KINDS = {"value_type": "", "endpoint_type": ":endpoint", "object_type": ":object"}
"""The kinds of type parameters, each with the ending that its variables carry in the notation."""


class ValueType(Type):
    """A set of values that can be serialized."""

    sort = "value_type"


@dataclass(frozen=True, eq=False)
class Scalar(ValueType):
    """A value without parts."""

    kind: str

    def __post_init__(self) -> None:
        if self.kind not in SCALAR_KINDS:
            raise TypeModelError(f"there is no type {self.kind!r}; there are {', '.join(SCALAR_KINDS)}")
        self._describe(self.kind)


@dataclass(frozen=True, eq=False)
class Anything(ValueType):
    """Every value."""

    def __post_init__(self) -> None:
        self._describe("anything")


@dataclass(frozen=True, eq=False)
class ListOf(ValueType):
    """A list whose items all have one type."""

    item: ValueType

    def __post_init__(self) -> None:
        expect_sort("value_type", "a list", self.item)
        self._describe(f"list[{self.item.text}]")

    def parts(self) -> Sequence[Type]:
        return (self.item,)


@dataclass(frozen=True, eq=False)
class MapOf(ValueType):
    """A dictionary from keys of one type to values of another."""

    key: ValueType
    value: ValueType

    def __post_init__(self) -> None:
        expect_sort("value_type", "a map", self.key, self.value)
        self._describe(f"map[{self.key.text}, {self.value.text}]")

    def parts(self) -> Sequence[Type]:
        return (self.key, self.value)


class Field(NamedTuple):
    """A named part of a record; an optional one may be absent from a value."""

    name: str
    type: ValueType
    optional: bool = False


@dataclass(frozen=True, eq=False)
class Record(ValueType):
    """Named parts; an open record may have further ones."""

    fields: tuple[Field, ...]
    open: bool = False

    def __post_init__(self) -> None:
        fields = [Field(clean_name(name, "a field"), term, bool(opt)) for name, term, opt in self.fields]
        expect_sort("value_type", "a record", *(field.type for field in fields))
        expect_distinct((field.name for field in fields), "field")
        fields.sort(key=itemgetter(0))
        self._set("fields", tuple(fields))
        parts = [f"{written_name(name)}{'?' * opt}: {term.text}" for name, term, opt in fields]
        if self.open:
            parts.append("...")
        self._describe("{" + ", ".join(parts) + "}")

    def parts(self) -> Sequence[Type]:
        return [field.type for field in self.fields]

    @staticmethod
    def of(
        required: Mapping[str, ValueType] | None = None,
        optional: Mapping[str, ValueType] | None = None,
        is_open: bool = False,
    ) -> Record:
        """Make a record from its required and its optional fields."""
        fields = [Field(*pair) for pair in (required or {}).items()]
        fields += [Field(*pair, True) for pair in (optional or {}).items()]
        return Record(tuple(fields), is_open)

    def field(self, name: str) -> Field | None:
        """Return the field of that name, or None."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True, eq=False)
class Union(ValueType):
    """A value of one of several types; without options, the empty type."""

    options: tuple[ValueType, ...]

    def __post_init__(self) -> None:
        expect_sort("value_type", "a union", *self.options)
        options = _flattened(self.options)
        if len(options) == 1:
            raise TypeModelError("a union of one type is that type; use union_of")
        self._set("options", options)
        self._describe(" | ".join(option.text for option in options) or "nothing")

    def parts(self) -> Sequence[Type]:
        return self.options


class Column(NamedTuple):
    """A named column of a table; a nullable one may have gaps."""

    name: str
    arrow_type: str
    nullable: bool = False


@dataclass(frozen=True, eq=False)
class Table(ValueType):
    """Rows with named columns, as Arrow describes them; an open table may have further columns."""

    columns: tuple[Column, ...]
    open: bool = False

    def __post_init__(self) -> None:
        columns = [
            Column(clean_name(name, "a column"), column_type(arrow_type), bool(nullable))
            for name, arrow_type, nullable in self.columns
        ]
        expect_distinct((column.name for column in columns), "column")
        columns.sort(key=itemgetter(0))
        self._set("columns", tuple(columns))
        parts = [f"{written_name(name)}: {kind}{'?' * gaps}" for name, kind, gaps in columns]
        if self.open:
            parts.append("...")
        self._describe("table{" + ", ".join(parts) + "}")

    def column(self, name: str) -> Column | None:
        """Return the column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True, eq=False)
class ReferenceTo(ValueType):
    """A reference to an object, as a value."""

    object_type: ObjectTerm

    def __post_init__(self) -> None:
        expect_sort("object_type", "a reference", self.object_type)
        self._describe(f"reference[{self.object_type.text}]")

    def parts(self) -> Sequence[Type]:
        return (self.object_type,)


@dataclass(frozen=True, eq=False)
class EndpointOf(ValueType):
    """An external endpoint as a value, which can be connected elsewhere."""

    endpoint_type: EndpointTerm

    def __post_init__(self) -> None:
        expect_sort("endpoint_type", "an endpoint value", self.endpoint_type)
        self._describe(f"endpoint[{self.endpoint_type.text}]")

    def parts(self) -> Sequence[Type]:
        return (self.endpoint_type,)


@dataclass(frozen=True, eq=False)
class Variable(ValueType):
    """A free type of a template, of kind value_type, endpoint_type or object_type."""

    name: str
    kind: str = "value_type"

    def __post_init__(self) -> None:
        if self.kind not in VARIABLE_KINDS:
            raise TypeModelError(f"a type variable is of kind {', '.join(VARIABLE_KINDS)}; not {self.kind!r}")
        self._set("name", clean_name(self.name, "a type variable"))
        self._set("sort", self.kind)
        self._describe("$" + written_name(self.name) + VARIABLE_KINDS[self.kind])


def union_of(*options: ValueType) -> ValueType:
    """Return the union of the types; the type itself when there is only one."""
    expect_sort("value_type", "a union", *options)
    distinct = _flattened(options)
    return distinct[0] if len(distinct) == 1 else Union(distinct)


def _flattened(options: Iterable[ValueType]) -> tuple[ValueType, ...]:
    """Flatten nested unions; options are distinct, in the order of their texts."""
    found: dict[str, ValueType] = {}
    for option in options:
        for inner in option.options if isinstance(option, Union) else (option,):
            found[inner.text] = inner
    if len(found) > MAX_OPTIONS:
        raise TypeModelError(f"a union has at most {MAX_OPTIONS} options, not {len(found)}")
    return tuple(found[text] for text in sorted(found))


NULL = Scalar("null")
BOOL = Scalar("bool")
INT = Scalar("int")
FLOAT = Scalar("float")
TEXT = Scalar("text")
BYTES = Scalar("bytes")
TIMESTAMP = Scalar("timestamp")
UUID = Scalar("uuid")
ANYTHING = Anything()
NOTHING = Union(())
