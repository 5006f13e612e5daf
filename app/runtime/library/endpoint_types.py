# SPDX-License-Identifier: BSD-3-Clause
"""Endpoint types described by a class: for endpoints that fit them, and for tickets."""

from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_origin

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.errors import DeclarationError
from app.runtime.library.named_types import NAMED_TYPE
from app.runtime.library.parameters import type_variables
from app.runtime.types import EndpointOf, EndpointTerm, EndpointType, Type, is_subtype, substitute, variables_in


def endpoint_type_of(wanted: Any) -> EndpointType:
    """Return the endpoint type of a class, perhaps with type arguments."""
    cls = get_origin(wanted) or wanted
    found = vars(cls).get(NAMED_TYPE) if isinstance(cls, type) else None
    if not isinstance(found, EndpointType):
        raise DeclarationError(
            f"{getattr(cls, '__name__', cls)!r} describes no endpoint",
            "use a class with `@type_name(...)` whose methods have `@incoming` or `@outgoing`",
        )
    variables = zip(type_variables(cls), get_args(wanted), strict=False)
    bindings: dict[str, Type] = {variable.name: wrapper_of(given).sent for variable, given in variables}
    return substitute(found, bindings)


def require_fit(where: str, declared: EndpointTerm, wanted: Any) -> None:
    """Refuse an endpoint that does not conform to the type that it declares to fit."""
    described = endpoint_type_of(wanted)
    if variables_in(described) or variables_in(declared):
        return
    verdict = is_subtype(declared, described)
    if not verdict:
        reasons = "; ".join(verdict.explain("this endpoint", "that type"))
        raise DeclarationError(f"{where} does not fit {described}: {reasons}", "declare the same events and types")


if TYPE_CHECKING:
    _Endpoint = TypeVar("_Endpoint")

    class _Ticket(str, Generic[_Endpoint]):
        """Carries the endpoint's type for static checkers; does not exist at run time."""

        __slots__ = ()

    EndpointTicket = str | _Ticket[_Endpoint]
else:

    class EndpointTicket:
        """Annotates a text with which another process can connect to an endpoint; `X` describes its type."""

        def __class_getitem__(cls, wanted: object) -> object:
            return Annotated[str, EndpointOf(endpoint_type_of(wanted))]
