# SPDX-License-Identifier: BSD-3-Clause
"""The test environment of sandboxes: libraries that are packed, signed, allowed, and observed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.runtime.activation import Node, Proxy, Registry, State
from app.runtime.library import Catalogue, Library, attach_store, built_in_library
from app.runtime.references import (
    LIBRARY_ID,
    Argument,
    External,
    Parameterized,
    Primitive,
    Reference,
    TypeArgument,
    ValueArgument,
)
from app.runtime.sandbox import Sandboxes
from app.runtime.trust import EVERYTHING, Gate, Permission, TrustStore
from app.runtime.types import EndpointType, dual

Capture = pytest.CaptureFixture[str]
HERE = Path(__file__).parent
STARTER = (
    "object{ channel: endpoint{ in initialize(int | null); in receive(int); in checkpoint_wanted(uuid); out send(int);"
    " out checkpoint({request: uuid, state: int}); requires reliability(total, checkpointed) };"
    " counter: endpoint{ in add(int); out value(int) } }"
)
"""The type of what `liveobjects new` makes."""
ATTACKER = "object{ orders: endpoint{ in do(text); out blob(bytes); out told(text) } }"


def packed(folder: Path, sources: dict[str, str], capsys: Capture) -> tuple[Reference, str]:
    """Return a library made with `liveobjects pack`, as references name it, and its signer."""
    for path, source in sources.items():
        file = folder / "source" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    archive = folder / "library.zip"
    capsys.readouterr()
    command = ["pack", str(folder / "source"), "-o", str(archive), "--name", "Strange", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    arguments: tuple[tuple[str, Argument], ...] = (
        ("URL", ValueArgument(archive.as_uri())),
        ("digest", ValueArgument(told["digest"])),
    )
    return Parameterized(Primitive(LIBRARY_ID), arguments), told["signer"]


class NodeHarness:
    """A node that runs objects and records what they send."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.received: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._kept: list[Any] = []

    async def open(self, reference: Reference) -> Proxy:
        proxy = await self.node.dereference(reference)
        self._kept.append(proxy)
        return proxy

    def connect(self, proxy: Proxy, endpoint: str) -> Any:
        outer = proxy.endpoint(endpoint)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        handlers: Any = {event: partial(self._receive, event) for event, _ in inner.incoming}
        mine = self.node.new_endpoint(inner, **handlers)
        self._kept.append(self.node.connect(mine, outer))
        return mine

    def _receive(self, event: str, value: Any = None) -> None:
        self.received.put_nowait((event, value))

    async def receives(self, event: str) -> Any:
        async with asyncio.timeout(60):
            while True:
                name, value = await self.received.get()
                if name == event:
                    return value


async def failure(proxy: Proxy) -> str:
    """Why it failed, once it has."""
    failed = asyncio.Event()
    stop = proxy.watch(lambda state: failed.set() if state is State.FAILED else None)
    if proxy.state is not State.FAILED:
        async with asyncio.timeout(100):
            await failed.wait()
    stop()
    assert proxy.failure is not None
    return proxy.failure.reason


def starter_channel(name: str) -> Reference:
    """A channel inside one program for what `liveobjects new` makes."""
    whole = TypeArgument("int")
    given = (("T", whole), ("S", whole), ("name", ValueArgument(name)))
    return Parameterized(Primitive(0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66), given)


@asynccontextmanager
async def sandbox_node(
    folder: Path, signer: str | None, *libraries: Library, patience: float = 60.0
) -> AsyncIterator[NodeHarness]:
    """Run a node whose user allows the code of a signer, in a sandbox."""
    trust = TrustStore(folder / "trust.json")
    if signer is not None:
        trust.remember(signer, Permission.RUN_CODE, EVERYTHING, True)
    gate = Gate(trust)
    catalogue = Catalogue([built_in_library(), *libraries])
    attach_store(catalogue, gate, Sandboxes(("liveobjects", "objects_library"), patience), folder / "libraries")
    async with Node(catalogue, Registry(folder / "registry"), gate) as node:
        yield NodeHarness(node)


def attacker(library: Reference) -> Reference:
    """The hostile object."""
    return External("Attacker", ATTACKER, library)


def attackers_library(folder: Path, capsys: Capture, **more: str) -> tuple[Reference, str]:
    """The library with the hostile object."""
    sources = {"attacker/proxy.py": (HERE / "attacker.py").read_text()}
    return packed(folder, {**sources, **{f"attacker/{name}.txt": text for name, text in more.items()}}, capsys)
