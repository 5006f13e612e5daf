# SPDX-License-Identifier: BSD-3-Clause
"""The guided tour: from an empty window to a shared note that is open twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from app.ui.composer.page import ComposerPage
    from app.ui.main_window import MainWindow

_WIDTH = 360
_MARGIN = 24
_CHECK_INTERVAL = 300
NOTE = "Shared text"


@dataclass(frozen=True)
class _Step:
    title: str
    words: str
    button: str
    do: Callable[[], Awaitable[object]]
    is_done: Callable[[], bool]


class Tour(QObject):
    """Leads through the steps; the user or the button performs each one."""

    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._page: ComposerPage | None = None
        self._viewer_opened = False
        self._number = 0
        self._steps = self._make_steps()
        self.card = _Card(window)
        self.card.wanted.connect(self._do)
        self.card.left.connect(self.end)
        self._looking = QTimer(self)
        self._looking.setInterval(_CHECK_INTERVAL)
        self._looking.timeout.connect(self._look)
        window.second_viewer_opened.connect(self._saw_viewer)
        self._show()
        self._looking.start()

    @property
    def step(self) -> int:
        """The number of the current step, from 0."""
        return self._number

    def end(self) -> None:
        """Remove the card; the sheet stays."""
        self._looking.stop()
        self.card.hide()
        self.card.deleteLater()
        self.ended.emit()
        self.deleteLater()

    def _make_steps(self) -> list[_Step]:
        tr = self._window.tr
        return [
            _Step(
                tr("A page"),
                tr("Everything begins with an empty page. What you put on it can be shared with anyone."),
                tr("Make a page"),
                self._make_sheet,
                lambda: self._page is not None,
            ),
            _Step(
                tr("An object"),
                tr("Drag “Shared text” from the palette on the left onto the page, or let me do it."),
                tr("Add a shared text"),
                self._add_note,
                self._has_note,
            ),
            _Step(
                tr("Live"),
                tr("Now it becomes alive. The block says how it is: joining, then live."),
                tr("Go live"),
                self._run,
                lambda: self._page is not None and self._page.is_running,
            ),
            _Step(
                tr("Present"),
                tr("This is what people see: the note itself, with nothing around it. Type something."),
                tr("Show it"),
                self._present,
                lambda: self._page is not None and self._page.presenting,
            ),
            _Step(
                tr("Share"),
                tr("A second viewer is another program, as on another computer. Both show the same."),
                tr("Open a second viewer"),
                self._open_viewer,
                lambda: self._viewer_opened,
            ),
            _Step(
                tr("That is all"),
                tr(
                    "Type in one window and read in the other. Save the page and send the file to a friend: "
                    "it has the text, and whoever opens it on this network writes with you."
                ),
                tr("Finish"),
                self._finish,
                lambda: False,
            ),
        ]

    def _show(self) -> None:
        step = self._steps[self._number]
        self.card.show_step(step.title, step.words, step.button, self._number, len(self._steps))

    def _do(self) -> None:
        self._window.spawn(self._done(self._steps[self._number]))

    async def _done(self, step: _Step) -> None:
        await step.do()
        self._look()

    def _look(self) -> None:
        """Advance when the current step is done."""
        self._follow_page()
        moved = False
        while self._steps[self._number].is_done():
            self._number += 1
            moved = True
        if moved:
            self._show()
        self.card.place()

    def _follow_page(self) -> None:
        current = self._window.page
        if current is not None and (self._page is None or self._page not in self._window.pages()):
            self._page = current

    async def _make_sheet(self) -> None:
        self._page = await self._window.files.new_page()

    async def _add_note(self) -> None:
        if self._page is not None:
            entry = self._page.canvas.entry_titled(NOTE)
            if entry is not None:
                self._page.canvas.add_entry(entry)

    async def _run(self) -> None:
        if self._page is not None:
            await self._page.run()

    async def _present(self) -> None:
        if self._page is not None:
            self._page.present(True)

    async def _open_viewer(self) -> None:
        self._window.open_second_viewer()

    async def _finish(self) -> None:
        self.end()

    def _has_note(self) -> bool:
        return self._page is not None and bool(self._page.canvas.view.blocks)

    def _saw_viewer(self) -> None:
        self._viewer_opened = True


class _Card(QFrame):
    """The card with a step's text in the corner of the window."""

    wanted = Signal()
    left = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setProperty("role", "card")
        self.setFixedWidth(_WIDTH)
        self._title = QLabel()
        self._title.setProperty("role", "heading")
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(4)
        self.button = QPushButton()
        self.button.setProperty("role", "main")
        self.button.clicked.connect(self.wanted)
        leave = QPushButton(self.tr("Leave the tour"))
        leave.setProperty("role", "link")
        leave.clicked.connect(self.left)
        buttons = QHBoxLayout()
        buttons.addWidget(leave)
        buttons.addStretch()
        buttons.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        for widget in (self._title, self._words, self._progress):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addLayout(buttons)
        window.installEventFilter(self)
        self.show()
        self.place()

    def show_step(self, title: str, words: str, button: str, number: int, count: int) -> None:
        """Show a step."""
        self._title.setText(title)
        self._words.setText(words)
        self.setAccessibleName(f"{title}. {words}")
        self.button.setText(button)
        self._progress.setRange(0, count)
        self._progress.setValue(number + 1)
        self.place()

    def place(self) -> None:
        """Move to the lower right corner, on top."""
        layout = self.layout()
        if layout is not None:
            self.resize(_WIDTH, layout.heightForWidth(_WIDTH) if layout.hasHeightForWidth() else 0)
        corner = self._window.rect().bottomRight()
        self.move(corner.x() - self.width() - _MARGIN, corner.y() - self.height() - 2 * _MARGIN)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            QTimer.singleShot(0, self, self.place)
        return super().eventFilter(watched, event)
