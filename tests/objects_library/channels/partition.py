# SPDX-License-Identifier: BSD-3-Clause
"""People with homes of their own in one process, whose network can be cut."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

import pytest

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.transport_native import Faults
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import App, join


@cache
def _catalogue() -> Catalogue:
    return installed_catalogue()


class Homes:
    """Makes nodes; each has a home, in which its documents are stored."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.nodes: dict[str, Node] = {}

    async def join(self, name: str, reference: Reference) -> App:
        """Open a document at home; it is loaded when this returns."""
        with self.home(name):
            if name not in self.nodes:
                node = self.nodes[name] = Node(_catalogue(), name=name)
                await node.__aenter__()
            app = await join(self.nodes[name], reference)
            await app.until(lambda: bool(app.conditions))
        return app

    @contextmanager
    def home(self, name: str) -> Iterator[None]:
        """Act as a program in somebody's home."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("LIVEOBJECTS_HOME", str(self._folder / name))
            yield

    def cut(self, *names: str) -> None:
        """Let nothing through to these any more."""
        self._lose(names, 1.0)

    def heal(self, *names: str) -> None:
        """Let everything through again."""
        self._lose(names, 0.0)

    def _lose(self, names: Iterable[str], share: float) -> None:
        for name in names:
            for scope in scope_registry.open_scopes(self.nodes[name].id):
                scope.set_faults(Faults(loss=share, seed=1))

    async def leave(self, name: str) -> None:
        """Close everything of somebody, and wait until it is stored."""
        await self.nodes.pop(name).__aexit__(None, None, None)
        await asyncio.sleep(0)
        await scope_registry.closed()


@asynccontextmanager
async def homes(folder: Path) -> AsyncIterator[Homes]:
    """Homes below a folder."""
    made = Homes(folder)
    before = os.environ.get("LIVEOBJECTS_HOME")
    try:
        yield made
    finally:
        for name in list(made.nodes):
            await made.leave(name)
        assert os.environ.get("LIVEOBJECTS_HOME") == before


async def alone(*apps: App) -> None:
    """Wait until each sees nobody else."""
    for app in apps:
        await app.until(lambda app=app: len(app.condition["members"]) == 1)  # type: ignore[misc]
