# SPDX-License-Identifier: BSD-3-Clause
"""Checks the inside of a composite: connections, exports, and unconnected endpoints."""

from __future__ import annotations

from app.runtime.references.check_context import CheckContext
from app.runtime.references.constraint_text import constraints_in_words
from app.runtime.references.errors import listed, quoted
from app.runtime.references.model import Composite, Connection, EndpointPath, Path
from app.runtime.references.typings import Typing
from app.runtime.types import (
    Constraint,
    EndpointTerm,
    EndpointType,
    NamedEndpoint,
    ObjectType,
    Variable,
    check_constraints,
)


class CompositeCheck:
    """Checks one composite whose components are typed already."""

    def __init__(self, context: CheckContext, composite: Composite, path: Path, components: dict[str, Typing]) -> None:
        self._context = context
        self._composite = composite
        self._path = path
        self._components = components
        self._endpoints = {name: typing.endpoints() for name, typing in components.items()}
        self._used: dict[EndpointPath, str] = {}
        self._pairs: set[frozenset[EndpointPath]] = set()

    def typing(self) -> Typing:
        """Return the type of the composite; problems are reported on the way."""
        for connection in self._composite.connections:
            self._check_connection(connection)
        endpoints = []
        for export in self._composite.exports:
            found = self._use(export.endpoint, export.line, f"exported as {quoted(export.name)}")
            if found is not None:
                endpoints.append(NamedEndpoint(export.name, found))
        self._check_unconnected()
        bare = ObjectType(tuple(endpoints))
        whole = ObjectType(bare.endpoints, (), self._requirements(bare))
        return Typing("the composite", whole, len(endpoints) == len(self._composite.exports))

    def _check_connection(self, connection: Connection) -> None:
        names = (str(connection.first), str(connection.second))
        first = self._use(connection.first, connection.line, f"connected to {names[1]}")
        second = self._use(connection.second, connection.line, f"connected to {names[0]}")
        if first is None or second is None:
            return
        pair = frozenset((connection.first, connection.second))
        if pair in self._pairs:
            message = f"{names[0]} and {names[1]} are connected twice"
            self._context.report(self._path, connection.line, "double", message)
        self._pairs.add(pair)
        for reason in self._context.match(first, second).leaves():
            message = f"{names[0]} and {names[1]} do not fit: {reason.render(*names)}"
            self._context.report(self._path, connection.line, "connection", message, reason.offers)

    def _use(self, end: EndpointPath, line: int | None, how: str) -> EndpointTerm | None:
        """Mark an endpoint as used and return its type; None if it is unknown or used already."""
        if end.component not in self._components:
            known = listed(self._components) or "none"
            message = f"there is no component {quoted(end.component)}; there are {known}"
            self._context.report(self._path, line, "component", message)
            return None
        endpoints = self._endpoints[end.component]
        term = None if endpoints is None else endpoints.get(end.endpoint)
        if end in self._used and not (isinstance(term, EndpointType) and term.one_way):
            message = f"{end} cannot be {how}, because it is {self._used[end]}"
            self._context.report(self._path, line, "double", message)
            return None
        self._used[end] = how if line is None else f"{how} in line {line}"
        if endpoints is None:
            return None
        if end.endpoint not in endpoints and self._components[end.component].complete:
            known = listed(endpoints) or "none"
            message = f"{quoted(end.component)} has no endpoint {quoted(end.endpoint)}; there are {known}"
            self._context.report(self._path, line, "endpoint", message)
        return term

    def _check_unconnected(self) -> None:
        """Report an endpoint with requirements that is neither connected nor exported."""
        for name, reference in self._composite.components:
            for endpoint, term in (self._endpoints[name] or {}).items():
                end = EndpointPath(name, endpoint)
                if isinstance(term, Variable) or not term.requires or end in self._used:
                    continue
                needs = " and ".join(constraints_in_words(term.requires, self._context.formalisms))
                message = f"{end} needs {needs}, and is neither connected nor exported"
                self._context.report((*self._path, name), reference.line, "unconnected", message)

    def _requirements(self, bare: ObjectType) -> tuple[Constraint, ...]:
        """Return what the components require of their environment, as far as it applies to the whole."""
        required = [
            constraint
            for typing in self._components.values()
            if isinstance(typing.type, ObjectType)
            for constraint in typing.type.requires
        ]
        return tuple(
            constraint
            for constraint in required
            if check_constraints(ObjectType(bare.endpoints, (), (constraint,)), self._context.formalisms)
        )
