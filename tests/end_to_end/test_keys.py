"""A sheet made, wired, mended and run without a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.composing import Composer
from tests.end_to_end.desk import Desk, open_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "home") as opened:
        yield opened


def test_everything_by_key(desk: Desk, artifacts: Path) -> None:
    with desk.program("--theme=dark", "--language=en") as program:
        person = Composer(desk, program, artifacts / "keys")
        desk.press_until("ctrl+n", lambda: bool(program.ask("of_kind('Canvas') != []")))
        program.wait("canvas().hasFocus()")
        for words, title in (
            ("reliable ch", "Reliable channel"),
            ("conflation", "Conflation"),
            ("persistence", "Persistence"),
        ):
            add(person, words, title)
        wire(person, "Reliable channel", "conflation")
        program.wait("len(wires()) == 1")
        person.frame("wired")
        desk.key("ctrl+z")
        program.wait("wires() == []")
        wire(person, "Reliable channel", "persistence")
        program.wait("canvas().bubble.choices() != [] and 'total order' in bubble()")
        person.frame("offer")
        desk.press_until("Return", lambda: len(program.ask("wires()")) == 2)
        program.wait("canvas().hasFocus()")
        desk.press_until("F5", lambda: any(program.ask("states()").values()))
        program.wait("states()['Ordering'].startswith('live')")
        person.frame("running")
        desk.press_until("F5", lambda: not any(program.ask("states()").values()))


def add(person: Composer, words: str, title: str) -> None:
    """Quick-add: search and Enter."""
    person.desk.key("Insert")
    person.program.wait("canvas().quick_adder.isVisible()")
    person.desk.type(words)
    person.desk.key("Return")
    person.program.wait(f"{title!r} in blocks() and canvas().hasFocus()")


def wire(person: Composer, block: str, target: str) -> None:
    """Go to a block, press W, choose its first port, name the other block."""
    desk, program = person.desk, person.program
    desk.key("Escape")
    for _ in range(10):
        if program.ask("canvas().selection.blocks") == [block]:
            break
        desk.key("Tab")
    assert program.ask("canvas().selection.blocks") == [block]
    desk.key("w")
    program.wait("canvas().gesture is not None")
    desk.key("Return")
    desk.type(target)
    desk.key("Return")
