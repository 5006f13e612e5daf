# SPDX-License-Identifier: BSD-3-Clause
"""Foreign libraries: their definitions are known here, their code runs in sandboxes only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.runtime.activation.context import ProxyContext, lifetime_of
from app.runtime.library import Blueprint, Definition
from app.runtime.library.entries import add_names, definition_from
from app.runtime.library.modules import Package
from app.runtime.sandbox.process import ConfinedLibrary, Sandbox
from app.runtime.sandbox.setup import PATIENCE
from app.runtime.sandbox.stub import Stub, blueprint
from app.runtime.types import ObjectType, TemplateType
from app.runtime.types.objects import TYPE_PARAMETERS

if TYPE_CHECKING:
    from app.runtime.library.library_scan import Scan
    from app.runtime.sandbox.boundary import Boundary


class Sandboxes:
    """Makes the definitions of libraries whose code must not run in this process."""

    def __init__(self, companions: tuple[str, ...] = (), patience: float = PATIENCE) -> None:
        self._companions = companions
        self._patience = patience

    def definitions_of(self, offer: Scan, package: Package, library: str) -> tuple[Definition, ...]:
        """Return the definitions in a manifest; nothing is imported, not even formalisms."""
        add_names(package.names, offer.names)
        confined = ConfinedLibrary(library, package.name, package.root, offer, self._companions, self._patience)
        sandboxes = LibrarySandboxes(confined)
        return tuple(
            sandboxes.confine(
                replace(
                    definition_from(entry, library, package.names),
                    icon=package.icon(entry),
                    sandboxed=True,
                    has_own_look=package.view_loader(entry) is not None,
                )
            )
            for entry in offer.entries
        )


class LibrarySandboxes:
    """The sandboxes of one library: one on each node that runs its objects."""

    def __init__(self, library: ConfinedLibrary) -> None:
        self._library = library
        self._sandboxes: dict[str, Sandbox] = {}

    def confine(self, definition: Definition) -> Definition:
        """Return the definition with a stub instead of its code."""
        return replace(definition, load=partial(self._blueprint, definition))

    def sandbox(self, node_id: str) -> Sandbox | None:
        """Return the sandbox on a node, or None."""
        return self._sandboxes.get(node_id)

    def _blueprint(self, definition: Definition) -> Blueprint:
        declared = definition.type
        parameters = declared.parameters if isinstance(declared, TemplateType) else ()
        result = declared.result if isinstance(declared, TemplateType) else declared
        assert isinstance(result, ObjectType)
        values = [each.name for each in parameters if each.kind not in TYPE_PARAMETERS]
        return blueprint(result.endpoints, values, partial(self._enter, definition))

    def _enter(
        self, definition: Definition, stub: Stub, context: ProxyContext, given: Mapping[str, object]
    ) -> tuple[Boundary, int]:
        node = lifetime_of(context).node
        self._sandboxes = {key: each for key, each in self._sandboxes.items() if not each.over}
        sandbox = self._sandboxes.get(node.id)
        if sandbox is None:
            sandbox = self._sandboxes[node.id] = Sandbox(node, self._library)
        return sandbox.enter(definition, stub, context, given)
