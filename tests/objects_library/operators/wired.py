# SPDX-License-Identifier: BSD-3-Clause
"""Wires between everyday objects: an operator with a source at each inlet and a listener at each outlet."""

from __future__ import annotations

import secrets
from typing import Any

from app.runtime import references as refs
from app.runtime.activation import Node, Proxy
from app.runtime.types import EndpointType, dual, parse_endpoint_type
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import Copy

_CAUSE = "{again: bool, at: null | timestamp, by: text, depth: int, id: bytes, own: bool}"


def flow_end(kind: str, *, takes: bool = False, event: bool = False) -> EndpointType:
    """The type of an outlet, or of an inlet, for values of a type."""
    name, value = ("happened", kind) if event else ("value", f"{kind} | null")
    offered = parse_endpoint_type(f"endpoint{{ out {name}({{cause: {_CAUSE}, value: {value}}}) }}")
    other = dual(offered)
    assert isinstance(other, EndpointType)
    return other if takes else offered


class Wired:
    """An object without a channel, all of whose inlets and outlets are wired."""

    def __init__(self, node: Node, proxy: Proxy) -> None:
        self._node = node
        self.proxy = proxy
        self._inlets: dict[str, Any] = {}
        self._connections: dict[str, Any] = {}
        self._outlets: dict[str, Copy] = {}
        for name, end in proxy.endpoints().items():
            if not end.type.carries_flow:
                continue
            if end.type.outgoing:
                self._outlets[name] = Copy(node, proxy, name)
                continue
            other = dual(end.type)
            assert isinstance(other, EndpointType)
            self._inlets[name] = node.new_endpoint(other)
            self._connections[name] = node.connect(self._inlets[name], end)

    @property
    def body(self) -> Any:
        """The instance of the class behind the proxy."""
        return self.proxy._life.body

    def offer(self, inlet: str, value: Any, cause: bytes | None = None, *, again: bool = False, at: Any = None) -> None:
        """Offer a value, as a change of this copy."""
        self._send(inlet, "value", value, cause, again, at)

    def happen(self, inlet: str, value: Any = None, cause: bytes | None = None, at: Any = None) -> None:
        """Send an event, which arose in this copy."""
        self._send(inlet, "happened", value, cause, False, at)

    def _send(self, inlet: str, event: str, value: Any, cause: bytes | None, again: bool, at: Any) -> None:
        made = {
            "id": cause or secrets.token_bytes(16),
            "own": not again,
            "again": again,
            "by": "",
            "at": at,
            "depth": 0,
        }
        self._inlets[inlet].emit(event, {"value": value, "cause": made})

    def cut(self, inlet: str) -> None:
        """Cut the wire of an inlet."""
        self._connections.pop(inlet).close()

    def listen(self, outlet: str) -> Copy:
        """One more wire at an outlet."""
        return Copy(self._node, self.proxy, outlet)

    def outlet(self, name: str) -> Copy:
        """The listener at an outlet."""
        return self._outlets[name]

    def values(self, outlet: str) -> list[Any]:
        """All values that an outlet has offered."""
        return [each["value"] for each in self._outlets[outlet].all("value")]

    def present(self, outlet: str) -> Any:
        """The present value of an outlet."""
        return self.values(outlet)[-1]

    def events(self, outlet: str) -> list[Any]:
        """The values of all events of an outlet."""
        return [each["value"] for each in self._outlets[outlet].all("happened")]

    def causes(self, outlet: str) -> list[dict[str, Any]]:
        """The causes of all that an outlet has sent."""
        return [each["cause"] for _, each in self._outlets[outlet].received]


async def wire(node: Node, name: str, types: dict[str, str] | None = None, **values: Any) -> Wired:
    """Open an object by its name, and wire it."""
    proxy = await node.dereference(reference_of(name, types, **values))
    assert proxy.failure is None, proxy.failure
    return Wired(node, proxy)


def reference_of(name: str, types: dict[str, str] | None = None, **values: Any) -> refs.Reference:
    """The reference of an installed object with these arguments."""
    (definition,) = (each for each in installed_catalogue().definitions() if each.name == name)
    arguments: list[tuple[str, refs.Argument]] = [
        (parameter, refs.TypeArgument(text)) for parameter, text in (types or {}).items()
    ]
    arguments += [(parameter, refs.ValueArgument(value)) for parameter, value in values.items()]
    primitive = refs.Primitive(definition.id, definition.version, name)
    return refs.Parameterized(primitive, tuple(arguments)) if arguments else primitive
