# SPDX-License-Identifier: BSD-3-Clause
"""The past of a note: any version can be had again, with who did what, and it does not grow for ever."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from app.runtime.activation import Node
from objects_library.documents.note import history as past
from objects_library.documents.note.history import (
    History,
    Version,
    marks_of,
    merged,
    packed,
    pieces_of,
    revert,
    unpacked,
)
from objects_library.documents.note.state_machine import NoteStateMachine
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.rich_document import RichDocument, Step
from objects_library.replication.text.rich_text import RichText
from tests.objects_library.copies import eventually, live
from tests.objects_library.documents.notes import NotePage, a_note, open_note, step
from tests.objects_library.replication.text.test_rich_document import some_steps

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(20))
def test_any_version_can_be_had_again(seed: int) -> None:
    dice = random.Random(seed)
    document, history = RichDocument(), History()
    texts: dict[int, RichText] = {}
    now = NOON
    for _ in range(40):
        _, splices = document.change(some_steps(dice, len(document.text) - 1))
        now += timedelta(seconds=dice.choice((0.1, 1, 10, 100)))
        history.record(splices, dice.choice(("Ann", "Bob")), now)
        if history.versions:
            texts[history.versions[-1].number] = document.rich.copy()
    plain = [Version.of(each.plain()) for each in history.versions]
    for place, version in enumerate(plain):
        text = document.rich.copy()
        marks, _ = merged(plain[place + 1 :])
        revert(text, marks)
        assert text == texts[version.number]
        kept = [piece for piece in pieces_of(document.rich.copy(), plain[place:], False) if piece.fate != "drop"]
        assert "".join(piece.text for piece in kept) == text.text
        compared = pieces_of(document.rich.copy(), plain[place:], True)
        assert "".join(each.text for each in compared if each.fate != "drop") == document.text
        assert "".join(each.text for each in compared if each.fate != "add") == text.text


def record(history: History, document: RichDocument, name: str, seconds: float, *steps: Step) -> None:
    _, splices = document.change(list(steps))
    history.record(splices, name, NOON + timedelta(seconds=seconds))


def test_versions_are_by_writer_and_pause() -> None:
    history, document = History(), RichDocument()
    for second in range(5):
        record(history, document, "Ann", second, Step(0, insert="a"))
    record(history, document, "Bob", 6, Step(0, insert="b"))  # at the same time
    assert [each.people for each in history.versions] == [["Ann", "Bob"]]
    record(history, document, "Ann", 30, Step(0, insert="a"))  # Bob's turn is over
    record(history, document, "Ann", 80, Step(0, insert="a"))
    record(history, document, "Ann", 200, Step(0, insert="a"))  # after a pause
    assert [each.people for each in history.versions] == [["Ann", "Bob"], ["Ann"], ["Ann"]]
    assert [each.number for each in history.versions] == [1, 2, 3]
    record(history, document, "Eve", 10**8, Step(0, insert="e"))  # somebody whose clock is wrong
    record(history, document, "Ann", 201, Step(0, insert="a"))
    assert len(history.versions) == 5


def test_what_came_and_went_within_a_version_was_never_there() -> None:
    history, document = History(), RichDocument()
    record(history, document, "Ann", 0, Step(0, insert="hello"))
    record(history, document, "Ann", 1, Step(1, 3))
    assert [(mark.kind, mark.length) for mark in history.versions[0].marks] == [("add", 2)]
    record(history, document, "Ann", 100, Step(0, 1), Step(0, insert="H"))
    assert [(mark.kind, mark.text) for mark in history.versions[1].marks] in (
        [("drop", "h"), ("add", "")],
        [("add", ""), ("drop", "h")],
    )


def test_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    history, document = History(), RichDocument()
    for number in range(past.MOST_VERSIONS + 20):
        record(history, document, "Ann", 1000 * number, Step(0, insert="x"))
    assert len(history.versions) == past.MOST_VERSIONS
    assert history.made == past.MOST_VERSIONS + 20
    assert history._weight == sum(each.weight for each in history.versions)
    monkeypatch.setattr(past, "LARGEST", 20_000)
    record(history, document, "Ann", 10**6, Step(0, insert="y" * 15_000))
    record(history, document, "Ann", 2 * 10**6, Step(0, 15_000))
    assert history._weight <= 20_000
    record(history, document, "Ann", 3 * 10**6, Step(0, insert="y" * 50_000))
    record(history, document, "Ann", 4 * 10**6, Step(0, 50_000))
    assert len(history.versions) == 1  # the newest is kept whatever it weighs
    many = [Step(2 * number, insert="z", look={"bold": "1"}) for number in range(300)]
    document.change([Step(0, insert="." * 300)])
    record(history, document, "Ann", 5 * 10**6, *many)
    record(history, document, "Ann", 5 * 10**6 + 1, Step(0, insert="x"))
    assert len(history.versions[-1].marks) < 10  # one that has many marks is followed by another


def test_marks_are_in_the_order_of_the_text() -> None:
    document = RichDocument()
    document.change([Step(0, insert="one two three")])
    _, splices = document.change([Step(8, 5, "3"), Step(0, restyle=3, look={"bold": "1"}), Step(4, 3, "2")])
    text = document.rich.copy()
    revert(text, marks_of(splices, 0))
    assert text.text == "one two three\n"
    assert len(list(text.pieces())) == 1


async def two(nodes: list[Node]) -> tuple[NotePage, NotePage]:
    reference = a_note(uuid4().hex)
    ann, bob = [await open_note(node, reference) for node in nodes]
    await live(ann, bob)
    return ann, bob


async def test_people_look_at_versions_and_bring_one_back(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "_PAUSE", timedelta(0))
    monkeypatch.setattr(past, "_AT_ONCE", timedelta(0))
    ann, bob = await two(nodes)
    ann.write(0, "good morning", bold="1")
    await bob.reads("good morning")
    bob.change(step(5, 7, "evening"))
    await ann.reads("good evening")
    await eventually(lambda: len(ann.body._machine.history.versions) == 2)
    ann.history.send("watch", True)
    await ann.history.until(lambda: ann.history.last("versions"))
    newest, oldest = ann.history.last("versions")
    assert (newest["people"], newest["added"], newest["deleted"]) == (["Bob"], 7, 7)
    assert (oldest["people"], oldest["added"], oldest["version"]) == (["Ann"], 12, 1)
    ann.history.send("look_at", {"version": 2, "compared": False})
    await ann.history.until(lambda: ann.history.all("seen"))
    seen = [(each["text"], each["fate"], each["by"]) for each in ann.history.last("seen")["pieces"]]
    assert ("morning", "drop", "Bob") in seen
    assert ("evening", "add", "Bob") in seen
    assert ("good ", "keep", "") in seen
    ann.history.send("look_at", {"version": 1, "compared": True})
    await ann.history.until(lambda: len(ann.history.all("seen")) == 2)
    ann.history.send("bring_back", 1)
    await bob.reads("good morning")
    assert bob.looks()[0] == ("good morning", {"bold": "1"})
    await ann.history.receives("brought_back", 1)
    ann.send("undo")
    await bob.reads("good evening")
    ann.history.send("bring_back", 99)
    await ann.until(lambda: ann.all("refused"))
    assert "not kept any more" in ann.last("refused")["reason"]


def kept(text: str = "kept") -> tuple[History, RichDocument]:
    history, document = History(), RichDocument()
    record(history, document, "Ann", 0, Step(0, insert=text, look={"bold": "1"}))
    record(history, document, "Bob", 100, Step(0, 1))
    return history, document


def test_what_was_kept_becomes_the_past_of_a_note_that_has_none() -> None:
    history, document = kept()
    versions, parts = unpacked(packed(history.versions, [document.state(), b""]))
    assert [Version.of(each) for each in versions] == history.versions
    assert parts == [document.state(), b""]
    machine = NoteStateMachine()
    change = {"by": uuid4(), "name": "Ann", "update": parts[0], "versions": versions}
    machine.remember(change)
    assert machine.document.rich == document.rich
    assert [each.people for each in machine.history.versions] == [["Ann"], ["Bob"]]
    with pytest.raises(RefusedChangeError, match="has a past already"):
        machine.remember(change)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": -1}, {"number": 2}, {"people": []}, {"people": ["x" * 101]}, {"last": 5},
        {"marks": [{"kind": "sing", "length": 1, "text": "", "look": {}, "who": 0}]},
        {"marks": [{"kind": "add", "length": -1, "text": "", "look": {}, "who": 0}]},
        {"marks": [{"kind": "add", "length": 1, "text": "x", "look": {}, "who": 0}]},
        {"marks": [{"kind": "add", "length": 1, "text": "", "look": {}, "who": 3}]},
        {"marks": [{"kind": "drop", "length": 0, "text": "x", "look": {"link": "javascript:1"}, "who": 0}]},
    ],
)  # fmt: skip
def test_versions_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    history, document = kept()
    versions = [each.plain() for each in history.versions]
    versions[0] |= wrong
    machine = NoteStateMachine()
    with pytest.raises(RefusedChangeError, match="no versions"):
        machine.remember({"by": uuid4(), "name": "Eve", "update": document.state(), "versions": versions})
    assert machine.document.text == "\n"
    assert not machine.history.versions
