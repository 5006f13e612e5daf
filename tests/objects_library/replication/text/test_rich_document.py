# SPDX-License-Identifier: BSD-3-Clause
"""Text with looks: copies agree whatever the order, and only what a note can look like gets in."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pycrdt import Doc, Map, Text

from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import Splice
from objects_library.replication.text.rich_document import MOST_STEPS, RichDocument, Step, steps_between
from objects_library.replication.text.rich_text import BLOCKS, HIGHLIGHTS, RichText, TextRun, is_link, is_look


def some_look(dice: random.Random) -> dict[str, str]:
    looks = {
        "bold": "1",
        "highlight": dice.choice(HIGHLIGHTS),
        "block": dice.choice(BLOCKS),
        "link": "https://example.org/",
    }
    return {name: value for name, value in looks.items() if dice.random() < 0.3}


def some_steps(dice: random.Random, length: int) -> list[Step]:
    steps = []
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, length)
        if dice.random() < 0.4:
            look = {"bold": "", "block": ""} if dice.random() < 0.4 else some_look(dice)
            steps.append(Step(at, look=look, restyle=dice.randint(1, length + 1 - at)))
        else:
            delete, insert = dice.randint(0, min(3, length - at)), dice.choice(("a", "ö€\n", "𝄞x", ""))
            steps.append(Step(at, delete, insert, some_look(dice)))
            length += len(insert) - delete
    return steps


def looks_in(document: RichDocument) -> RichText:
    """What the library itself says."""
    return RichText(
        TextRun(text, {name: value for name, value in (look or {}).items() if value})
        for text, look in document._content.diff()
    )


@pytest.mark.parametrize("seed", range(30))
def test_copies_agree_and_what_is_told_is_what_is_there(seed: int) -> None:
    dice = random.Random(seed)
    copies = [RichDocument() for _ in range(3)]
    told = [RichText([TextRun("\n", {})]) for _ in copies]
    said: list[tuple[int, bytes]] = []
    received = [0, 0, 0]

    def hear(copy: int, splices: list[Splice]) -> None:
        for each in splices:
            if each.restyle:
                told[copy].restyle(each.at, each.restyle, each.look or {})
            else:
                told[copy].splice(each.at, each.delete, each.insert, each.look or {})
        assert told[copy] == copies[copy].rich == looks_in(copies[copy])

    def catch_up(copy: int) -> None:
        for by, update in said[received[copy] :]:
            if by != copy:
                hear(copy, copies[copy].merge(update))
        received[copy] = len(said)

    for _ in range(60):
        copy = dice.randrange(3)
        chance = dice.random()
        if chance < 0.7:
            update, splices = copies[copy].change(some_steps(dice, len(copies[copy].text) - 1))
        elif chance < 0.8:
            update, splices = dice.choice((copies[copy].undo, copies[copy].redo))()
        else:
            catch_up(copy)
            continue
        hear(copy, splices)
        if update:
            said.append((copy, update))
    for copy in range(3):
        catch_up(copy)
    assert copies[0].rich == copies[1].rich == copies[2].rich


def test_what_another_copy_lacks() -> None:
    one, other = RichDocument(), RichDocument()
    assert one.missing_in(other) == b""
    one.change([Step(0, insert="hello", look={"bold": "1"})])
    other.merge(one.missing_in(other))
    assert one.rich == other.rich
    assert one.missing_in(other) == b""
    one.change([Step(0, 2)])
    other.merge(one.missing_in(other))
    assert other.text == "llo\n"
    other.change([Step(0, insert="y"), Step(4, insert="w")])
    assert [other.place_in(other, 2), one.place_in(other, 0), one.place_in(other, 3)] == [2, 1, 5]


@pytest.mark.parametrize("seed", range(30))
def test_the_way_from_one_text_to_another(seed: int) -> None:
    dice = random.Random(seed)

    def some_text() -> RichText:
        parts = [TextRun(dice.choice(("a\n", "b", "\n", "cc\nd")), some_look(dice)) for _ in range(dice.randint(0, 6))]
        return RichText([*parts, TextRun("\n", some_look(dice))])

    document = RichDocument()
    for _ in range(3):
        wanted = some_text()
        document.change(steps_between(document.rich, wanted))
        assert document.rich == wanted
    assert steps_between(wanted, wanted) == []


@pytest.mark.parametrize(
    "steps",
    [
        [Step(2)],
        [Step(0, 1)],
        [Step(1, insert="x")],
        [Step(-1, insert="x")],
        [Step(0, insert="\ud800")],
        [Step(0, insert="x", look={"bold": "yes"})],
        [Step(0, insert="x", look={"colour": "red"})],
        [Step(0, insert="x", look={"bold": ""})],
        [Step(0, look={"link": "javascript:alert(1)"}, restyle=1)],
        [Step(0, look={"link": "file:///etc/passwd"}, restyle=1)],
        [Step(0, look={"bold": "1"}, restyle=2)],
        [Step(0, insert="x", look={"bold": "1"}, restyle=1)],
        [Step(0, insert="x" * 2_000_001)],
        [Step(0, insert="x")] * (MOST_STEPS + 1),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_of_it_is_done(steps: list[Step]) -> None:
    document = RichDocument()
    with pytest.raises(RefusedChangeError):
        document.change([Step(0, insert="ok"), *steps] if len(steps) == 1 and steps[0].at == 9 else steps)
    assert document.text == "\n"


def hostile(change: str) -> bytes:
    doc: Doc[Any] = Doc()
    text = doc.get("text" if change != "another root" else "other", type=Text)
    doc.apply_update(RichDocument().state())
    if change == "unknown look":
        text.insert(0, "x", {"colour": "red"})
    elif change == "look of another kind":
        text.insert(0, "x", {"bold": True})
    elif change == "record as a look":
        text.insert(0, "x", {"bold": {"a": 1}})
    elif change == "dangerous link":
        text.insert(0, "x", {"link": "javascript:alert(1)"})
    elif change == "picture":
        text.insert_embed(0, {"image": "x"})
    elif change == "another root":
        text.insert(0, "x")
    elif change == "map":
        doc.get("map", type=Map)["a"] = "b"
    elif change == "no end":
        del text[0:1]
    elif change == "behind the end":
        text.insert(1, "x")
    return doc.get_update()


@pytest.mark.parametrize(
    "change",
    [
        "unknown look", "look of another kind", "record as a look", "dangerous link", "picture",
        "another root", "map", "no end", "behind the end",
    ],
)  # fmt: skip
def test_what_no_honest_copy_says_is_refused_and_leaves_no_trace(change: str) -> None:
    document = RichDocument()
    document.change([Step(0, insert="kept", look={"italic": "1"})])
    before = list(document.rich.pieces())
    with pytest.raises(RefusedChangeError):
        document.merge(hostile(change))
    assert list(document.rich.pieces()) == before
    document.change([Step(4, insert="!")])
    assert document.text == "kept!\n"


def test_bytes_that_were_changed_never_get_in_unnoticed() -> None:
    dice = random.Random(1)
    source = RichDocument()
    update, _ = source.change([Step(0, insert="héllo", look={"bold": "1"}), Step(1, look={"block": "h1"}, restyle=5)])
    for _ in range(400):
        broken = bytearray(update)
        for _ in range(dice.randint(1, 3)):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        document = RichDocument()
        try:
            document.merge(bytes(broken[: dice.randint(1, len(broken))]))
        except RefusedChangeError:
            assert document.text == "\n"
        else:
            assert document.text.endswith("\n")
            assert document.rich == looks_in(document)
            assert all(is_look(*pair) for piece in document.rich.pieces() for pair in piece.look.items())


def test_links_are_for_browsers_and_mail_programs() -> None:
    for good in ("https://example.org/a?b=c#d", "http://x.org", "mailto:ann@example.org"):
        assert is_link(good)
    for bad in (
        "", "x", "ftp://x.org", "javascript:alert(1)", "data:text/html,x", "https://", "https://a b",
        "mailto:", "https://x.org/\n", "https://[", "https://" + "x" * 2000, "file:///x", " https://x.org",
    ):  # fmt: skip
        assert not is_link(bad), bad
