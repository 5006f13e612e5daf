# SPDX-License-Identifier: BSD-3-Clause
"""Makes the pictures of the gallery: runs each thing on a virtual display, and uses it with mouse and keyboard.

python -m tests.end_to_end.gallery_pictures [NAME…]

writes liveobject_files/pictures/NAME-light.webp and NAME-dark.webp. Look at each.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, Qt
from PySide6.QtGui import QImage, QImageWriter

from app.ui.welcome.gallery import FOLDER, Section, list_entries
from tests.end_to_end.program import Program
from tests.end_to_end.test_desktops import copied
from tests.end_to_end.virtual_display import VirtualDisplay, open_display
from tests.gallery_copies import copy_gallery_file

_WIDTH, _HEIGHT = 496, 308
_QUALITY = 82
_SMALL, _MIDDLE, _LARGE = (520, 420), (760, 560), (1200, 820)
_SIZES = {
    **dict.fromkeys(("class_room", "control_panel", "operations_room", "shop_dashboard", "space"), _LARGE),
    **dict.fromkeys(("map", "flights_map", "desktop", "whiteboard", "exchange_ticker"), _MIDDLE),
    **dict.fromkeys(("table_of_computers", "chart_of_computers", "computers", "shared_video"), _MIDDLE),
    **dict.fromkeys(("budget_in_a_spreadsheet", "plants_in_a_database"), _MIDDLE),
}
_NEWEST = "[*named('Desktop').pieces.values()][-1]"
_HEADER = (
    f"(lambda canvas, piece: (lambda point: [point.x(), point.y()])(canvas.viewport().mapToGlobal("
    f"canvas.mapFromScene(piece.mapToScene(QPointF(-60, -piece.place.height / 2 + 14))))))"
    f"(named('Desktop'), {_NEWEST})"
)
_SECONDS = {"shop_dashboard": 90.0, "exchange_ticker": 8.0, "chart_of_computers": 25.0, "flights_map": 6.0}
"""Seconds in which content comes by itself."""


class _Person:
    """Uses one program."""

    def __init__(self, display: VirtualDisplay, program: Program) -> None:
        self.display, self.program = display, program

    def click(self, widget: str, x: float = 0.5, y: float = 0.5, times: int = 1) -> None:
        self.display.click(self.program.wait_until_still(f"at({widget}, {x}, {y})"), times=times)

    def drag(self, widget: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        places = [self.program.ask(f"at({widget}, {x}, {y})") for x, y in (start, end)]
        self.display.drag(*places)

    def lines(self, *lines: str) -> None:
        for line in lines:
            self.display.type(line)
            self.display.key("Return")


def _note(person: _Person) -> None:
    person.click("named('Note')", 0.4, 0.3)
    person.display.key("ctrl+alt+1")
    person.lines("Garden party")
    person.display.key("ctrl+alt+0")
    person.lines("Saturday at four, behind the house.", "")
    person.display.key("ctrl+shift+8")
    person.lines("Ann brings the soup", "Bob brings chairs")
    person.display.type("Who has a grill?")


def _checklist(person: _Person) -> None:
    person.click("named('Add something')")
    person.lines("Milk", "Bread", "Six eggs", "Apples", "Coffee")
    person.display.key("shift+Tab")


def _chat(person: _Person) -> None:
    person.click("named('Your message')")
    person.lines("Is everybody there?", "The lesson begins in five minutes.", "Bring your notes!")


def _whiteboard(person: _Person) -> None:
    board = "of_kind('WhiteboardPlane')[0]"
    person.click(board, 0.9, 0.9)
    person.display.key("r")
    person.drag(board, (0.1, 0.2), (0.35, 0.45))
    person.display.key("o")
    person.drag(board, (0.6, 0.5), (0.85, 0.85))
    person.display.key("a")
    person.drag(board, (0.37, 0.4), (0.6, 0.58))
    person.display.key("p")
    person.drag(board, (0.12, 0.75), (0.4, 0.7))
    person.drag(board, (0.12, 0.82), (0.34, 0.78))
    person.display.key("t")
    person.click(board, 0.14, 0.3)
    person.display.type("Idea")
    person.display.key("ctrl+Return")


def _counter(person: _Person) -> None:
    person.click("named('One more')", times=7)
    person.program.wait("is_shown('7')")


def _class_room(person: _Person) -> None:
    person.display.click(person.program.ask("at(player('Class room').views, 0.33, 0.75)"))
    person.display.type("Photosynthesis: light, water and air become sugar.")
    person.display.click(person.program.ask("at(player('Class room').views, 0.58, 0.84)"))
    person.lines("Good morning!", "Page 42, please.")


def _desktop(person: _Person) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, right in (("shared_counter", -190), ("clock", 170)):
            text = copy_gallery_file(name, Path(folder)).read_text()
            with copied(person.display, text):
                person.click("named('Desktop')", 0.5, 0.95)
                person.display.key("ctrl+v")
                person.program.wait("len(named('Desktop').pieces)")
                time.sleep(1.5)  # the view of the new object is drawn
                place = person.program.wait_until_still(_HEADER)
                person.display.drag(place, [place[0] + right, place[1] - 30])
    person.click("named('Desktop')", 0.5, 0.9)


def _form(person: _Person) -> None:
    person.display.click(person.program.ask("at(player('Shared form').views, 0.6, 0.07)"))
    person.display.type("12")
    person.display.key("Tab")
    person.display.type("Ann")
    person.display.key("Tab")
    person.display.type("We bring a cake.")
    person.display.key("Tab")


_USES: dict[str, Callable[[_Person], None]] = {
    "shared_note": _note,
    "shopping_list": _checklist,
    "chat": _chat,
    "whiteboard": _whiteboard,
    "shared_counter": _counter,
    "class_room": _class_room,
    "desktop": _desktop,
    "shared_form": _form,
}


def make_picture(display: VirtualDisplay, name: str, theme: str, folder: Path) -> Path:
    """Run one thing, use it, and store its picture."""
    file = copy_gallery_file(name, folder)
    options = (str(file), "--apart", f"--theme={theme}", "--language=en")
    drawn = folder / "drawn.png"
    with display.program(*options, command="open") as program:
        width, height = _SIZES.get(name, _SMALL)
        display.place_window(display.find_window(program.pid), 10, 30, width, height)
        window = "[each for each in QApplication.topLevelWidgets() if type(each).__name__ == 'PlayerWindow'][0]"
        program.wait(f"{window}.settled and bool({window}.views.views())", 60)
        if name in _USES:
            _USES[name](_Person(display, program))
        display.move(1439, 899)  # out of the picture
        time.sleep(_SECONDS.get(name, 1.5))
        assert program.ask(f"failures({window})") == []
        assert program.ask(f"picture_of({window}.views, {str(drawn)!r})")
    return _stored(QImage(str(drawn)), FOLDER / "pictures" / f"{name}-{theme}.webp")


def _stored(drawn: QImage, file: Path) -> Path:
    shape = _WIDTH / _HEIGHT
    width, height = drawn.width(), drawn.height()
    if width / height > shape:
        cut = QRect((width - round(height * shape)) // 2, 0, round(height * shape), height)
    else:
        cut = QRect(0, 0, width, round(width / shape))
    small = drawn.copy(cut).scaled(
        _WIDTH, _HEIGHT, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    file.parent.mkdir(exist_ok=True)
    writer = QImageWriter(str(file), QByteArray(b"webp"))
    writer.setQuality(_QUALITY)
    assert writer.write(small), writer.errorString()
    return file


def main(names: list[str]) -> None:
    """Make the pictures of the things that have one."""
    known = [entry.path.stem for entry in list_entries() if entry.section is not Section.DEVELOPERS]
    with tempfile.TemporaryDirectory(prefix="lo-") as folder:
        for name in names or known:
            for theme in ("light", "dark"):
                with open_display(Path(folder, "home")) as display:
                    file = make_picture(display, name, theme, Path(folder))
                print(f"{file.name}: {file.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
