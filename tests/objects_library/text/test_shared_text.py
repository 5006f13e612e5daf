# SPDX-License-Identifier: BSD-3-Clause
"""The shared text: everyone's edits count, in whatever order they come; only plain text gets in."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycrdt import Doc, Map, Text

from app.runtime.activation import Node
from app.runtime.library import ChannelReference, Context, Endpoint, Library, definition_of, live_object
from app.runtime.references import Checker, Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument
from app.runtime.types import EndpointType, dual
from objects_library.installed import installed_catalogue
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import LARGEST_UPDATE, LONGEST, MOST_EARLY, TextDocument, difference
from objects_library.replication.text.updates import NotATextUpdateError, read_update
from tests.objects_library.copies import eventually, live, local_channel, replicated
from tests.objects_library.text.pages import TEXT, Page, breathe, open_page, shared_text

T = TypeVar("T")
S = TypeVar("S")


@live_object("0000000000000000000000000005b0f1", name="Shuffling channel")
class ShufflingChannel(Generic[T, S]):
    """Delivers out of order, and some things twice."""

    channel = Endpoint(provides={"reliability": "at least once, checkpointed"})

    def __init__(self, Inner: ChannelReference[T, S], context: Context) -> None:  # noqa: N803
        self._context = context
        self._waiting: list[Any] = []
        self._dice = random.Random(5)
        self._inner: Any = None
        context.spawn(self._join(Inner))
        context.every(0.005, self._deliver_some)

    async def _join(self, inner: Reference) -> None:
        outer = (await self._context.dereference(inner)).endpoint("channel")
        wanted = dual(outer.type)
        assert isinstance(wanted, EndpointType)
        self._inner = self._context.new_endpoint(
            wanted, receive=self._waiting.append, checkpoint_wanted=self._wanted, initialize=self.initialize
        )
        self._context.connect(self._inner, outer)

    @channel.incoming
    def send(self, message: T) -> None:
        """Send."""
        self._inner.send(message)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """Received."""

    @channel.outgoing
    def checkpoint_wanted(self, request: UUID) -> None:
        """State wanted."""

    @channel.incoming
    def checkpoint(self, request: UUID, state: S) -> None:
        """State given."""
        self._inner.emit("checkpoint", {"request": request, "state": state})

    @channel.outgoing
    def initialize(self, state: S | None) -> None:
        """State."""

    def _wanted(self, request: UUID) -> None:
        while self._waiting:  # what came before the cut is in the state
            self.receive(self._waiting.pop(self._dice.randrange(len(self._waiting))))
        self.checkpoint_wanted(request)

    def _deliver_some(self) -> None:
        for _ in range(self._dice.randint(0, 3)):
            if self._waiting:
                message = self._waiting.pop(self._dice.randrange(len(self._waiting)))
                self.receive(message)
                if self._dice.random() < 0.2:
                    self._waiting.append(message)


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    catalogue = installed_catalogue()
    catalogue.add(Library("test", (definition_of(ShufflingChannel),)))
    async with Node(catalogue, name="Ann") as made:
        yield made


async def pages(node: Node, count: int, reference: Reference | None = None) -> list[Page]:
    made = [await open_page(node, reference or shared_text()) for _ in range(count)]
    await live(*made)
    return made


async def test_everyone_types_at_once_and_deltas_are_enough(node: Node) -> None:
    one, two, three = await pages(node, 3)
    one.edit(0, 0, "hello")
    await two.reads("hello")
    one.edit(5, 0, " wörld")
    two.edit(0, 0, "¡😀 ")
    three.edit(0, 1, "J")
    for page in (one, two, three):
        await page.long(14)
    assert one.text == two.text == three.text
    assert sorted(one.text) == sorted("¡😀 Jello wörld")
    late = await open_page(node, shared_text())
    await late.reads(one.text)
    assert len(late.all("changed")) == 1
    assert max(len(delta["insert"]) for delta in two.all("changed")) <= 6


async def test_an_echo_is_told_from_what_others_do(node: Node) -> None:
    one, two = await pages(node, 2)
    one.edit(0, 0, "x")
    await two.reads("x")
    assert [delta["echo"] for delta in one.all("changed")] == [True]
    assert [(delta["echo"], delta["by"]) for delta in two.all("changed")] == [(False, "Ann")]


async def test_typing_before_the_channel_is_there(node: Node) -> None:
    one = await open_page(node, shared_text())
    one.edit(0, 0, "early")
    await one.reads("early")
    two = await open_page(node, shared_text())
    await two.reads("early")


async def test_undo_takes_back_ones_own_edits_only(node: Node) -> None:
    one, two = await pages(node, 2)
    one.edit(0, 0, "mine")
    await two.reads("mine")
    two.edit(4, 0, " yours")
    await one.reads("mine yours")
    one.send("undo")
    await two.reads(" yours")
    await one.reads(" yours")
    one.send("redo")
    await two.reads("mine yours")
    two.send("undo")
    await one.reads("mine")
    two.send("undo")  # there is nothing more of two's
    one.edit(0, 0, "!")
    await two.reads("!mine")


async def test_people_see_each_others_cursors_move(node: Node) -> None:
    async with Node(installed_catalogue(), name="Bob") as other:
        (one,) = await pages(node, 1)
        one.edit(0, 0, "0123456789")
        (two,) = await pages(other, 1)
        await two.reads("0123456789")
        two.send("select", {"start": 2, "end": 99})
        await one.until(lambda: one.last("people"))
        (bob,) = one.last("people")
        assert (bob["name"], bob["start"], bob["end"]) == ("Bob", 2, 10)
        one.edit(0, 0, "ab")
        one.send("select", {"start": 0, "end": 0})
        late = await open_page(node, shared_text())
        await late.until(lambda: len(late.last("people")) == 2)
        two.proxy.close()
        await one.until(lambda: all(person["name"] != "Bob" for person in one.last("people")))


async def test_an_impossible_edit_is_refused_and_its_text_given_back(node: Node) -> None:
    one, two = await pages(node, 2)
    one.edit(3, 0, "x")
    one.edit(0, 1, "")
    one.edit(-1, 0, "y")
    one.edit(0, 0, "half \ud83d")
    await one.until(lambda: len(one.all("refused")) == 4)
    assert [refusal["lost"] for refusal in one.all("refused")][:3] == ["x", "", "y"]
    one.edit(0, 0, "fine")
    await two.reads("fine")


async def test_a_channel_without_order_will_do(node: Node) -> None:
    inner = local_channel("TextChange", "TextState", "shuffled")
    arguments = (
        ("T", TypeArgument("TextChange")),
        ("S", TypeArgument("TextState")),
        ("Inner", ReferenceArgument(inner)),
    )
    reference = replicated(TEXT, Parameterized(Primitive(0x5B0F1), arguments))
    made = await pages(node, 3, reference)
    dice = random.Random(3)
    for step in range(60):
        page = dice.choice(made)
        at = dice.randint(0, len(page.text))
        page.edit(at, dice.randint(0, min(2, len(page.text) - at)), dice.choice(["a", "bc", "é😀", ""]))
        if step == 30:
            made += await pages(node, 1, reference)
        await asyncio.sleep(0.002)
    first = made[0]
    await eventually(lambda: all(not page.body._doc.early and page.text == first.text for page in made))
    assert {page.body._doc.text for page in made} == {first.text}


def test_the_type_says_what_the_channel_must_promise() -> None:
    checker = Checker(installed_catalogue())
    sectioned = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E511
    weak = local_channel("SectionedChange", "SectionedState", "x")
    assert checker.check(replicated(sectioned, weak)) == []
    assert checker.check(shared_text()) == []


# Whatever happens.

edits = st.tuples(
    st.integers(0, 3), st.integers(0, 30), st.integers(0, 4), st.text("abé😀\n", max_size=3), st.integers(0, 9)
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(steps=st.lists(edits, max_size=40))
def test_all_copies_end_with_the_same_text(steps: list[tuple[int, int, int, str, int]]) -> None:
    asyncio.run(_play(steps))


async def _play(steps: list[tuple[int, int, int, str, int]]) -> None:
    async with Node(CATALOGUE, name="Ann") as node:
        made = await pages(node, 2)
        for who, at, delete, insert, what in steps:
            page = made[who % len(made)]
            if what == 0 and len(made) < 4:
                made.append(await open_page(node, shared_text()))
            elif what == 1:
                page.send("undo")
            elif what == 2:
                page.send("redo")
            elif what == 3:
                await asyncio.sleep(0)
            else:
                place = min(at, len(page.text))
                page.edit(place, min(delete, len(page.text) - place), insert)
        await breathe()
        await live(*made)
        await breathe()
        assert {page.text for page in made} == {made[0].text}
        assert all(page.text == page.body._doc.text for page in made)


CATALOGUE = installed_catalogue()


@dataclass
class Crowd:
    documents: list[TextDocument]
    mail: list[list[bytes]]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(steps=st.lists(edits, max_size=60), dice=st.randoms(use_true_random=False))
def test_updates_merge_in_whatever_order_they_arrive(
    steps: list[tuple[int, int, int, str, int]], dice: random.Random
) -> None:
    crowd = Crowd([TextDocument() for _ in range(3)], [[] for _ in range(3)])
    for who, at, delete, insert, what in steps:
        number = who % 3
        document, mail = crowd.documents[number], crowd.mail[number]
        if what < 4 and mail:
            document.merge_when_ready(mail.pop(dice.randrange(len(mail))))
            continue
        if what == 4:
            crowd.documents[number] = TextDocument(document.state(), document.early)
            continue
        place = min(at, len(document.text))
        if what == 5:
            update, _ = document.undo()
        else:
            update = document.edit(place, min(delete, len(document.text) - place), insert)
        for other in {0, 1, 2} - {number} if update else ():
            crowd.mail[other].append(update)
    for document, mail in zip(crowd.documents, crowd.mail, strict=True):
        dice.shuffle(mail)
        for update in mail:
            document.merge_when_ready(update)
    assert not any(document.early for document in crowd.documents)
    assert len({document.text for document in crowd.documents}) == 1


# Hostile.


def rich(change: Any) -> bytes:
    """What somebody sends who does not only edit plain text."""
    doc: Any = Doc()
    doc["text"] = Text("ab")
    change(doc)
    update: bytes = doc.get_update()
    return update


HOSTILE = {
    "nothing": b"",
    "noise": b"\x00\x01\x02\x03",
    "bold": rich(lambda doc: doc["text"].format(0, 1, {"bold": True})),
    "embedded": rich(lambda doc: doc["text"].insert_embed(1, {"x": 1})),
    "another root": rich(lambda doc: doc.__setitem__("junk", Text("z"))),
    "a map": rich(lambda doc: doc.__setitem__("junk", Map({"a": 1}))),
    "behind": rich(lambda doc: None) + b"\x00",
    "cut off": rich(lambda doc: None)[:-3],
    "endless number": b"\xff" * 20,
    "deletes what nobody wrote": b"\x00\x01\x05\x01\x00\x7f",
    "empty piece": b"\x01\x01\x05\x00\x04\x01\x04text\x00\x00",
    "same copy twice": b"\x02\x01\x05\x00\x04\x01\x04text\x01a\x01\x05\x01\x04\x01\x04text\x01b\x00",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_edit_is_refused_and_leaves_no_trace(name: str) -> None:
    document = TextDocument()
    document.edit(0, 0, "héllo")
    before = document.state()
    with pytest.raises(RefusedChangeError):
        document.merge(HOSTILE[name])
    assert document.text == "héllo"
    assert document.state() == before


def test_damaged_updates_never_make_copies_differ() -> None:
    dice = random.Random(7)
    one, two = TextDocument(), TextDocument()
    two.merge(one.edit(0, 0, "0123456789"))
    for _ in range(2000):
        update = bytearray(one.edit(dice.randint(0, len(one.text)), 0, "x"))
        two.merge(bytes(update))
        for _ in range(dice.randint(1, 3)):
            update[dice.randrange(len(update))] = dice.randrange(256)
        for document in (one, two):
            with contextlib.suppress(RefusedChangeError):
                document.merge(bytes(update))
        assert one.text == two.text
    assert TextDocument(one.state()).text == one.text


def test_limits() -> None:
    document = TextDocument()
    with pytest.raises(RefusedChangeError, match="more than 2000000 characters"):
        document.edit(0, 0, "x" * (LONGEST + 1))
    with pytest.raises(RefusedChangeError, match="too large"):
        document.merge(b"x" * (LARGEST_UPDATE + 1))
    author = TextDocument()
    author.edit(0, 0, "never told")
    for _ in range(MOST_EARLY):
        document.merge_when_ready(author.edit(0, 0, "x"))
    with pytest.raises(RefusedChangeError, match="wait for what they build on"):
        document.merge_when_ready(author.edit(0, 0, "x"))
    with pytest.raises(RefusedChangeError, match="builds on one that is not here"):
        document.merge(author.edit(0, 0, "x"))


def test_history_is_bounded() -> None:
    document = TextDocument()
    document._history = type(document._history)(scopes=[document._content], capture_timeout_millis=0)
    document._history.include_origin("me")
    for _ in range(700):
        document.edit(0, 0, "x")
    assert len(document._history.undo_stack) <= 501
    assert len(document._since) < 256


def test_reading_an_update() -> None:
    document = TextDocument()
    update = document.edit(0, 0, "a😀")
    found = read_update(update)
    (client,) = found.brings
    assert found.brings[client] == (0, 3)
    assert found.mentioned == {}
    deleted = read_update(document.edit(1, 1, ""))
    assert deleted.brings == {}
    assert deleted.mentioned == {client: 3}
    for cut in range(len(update)):
        with pytest.raises(NotATextUpdateError):
            read_update(update[:cut])


@given(old=st.text("ab", max_size=8), new=st.text("ab", max_size=8))
def test_a_difference_makes_one_text_of_the_other(old: str, new: str) -> None:
    text = old
    for splice in difference(old, new):
        text = text[: splice.at] + splice.insert + text[splice.at + splice.delete :]
    assert text == new
