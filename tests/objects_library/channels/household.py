# SPDX-License-Identifier: BSD-3-Clause
"""Several people in one process, each with a home, an identity and a node of their own."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.runtime.trust import Identity
from objects_library.channels.native import scope_registry
from objects_library.channels.native.admission import AdmissionScope, admissions_here
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import App, channel, join, unique_scope


@cache
def _catalogue() -> Catalogue:
    return installed_catalogue()


class Household:
    """Makes people; all of them end with it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._nodes: list[Node] = []

    def identity(self, name: str) -> Identity:
        """Who somebody is."""
        with _at_home(self._folder / name):
            return Identity.of_user()

    def home(self, name: str) -> AbstractContextManager[None]:
        """What is opened inside is opened by somebody."""
        return _at_home(self._folder / name)

    def owned(self, kind: int, owner: str, carried: str = "int", state: str | None = None) -> Reference:
        """A channel in a scope of its own that belongs to somebody."""
        public = self.identity(owner).public
        return channel(kind, carried, state, scope=unique_scope(), key=secrets.token_hex(32), owner=public)

    async def join(self, name: str, reference: Reference) -> Visitor:
        """Somebody opens a reference."""
        with _at_home(self._folder / name):
            node = Node(_catalogue(), name=name)
            self._nodes.append(node)
            await node.__aenter__()
            app = await join(node, reference)
            async with asyncio.timeout(20):
                while not admissions_here(node.id):  # noqa: ASYNC110 - opened beside, and tells nobody
                    await asyncio.sleep(0.01)
        return Visitor(node, app, admissions_here(node.id)[0])

    async def leave(self, visitor: Visitor) -> None:
        """Somebody closes everything."""
        self._nodes.remove(visitor.node)
        await visitor.node.__aexit__(None, None, None)

    async def end(self) -> None:
        for node in self._nodes:
            await node.__aexit__(None, None, None)
        await asyncio.sleep(0)
        await scope_registry.closed()


class Visitor:
    """Somebody who has the channel open."""

    def __init__(self, node: Node, app: App, admission: AdmissionScope) -> None:
        self.node, self.app, self.admission = node, app, admission

    @property
    def reason(self) -> str:
        """What is said to them when they cannot take part."""
        return str(self.app.conditions[-1].get("reason", "")) if self.app.conditions else ""


@asynccontextmanager
async def household(folder: Path) -> AsyncIterator[Household]:
    """People with homes below a folder."""
    people = Household(folder)
    try:
        yield people
    finally:
        await people.end()


class _at_home(AbstractContextManager[None]):  # noqa: N801 - reads as a word
    def __init__(self, home: Path) -> None:
        self._home = home
        self._before: str | None = None

    def __enter__(self) -> None:
        self._before = os.environ.get("LIVEOBJECTS_HOME")
        os.environ["LIVEOBJECTS_HOME"] = str(self._home)

    def __exit__(self, *_: object) -> None:
        if self._before is None:
            del os.environ["LIVEOBJECTS_HOME"]
        else:
            os.environ["LIVEOBJECTS_HOME"] = self._before
