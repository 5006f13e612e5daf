# SPDX-License-Identifier: BSD-3-Clause
"""The builder: makes running proxies from a plan in one step. On failure it ends all that it began."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from app.runtime.activation.composite import CompositeLifetime
from app.runtime.activation.context import ProxyContext
from app.runtime.activation.endpoint_binding import bind_endpoints
from app.runtime.activation.endpoints import ExternalEndpoint, Portal
from app.runtime.activation.lifetime import Lifetime, State
from app.runtime.activation.plans import CompositePlan, Plan, PrimitivePlan
from app.runtime.activation.proxy import Proxy
from app.runtime.gc_pause import gc_paused
from app.runtime.types import EndpointType, ObjectType

if TYPE_CHECKING:
    from app.runtime.activation.node import Node
    from app.runtime.library import Blueprint
    from app.runtime.references import EndpointPath


class Builder:
    """Builds one plan on a node."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def build(self, plan: Plan, name: str) -> Proxy:
        """Build a proxy; it has failed if its code raised. A composite continues without that component."""
        with gc_paused():
            return self._build(plan, name)

    def _build(self, plan: Plan, name: str) -> Proxy:
        if isinstance(plan, PrimitivePlan):
            return self._primitive(plan, name)
        if isinstance(plan, CompositePlan):
            return self._composite(plan, name)
        life = Lifetime(self._node, name)
        life.fail(plan.error)
        return Proxy(life, plan.reference, plan.type, {})

    def _primitive(self, plan: PrimitivePlan, name: str) -> Proxy:
        life = Lifetime(self._node, name)
        portals: dict[str, Portal] = {}
        try:
            blueprint = plan.definition.blueprint()
        except Exception as error:  # noqa: BLE001  # importing an object's code is running it
            life.fail(error)
        else:
            portals = start(life, blueprint, plan)
        shown = _visible(life, portals, plan.type)
        return Proxy(life, plan.reference, plan.type, shown, types=plan.types, definition=plan.definition)

    def _composite(self, plan: CompositePlan, name: str) -> Proxy:
        life = CompositeLifetime(self._node, name)
        components: dict[str, Proxy] = {}
        try:
            for part, inner in plan.components:
                component = self._build(inner, f"{name}.{part}" if name else part)
                life.own(component.close)
                components[part] = component
            for connection in plan.connections:
                self._connect(life, components, connection.first, connection.second)
            endpoints = self._exports(plan, components)
        except BaseException:
            life.end()
            raise
        life.adopt(components)
        return Proxy(life, plan.reference, plan.type, endpoints, components)

    def _connect(self, life: Lifetime, components: dict[str, Proxy], first: EndpointPath, second: EndpointPath) -> None:
        one, other = (components[path.component].endpoints().get(path.endpoint) for path in (first, second))
        # A failed component has no endpoints; its neighbours run unconnected, as after a disconnection.
        if one is not None and other is not None:
            life.own(self._node.connect(one, other).close)

    def _exports(self, plan: CompositePlan, components: dict[str, Proxy]) -> dict[str, ExternalEndpoint]:
        found = {}
        for export in plan.exports:
            seen = plan.type.endpoint(export.name)
            inner = components[export.endpoint.component].endpoints().get(export.endpoint.endpoint)
            if isinstance(seen, EndpointType) and inner is not None:
                found[export.name] = inner.seen_as(seen)
        return found


def start(life: Lifetime, blueprint: Blueprint, plan: PrimitivePlan) -> dict[str, Portal]:
    """Make and start the instance in its first turn; if it raises, its lifetime fails."""
    portals: dict[str, Portal] = {}
    own = dict(plan.own_type.endpoints)
    declared = [(each, cast(EndpointType, own[each.name])) for each in blueprint.endpoints]

    def prepare(instance: object) -> None:
        portals.update(bind_endpoints(life, instance, declared))

    context = ProxyContext(life, plan.reference, plan.types)

    def build() -> None:
        life.body = blueprint.build(plan.arguments, context, prepare)

    life.turn.run(build)
    if life.state is State.CREATED:
        life.set_state(State.LIVE)
    return portals


def _visible(life: Lifetime, portals: dict[str, Portal], shown: ObjectType) -> dict[str, ExternalEndpoint]:
    """Return the endpoints that the type exposes: a cast hides others, a failed proxy has none."""
    if life.over:
        return {}
    return {
        name: ExternalEndpoint(portals[name], seen)
        for name, seen in shown.endpoints
        if name in portals and isinstance(seen, EndpointType)
    }
