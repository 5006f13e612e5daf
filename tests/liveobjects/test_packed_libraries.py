# SPDX-License-Identifier: BSD-3-Clause
"""Libraries that were packed by earlier versions still open, and one packed now does the same way.

`data/library_of_0.1.zip` was written by `liveobjects new` and `liveobjects pack` of version 0.1.0, before the
package `liveobjects` existed: its code imports `app.runtime.library`.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.cli import main
from app.runtime import references as refs
from app.runtime.activation import Node, Registry
from app.runtime.library import definition_of, digest_of
from app.runtime.trust import EVERYTHING, Gate, Permission, TrustStore
from liveobjects.testing import Client, OpenObject
from objects_library.channels.local.proxy import RememberingChannel
from objects_library.installed import installed_catalogue
from objects_library.starter import write_starter
from tests.runtime.sandbox.harness import STARTER, starter_channel

OLD = Path(__file__).parent / "data" / "library_of_0.1.zip"
OLD_DIGEST = "63e003bc62267f6b3694affab5a09f82fe929daafc8b1687f58fc1cbf3453a41"
OLD_SIGNER = "2fdb18217169ea58b22d5d1a2afc5e16edf737b4cfb746742aee17c2590d5ef2"
COUNTER = (
    "object{ channel: endpoint{ in receive(int); out send(int);"
    " requires reliability(total, state transfer) }; counter: endpoint{ in add(int); out value(int) } }"
)
THERMOMETER = (
    "template[T: value type, seconds: float, sensor: text, log: null | reference[Channel[T]]] object{"
    " readings: endpoint{ in calibrate({offset: float, sensor?: text, ...});"
    " out report({sensor: text, value: float, unit: text}); provides reliability(fifo) } }"
)

Packed = tuple[Path, str, str]
"""An archive with its digest and its signer."""


@pytest.fixture(params=["old", "new"])
def packed(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Packed:
    if request.param == "old":
        return OLD, OLD_DIGEST, OLD_SIGNER
    write_starter("Shared counter", tmp_path / "source")
    capsys.readouterr()
    archive = tmp_path / "library.zip"
    assert main(["pack", str(tmp_path / "source"), "-o", str(archive), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    sources = [file.read_text() for file in (tmp_path / "source").rglob("*.py")]
    assert len(sources) == 3
    assert not [source for source in sources if "app." in source]
    return archive, printed["digest"], printed["signer"]


@asynccontextmanager
async def trusting_node(folder: Path, signer: str, permission: Permission) -> AsyncIterator[Node]:
    """A node with everything installed, whose user has allowed the code of a signer."""
    trust = TrustStore(folder / "trust.json")
    trust.remember(signer, permission, EVERYTHING, True)
    gate = Gate(trust)
    async with Node(installed_catalogue(gate), Registry(folder / "registry"), gate) as node:
        yield node


def library(archive: Path, digest: str) -> refs.Reference:
    return refs.Parameterized(
        refs.Primitive(refs.LIBRARY_ID),
        (("URL", refs.ValueArgument(archive.as_uri())), ("digest", refs.ValueArgument(digest))),
    )


def shared_counter(archive: Path, digest: str) -> refs.Reference:
    """The counter of a library, connected to a channel of this program."""
    kind, channel = STARTER, starter_channel(digest)
    if archive == OLD:
        kind, channel = COUNTER, _remembering(digest)
    return refs.Composite(
        (("counter", refs.External("Shared counter", kind, library(archive, digest))), ("channel", channel)),
        (refs.Connection(refs.EndpointPath("counter", "channel"), refs.EndpointPath("channel", "channel")),),
        (refs.Export("counter", refs.EndpointPath("counter", "counter")),),
    )


def _remembering(digest: str) -> refs.Reference:
    return refs.Parameterized(
        refs.Primitive(definition_of(RememberingChannel).id),
        (("T", refs.TypeArgument("int")), ("name", refs.ValueArgument(digest))),
    )


@pytest.mark.parametrize("permission", [Permission.RUN_CODE, Permission.RUN_FREELY])
async def test_a_counter_of_a_library_is_shared(packed: Packed, permission: Permission, tmp_path: Path) -> None:
    archive, digest, signer = packed
    assert digest_of(archive.read_bytes()) == digest
    async with trusting_node(tmp_path, signer, permission) as node:
        reference = shared_counter(archive, digest)
        ann = Client(node, await node.dereference(reference, whole=True), "counter")
        ann.send("add", 2)
        await ann.wait_for("value", 2, timeout=60)
        bob = Client(node, await node.dereference(reference, whole=True), "counter")
        await bob.wait_for("value", 2, timeout=60)
        bob.send("add", 3)
        await ann.wait_for("value", 5, timeout=60)


async def test_its_view_opens_where_the_library_is_trusted(packed: Packed, tmp_path: Path, qtbot: QtBot) -> None:
    archive, digest, signer = packed
    async with trusting_node(tmp_path, signer, Permission.RUN_FREELY) as node:
        opened = OpenObject(node, await node.dereference(shared_counter(archive, digest), whole=True))
        (widget,) = opened.show()
        qtbot.addWidget(widget)
        assert widget.text() == "0"
        client = Client(node, await node.dereference(shared_counter(archive, digest)), "counter")
        widget.click()
        await client.wait_for("value", 1)
        assert widget.text() == "1"


@pytest.mark.parametrize("permission", [Permission.RUN_CODE, Permission.RUN_FREELY])
async def test_an_old_template_keeps_parameters_and_events(permission: Permission, tmp_path: Path) -> None:
    arguments: tuple[tuple[str, refs.Argument], ...] = (
        ("T", refs.TypeArgument("text")),
        ("seconds", refs.ValueArgument(0.01)),
        ("sensor", refs.ValueArgument("garden")),
        ("log", refs.ValueArgument(None)),
    )
    thermometer = refs.External("Old thermometer", THERMOMETER, library(OLD, OLD_DIGEST))
    async with trusting_node(tmp_path, OLD_SIGNER, permission) as node:
        opened = await node.dereference(refs.Parameterized(thermometer, arguments), whole=True)
        client = Client(node, opened, "readings")
        reading = {"sensor": "garden", "value": 21.5, "unit": "°C"}
        assert await client.receive("report", timeout=60) == reading
        client.send("calibrate", {"offset": 1.0})
        await client.wait_for("report", {**reading, "value": 22.5}, timeout=60)
