# SPDX-License-Identifier: BSD-3-Clause
"""Attacks of foreign code in its sandbox, and how each fails."""

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from app.runtime.activation import ActivationError, State
from app.runtime.directories import make_private
from app.runtime.library import Endpoint, definition_of, live_object
from app.runtime.library.source_tree import Library
from app.runtime.references import Primitive, Reference
from app.runtime.sandbox import Mechanisms
from app.runtime.types import parse_endpoint_type
from tests.runtime.sandbox.harness import attacker, attackers_library, failure, sandbox_node

Capture = pytest.CaptureFixture[str]
NOT_THERE = ("FileNotFoundError", "OSError", "ProcessLookupError")
ENDS = "the rest goes on; open it again, or tell whoever made it"


@pytest.mark.parametrize(
    "walls",
    [Mechanisms(1, True, False), Mechanisms(1, True, True), Mechanisms(0, True, True)],
    ids=["Landlock", "Landlock and bubblewrap", "bubblewrap"],
)
async def test_nothing_is_reached(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, walls: Mechanisms
) -> None:
    monkeypatch.setattr("app.runtime.sandbox.process.find_mechanisms", lambda: walls)
    monkeypatch.setenv("API_TOKEN", "secret")
    library, signer = attackers_library(tmp_path, capsys)
    imported_before = set(sys.modules)
    async with sandbox_node(tmp_path, signer) as place:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port, me = server.sockets[0].getsockname()[1], os.getpid()
        mine = place.connect(await place.open(attacker(library)), "orders")
        no, folders = "PermissionError", ("/", str(tmp_path), str(Path.home()))
        harmless = ["read /proc/self/environ", *(f"list {folder}" for folder in folders)]
        orders = {
            "read /etc/passwd": no,
            f"list {Path.home()}": no,
            f"read {tmp_path / 'trust.json'}": no,
            f"read /proc/{me}/environ": no,
            "read /proc/self/environ": no,
            "list /": no,
            f"list {tmp_path}": no,
            f"write {Path.home() / 'planted'}": no,
            "write /tmp/planted": no,
            f"write {tmp_path / 'libraries' / 'planted'}": no,
            f"remove {tmp_path / 'trust.json'}": no,
            f"mode {tmp_path / 'trust.json'}": no,
            f"connect {port}": no,
            "listen": no,
            "datagram": no,
            "local": no,
            "run /bin/true": no,
            "become /bin/true": no,
            "fork": no,
            "thread": "RuntimeError",
            f"memory {me}": no,
            f"trace {me}": no,
            f"reach {me}": no,
            f"kill {me}": no,
            f"limit {me}": no,
            "mount": no,
            "namespace": no,
            f"owner {me}": no,
            "hide": no,
            "shared 1000000000": no if walls.bubblewrap else "OSError",
            "environment": "done: []",
            "print": "done: said",
            "permit": "NotAllowedError",
        }
        if not walls.landlock:  # then what is readable is what exists, which is next to nothing
            orders = {order: how for order, how in orders.items() if order not in harmless}
        found = {}
        for order in orders:
            mine.do(order)
            told = await place.receives("told")
            # What bubblewrap hides does not exist, or is not writable.
            found[order] = no if walls.bubblewrap and told in NOT_THERE else told
        assert found == orders
        mine.do("open")
        assert "can open only what it was given" in await place.receives("told")
        server.close()
        await server.wait_closed()
    assert not [name for name in set(sys.modules) - imported_before if name.startswith("liveobjects_")]


ENDINGS = {
    "exit 3": "its code ended its own process (with code 3)",
    "exit 250": "its code ended its own process (with code 250)",
    "crash": "its code crashed: it used memory that is not there",
    "allocate": "its code wanted more than the 256 MB of memory that it may have",
    "huge 1000000000": "its code wanted more than the 256 MB of memory that it may have",
    "huge 100000000": "the event `blob` cannot leave: a value is larger than 64 MB",
    "huge 5000000": "bytes at once are too much for a sandbox; send less than 4 MB",
    "flood": "its code was stopped: it sent more than could be read",
    "forge length": "its process was stopped: a peer announced a frame of 4294967295 bytes",
    "forge bytes": "its process was stopped: a peer announced a frame of",
    "lie value": "its process was stopped: in the event 'told', expected text, found int",
    "lie event": "its process was stopped: in the event 'do', `orders` has no such outgoing event",
    "lie endpoint": "its process was stopped: in the event 'told', `others` has no such outgoing event",
    "lie role": "its process was stopped: it asked for something that makes no sense",
    "lie fetch": "its process was stopped: it asked for something that makes no sense",
    "raise": "RuntimeError: on purpose",
}


async def ending(folder: Path, library: Reference, signer: str, order: str, patience: float = 60.0) -> str:
    """Return why an attacker with that order fails, in a window of its own."""
    async with sandbox_node(make_private(folder), signer, patience=patience) as place:
        proxy = await place.open(attacker(library))
        place.connect(proxy, "orders").do(order)
        return await failure(proxy)


async def test_how_each_ends(tmp_path: Path, capsys: Capture) -> None:
    library, signer = attackers_library(tmp_path, capsys)
    found = await asyncio.gather(*(ending(tmp_path / each, library, signer, each) for each in ENDINGS))
    reasons = dict(zip(ENDINGS, found, strict=True))
    assert {order: reason for order, reason in reasons.items() if ENDINGS[order] not in reason} == {}


async def test_the_next_one_is_well(tmp_path: Path, capsys: Capture) -> None:
    library, signer = attackers_library(tmp_path, capsys)
    async with sandbox_node(tmp_path, signer) as place:
        first, second = [await place.open(attacker(library)) for _ in range(2)]
        mine = place.connect(first, "orders")
        mine.do("exit 1")
        assert await failure(first) == await failure(second)  # one process for both
        place.connect(await place.open(attacker(library)), "orders").do("print")
        assert await place.receives("told") == "done: said"


async def test_what_never_gives_its_turn_back_is_stopped(tmp_path: Path, capsys: Capture) -> None:
    library, signer = attackers_library(tmp_path, capsys)
    found = await asyncio.gather(
        *(ending(tmp_path / order, library, signer, order, patience=2.0) for order in ("spin", "sleep"))
    )
    assert found == [f"its code did not come to an end within 2 s, and was stopped; {ENDS}"] * 2


async def test_code_that_spins_while_it_is_imported_is_stopped(tmp_path: Path, capsys: Capture) -> None:
    library, signer = attackers_library(tmp_path, capsys, spins="")
    async with sandbox_node(tmp_path, signer, patience=1.0) as place:
        proxy = await place.open(attacker(library))
        assert "did not come to an end within 1 s" in await failure(proxy)


@live_object("00000000000000000000000000000ec0", name="Echo")
class Echo:
    """Answers at once, in this process."""

    wire = Endpoint()

    @wire.incoming
    def put(self, number: int) -> None:
        self.back(number)

    @wire.outgoing
    def back(self, number: int) -> None: ...


async def test_the_others_do_not_notice(tmp_path: Path, capsys: Capture) -> None:
    """While one spins, allocates or floods, the loop and the events of this process are not affected."""
    library, signer = attackers_library(tmp_path, capsys)
    echo = Library("echo", (definition_of(Echo),))
    async with sandbox_node(tmp_path, signer, echo, patience=1.5) as place:
        received: asyncio.Queue[int] = asyncio.Queue()
        answering = await place.open(Primitive(definition_of(Echo).id))
        ear: Any = place.node.new_endpoint(
            parse_endpoint_type("endpoint{ out put(int); in back(int) }"), back=received.put_nowait
        )
        wire = place.node.connect(ear, answering.endpoint("wire"))

        async def pauses(until: asyncio.Task[str] | None) -> list[float]:
            """Return how long each event took, with an iteration of the loop."""
            found = []
            while until is None or not until.done():
                began = time.perf_counter()
                ear.put(1)
                await asyncio.sleep(0.001)
                await received.get()
                found.append(time.perf_counter() - began)
                if until is None and len(found) == 200:
                    break
            return found

        alone = await pauses(None)
        for order in ("allocate", "flood", "spin"):
            proxy = await place.open(attacker(library))
            place.connect(proxy, "orders").do(order)
            beside = await pauses(asyncio.create_task(failure(proxy)))
            # The median of many: this machine is shared.
            assert statistics.median(beside) < max(10 * statistics.median(alone), 0.02)
            assert answering.state is State.LIVE
        assert wire.open


async def test_who_has_only_the_reference_runs_nothing(tmp_path: Path, capsys: Capture) -> None:
    library, _ = attackers_library(tmp_path, capsys)
    async with sandbox_node(tmp_path, None) as place:
        with pytest.raises(ActivationError, match="liveobjects trust allow run-code"):
            await place.open(attacker(library))
    assert not (tmp_path / "libraries").exists() or not list((tmp_path / "libraries").iterdir())


async def test_where_nothing_confines_nothing_runs(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.runtime.sandbox.process.find_mechanisms", lambda: Mechanisms(7, False, True))
    library, signer = attackers_library(tmp_path, capsys)
    async with sandbox_node(tmp_path, signer) as place:
        reason = await failure(await place.open(attacker(library)))
    assert "cannot be confined on this computer: the kernel has Landlock 7, no seccomp, bubblewrap" in reason
    assert "trust the library fully, if you do" in reason


@pytest.mark.parametrize(
    ("found", "enough"),
    [((1, True, False), True), ((0, True, True), True), ((0, True, False), False), ((7, False, True), False)],
)
def test_what_is_enough(found: tuple[int, bool, bool], enough: bool) -> None:
    assert Mechanisms(*found).enough is enough
