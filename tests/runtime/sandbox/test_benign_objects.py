# SPDX-License-Identifier: BSD-3-Clause
"""Benign objects: in a sandbox they work as anywhere else."""

import asyncio
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from app.runtime import references as refs
from app.runtime.activation import State
from app.runtime.directories import make_private
from app.runtime.library import definition_of
from app.runtime.library.source_tree import Library
from app.runtime.sandbox.libraries import LibrarySandboxes
from app.runtime.trust import EVERYTHING, Permission, TrustStore
from objects_library.channels.local.proxy import LocalCheckpointedChannel, RememberingChannel
from objects_library.starter import write_starter
from tests.objects_library.workers import network_channel, workshop
from tests.runtime.sandbox.harness import STARTER, Capture, failure, packed, sandbox_node, starter_channel

ROOT = Path(__file__).resolve().parents[3]
SHARED = "reference[CheckpointedChannel[int, int]]"
COUNTER = "endpoint{ in add(int); out refused(text); out value(int); provides merge(adds) }"
THING = "{name: text, at: timestamp, id: uuid, sizes: list[float]}"
LAB = f"""template[T: value type, step: int = 1] object{{
 port: endpoint{{ in bare(null); in put({THING}); in show(T); in open(reference[Object]); in stop(null);
 out bare(null); out put({THING}); out opened(text);
 out show({{value: T, step: int, user: text, node: text}}) }} }}"""

SOURCE = '''
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar
from uuid import UUID

from app.runtime.library import Context, Endpoint, live_object
from app.runtime.references import Reference

from .helper import doubled

T = TypeVar("T")


@dataclass
class Thing:
    name: str
    at: datetime
    id: UUID
    sizes: list[float]


@live_object("00000000000000000000000000001ab0", name="Laboratory")
class Laboratory(Generic[T]):
    """Gives back what it gets."""

    port = Endpoint()
    bare_out = port.sends()

    def __init__(self, context: Context, step: int = 1) -> None:
        self._context = context
        self._step = step
        context.later(0.01, lambda: context.set_state("read-only"))

    @port.outgoing("bare")
    def send_bare(self) -> None: ...

    @port.incoming
    def bare(self) -> None:
        self.send_bare()

    @port.outgoing("put")
    def send_put(self, name: str, at: datetime, id: UUID, sizes: list[float]) -> None: ...

    @port.incoming
    def put(self, thing: Thing) -> None:
        self.send_put(doubled(thing.name), thing.at, thing.id, thing.sizes)

    @port.outgoing("show")
    def send_show(self, value: T, step: int, user: str, node: str) -> None: ...

    @port.incoming
    def show(self, value: T) -> None:
        self.send_show(value, self._step, self._context.user, self._context.node_name)

    @port.outgoing
    def opened(self, what: str) -> None: ...

    @port.incoming
    def open(self, reference: Reference) -> None:
        self._context.spawn(self._open(reference))

    async def _open(self, reference: Reference) -> None:
        proxy = await self._context.dereference(reference)
        self.opened(f"{proxy.name}: {', '.join(proxy.endpoints())}")

    @port.incoming
    def stop(self) -> None:
        raise RuntimeError("on purpose")
'''.replace("    bare_out = port.sends()\n", "")


def counters_library(folder: Path, capsys: Capture) -> tuple[refs.Reference, str]:
    """Our shared counter as a foreign one: with another id, in a library."""
    source = (ROOT / "objects_library" / "variables" / "counter" / "proxy.py").read_text()
    return packed(folder, {"counter/proxy.py": source.replace("0d6e1d1b6ab4", "ffffffffffff")}, capsys)


def counter(library: refs.Reference, channel: refs.Reference) -> refs.Reference:
    shape = f"template[Channel: {SHARED}] object{{ counter: {COUNTER} }}"
    return refs.Parameterized(
        refs.External("Shared counter", shape, library), (("Channel", refs.ReferenceArgument(channel)),)
    )


def below(process: int) -> list[int]:
    """Return all descendants of a process."""
    own = Path("/proc", str(process), "task", str(process), "children").read_text().split()
    return [int(each) for each in own] + [lower for each in own for lower in below(int(each))]


async def over(process: int) -> None:
    """Wait until a process has ended."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(process, ended.set)
    async with asyncio.timeout(30):
        await ended.wait()
    asyncio.get_running_loop().remove_reader(process)
    os.close(process)


async def test_a_shared_counter_in_two_processes(tmp_path: Path, capsys: Capture) -> None:
    library, signer = counters_library(tmp_path, capsys)
    shared = counter(library, network_channel("int", "int"))
    trusting = make_private(tmp_path / "home" / "config")
    TrustStore(trusting / "trust.json").remember(signer, Permission.RUN_CODE, EVERYTHING, True)
    async with workshop(tmp_path, shared, "tests.runtime.sandbox.neighbour") as shop:
        ann = await shop.start("Ann", "counter")
        ann.send("counter", "add", 2)
        await ann.receives("value", 2)
        bob = await shop.start("Bob", "counter")
        await bob.receives("value", 2)
        bob.send("counter", "add", 3)
        await ann.receives("value", 5)
        await bob.receives("value", 5)
        assert ann.all("state")[-1] == "live"
        # However the program ends, its sandbox ends with it.
        inside = [os.pidfd_open(process) for process in below(bob._process.pid)]
        assert inside
        bob.kill()
        for process in inside:
            await over(process)


async def test_all_kinds_of_values_states_and_arguments(tmp_path: Path, capsys: Capture) -> None:
    sources = {"lab/proxy.py": SOURCE, "lab/helper.py": "def doubled(text: str) -> str:\n    return text * 2\n"}
    library, signer = packed(tmp_path, sources, capsys)
    lab = refs.Parameterized(
        refs.External("Laboratory", " ".join(LAB.split()), library),
        (("T", refs.TypeArgument("map[text, int]")), ("step", refs.ValueArgument(7))),
    )
    channels = Library("channels", (definition_of(RememberingChannel),))
    async with sandbox_node(tmp_path, signer, channels) as place:
        proxy = await place.open(lab)
        states = [proxy.state]
        calm = asyncio.Event()
        proxy.watch(states.append)
        proxy.watch(lambda state: calm.set() if state is State.READ_ONLY else None)
        mine = place.connect(proxy, "port")
        mine.bare()
        assert await place.receives("bare") is None
        thing = {"name": "ab", "at": datetime(2024, 5, 6, tzinfo=UTC), "id": UUID(int=5), "sizes": [1.5, 2.0]}
        mine.put(thing)
        assert await place.receives("put") == {**thing, "name": "abab"}
        mine.show({"a": 1})
        node = place.node
        expected = {"value": {"a": 1}, "step": 7, "user": node.identity.public, "node": node.name}
        assert await place.receives("show") == expected
        remembering = refs.Primitive(definition_of(RememberingChannel).id)
        given = refs.Parameterized(remembering, (("T", refs.TypeArgument("int")), ("name", refs.ValueArgument("x"))))
        mine.open(given)
        assert await place.receives("opened") == "Local channel that remembers: channel"
        assert [each.reference for each in proxy.started] == [given]
        async with asyncio.timeout(30):
            await calm.wait()
        assert states == [State.JOINING, State.LIVE, State.READ_ONLY]
        mine.stop()
        assert await failure(proxy) == "RuntimeError: on purpose; tell whoever made it"


async def test_what_new_makes_runs_in_a_sandbox_elsewhere(tmp_path: Path, capsys: Capture) -> None:
    files = write_starter("Counter", tmp_path / "made")
    document = refs.read(next(file for file in files if file.suffix == ".liveobject"))
    sources = {f"counter/{file.name}": file.read_text() for file in files}
    library, signer = packed(tmp_path, sources, capsys)
    own = refs.External("Counter", STARTER, library)
    whole = document.reference
    assert isinstance(whole, refs.Composite)
    reference = replace(whole, components=(("counter", own), ("channel", starter_channel("test"))))
    channels = Library("channels", (definition_of(LocalCheckpointedChannel),))
    async with sandbox_node(tmp_path, signer, channels) as place:
        ann = place.connect(await place.open(reference), "counter")
        ann.add(2)
        while await place.receives("value") != 2:
            pass  # the number before, on connecting and from the channel
        bob = await place.open(reference)
        place.connect(bob, "counter")
        ann.add(3)
        for _ in range(2):  # ann and bob
            while await place.receives("value") != 5:
                pass
        definition = bob.components["counter"].definition
        assert definition is not None
        assert definition.sandboxed
        assert definition.has_own_look
        assert definition.view() is None


async def test_the_process_ends_with_its_last_object(tmp_path: Path, capsys: Capture) -> None:
    library, signer = counters_library(tmp_path, capsys)
    channels = Library("channels", (definition_of(RememberingChannel),))
    async with sandbox_node(tmp_path, signer, channels) as place:
        first, second = [await place.open(counter(library, refs.Primitive(0xABC))) for _ in range(2)]
        assert first.definition is not None
        assert first.definition.load is not None
        quarters: LibrarySandboxes = first.definition.load.func.__self__  # type: ignore[attr-defined]
        sandbox = quarters.sandbox(place.node.id)
        assert sandbox is not None
        assert "is not on this machine" in await failure(first)  # it was given a channel that nobody has
        assert sandbox.pid is not None
        os.kill(sandbox.pid, 0)
        await failure(second)
        await sandbox.ended.wait()
        assert sandbox.over
        with pytest.raises(ProcessLookupError):
            os.kill(sandbox.pid, 0)


async def test_who_is_trusted_fully_runs_here(tmp_path: Path, capsys: Capture) -> None:
    library, signer = counters_library(tmp_path, capsys)
    async with sandbox_node(tmp_path, None) as place:
        TrustStore(tmp_path / "trust.json").remember(signer, Permission.RUN_FREELY, EVERYTHING, True)
        proxy = await place.open(counter(library, refs.Primitive(0xABC)))
        assert proxy.definition is not None
        assert not proxy.definition.sandboxed
        assert proxy.definition.blueprint().factory.__name__ == "SharedCounter"
