# SPDX-License-Identifier: BSD-3-Clause
"""Views: show a proxy to a person, connected through endpoints."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from app.errors import one_line
from app.runtime.activation.context import ProxyContext
from app.runtime.activation.endpoint_binding import bind_endpoints
from app.runtime.activation.endpoints import ExternalEndpoint, Portal
from app.runtime.activation.errors import ActivationError
from app.runtime.activation.lifetime import Close, Failure, Lifetime, State
from app.runtime.references import Composite, Parameterized, Primitive
from app.runtime.types import EndpointType, substitute

if TYPE_CHECKING:
    from app.runtime.activation.endpoint_binding import Declared
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy
    from app.runtime.library import Blueprint
    from app.runtime.references import Reference


class AttachedView:
    """A view of a proxy; `widget` is the instance of the author's class. Its failure is its own."""

    def __init__(self, life: Lifetime, widget: object) -> None:
        self._life = life
        self.widget = widget

    @property
    def failure(self) -> Failure | None:
        """Why it failed, if it did."""
        return self._life.failure

    def on_end(self, call: Close) -> None:
        """Call when the view is detached, for whatever reason."""
        self._life.own(call)

    def close(self) -> None:
        """Detach from the proxy."""
        self._life.end()


def attach_view(node: Node, proxy: Proxy, blueprint: Blueprint) -> AttachedView:
    """Make a view, and connect each of its endpoints to the proxy's endpoint of that name."""
    life = Lifetime(node, f"the view of {proxy.name}")
    declared = _declared(proxy, blueprint)
    portals: dict[str, Portal] = {}

    def prepare(instance: object) -> None:
        portals.update(bind_endpoints(life, instance, declared))

    def build() -> None:
        life.body = blueprint.build({}, ProxyContext(life, proxy.reference, proxy.types), prepare)

    life.turn.run(build)
    if life.failure is not None:
        raise ActivationError(f"{life.name} cannot be made: {life.failure.reason}", "open it without its view")
    view = AttachedView(life, life.body)
    try:
        for name, portal in portals.items():
            life.own(node.connect(ExternalEndpoint(portal), proxy.endpoint(name)).close)
    except ActivationError:
        life.end()
        raise
    life.set_state(State.LIVE)
    _follow_state(life, proxy)
    return view


def show_inside(life: Lifetime, proxy: Proxy) -> list[AttachedView]:
    """Make the views of a proxy, or of its components, inside another view; they end with it."""
    if proxy.components:
        return [view for part in proxy.components.values() for view in show_inside(life, part)]
    try:
        blueprint = None if proxy.definition is None else proxy.definition.view()
    except Exception as error:
        reason = one_line(error)
        raise ActivationError(f"the view of {proxy.name} cannot be read: {reason}", "mend its library") from error
    if blueprint is None:
        return []
    view = attach_view(life.node, proxy, blueprint)
    disown = life.own(view.close)
    view.on_end(disown)
    return [view]


def has_view(node: Node, reference: Reference) -> bool:
    """Whether there is a view; True for external references, which are unknown before they are fetched."""
    match reference:
        case Primitive():
            return node.definition(reference).view() is not None
        case Parameterized():
            return has_view(node, reference.template)
        case Composite():
            return any(has_view(node, part) for _, part in reference.components)
    return True


def _follow_state(life: Lifetime, proxy: Proxy) -> None:
    """Call the view's method `object_state`, if it has one, with the state and the reason of a failure."""
    notify = getattr(life.body, "object_state", None)
    if notify is None:
        return
    shown = weakref.ref(proxy)  # listening must not keep the view alive

    def state_changed(state: State) -> None:
        failure = None if (alive := shown()) is None else alive.failure
        life.turn.run(notify, str(state), "" if failure is None else failure.reason)

    life.own(proxy.watch(state_changed))
    state_changed(proxy.state)


def _declared(proxy: Proxy, blueprint: Blueprint) -> list[Declared]:
    """Return the endpoints of the view that the proxy exposes, too; others stay unconnected."""
    shown = proxy.endpoints()
    found: list[Declared] = []
    for declaration in blueprint.endpoints:
        concrete = substitute(declaration.type, proxy.types)
        if declaration.name in shown and isinstance(concrete, EndpointType):
            found.append((declaration, concrete))
    return found
