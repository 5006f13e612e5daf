# SPDX-License-Identifier: BSD-3-Clause
"""The shared label: everyone sees the same text, newcomers too, also over the reference of the gallery."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node, Registry
from app.runtime.library import Endpoint, Library, OfType, definition_of, live_object
from objects_library.installed import installed_catalogue
from tests.objects_library.members import Member

GALLERY = Path(__file__).resolve().parents[3] / "liveobject_files"
LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79
EDIT = "{number: int, author: uuid, text: text}"
FRAME = f"{{kind: text, origin: uuid, number: int, body: list[{EDIT}]}}"
EVENTS = f"in send({FRAME}); out receive({FRAME})"
CHANNEL = f"object{{ channel: endpoint{{ {EVENTS}; provides reliability(best effort) }} }}"


def local(carried: str, name: str) -> refs.Reference:
    arguments = (("T", refs.TypeArgument(carried)), ("name", refs.ValueArgument(name)))
    return refs.Parameterized(refs.Primitive(LOCAL), arguments)


@live_object("0000000000000000000000000000f01d", name="QuickSilver")
class Folder:
    """A folder with one channel in it."""

    folder = Endpoint()

    @folder.incoming
    def get(self, name: str) -> None:
        """Answer."""
        if name == "MyChannel":
            self.item(name, local(FRAME, "label"))
        else:
            self.missing(name)

    @folder.outgoing
    def item(self, name: str, reference: Annotated[refs.Reference, OfType(f"reference[{CHANNEL}]")]) -> None:
        """Found."""

    @folder.outgoing
    def missing(self, name: str) -> None:
        """Not found."""


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    catalogue = installed_catalogue()
    catalogue.add(Library("test", (definition_of(Folder),)))
    async with Node(catalogue, Registry(tmp_path / "registry")) as made:
        yield made


def label(name: str) -> refs.Reference:
    return refs.Parameterized(refs.Primitive(3), (("Channel", refs.ReferenceArgument(local(EDIT, name))),))


async def opened(node: Node, reference: refs.Reference) -> Member:
    return Member(node, await node.dereference(reference), "label", "changed")


def ends_with(text: str) -> Any:
    return lambda received: received[-1:] == [text]


async def test_everyone_sees_what_one_writes(node: Node) -> None:
    members = [await opened(node, label("a")) for _ in range(3)]
    members[0].send("set", "one")
    for member in members:
        assert await member.receives(ends_with("one")) == ["", "one"]
    members[2].send("set", "two")
    for member in members:
        await member.receives(ends_with("two"))


async def test_newcomers_hear_the_text(node: Node) -> None:
    first, second = await opened(node, label("b")), await opened(node, label("b"))
    first.send("set", "before")
    await second.receives(ends_with("before"))
    late = await opened(node, label("b"))
    await late.receives(ends_with("before"))
    late.send("set", "after")
    for member in (first, second):
        await member.receives(ends_with("after"))


async def test_edits_at_the_same_time_end_the_same_everywhere(node: Node) -> None:
    members = [await opened(node, label("c")) for _ in range(4)]
    for member in members:
        member.send("set", "start")
    for repeat in range(10):
        for number, member in enumerate(members):
            member.send("set", f"{number} {repeat}")
    members[0].send("set", "last")
    for member in members:
        await member.receives(ends_with("last"))


async def test_an_edit_before_the_channel_is_there_is_not_lost(node: Node) -> None:
    proxy = await node.dereference(label("d"))
    early = Member(node, proxy, "label", "changed")
    early.send("set", "early")
    other = await opened(node, label("d"))
    await other.receives(ends_with("early"))


async def test_the_label_of_the_gallery_runs(node: Node) -> None:
    node.registry.put("QuickSilver", refs.Primitive(0xF01D))
    reference = refs.read(GALLERY / "shared_label.liveobject").reference
    one, two = await opened(node, reference), await opened(node, reference)
    one.send("set", "hello")
    await two.receives(ends_with("hello"))
    two.send("set", "hello to you")
    await one.receives(ends_with("hello to you"))
