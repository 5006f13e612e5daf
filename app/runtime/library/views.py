# SPDX-License-Identifier: BSD-3-Clause
"""`view_of`: declares the view of an object, a widget whose endpoints connect to the proxy's by name."""

from collections.abc import Callable
from typing import TypeVar

from app.runtime.library.definition import Blueprint
from app.runtime.library.endpoint_declarations import declared_endpoints
from app.runtime.library.errors import DeclarationError
from app.runtime.library.objects import definition_of
from app.runtime.library.parameters import read_constructor
from app.runtime.types import EndpointTerm
from app.runtime.types.objects import variables_in
from app.runtime.types.relations import match

_Class = TypeVar("_Class", bound=type)
_VIEW = "__view__"


def view_of(shown: type) -> Callable[[_Class], _Class]:
    """Declare the class, a Qt widget, as the view of an object's class.

    Each endpoint of the view is connected to the object's endpoint of the same name. Their types are checked
    when the module is imported. The constructor of a view takes nothing but a `Context`.
    """

    def decorate(cls: _Class) -> _Class:
        definition = definition_of(shown)
        blueprint = _blueprint(cls)
        offered = {endpoint.name: endpoint.type for endpoint in definition.blueprint().endpoints}
        for endpoint in blueprint.endpoints:
            if endpoint.name not in offered:
                raise DeclarationError(
                    f"the view `{cls.__name__}` wants an endpoint `{endpoint.name}` of `{shown.__name__}`",
                    f"there are only these: {', '.join(offered)}",
                )
            _refuse_mismatch(cls, shown, endpoint.name, endpoint.type, offered[endpoint.name])
        setattr(cls, _VIEW, (definition.id, definition.version, blueprint))
        return cls

    return decorate


def view_in(members: dict[str, object], definition_id: int, version: int) -> Blueprint | None:
    """Return the view of an object among the members of its `view.py`, or None."""
    for member in members.values():
        found = vars(member).get(_VIEW) if isinstance(member, type) else None
        if found is not None and found[:2] == (definition_id, version):
            blueprint: Blueprint = found[2]
            return blueprint
    return None


def _blueprint(cls: type) -> Blueprint:
    constructor = read_constructor(cls)
    if constructor.parameters:
        raise DeclarationError(
            f"`{cls.__name__}.__init__` wants `{constructor.parameters[0].name}`, but a view gets nothing",
            "let the proxy send it as an event when the view connects",
        )
    return Blueprint(cls, declared_endpoints(cls), (), constructor.injected)


def _refuse_mismatch(cls: type, shown: type, name: str, mine: EndpointTerm, offered: EndpointTerm) -> None:
    if variables_in(mine) or variables_in(offered):
        return
    verdict = match(mine, offered)
    if not verdict:
        raise DeclarationError(
            f"the view `{cls.__name__}` does not fit the endpoint `{name}`: "
            + "; ".join(verdict.explain(cls.__name__, shown.__name__)),
            "use the same events and types on both sides",
        )
