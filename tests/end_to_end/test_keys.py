# SPDX-License-Identifier: BSD-3-Clause
"""A sheet made, wired, mended and run without a mouse."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay


def test_everything_by_key(display: VirtualDisplay, artifacts: Path) -> None:
    with display.program("--theme=dark", "--language=en") as program:
        person = ComposerDriver(display, program, artifacts / "keys")
        display.press_until("ctrl+n", lambda: bool(program.ask("of_kind('Canvas') != []")))
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
        display.key("ctrl+z")
        program.wait("wires() == []")
        wire(person, "Reliable channel", "persistence")
        program.wait("canvas().bubble.choices() != [] and 'total order' in bubble()")
        person.frame("offer")
        display.press_until("Return", lambda: len(program.ask("wires()")) == 2)
        program.wait("canvas().hasFocus()")
        display.press_until("F5", lambda: any(program.ask("states()").values()))
        program.wait("states()['Ordering'].startswith('live')")
        person.frame("running")
        display.press_until("F5", lambda: not any(program.ask("states()").values()))


def add(person: ComposerDriver, words: str, title: str) -> None:
    """Quick-add: search and Enter."""
    person.display.key("Insert")
    person.program.wait("canvas().quick_adder.isVisible()")
    person.display.type(words)
    person.display.key("Return")
    person.program.wait(f"{title!r} in blocks() and canvas().hasFocus()")


def wire(person: ComposerDriver, block: str, target: str) -> None:
    """Go to a block, press W, choose its first port, name the other block."""
    display, program = person.display, person.program
    display.key("Escape")
    for _ in range(10):
        if program.ask("canvas().selection.blocks") == [block]:
            break
        display.key("Tab")
    assert program.ask("canvas().selection.blocks") == [block]
    display.key("w")
    program.wait("canvas().gesture is not None")
    display.key("Return")
    display.type(target)
    display.key("Return")
