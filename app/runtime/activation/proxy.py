# SPDX-License-Identifier: BSD-3-Clause
"""Proxies, as seen by the code that dereferenced them."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from app.runtime.activation.endpoints import ExternalEndpoint
from app.runtime.activation.errors import EndpointError
from app.runtime.activation.lifetime import Close, Failure, Lifetime, Listener, State
from app.runtime.types import EndpointType, ObjectType, Type, is_subtype

if TYPE_CHECKING:
    from app.runtime.library import Definition
    from app.runtime.references import Reference


class _SharedHandle:
    """Shared by all handles of one proxy; when the last is dropped, the proxy ends."""

    __slots__ = ("__weakref__",)

    def __init__(self, life: Lifetime) -> None:
        dropped = weakref.finalize(self, life.end_from_anywhere)
        dropped.atexit = False
        life.own(dropped.detach)  # once it is over, nothing is left to be done


class Proxy:
    """The part of a live object that runs on this node; it ends when it is closed or dropped."""

    def __init__(
        self,
        life: Lifetime,
        reference: Reference,
        object_type: ObjectType,
        endpoints: Mapping[str, ExternalEndpoint],
        components: Mapping[str, Proxy] | None = None,
        *,
        types: Mapping[str, Type] | None = None,
        definition: Definition | None = None,
        grip: _SharedHandle | None = None,
    ) -> None:
        self._life = life
        self._endpoints = endpoints
        self._grip = grip or _SharedHandle(life)
        self.reference = reference
        self.type = object_type
        self.types: Mapping[str, Type] = MappingProxyType(dict(types or {}))
        """Its type arguments, by parameter name."""
        self.definition = definition
        """Its definition; None for a composite."""
        self.components: Mapping[str, Proxy] = MappingProxyType(dict(components or {}))

    @property
    def name(self) -> str:
        """The name in messages."""
        return self._life.name

    @property
    def state(self) -> State:
        """The present state."""
        return self._life.state

    @property
    def failure(self) -> Failure | None:
        """Why it failed, if it did."""
        return self._life.failure

    @property
    def over(self) -> bool:
        """Whether nothing of it runs any more."""
        return self._life.over

    @property
    def started(self) -> tuple[Proxy, ...]:
        """The proxies that it has dereferenced and that run now, such as its channel."""
        return tuple(self._life.started)

    def watch(self, listener: Listener) -> Close:
        """Call `listener` at every change of state; returns a function that stops this."""
        return self._life.watch(listener)

    def endpoint(self, name: str) -> ExternalEndpoint:
        """Return the endpoint of that name."""
        found = self._endpoints.get(name)
        if found is None:
            known = ", ".join(f"`{each}`" for each in self._endpoints) or "none"
            raise EndpointError(f"{self.name} has no endpoint `{name}`", f"it has {known}")
        return found

    def endpoints(self) -> Mapping[str, ExternalEndpoint]:
        """Return all endpoints by name."""
        return MappingProxyType(dict(self._endpoints))

    def cast(self, object_type: ObjectType) -> Proxy:
        """Return the same proxy under a more general type, which hides endpoints; either handle keeps it."""
        verdict = is_subtype(self.type, object_type, self._life.node.formalisms)
        if not verdict:
            why = "; ".join(verdict.explain(self.name, "the type it is cast to"))
            raise EndpointError(f"{self.name} is not of that type: {why}", "cast it to a type that it has")
        endpoints = {
            name: self._endpoints[name].seen_as(seen)
            for name, seen in object_type.endpoints
            if name in self._endpoints and isinstance(seen, EndpointType)
        }
        return Proxy(
            self._life,
            self.reference,
            object_type,
            endpoints,
            self.components,
            types=self.types,
            definition=self.definition,
            grip=self._grip,
        )

    def close(self) -> None:
        """End the proxy and everything in it."""
        self._life.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<proxy of {self.name}: {self.state}>"
