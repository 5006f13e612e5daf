# SPDX-License-Identifier: BSD-3-Clause
"""A driver of the composer: find, drag, wire, fill in, run, save."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay, wait_until

OBJECTS = "named('Objects')"


class ComposerDriver:
    """Operates the composer of a program on a virtual display."""

    def __init__(self, display: VirtualDisplay, program: Program, frames: Path, first: int = 1) -> None:
        self.display, self.program = display, program
        self._frames = frames
        self._frame = first - 1
        frames.mkdir(parents=True, exist_ok=True)
        self.window = display.find_window(program.pid)
        display.place_window(self.window, 0, 20, 1436, 860)
        display.move(1439, 899)  # out of the picture

    def frame(self, name: str) -> Path:
        """Save a screenshot."""
        self._frame += 1
        path = self._frames / f"{self._frame:02}-{name}.png"
        self.program.picture(path)
        return path

    def press(self, name: str, kind: str = "QAbstractButton") -> None:
        """Click a button."""
        what = f"named({name!r}, {kind!r})"
        self.display.click(self.program.wait_until_still(f"{what}.isEnabled() and at({what})"))

    def new_sheet(self) -> None:
        """Open an empty sheet from the welcome page."""
        self.press("New page", "QPushButton")
        self.program.wait("canvas() is not None")

    def find(self, words: str, title: str) -> list[int]:
        """Search in the palette; returns where the entry is."""
        self.display.click(self.program.wait_until_still("at(named('Find an object'))"))
        self.display.key("ctrl+a")
        self.display.type(words)
        self.program.wait(f"named('Find an object').text() == {words!r}")
        place: list[int] = self.program.wait_until_still(f"row({OBJECTS}, {title!r})")
        return place

    def drag_on(self, words: str, title: str, x: float, y: float) -> None:
        """Find something and drag it onto the sheet."""
        before = len(self.program.ask("blocks()"))
        self.display.drag(self.find(words, title), self.program.ask(f"at(canvas().viewport(), {x}, {y})"))
        self.program.wait(f"len(blocks()) == {before + 1}")

    def wire(self, start: tuple[str, str], end: tuple[str, str], *, reason: str = "", frame: str = "") -> None:
        """Drag a wire from port to port and check the text that is shown meanwhile."""

        def look() -> None:
            if reason:
                self.program.wait(f"{reason!r} in bubble()")
            if frame:
                self.frame(frame)

        places = [self.program.wait_until_still(f"port({block!r}, {name!r})") for block, name in (start, end)]
        self.display.drag(*places, then=look)

    def select(self, block: str) -> None:
        """Click a block; the inspector then shows it."""
        self.display.click(self.program.wait_until_still(f"block({block!r})"))
        self.program.wait(f"named('Name of the block').text() == {block!r}")

    def fill_in(self, parameter: str, text: str) -> None:
        """Set a parameter of the selected block."""
        self.display.click(self.program.wait_until_still(f"at(named({parameter!r}, 'QLineEdit'))"))
        self.display.key("ctrl+a")
        self.display.type(text)
        self.display.key("Return")
        self.program.wait(f"{text!r} in str(canvas().document)")

    def run(self) -> None:
        """Run the sheet in place; every block becomes live."""
        self.press("Live: off", "QToolButton")
        self.program.wait("all(each.startswith('live') for each in states().values())")

    def delete(self, block: str) -> None:
        """Delete a block."""
        self.select(block)
        self.display.key("Delete")
        self.program.wait(f"{block!r} not in blocks()")

    def open_second_viewer(self) -> Program:
        """Start a second process on the sheet."""
        known = {each.pid for each in self.display.others({self.program.pid})}
        self.press("Open a second viewer")
        wait_until(lambda: self.display.others({self.program.pid, *known}))
        (viewer,) = self.display.others({self.program.pid, *known})
        try:
            viewer.wait("says('live')")
        except AssertionError as error:
            self.frame("viewer-not-live")
            raise AssertionError(f"{error}; it says {viewer.ask('texts()')}") from None
        return viewer

    def leave_presentation(self) -> None:
        """Move the mouse, and click on the way out that appears."""
        self.display.do("mousemove_relative", "--sync", "7", "5")
        self.press("Leave the presentation", "QPushButton")
        self.program.wait("of_kind('Canvas') != []")

    def save_as(self, file: Path) -> None:
        """Save a page, which is stored by itself, in a file."""
        self.display.key("ctrl+shift+s")
        self.program.wait("'Save the page' in windows()")
        self.frame("saving")
        self.display.key("ctrl+a")
        self.display.type(str(file))
        self.display.key("Return")
        wait_until(file.exists)
        self.program.wait("not canvas().editor.modified")

    def undo_all(self) -> list[str]:
        """Undo until the sheet is empty; returns the undo labels."""
        undone: list[str] = []
        self.display.click(self.program.ask("at(canvas().viewport(), 0.5, 0.95)"))
        while self.program.ask("len(blocks())"):
            words, state = self.program.ask("[canvas().editor.undo_label, fingerprint()]")
            assert words, f"undone: {undone}; left: {self.program.ask('blocks()')}"
            undone.append(words)
            self.display.key("ctrl+z")
            self.program.wait(f"fingerprint() != {state!r}")
        return undone
