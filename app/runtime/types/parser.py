# SPDX-License-Identifier: BSD-3-Clause
"""Parses the notation of types; hostile text fails early, with a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from .constraints import Constraint
from .core import MAX_DEPTH, MAX_OPTIONS, SORTS, WORD, Type, TypeModelError, TypeSyntaxError, expect_distinct
from .endpoints import EndpointTerm, EndpointType, Event, dual, strengthen
from .literals import read_literal
from .objects import NO_DEFAULT, TYPE_PARAMETERS, NamedEndpoint, ObjectTerm, ObjectType, Parameter, TemplateType
from .substitution import substitute
from .tokens import Tokens
from .values import (
    ANYTHING,
    NOTHING,
    NULL,
    SCALAR_KINDS,
    Column,
    EndpointOf,
    Field,
    ListOf,
    MapOf,
    Record,
    ReferenceTo,
    Scalar,
    Table,
    ValueType,
    Variable,
    union_of,
)

_SIMPLE = {"anything": ANYTHING, "nothing": NOTHING, **{kind: Scalar(kind) for kind in SCALAR_KINDS}}
_FOUND = {**SORTS, "template": "a template"}
_KIND_WORDS = {"value": "value_type", "endpoint": "endpoint_type", "object": "object_type"}


class NamedType(NamedTuple):
    """The definition of a named type, with its variables."""

    name: str
    parameters: tuple[Variable, ...]
    type: Type
    description: str = ""


class TypeParser:
    """Parses one text; parameters in scope come first, other names are looked up with `find`."""

    def __init__(self, text: str, find: Callable[[str], NamedType | None], scope: Sequence[Variable] = ()) -> None:
        self._tokens = Tokens(text)
        self._find = find
        self._scope = {variable.name: variable for variable in scope}
        self._depth = 0
        self._constructors: dict[str, Callable[[], Type]] = {
            "list": self._list,
            "map": self._map,
            "table": self._table,
            "reference": self._reference,
            "endpoint": self._endpoint_type,
            "object": self._object_type,
            "template": self._template,
        }

    def whole_type(self) -> Type:
        """Parse the whole text as one type."""
        found = self._type(None)
        self._expect_end()
        return found

    def whole_head(self) -> tuple[str, tuple[Variable, ...]]:
        """Parse a name with its parameters, as in `Folder[T: object type]`."""
        name, parameters = self._tokens.name("a type"), []
        if self._tokens.accept("["):
            for _ in self._separated(",", "]"):
                parameter = self._tokens.name("a parameter")
                kind = self._kind_words() if self._tokens.accept(":") else "value_type"
                parameters.append(Variable(parameter, kind))
        self._expect_end()
        if name in _SIMPLE or name in self._constructors or not WORD.fullmatch(name):
            raise TypeSyntaxError(f"{name!r} cannot name a type", 0, "one word that the notation does not use")
        expect_distinct((parameter.name for parameter in parameters), "parameter")
        return name, tuple(parameters)

    # What all sorts of types have in common.

    def _type(self, sort: str | None) -> Type:
        start = self._tokens.next.start
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TypeSyntaxError(f"the type is nested deeper than {MAX_DEPTH} levels", start)
        try:
            found = self._operand(sort)
            if self._tokens.accept("|"):
                found = self._union(found, start)
        except TypeModelError as error:
            raise TypeSyntaxError(str(error), start) from error
        self._depth -= 1
        self._expect_sort(found, sort, start)
        return found

    def _expect_sort(self, found: Type, sort: str | None, start: int) -> None:
        if sort is None or found.sort == sort:
            return
        expected = SORTS[sort]
        if (sort, found.sort) == ("value_type", "object_type"):
            expected += "; to send an object, write reference[...]"
        raise TypeSyntaxError(f"this is {_FOUND[found.sort]}", start, expected)

    def _operand(self, sort: str | None) -> Type:
        start, swaps = self._tokens.next.start, 0
        while self._tokens.accept("~"):
            swaps += 1
        found = self._primary("endpoint_type" if swaps else sort)
        if swaps:
            self._expect_sort(found, "endpoint_type", start)
            found = dual(cast(EndpointTerm, found)) if swaps % 2 else found
        if self._tokens.accept("with"):
            self._expect_sort(found, "endpoint_type", start)
            found = strengthen(cast(EndpointTerm, found), *self._additions())
        return found

    def _union(self, first: Type, start: int) -> Type:
        options = [first]
        while True:
            options.append(self._operand("value_type"))
            if len(options) > MAX_OPTIONS:
                raise TypeSyntaxError(f"a union has at most {MAX_OPTIONS} options", start)
            if not self._tokens.accept("|"):
                break
        return union_of(*cast(list[ValueType], options))

    def _primary(self, sort: str | None) -> Type:
        if self._tokens.accept("("):
            found = self._type(sort)
            self._tokens.expect(")")
            return found
        if self._tokens.accept("{"):
            return self._record()
        if self._tokens.accept("$"):
            return self._variable(sort)
        if self._tokens.next.kind != "word":
            self._tokens.refuse("a type")
        token = self._tokens.take()
        if token.text in self._scope:
            return self._scope[token.text]
        if token.text in _SIMPLE:
            return _SIMPLE[token.text]
        if token.text in self._constructors:
            return self._constructors[token.text]()
        return self._named(token.text, token.start)

    def _variable(self, sort: str | None) -> Variable:
        name = self._tokens.name("a type variable")
        if self._tokens.accept(":"):
            kind = _KIND_WORDS.get(self._tokens.next.text) or self._tokens.refuse("endpoint or object")
            self._tokens.take()
            return Variable(name, kind)
        return self._scope.get(name) or Variable(name, sort or "value_type")

    def _named(self, name: str, start: int) -> Type:
        known = self._find(name)
        if known is None:
            raise TypeSyntaxError(f"there is no type named {name[:40]}", start, "a known name")
        arguments: dict[str, Type] = {}
        if self._tokens.accept("["):
            for _ in self._separated(",", "]"):
                if len(arguments) == len(known.parameters):
                    self._tokens.refuse(f"no further parameter of {name}")
                parameter = known.parameters[len(arguments)]
                arguments[parameter.name] = self._type(parameter.kind)
        if len(arguments) < len(known.parameters):
            wanted = ", ".join(parameter.name for parameter in known.parameters)
            raise TypeSyntaxError(f"{name} needs all its parameters", start, f"{name}[{wanted}]")
        return substitute(known.type, arguments)

    def _separated(self, separator: str, closing: str) -> Iterator[None]:
        """Yield once per part of a list, until its closing bracket; the last separator is optional."""
        while not self._tokens.accept(closing):
            yield
            if not self._tokens.accept(separator):
                self._tokens.expect(closing, f"'{separator}' or '{closing}'")
                return

    def _expect_end(self) -> None:
        if self._tokens.next.kind != "end":
            self._tokens.refuse("the end")

    # Values.

    def _value(self) -> ValueType:
        return cast(ValueType, self._type("value_type"))

    def _list(self) -> Type:
        self._tokens.expect("[")
        item = self._value()
        self._tokens.expect("]")
        return ListOf(item)

    def _map(self) -> Type:
        self._tokens.expect("[")
        key = self._value()
        self._tokens.expect(",")
        value = self._value()
        self._tokens.expect("]")
        return MapOf(key, value)

    def _record(self) -> Type:
        fields, is_open = [], False
        for _ in self._separated(",", "}"):
            if self._tokens.accept("..."):
                is_open = True
                self._tokens.expect("}")
                break
            name = self._tokens.name("a field")
            optional = self._tokens.accept("?")
            self._tokens.expect(":")
            fields.append(Field(name, self._value(), optional))
        return Record(tuple(fields), is_open)

    def _table(self) -> Type:
        self._tokens.expect("{")
        columns, is_open = [], False
        for _ in self._separated(",", "}"):
            if self._tokens.accept("..."):
                is_open = True
                self._tokens.expect("}")
                break
            name = self._tokens.name("a column")
            self._tokens.expect(":")
            columns.append(Column(name, self._column_type(), self._tokens.accept("?")))
        return Table(tuple(columns), is_open)

    def _column_type(self) -> str:
        if self._tokens.next.kind != "word":
            self._tokens.refuse("a column type")
        name = self._tokens.take().text
        for brackets in ("[]", "()", "<>"):
            parameters = self._tokens.raw_brackets(brackets)
            if parameters is not None:
                return f"{name}[{parameters}]"
        return name

    def _reference(self) -> Type:
        self._tokens.expect("[")
        found = cast(ObjectTerm, self._type("object_type"))
        self._tokens.expect("]")
        return ReferenceTo(found)

    # Endpoints and objects.

    def _endpoint(self) -> EndpointTerm:
        return cast(EndpointTerm, self._type("endpoint_type"))

    def _endpoint_type(self) -> Type:
        if self._tokens.accept("["):
            found = self._endpoint()
            self._tokens.expect("]")
            return EndpointOf(found)
        self._tokens.expect("{", "'{' or '['")
        events: dict[str, list[Event]] = {"in": [], "out": []}
        promises: dict[str, list[Constraint]] = {"provides": [], "requires": []}
        for _ in self._separated(";", "}"):
            word = self._tokens.next.text
            if self._tokens.accept("in") or self._tokens.accept("out"):
                events[word].append(self._event())
            elif self._tokens.accept("provides") or self._tokens.accept("requires"):
                promises[word].append(self._constraint())
            else:
                self._tokens.refuse("in, out, provides or requires")
        return EndpointType(
            tuple(events["in"]), tuple(events["out"]), tuple(promises["provides"]), tuple(promises["requires"])
        )

    def _event(self) -> Event:
        name = self._tokens.name("an event")
        self._tokens.expect("(")
        if self._tokens.accept(")"):
            return Event(name, NULL)
        carried = self._value()
        self._tokens.expect(")")
        return Event(name, carried)

    def _constraint(self) -> Constraint:
        name = self._tokens.name("a formalism")
        text = self._tokens.raw_brackets("()")
        return Constraint(name, self._tokens.refuse("'('") if text is None else text)

    def _additions(self) -> tuple[list[Constraint], list[Constraint]]:
        promises: dict[str, list[Constraint]] = {"provides": [], "requires": []}
        word = self._tokens.next.text
        while self._tokens.accept("provides") or self._tokens.accept("requires"):
            promises[word].append(self._constraint())
            word = self._tokens.next.text
        if not promises["provides"] and not promises["requires"]:
            self._tokens.refuse("provides or requires")
        return promises["provides"], promises["requires"]

    def _object_type(self) -> Type:
        self._tokens.expect("{")
        endpoints: list[NamedEndpoint] = []
        promises: dict[str, list[Constraint]] = {"provides": [], "requires": []}
        for _ in self._separated(";", "}"):
            word, quoted = self._tokens.next.text, self._tokens.next.kind == "string"
            name = self._tokens.name("an endpoint")
            if self._tokens.accept(":"):
                endpoints.append(NamedEndpoint(name, self._endpoint()))
            elif word in promises and not quoted:
                promises[word].append(self._constraint())
            else:
                self._tokens.refuse("':' and an endpoint type")
        return ObjectType(tuple(endpoints), tuple(promises["provides"]), tuple(promises["requires"]))

    # Templates.

    def _template(self) -> Type:
        self._tokens.expect("[")
        outer, parameters = dict(self._scope), []
        for _ in self._separated(",", "]"):
            parameter = self._parameter()
            parameters.append(parameter)
            if parameter.kind in TYPE_PARAMETERS:
                self._scope[parameter.name] = Variable(parameter.name, parameter.kind)
        # The model refuses a result that is a bare variable.
        result = cast(ObjectType, self._type("object_type"))
        self._scope = outer
        return TemplateType(tuple(parameters), result)

    def _parameter(self) -> Parameter:
        name = self._tokens.name("a parameter")
        self._tokens.expect(":")
        if self._tokens.next.text not in _KIND_WORDS or self._tokens.peek().text != "type":
            wanted: Type | None = self._value()
            default = read_literal(self._tokens) if self._tokens.accept("=") else NO_DEFAULT
            return Parameter(name, "value", wanted, default)
        kind = self._kind_words()
        wanted = self._type(kind) if self._tokens.accept("under") else None
        default = self._type(kind) if self._tokens.accept("=") else NO_DEFAULT
        return Parameter(name, kind, wanted, default)

    def _kind_words(self) -> str:
        kind = _KIND_WORDS.get(self._tokens.next.text)
        if kind is None:
            self._tokens.refuse("value type, endpoint type or object type")
        self._tokens.take()
        self._tokens.expect("type")
        return kind
