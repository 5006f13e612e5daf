# SPDX-License-Identifier: BSD-3-Clause
"""`live_object` and `adapter`: decorators that declare a class as an object."""

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args, get_origin

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.constraints import check_constraints
from app.runtime.library.definition import LONGEST_LIMITS, Blueprint, Definition, Kind
from app.runtime.library.endpoint_declarations import declared_endpoints
from app.runtime.library.errors import DeclarationError
from app.runtime.library.named_types import NAMED_TYPE
from app.runtime.library.parameters import read_constructor, type_parameters, type_variables
from app.runtime.library.standard_types import StandardType
from app.runtime.types import (
    NamedEndpoint,
    ObjectTerm,
    ObjectType,
    TemplateType,
    Type,
    TypeModelError,
    Variable,
    constraints,
    sides_of,
)
from app.runtime.types.objects import variables_in
from app.runtime.types.standard import STANDARD
from app.runtime.types.substitution import substitute

_Class = TypeVar("_Class", bound=type)
_ID = re.compile(r"[0-9a-f]{32}")
_DEFINITION = "__live_object__"


def live_object(
    uid: str,
    *,
    name: str,
    version: int = 1,
    group: str = "My objects",
    limits: str = "",
    provides: Mapping[str, str] | None = None,
    requires: Mapping[str, str] | None = None,
) -> Callable[[_Class], _Class]:
    """Declare the class as a live object; the palette shows the first paragraph of its docstring.

    Args:
        uid: 128 random bits as 32 hexadecimal digits. References name the object by it, so it never changes.
        name: What people see in the palette and on a sheet.
        version: 1, 2, 3 …; increased when endpoints or parameters change incompatibly.
        group: The group of the palette.
        limits: How much an object holds, in a few words: `"up to 1,000 members"`.
        provides: What the object guarantees, by formalism: `{"reliability": "total"}`.
        requires: What it needs from the objects that it is connected to.
    """

    def decorate(cls: _Class) -> _Class:
        return _define(cls, "object", uid, name, version, group, provides or {}, requires or {}, limits=limits)

    return decorate


def adapter(uid: str, *, name: str, version: int = 1, group: str = "Adapters") -> Callable[[_Class], _Class]:
    """Declare the class as an adapter: an object with two endpoints, or an operator, that converts between them.

    The program offers adapters when two endpoints do not match. The arguments are those of `live_object`.
    """

    def decorate(cls: _Class) -> _Class:
        defined = _define(cls, "adapter", uid, name, version, group, {}, {})
        if not _sides_of(definition_of(cls).type):
            raise DeclarationError(
                f"the adapter `{cls.__name__}` does not have two endpoints", "declare one for each side of the wire"
            )
        return defined

    return decorate


def _sides_of(declared: ObjectType | TemplateType) -> tuple[str, ...]:
    return sides_of(declared.result if isinstance(declared, TemplateType) else declared)


def definition_of(cls: type) -> Definition:
    """Return the definition that the decorator made of a class."""
    found = vars(cls).get(_DEFINITION)
    if not isinstance(found, Definition):
        raise DeclarationError(f"`{cls.__name__}` is not a live object", "put `@live_object(...)` above the class")
    return found


def is_defined(cls: object) -> bool:
    """Whether the class is a live object, by its own decorator and not by inheritance."""
    return isinstance(cls, type) and _DEFINITION in vars(cls)


def object_type_of(wanted: Any) -> ObjectTerm:
    """Return the object type of a decorated class, perhaps with type arguments, or of a type variable."""
    if isinstance(wanted, ObjectType):
        return wanted
    if isinstance(wanted, TypeVar):
        return Variable(wanted.__name__, "object_type")
    cls = get_origin(wanted) or wanted
    variables, declared = _declared(cls)
    arguments = zip(variables, get_args(wanted), strict=False)
    bindings: dict[str, Type] = {variable.name: _type_argument(variable, given) for variable, given in arguments}
    for variable in variables[len(bindings) :]:
        raise DeclarationError(f"`{cls.__name__}` needs its type `{variable.name}`", f"write `{cls.__name__}[...]`")
    return substitute(declared, bindings)


def _declared(cls: Any) -> tuple[tuple[Variable, ...], ObjectType]:
    """Return the object type of a class with free type variables, and these variables."""
    if isinstance(cls, type) and issubclass(cls, StandardType):
        standard = STANDARD.find(cls.__name__)
        assert standard is not None
        assert isinstance(standard.type, ObjectType)
        return standard.parameters, standard.type
    named = vars(cls).get(NAMED_TYPE)
    found = named if isinstance(named, ObjectType) else definition_of(cls).type
    return type_variables(cls), found.result if isinstance(found, TemplateType) else found


def _type_argument(variable: Variable, given: object) -> Type:
    return object_type_of(given) if variable.kind == "object_type" else wrapper_of(given).sent


def _define(
    cls: _Class,
    kind: Kind,
    uid: str,
    name: str,
    version: int,
    group: str,
    provides: Mapping[str, str],
    requires: Mapping[str, str],
    *,
    limits: str = "",
) -> _Class:
    where = f"`{cls.__name__}`"
    variables = type_variables(cls)
    endpoints = declared_endpoints(cls, variables)
    constructor = read_constructor(cls)
    blueprint = Blueprint(cls, endpoints, constructor.settings, constructor.injected)
    try:
        result = ObjectType(
            tuple(NamedEndpoint(endpoint.name, endpoint.type) for endpoint in endpoints),
            constraints(provides),
            constraints(requires),
        )
        parameters = type_parameters(cls) + constructor.parameters
        declared = TemplateType(parameters, result) if parameters else result
    except TypeModelError as error:
        raise DeclarationError(f"{where}: {error}", "change the part that it speaks of") from None
    check_constraints(where, result)
    _refuse_unbound(where, result, variables)
    definition = Definition(
        _checked_id(where, uid),
        _checked_version(where, version),
        _checked_name(where, name),
        _described(where, cls),
        declared,
        group,
        kind,
        limits=_checked_limits(where, limits),
        words={endpoint.name: endpoint.words for endpoint in endpoints if endpoint.words},
        load=lambda: blueprint,
    )
    setattr(cls, _DEFINITION, definition)
    return cls


def _checked_id(where: str, uid: object) -> int:
    if not isinstance(uid, str) or not _ID.fullmatch(uid) or int(uid, 16) == 0:
        raise DeclarationError(
            f"{where} has the id {uid!r}, which is not 32 hexadecimal digits",
            f'use this new one: "{secrets.token_hex(16)}"',
        )
    return int(uid, 16)


def _checked_version(where: str, version: object) -> int:
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version < 2**31:
        raise DeclarationError(f"{where} has the version {version!r}", "count versions 1, 2, 3")
    return version


def _checked_name(where: str, name: object) -> str:
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 80:
        raise DeclarationError(f"{where} has no good name: {name!r}", "write a few words, as people will see them")
    return name.strip()


def _checked_limits(where: str, limits: object) -> str:
    if not isinstance(limits, str) or (limits and not limits.isprintable()) or len(limits) > LONGEST_LIMITS:
        raise DeclarationError(
            f"{where} has limits that are not one short line: {limits!r}", "write a few words, as in a palette"
        )
    return limits


def _described(where: str, cls: type) -> str:
    paragraph = (cls.__doc__ or "").strip().partition("\n\n")[0]
    if not paragraph:
        raise DeclarationError(f"{where} has no docstring", "say in one sentence what it does; the palette shows it")
    return " ".join(paragraph.split())


def _refuse_unbound(where: str, result: ObjectType, variables: tuple[Variable, ...]) -> None:
    for variable in variables_in(result) - set(variables):
        raise DeclarationError(
            f"{where} uses the type variable `{variable.name}` without being generic in it",
            f"write `class {where.strip('`')}(Generic[{variable.name}])`",
        )
