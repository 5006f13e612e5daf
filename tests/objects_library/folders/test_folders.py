# SPDX-License-Identifier: BSD-3-Clause
"""Shared folders, platforms that make channels by name, and invitations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.runtime import references as refs
from app.runtime.activation import ActivationError, Node, Registry, State
from app.runtime.storage.documents import DocumentStore, document_id
from app.runtime.trust import Identity
from app.runtime.types import is_subtype, parse_object_type
from objects_library.carried_content import gather_content
from objects_library.channels.document.circle import open_circle
from objects_library.channels.native import scope_registry
from objects_library.channels.native.sharing import Who
from objects_library.installed import installed_catalogue
from objects_library.replication.bindings import LONGEST_NAME, MOST, Bindings
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.channels.company import channel, unique_scope
from tests.objects_library.channels.document_process import DOCUMENT
from tests.objects_library.copies import Copy, live, local_channel, opened, reached, replicated
from tests.objects_library.variables.test_variables import COUNTER, counter, value

FOLDER, PLATFORM, INVITATION = range(0x0D6E1D1B6AB44B61A1F7F1A2C3D4E530, 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E533)
COUNTS = "object{ counter: endpoint{ in add(int); out value(int); out refused(text) } }"
CHANNEL = "CheckpointedChannel[int, int]"


def folder(of: str = COUNTS) -> refs.Reference:
    return replicated(FOLDER, local_channel("FolderChange", "list[FolderChange]", "f"), {"T": of})


def platform(**values: Any) -> refs.Reference:
    made = replicated(PLATFORM, local_channel("FolderChange", "list[FolderChange]", "p"), {"T": CHANNEL}, **values)
    assert isinstance(made, refs.Parameterized)
    pattern: tuple[str, refs.Argument] = ("Pattern", refs.ReferenceArgument(local_channel("int", "int", "made")))
    return refs.Parameterized(made.template, (*made.arguments, pattern))


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with Node(installed_catalogue(), Registry(tmp_path / "registry"), name="Ann") as made:
        yield made


async def both(node: Node, reference: refs.Reference) -> tuple[Copy, Copy]:
    """The two endpoints of one copy: one to look, one to edit."""
    edit = await opened(node, reference, "editing")
    await live(edit)
    return Copy(node, edit.proxy, "folder"), edit


async def test_names_are_seen_by_everyone_and_by_newcomers(node: Node) -> None:
    _, edit = await both(node, folder())
    look, other = await both(node, folder())
    edit.send("put", {"name": "clicks", "reference": counter()})
    await other.receives("changed", {"name": "clicks", "present": True})
    look.send("get", "clicks")
    await look.until(lambda: look.all("item"))
    assert refs.identity(look.last("item")["reference"]) == refs.identity(counter())
    late, third = await both(node, folder())
    await third.receives("names", ["clicks"])
    late.send("get", "nothing")
    await late.receives("missing", "nothing")
    third.send("remove", "clicks")
    await edit.receives("changed", {"name": "clicks", "present": False})
    edit.send("list")
    await edit.receives("names", [])


async def test_a_name_that_is_taken_is_refused_with_the_reason(node: Node) -> None:
    async with Node(installed_catalogue(), name="Bob") as bobs:
        _, ann = await both(node, folder())
        _, bob = await both(bobs, folder())
        other = replicated(COUNTER, local_channel("int", "int", "another"))
        ann.send("put", {"name": "x", "reference": counter()})
        bob.send("put", {"name": "x", "reference": other})
        reason = "'x' stands for something else already, given by Ann; remove it"
        await bob.receives("refused", {"name": "x", "reason": reason})
        assert ann.all("refused") == []
        bob.send("put", {"name": "x", "reference": counter()})  # the same again is fine
        bob.send("put", {"name": "", "reference": counter()})
        bob.send("put", {"name": "y", "reference": value()})
        await bob.until(lambda: len(bob.all("refused")) == 3)
        empty, wrong = bob.all("refused")[1:]
        assert "a name has 1 to 128 characters" in empty["reason"]
        assert "`counter`" in wrong["reason"]


async def test_what_does_not_belong_here_is_not_given_out(node: Node) -> None:
    look, edit = await both(node, folder())
    edit.body._replica.send({"name": "y", "reference": [value()], "by": "Eve", "copy": uuid4()})
    await edit.receives("changed", {"name": "y", "present": True})
    look.send("get", "y")
    await look.receives("missing", "y")


def test_it_is_an_editable_folder() -> None:
    checker = refs.Checker(installed_catalogue())
    found = checker.type_of(folder())
    assert is_subtype(found, parse_object_type(f"EditableFolder[{COUNTS}]")).holds
    assert is_subtype(found, parse_object_type("Folder[Object]")).holds
    assert checker.check(platform()) == []


def change(name: str, reference: refs.Reference | None, by: str = "n") -> dict[str, Any]:
    return {"name": name, "reference": [] if reference is None else [reference], "by": by, "copy": uuid4()}


def test_bindings_are_bounded_and_sound() -> None:
    bindings = Bindings()
    large = replicated(COUNTER, local_channel("int", "int", "x" * 300_000))
    for wrong in (
        change("", counter()),
        change("x" * (LONGEST_NAME + 1), counter()),
        change("a\nb", counter()),
        change("a", large),
        change("a", counter(), "n" * 1000),
        {**change("a", counter()), "reference": [counter(), counter()]},
    ):
        with pytest.raises(RefusedChangeError):
            bindings.apply(wrong)
    assert bindings.entries == {}
    for number in range(MOST):
        bindings.entries[str(number)] = change(str(number), counter())
    with pytest.raises(RefusedChangeError, match="10000 names already"):
        bindings.apply(change("one more", counter()))
    assert not bindings.apply(change("0", counter()))
    assert bindings.apply(change("0", None))
    assert not bindings.apply(change("0", None))


# External references: a channel is made by the first who opens its name, and found by the others.


def through(name: str, source: refs.Reference) -> refs.Reference:
    channel = refs.External(name, CHANNEL, source)
    return refs.Parameterized(refs.Primitive(COUNTER), (("Channel", refs.ReferenceArgument(channel)),))


async def test_a_channel_is_made_by_the_first_who_opens_its_name(node: Node) -> None:
    keeper = await node.dereference(platform())
    one = await opened(node, through("news", platform()), "counter")
    two = await opened(node, through("news", platform()), "counter")
    other = await opened(node, through("sport", platform()), "counter")
    one.send("add", 2)
    two.send("add", 3)
    other.send("add", 10)
    await one.receives("value", 5)
    await two.receives("value", 5)
    await other.receives("value", 10)
    look = Copy(node, keeper, "editing")
    look.send("list")
    await look.until(lambda: sorted(look.last("names")) == ["news", "sport"])


async def test_it_is_found_by_way_of_the_registry(node: Node) -> None:
    node.registry.put("MyPlatform", platform())
    source = refs.External("MyPlatform", f"Folder[{CHANNEL}]", refs.Primitive(2))
    one = await opened(node, through("news", source), "counter")
    two = await opened(node, through("news", source), "counter")
    one.send("add", 1)
    await two.receives("value", 1)


async def test_a_name_that_is_not_allowed_is_not_made(node: Node) -> None:
    limited = platform(allowed="team-*")
    red = await opened(node, through("team-red", limited), "counter")
    await live(red)
    other = await opened(node, through("private", limited), "counter")
    await reached(other.proxy, State.FAILED)
    assert "has nothing named 'private'" in str(other.proxy.failure)


@pytest.mark.parametrize("pattern", [refs.Primitive(2), local_channel("int", "int", "x")])
async def test_what_cannot_be_a_pattern_is_said(node: Node, pattern: refs.Reference) -> None:
    channel = local_channel("FolderChange", "list[FolderChange]", "p")
    made = replicated(PLATFORM, channel, {"T": "Object"}, named_by="colour")
    assert isinstance(made, refs.Parameterized)
    wrong = refs.Parameterized(made.template, (*made.arguments, ("Pattern", refs.ReferenceArgument(pattern))))
    words = "a pattern is an object with parameters, of which 'colour' is a text"
    with pytest.raises(ActivationError, match=words):
        await node.dereference(wrong)


# Invitations.


def invitation(**values: Any) -> refs.Reference:
    arguments: list[tuple[str, refs.Argument]] = [
        ("T", refs.TypeArgument(COUNTS)),
        ("Invited", refs.ReferenceArgument(counter())),
        *((name, refs.ValueArgument(value)) for name, value in values.items() if name != "channel"),
    ]
    if values.get("channel", True):
        channel = local_channel("InvitationAnswer", "list[InvitationAnswer]", "i")
        arguments.append(("Channel", refs.ReferenceArgument(channel)))
    return refs.Parameterized(refs.Primitive(INVITATION), tuple(arguments))


async def test_an_invitation_says_what_it_is_and_who_comes(node: Node) -> None:
    until = datetime.now(UTC) + timedelta(hours=1)
    reference = invitation(host="Ann", purpose="count with us", until=until)
    assert refs.Checker(installed_catalogue()).check(reference) == []
    ann, bob = await opened(node, reference, "invitation"), await opened(node, reference, "invitation")
    await live(ann, bob)
    assert bob.last("details") == {"host": "Ann", "purpose": "count with us", "until": until, "open_now": True}
    bob.send("answer", {"accepts": True, "name": "Bob", "note": "with pleasure"})
    await ann.until(lambda: ann.last("answers"))
    bob.send("answer", {"accepts": False, "name": "Bob"})
    await ann.until(lambda: [answer["accepts"] for answer in ann.last("answers")] == [False])
    bob.send("come")
    await bob.until(lambda: bob.all("invited"))
    assert refs.identity(bob.last("invited")) == refs.identity(counter())
    late = await opened(node, reference, "invitation")
    await late.until(lambda: late.last("answers"))
    bob.send("answer", {"accepts": True, "name": " "})
    await bob.until(lambda: bob.all("refused"))


async def test_an_invitation_ends(node: Node) -> None:
    until = datetime.now(UTC) - timedelta(hours=1)
    one = await opened(node, invitation(until=until), "invitation")
    await live(one)
    one.send("come")
    one.send("answer", {"accepts": True, "name": "Bob"})
    await one.until(lambda: len(one.all("refused")) == 2)
    assert all("the invitation ended at" in reason for reason in one.all("refused"))
    late = {"who": uuid4(), "name": "Eve", "accepts": True, "note": "", "at": datetime.now(UTC)}
    one.body._replica.send(late)
    one.body._replica.send({**late, "name": "x" * 1000})
    one.body._replica.send({**late, "at": until - timedelta(hours=1)})
    await one.until(lambda: one.last("answers"))
    assert one.body._replica.refusals == 2


async def test_an_invitation_without_a_channel_keeps_no_answers(node: Node) -> None:
    one = await opened(node, invitation(channel=False), "invitation")
    await live(one)
    one.send("answer", {"accepts": True, "name": "Bob"})
    await one.until(lambda: one.all("refused"))
    one.send("come")
    await one.until(lambda: one.all("invited"))


async def test_what_a_platform_made_is_found_again_and_opening_adds_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    scope = unique_scope()
    source = replicated(
        PLATFORM, channel(DOCUMENT, "FolderChange", "list[FolderChange]", scope=scope), {"T": CHANNEL}, named_by="group"
    )
    assert isinstance(source, refs.Parameterized)
    pattern = refs.ReferenceArgument(channel(DOCUMENT, "int", "int", scope=scope, group="made"))
    reference = through("clicks", refs.Parameterized(source.template, (*source.arguments, ("Pattern", pattern))))
    store = DocumentStore.of_user()
    for total in (2, 4, 6):
        async with Node(installed_catalogue(), name="Ann", identity=Identity.of_user()) as node:
            counted = await opened(node, reference, "counter")
            counted.send("add", 2)
            await counted.receives("value", total)
        await asyncio.sleep(0)
        await scope_registry.closed()  # before its state is stored: the next opening reads changes
        stored = await store.read(document_id(scope, "main", ""))
        assert stored is not None
        assert len((*stored.changes, *stored.pending)) == 1
    document = refs.Document(reference, title="Clicks")
    content = await gather_content(document, installed_catalogue())
    made = document_id(scope, "made/clicks", "")
    assert {part.document for part in content} == {document_id(scope, "main", ""), made}
    shared, _ = await open_circle(document, Who.ANYONE, Identity.of_user(), installed_catalogue())
    with_key = await gather_content(shared, installed_catalogue())
    assert len(with_key) == 2
    assert not {part.document for part in with_key} & {part.document for part in content}  # all of it has moved
