# SPDX-License-Identifier: BSD-3-Clause
"""A 2D desktop in two real windows, used with mouse and keys: what is done in one is seen in the other."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.test_players import two_players
from tests.end_to_end.virtual_display import VirtualDisplay
from tests.gallery_copies import copy_gallery_file

_COPIER = """
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
application.clipboard().setText(sys.stdin.read())
print("copied", flush=True)
application.exec()
"""
_PIECE = "[*named('Desktop').pieces.values()][0]"
_HEADER = (
    f"(lambda canvas, piece: (lambda point: [point.x(), point.y()])(canvas.viewport().mapToGlobal("
    f"canvas.mapFromScene(piece.mapToScene(QPointF(-60, -piece.place.height / 2 + 14))))))"
    f"(named('Desktop'), {_PIECE})"
)


@contextmanager
def copied(display: VirtualDisplay, text: str) -> Iterator[None]:
    """Another program has copied something."""
    process = subprocess.Popen(
        [sys.executable, "-c", _COPIER],
        env={**display.environment, "QT_QPA_PLATFORM": "xcb"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)
        process.stdin.close()
        assert process.stdout.readline() == "copied\n"
        yield
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_counter_is_pasted_dragged_and_clicked(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    counter = copy_gallery_file("shared_counter", tmp_path).read_text()
    with two_players(display, "desktop", tmp_path) as (left, right), copied(display, counter):
        left.wait("named('Desktop').writable")
        display.click(left.wait_until_still("at(named('Desktop'))"))
        display.key("ctrl+v")
        for program in (left, right):
            program.wait("is_shown('One more') and named('One more').isEnabled()")
        place = left.wait_until_still(_HEADER)
        before = right.ask(f"{_PIECE}.place.x")
        display.drag(place, [place[0] + 90, place[1] + 60])
        right.wait(f"{_PIECE}.place.x > {before} + 40")
        left.wait(f"{_PIECE}.place.x == {right.wait_until_still(f'{_PIECE}.place.x')}")
        display.click(left.wait_until_still("at(named('One more'))"), times=2)
        right.wait("is_shown('2')")
        display.click(right.wait_until_still("at(named('One less'))"))
        left.wait("is_shown('1')")
        left.picture(artifacts / "desktop-twice.png")
        display.click(left.wait_until_still(_HEADER))
        display.key("Delete")
        right.wait("not named('Desktop').pieces")
        display.key("ctrl+z")
        right.wait("is_shown('1')")


def test_things_are_added_renamed_and_aligned_by_mouse_and_keys(
    display: VirtualDisplay, tmp_path: Path, artifacts: Path
) -> None:
    with two_players(display, "desktop", tmp_path) as (left, right):
        search = left.wait_until_still(
            "named('Find something to add').isEnabled() and at(named('Find something to add'))"
        )
        display.click(search)
        display.type("chat")
        left.wait("named('What can be added').currentItem().text() == 'Chat'")
        display.click(left.wait_until_still("row(named('What can be added'), 'Chat')"))
        right.wait(f"{_PIECE}.item.title == 'Chat'")
        left.wait("named('Desktop').page.focusItem() is not None")
        display.type("good morning")  # whoever adds a chat writes in it at once
        display.key("Return")
        right.wait("'good morning' in str(named('Messages').model().index(0, 0).data(0))")
        display.key("Escape", "F2")
        left.wait("is_shown('Title')")
        display.type("Team")
        display.key("Return")
        right.wait(f"{_PIECE}.item.title == 'Team'")
        display.click(search)
        display.type("counter")
        entry = left.wait_until_still("row(named('What can be added'), 'Shared counter')")
        display.drag(entry, [entry[0] + 330, entry[1] + 130])
        right.wait("len(named('Desktop').pieces) == 2")
        left.wait("named('Desktop').hasFocus() and len(named('Desktop').chosen) == 1")  # the drop gives it the focus
        x, y = left.ask("at(named('Desktop'))")
        display.move(x, y + 60)
        right.wait("[each.name for each in of_kind('PointerLayer')[0].pointers.people.values()] == ['Ann']")
        left.picture(artifacts / "desktop-added.png")
        display.key("Delete")
        right.wait("len(named('Desktop').pieces) == 1")
        display.key("ctrl+z")
        right.wait("len(named('Desktop').pieces) == 2")
