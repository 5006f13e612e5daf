# SPDX-License-Identifier: BSD-3-Clause
"""The shared label: everyone sees the same text, newcomers too, also over the reference of the gallery."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import pytest

from app.runtime.activation import Node, Registry
from app.runtime.library import Endpoint, Library, OfType, definition_of, live_object
from app.runtime.references import (
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    read,
)
from objects_library.installed import installed_catalogue
from tests.objects_library.members import Member

GALLERY = Path(__file__).resolve().parents[3] / "liveobject_files"
LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79
EDIT = "{number: int, author: uuid, text: text}"
FRAME = f"{{kind: text, origin: uuid, number: int, body: list[{EDIT}]}}"
EVENTS = f"in send({FRAME}); out receive({FRAME})"
CHANNEL = f"object{{ channel: endpoint{{ {EVENTS}; provides reliability(best effort) }} }}"


def local(carried: str, name: str) -> Reference:
    arguments = (("T", TypeArgument(carried)), ("name", ValueArgument(name)))
    return Parameterized(Primitive(LOCAL), arguments)


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
    def item(self, name: str, reference: Annotated[Reference, OfType(f"reference[{CHANNEL}]")]) -> None:
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


def label(name: str) -> Reference:
    return Parameterized(Primitive(3), (("Channel", ReferenceArgument(local(EDIT, name))),))


async def opened(node: Node, reference: Reference) -> Member:
    return Member(node, await node.dereference(reference), "label", "changed")


def ends_with(text: str) -> Any:
    return lambda heard: heard[-1:] == [text]


async def test_everyone_sees_what_one_writes(node: Node) -> None:
    members = [await opened(node, label("a")) for _ in range(3)]
    members[0].say("set", "one")
    for member in members:
        assert await member.hears(ends_with("one")) == ["", "one"]
    members[2].say("set", "two")
    for member in members:
        await member.hears(ends_with("two"))


async def test_newcomers_hear_the_text(node: Node) -> None:
    first, second = await opened(node, label("b")), await opened(node, label("b"))
    first.say("set", "before")
    await second.hears(ends_with("before"))
    late = await opened(node, label("b"))
    await late.hears(ends_with("before"))
    late.say("set", "after")
    for member in (first, second):
        await member.hears(ends_with("after"))


async def test_edits_at_the_same_time_end_the_same_everywhere(node: Node) -> None:
    members = [await opened(node, label("c")) for _ in range(4)]
    for member in members:
        member.say("set", "start")
    for repeat in range(10):
        for number, member in enumerate(members):
            member.say("set", f"{number} {repeat}")
    members[0].say("set", "last")
    for member in members:
        await member.hears(ends_with("last"))


async def test_an_edit_before_the_channel_is_there_is_not_lost(node: Node) -> None:
    proxy = await node.dereference(label("d"))
    early = Member(node, proxy, "label", "changed")
    early.say("set", "early")
    other = await opened(node, label("d"))
    await other.hears(ends_with("early"))


async def test_the_label_of_the_gallery_runs(node: Node) -> None:
    node.registry.put("QuickSilver", Primitive(0xF01D))
    reference = read(GALLERY / "shared_label.liveobject").reference
    one, two = await opened(node, reference), await opened(node, reference)
    one.say("set", "hello")
    await two.hears(ends_with("hello"))
    two.say("set", "hello to you")
    await one.hears(ends_with("hello to you"))
