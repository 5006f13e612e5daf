"""Engines and scopes for tests: on loopback, each test with a scope name of its own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.transport_native import Policy, ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.scope import Group, Scope


@dataclass
class Party:
    """A node of a test: its engine, scope and group, and everything that it heard."""

    engine: Engine
    scope: Scope
    group: Group
    heard: list[bytes] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self) -> None:
        def keep(batch: Any) -> None:
            self.heard.extend(bytes(message) for message in batch)
            self._changed.set()

        self.group.on_batch = keep

    async def until_heard(self, count: int, seconds: float = 30) -> None:
        """Wait until so many messages have come."""
        async with asyncio.timeout(seconds):
            while len(self.heard) < count:
                self._changed.clear()
                await self._changed.wait()


MakeParties = Callable[..., Awaitable[list[Party]]]


@pytest.fixture
async def make_parties() -> AsyncIterator[MakeParties]:
    """Gives a function that starts nodes in this process and waits until they are all in one view."""
    engines: list[Engine] = []

    async def make(
        count: int, policy: Policy | None = None, deliver_own: bool = False, **settings: Any
    ) -> list[Party]:
        name = f"test {secrets.token_hex(8)}"
        parties = []
        for _ in range(count):
            engine = Engine()
            engines.append(engine)
            engine.attach()
            scope = engine.open_scope(ScopeSettings(name=name, **settings))
            party = Party(engine, scope, scope.join("group", policy, deliver_own=deliver_own))
            party.hear()
            parties.append(party)
        async with asyncio.timeout(30):
            for party in parties:
                await party.group.wait_for_members(count)
        return parties

    yield make
    for engine in engines:
        engine.close()


@pytest.fixture
def private_directory(tmp_path: Path) -> Path:
    directory = tmp_path / "shared"
    directory.mkdir(mode=0o700)
    return directory
