# SPDX-License-Identifier: BSD-3-Clause
"""Object types, and templates: object types with parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, NamedTuple

from .constraints import Constraint, constraints
from .core import Type, TypeModelError, clean_name, expect_distinct, expect_sort, written_name
from .endpoints import Constraints, EndpointTerm, body_text, written_constraints
from .literals import literal_text
from .values import ReferenceTo, Variable


class NamedEndpoint(NamedTuple):
    """An endpoint of an object, by its name."""

    name: str
    type: EndpointTerm


@dataclass(frozen=True, eq=False)
class ObjectType(Type):
    """The tuple (E, C, C') of equation 2.5: named endpoints, provided, required."""

    endpoints: tuple[NamedEndpoint, ...] = ()
    provides: tuple[Constraint, ...] = ()
    requires: tuple[Constraint, ...] = ()

    sort = "object_type"

    def __post_init__(self) -> None:
        endpoints = [NamedEndpoint(clean_name(name, "an endpoint"), term) for name, term in self.endpoints]
        expect_sort("endpoint_type", "an object", *(endpoint.type for endpoint in endpoints))
        expect_distinct((endpoint.name for endpoint in endpoints), "endpoint")
        endpoints.sort(key=itemgetter(0))
        self._set("endpoints", tuple(endpoints))
        self._set("provides", constraints(self.provides))
        self._set("requires", constraints(self.requires))
        parts = [f"{written_name(name)}: {term.text}" for name, term in endpoints]
        parts += written_constraints(self.provides, self.requires)
        self._describe(body_text("object", parts))

    def parts(self) -> Sequence[Type]:
        return [endpoint.type for endpoint in self.endpoints]

    @staticmethod
    def of(
        endpoints: Mapping[str, EndpointTerm] | None = None, provides: Constraints = (), requires: Constraints = ()
    ) -> ObjectType:
        """Make an object type from dictionaries of endpoints and constraints."""
        return ObjectType(
            tuple(NamedEndpoint(*pair) for pair in (endpoints or {}).items()),
            constraints(provides),
            constraints(requires),
        )

    def endpoint(self, name: str) -> EndpointTerm | None:
        """Return the type of the endpoint of that name, or None."""
        return next((endpoint.type for endpoint in self.endpoints if endpoint.name == name), None)


ObjectTerm = ObjectType | Variable
"""An object type; in templates it may be a variable."""


class _NoDefault:
    """Marks a parameter without default."""

    def __repr__(self) -> str:
        return "NO_DEFAULT"


NO_DEFAULT: Final = _NoDefault()

TYPE_PARAMETERS = ("value_type", "endpoint_type", "object_type")
PARAMETER_KINDS = ("value", "reference", *TYPE_PARAMETERS)


@dataclass(frozen=True, eq=False)
class Parameter:
    """A parameter of a template.

    `type` is the value's type, the referenced object's type, or the bound of a type parameter. `hints` are
    for editors and are no part of the type.
    """

    name: str
    kind: str = "value"
    type: Type | None = None
    default: Any = NO_DEFAULT
    hints: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean_name(self.name, "a parameter"))
        if self.kind == "value" and isinstance(self.type, ReferenceTo):
            object.__setattr__(self, "kind", "reference")
            object.__setattr__(self, "type", self.type.object_type)
        _check_parameter(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parameter) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def text(self) -> str:
        """Return the parameter as in the notation."""
        default = "" if self.default is NO_DEFAULT else f" = {_default_text(self.default)}"
        return f"{written_name(self.name)}: {self._wanted}{default}"

    @property
    def _wanted(self) -> str:
        if self.kind in TYPE_PARAMETERS:
            return self.kind.replace("_", " ") + (f" under {self.type}" if self.type else "")
        return f"reference[{self.type}]" if self.kind == "reference" else str(self.type)


@dataclass(frozen=True, eq=False)
class TemplateType(Type):
    """An object type with parameters; it has no subtypes, and can only be instantiated."""

    parameters: tuple[Parameter, ...]
    result: ObjectType

    sort = "template"

    def __post_init__(self) -> None:
        if not isinstance(self.result, ObjectType):
            raise TypeModelError("a template makes an object type, written out")
        expect_distinct((parameter.name for parameter in self.parameters), "parameter")
        self._expect_declared()
        self._set("parameters", tuple(self.parameters))
        parameters = ", ".join(parameter.text for parameter in self.parameters)
        self._describe(f"template[{parameters}] {self.result.text}")

    def parts(self) -> Sequence[Type]:
        wanted = [parameter.type for parameter in self.parameters if parameter.type is not None]
        defaults = [parameter.default for parameter in self.parameters if isinstance(parameter.default, Type)]
        return [self.result, *wanted, *defaults]

    def _expect_declared(self) -> None:
        declared = {Variable(p.name, p.kind) for p in self.parameters if p.kind in TYPE_PARAMETERS}
        for part in self.parts():
            for variable in variables_in(part) - declared:
                raise TypeModelError(f"the template uses {variable} and has no such type parameter")

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter of that name, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


def variables_in(term: Type) -> frozenset[Variable]:
    """Return the free variables of the type."""
    if "$" not in term.text:
        return frozenset()
    if isinstance(term, Variable):
        return frozenset([term])
    return frozenset[Variable]().union(*(variables_in(part) for part in term.parts()))


def _default_text(default: Any) -> str:
    return default.text if isinstance(default, Type) else literal_text(default)


def _check_parameter(parameter: Parameter) -> None:
    where = f"parameter {parameter.name!r}"
    if parameter.kind not in PARAMETER_KINDS:
        raise TypeModelError(f"{where} is of kind {parameter.kind!r}; there are {', '.join(PARAMETER_KINDS)}")
    sort = {"value": "value_type", "reference": "object_type"}.get(parameter.kind, parameter.kind)
    if parameter.type is not None:
        expect_sort(sort, where, parameter.type)
    elif parameter.kind not in TYPE_PARAMETERS:
        raise TypeModelError(f"{where} needs a type")
    if parameter.default is NO_DEFAULT:
        return
    if parameter.kind in TYPE_PARAMETERS:
        expect_sort(sort, f"the default of {where}", parameter.default)
    elif parameter.kind == "reference" or isinstance(parameter.default, Type):
        raise TypeModelError(f"{where} cannot have that default")
    else:
        literal_text(parameter.default)
