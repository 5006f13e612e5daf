# SPDX-License-Identifier: BSD-3-Clause
"""`formalism` and `type_name`: extensions of the type language by a library."""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.constraints import check_constraints
from app.runtime.library.endpoint import EVENT_DIRECTION, Endpoint
from app.runtime.library.endpoint_declarations import declared_endpoints, described_endpoint
from app.runtime.library.errors import DeclarationError
from app.runtime.library.named_types import NAMED_TYPE, current_names
from app.runtime.library.parameters import type_variables
from app.runtime.library.records import is_record_class
from app.runtime.types import (
    NamedEndpoint,
    NamedType,
    ObjectType,
    Type,
    TypeModelError,
    TypeSyntaxError,
    Variable,
    conjoin,
    constraints,
)
from app.runtime.types.formalisms import STANDARD_FORMALISMS, Structure
from app.runtime.types.formalisms.registry import built_in

_Class = TypeVar("_Class", bound=type)
_FORMALISM = "__formalism__"
_TYPE_NAME = "__type_name__"
_KIND_WORDS = {"value_type": "", "endpoint_type": ": endpoint type", "object_type": ": object type"}


class _Plugin:
    """A formalism made from an author's class, with defaults for optional methods."""

    def __init__(self, formalism_id: str, implementation: Any) -> None:
        self.id = formalism_id
        self._implementation = implementation

    def parse(self, text: str, structure: Structure) -> Any:
        return text, self._implementation.parse(text, structure)

    def is_weaker_than(self, a: Any, b: Any) -> bool:
        return bool(self._implementation.is_weaker_than(a[1], b[1]))

    def describe(self, formula: Any) -> str:
        text, meaning = formula
        if hasattr(self._implementation, "describe"):
            return str(self._implementation.describe(meaning))
        return str(text)

    def missing(self, required: Any, provided: Any) -> list[str]:
        if self.is_weaker_than(required, provided):
            return []
        if hasattr(self._implementation, "missing"):
            return [str(words) for words in self._implementation.missing(required[1], provided[1])]
        return [self.describe(required)]

    def conjoin(self, text_a: str, text_b: str) -> str:
        if hasattr(self._implementation, "conjoin"):
            return str(self._implementation.conjoin(text_a, text_b))
        return conjoin(text_a, text_b)


def formalism(formalism_id: str) -> Callable[[_Class], _Class]:
    """Declare the class as a formalism: a language for the constraints of endpoints and objects.

    It must have `parse(text, structure)`, which returns a formula, and `is_weaker_than(a, b)`, which returns
    whether b implies a. `describe(formula)`, `missing(required, provided)` and `conjoin(a, b)` are optional.
    """

    def decorate(cls: _Class) -> _Class:
        for method in ("parse", "is_weaker_than"):
            if not callable(getattr(cls, method, None)):
                raise DeclarationError(
                    f"the formalism `{cls.__name__}` has no method `{method}`",
                    "write `def parse(self, text, structure)` and `def is_weaker_than(self, a, b)`",
                )
        if formalism_id in {each.id for each in built_in()}:
            raise DeclarationError(
                f"`{cls.__name__}` takes the name of the built-in formalism `{formalism_id}`", "choose another"
            )
        # The id means the same everywhere, so a second version of a library adds nothing.
        if STANDARD_FORMALISMS.find(formalism_id) is None:
            STANDARD_FORMALISMS.add(_Plugin(formalism_id, cls()))
        setattr(cls, _FORMALISM, formalism_id)
        return cls

    return decorate


def defines_formalism(member: object) -> bool:
    """Whether a member of a module is a formalism."""
    return isinstance(member, type) and _FORMALISM in vars(member)


def type_name(
    name: str, *, provides: Mapping[str, str] | None = None, requires: Mapping[str, str] | None = None
) -> Callable[[_Class], _Class]:
    """Name the type that the class describes, for use in references and in the notation.

    A record class describes a value, a class with endpoints an object, and a class whose methods are marked
    with `@incoming` and `@outgoing` an endpoint. `provides` and `requires` are its constraints.
    """

    def decorate(cls: _Class) -> _Class:
        variables = type_variables(cls)
        meaning = _meaning(cls, variables, provides or {}, requires or {})
        inner = ", ".join(variable.name + _KIND_WORDS[variable.kind] for variable in variables)
        description = " ".join((cls.__doc__ or "").split())
        try:
            named = current_names().add(f"{name}[{inner}]" if inner else name, meaning, description)
        except (TypeModelError, TypeSyntaxError) as error:
            raise DeclarationError(
                f"`{cls.__name__}` cannot be named {name!r}: {error}", "choose another name"
            ) from None
        setattr(cls, NAMED_TYPE, meaning)
        setattr(cls, _TYPE_NAME, named)
        return cls

    return decorate


def names_in(module: ModuleType) -> Iterator[NamedType]:
    """Return the types that a module names, or imports from another module of its library."""
    library = module.__name__.partition(".")[0]
    for member in vars(module).values():
        own = isinstance(member, type) and member.__module__.partition(".")[0] == library
        if own and _TYPE_NAME in vars(member):
            yield vars(member)[_TYPE_NAME]


def _meaning(
    cls: type, variables: tuple[Variable, ...], provides: Mapping[str, str], requires: Mapping[str, str]
) -> Type:
    if is_record_class(cls):
        generic: Any = cls
        parameters = getattr(cls, "__parameters__", ())
        return wrapper_of(generic[parameters] if parameters else cls).sent
    events = [(getattr(member, EVENT_DIRECTION, ""), member) for member in vars(cls).values()]
    if any(direction for direction, _ in events):
        endpoint = Endpoint(name=cls.__name__, provides=provides, requires=requires)
        for direction, method in events:
            if direction:
                getattr(endpoint, direction)(method)
        return described_endpoint(cls, endpoint)
    endpoints = declared_endpoints(cls, variables)
    if not endpoints:
        raise DeclarationError(
            f"`{cls.__name__}` has neither fields nor endpoints nor events, so there is no type to name",
            "make it a dataclass, declare endpoints in it, or mark methods with `@incoming` and `@outgoing`",
        )
    described = ObjectType(
        tuple(NamedEndpoint(endpoint.name, endpoint.type) for endpoint in endpoints),
        constraints(provides),
        constraints(requires),
    )
    check_constraints(f"`{cls.__name__}`", described)
    return described
