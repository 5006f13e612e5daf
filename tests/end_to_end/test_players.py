# SPDX-License-Identifier: BSD-3-Clause
"""Two players in two processes, used by hand: what is done in one is seen in the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.note_exchange import exchange_lines
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay
from tests.gallery_copies import copy_gallery_file


@contextmanager
def two_players(display: VirtualDisplay, name: str, folder: Path) -> Iterator[tuple[Program, Program]]:
    """One file opened twice, side by side: light on the left, dark on the right."""
    file = copy_gallery_file(name, folder)
    with (
        display.program(str(file), "--theme=light", "--apart", command="open") as left,
        display.program(str(file), "--theme=dark", "--apart", command="open") as right,
    ):
        for number, program in enumerate((left, right)):
            display.place_window(display.find_window(program.pid), 4 + 720 * number, 30, 700, 520)
            program.wait("says('live')")
        yield left, right


def test_a_note_typed_in_one_is_read_in_the_other(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    with two_players(display, "shared_note", tmp_path) as (left, right):
        left.wait("not named('Note').isReadOnly()")
        exchange_lines(display, left, right, "Milk and bread", "and eggs")
        left.wait("[each.end for each in named('Note')._cursors] == [23]")
        display.key("ctrl+shift+8")
        left.wait("named('Note').note.paragraph(20) == {'block': 'bullet'}")
        display.key("ctrl+b")
        display.type(" and ham")
        left.wait("named('Note').note.look(28) == {'bold': '1'}")
        display.key("ctrl+alt+2")
        left.wait("named('Note').note.paragraph(20) == {'block': 'h2'}")
        left.picture(artifacts / "note-twice.png")
        display.key("ctrl+z")
        left.wait("named('Note').note.paragraph(20) == {'block': 'bullet'}")
        right.kill()
        left.wait("named('Note').text.startswith('Milk and bread')")


def test_a_counter_counts_clicks_and_keys(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    with two_players(display, "shared_counter", tmp_path) as (left, right):
        place = left.wait_until_still("named('One more').isEnabled() and at(named('One more'))")
        display.click(place, times=3)
        right.wait("is_shown('3')")
        display.click(right.wait_until_still("at(named('One less'))"))
        left.wait("is_shown('2')")
        display.key("Prior")
        left.wait("is_shown('12')")
        left.picture(artifacts / "counter-twice.png")
