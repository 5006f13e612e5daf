# SPDX-License-Identifier: BSD-3-Clause
"""Engines and scopes for tests: on loopback, each test with its own scope name."""

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
    """A node of a test: its engine, scope and group, and all received messages."""

    engine: Engine
    scope: Scope
    group: Group
    received: list[bytes] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def record(self) -> None:
        def keep(batch: Any) -> None:
            self.received.extend(bytes(message) for message in batch)
            self._changed.set()

        self.group.on_batch = keep

    async def until_received(self, count: int, seconds: float = 30) -> None:
        """Wait until so many messages were received."""
        async with asyncio.timeout(seconds):
            while len(self.received) < count:
                self._changed.clear()
                await self._changed.wait()


MakeParties = Callable[..., Awaitable[list[Party]]]


@pytest.fixture
async def make_parties() -> AsyncIterator[MakeParties]:
    """A function that starts nodes in this process and waits until they are all in one view."""
    engines: list[Engine] = []

    async def make(count: int, policy: Policy | None = None, deliver_own: bool = False, **settings: Any) -> list[Party]:
        name = f"test {secrets.token_hex(8)}"
        parties = []
        for _ in range(count):
            engine = Engine()
            engines.append(engine)
            engine.attach()
            scope = engine.open_scope(ScopeSettings(name=name, **settings))
            party = Party(engine, scope, scope.join("group", policy, deliver_own=deliver_own))
            party.record()
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
