# SPDX-License-Identifier: BSD-3-Clause
"""Backups of durable channels: they know nothing of what they keep, and everybody gets it from them."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from app.runtime.activation import Node, Proxy
from app.runtime.directories import data_directory
from app.runtime.references import Document, Reference, identity, write
from app.runtime.storage import channel_directory, limits
from objects_library.channels.native import scope_registry
from tests.objects_library.channels.company import DURABLE, App, Watching, channel, company, join, unique_scope

_ROOT = Path(__file__).resolve().parents[3]
BACKUP = 0xAF1357A415799901EB93C2BD2D0007F0


@pytest.fixture(autouse=True)
def _own_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))


class Keeping(Watching):
    """A backup on a node."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__()
        self.proxy = proxy
        proxy.watch(lambda _: self.news())

    async def live(self) -> Keeping:
        await self.until(lambda: self.proxy.state == "live")
        return self


async def keep(node: Node, reference: Reference) -> Keeping:
    return Keeping(await node.dereference(reference))


async def _submit_and_leave(user: App, count: int) -> None:
    for number in range(count):
        user.submit(number)
    await user.until(lambda: len(user.accepted) == count)
    user.leave()


def both(carried: str = "int", state: str = "list[int]", **values: Any) -> tuple[Reference, Reference]:
    """A durable channel and its backup."""
    scope = unique_scope()
    return (
        channel(DURABLE, carried, state, scope=scope, **values),
        channel(BACKUP, carried, state, scope=scope, **values),
    )


async def test_the_last_user_leaves_and_another_gets_everything_from_the_backup() -> None:
    durable, backup = both()
    async with company(3) as nodes:
        kept = await keep(nodes[0], backup)
        first = await join(nodes[1], durable)
        await first.live(2)
        await kept.live()
        requests = [first.submit(number) for number in range(30)]
        await first.until(lambda: len(first.accepted) == 30)
        assert first.accepted == requests
        first.leave()
        await asyncio.sleep(0)
        _forget_what_users_stored()
        second = await join(nodes[2], durable)
        assert await second.has(30) == list(range(30))
        second.submit(30)
        await second.until(lambda: len(second.accepted) == 1)
        assert second.state == list(range(31))


def _forget_what_users_stored() -> None:
    """As if the next user were on another computer."""
    for path in (data_directory() / "channels").iterdir():
        if not _is_open(path):
            shutil.rmtree(path)


def _is_open(path: Path) -> bool:
    with (path / "lock").open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


async def test_a_backup_that_comes_later_gets_the_state_and_goes_on_from_it() -> None:
    durable, backup = both()
    async with company(3) as nodes:
        first = await join(nodes[0], durable)
        for number in range(10):
            first.submit(number)
        await first.until(lambda: len(first.accepted) == 10)
        await (await keep(nodes[1], backup)).live()
        for number in range(10, 20):
            first.submit(number)
        await first.until(lambda: len(first.accepted) == 20)
        first.leave()
        second = await join(nodes[2], durable)
        assert await second.has(20) == list(range(20))


async def test_a_backup_ends_and_has_it_all_when_it_starts_again() -> None:
    durable, backup = both()
    async with company(2) as nodes:
        kept = await (await keep(nodes[0], backup)).live()
        user = await join(nodes[1], durable)
        await _submit_and_leave(user, 25)
        kept.proxy.close()
        await asyncio.sleep(0)
        await scope_registry.closed()
    _forget_users(backup)
    async with company(2) as nodes:
        await keep(nodes[0], backup)
        user = await join(nodes[1], durable)
        assert await user.has(25) == list(range(25))


def _forget_users(backup: Reference) -> None:
    """Leave only what the backup has stored."""
    mine = channel_directory(identity(backup))
    assert mine.exists()
    for path in mine.parent.iterdir():
        if path != mine:
            shutil.rmtree(path)


async def test_one_backup_gets_it_from_another() -> None:
    durable, backup = both()
    other = channel(BACKUP, "int", "list[int]", scope=_scope(backup), copies=2)
    async with company(4) as nodes:
        first_backup = await (await keep(nodes[0], backup)).live()
        user = await join(nodes[1], durable)
        await _submit_and_leave(user, 12)
        await (await keep(nodes[2], other)).live()
        first_backup.proxy.close()
        second = await join(nodes[3], durable)
        assert await second.has(12) == list(range(12))


def _scope(reference: Any) -> str:
    return str(dict(reference.arguments)["scope"].value)


async def test_a_user_and_a_backup_on_one_node_share_what_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHECKPOINT_AFTER_BYTES", 2048)
    durable, backup = both()
    async with company(2) as nodes:
        user = await join(nodes[0], durable)
        await user.live()
        await keep(nodes[0], backup)
        for number in range(500):
            user.submit(number)
            if number % 50 == 0:
                await asyncio.sleep(0.01)
        await user.until(lambda: len(user.accepted) == 500)
        user.leave()
        second = await join(nodes[1], durable)
        assert await second.has(500) == list(range(500))
        third = await join(nodes[0], durable)
        assert await third.has(500) == list(range(500))


async def test_two_copies_are_promised_only_while_there_are_two() -> None:
    durable, backup = both(copies=2)
    async with company(2) as nodes:
        user = await join(nodes[0], durable)
        await user.live()
        user.submit(1)
        await user.receives(1)
        assert user.accepted == []
        await keep(nodes[1], backup)
        await user.until(lambda: len(user.accepted) == 1)


async def test_a_large_state_goes_through_a_backup() -> None:
    durable, backup = both("bytes", "list[bytes]")
    async with company(3) as nodes:
        kept = await keep(nodes[0], backup)
        user = await join(nodes[1], durable)
        await user.live(2)
        await kept.live()
        for number in range(40):
            user.submit(bytes([number]) * 20_000)
        await user.until(lambda: len(user.accepted) == 40)
        user.leave()
        await asyncio.sleep(0)
        _forget_what_users_stored()
        second = await join(nodes[2], durable)
        assert await second.has(40) == [bytes([number]) * 20_000 for number in range(40)]


class _Host:
    """`liveobjects host` with a disk of its own."""

    def __init__(self, document: Path, home: Path) -> None:
        self._words = [sys.executable, "-m", "app", "host", str(document), "--json"]
        self._environment = {**os.environ, "LIVEOBJECTS_HOME": str(home)}
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Run until it is live."""
        self._process = await asyncio.create_subprocess_exec(
            *self._words, cwd=_ROOT, env=self._environment, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(30):
            while line := await self._process.stdout.readline():
                if json.loads(line).get("state") == "live":
                    return
        raise AssertionError("the host ended")

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.communicate()


async def test_hosts_keep_what_users_said_also_when_everything_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last user leaves and its disk is gone, all hosts are killed: who returns has everything."""
    durable, backup = both(copies=2)
    document = tmp_path / "backup.liveobject"
    document.write_bytes(write(Document(backup, "Backup")))
    hosts = [_Host(document, tmp_path / f"host {number}") for number in range(2)]
    try:
        await asyncio.gather(*(host.start() for host in hosts))
        async with company(1) as (node,):
            user = await join(node, durable)
            await user.live(3)
            for number in range(40):
                user.submit(number)
            await user.until(lambda: len(user.accepted) == 40)
            user.leave()
        await asyncio.gather(*(host.kill() for host in hosts))
        await asyncio.gather(*(host.start() for host in hosts))
        monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "another computer"))
        async with company(1) as (node,):
            user = await join(node, durable)
            assert await user.has(40) == list(range(40))
    finally:
        for host in hosts:
            await host.kill()
