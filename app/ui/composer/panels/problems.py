# SPDX-License-Identifier: BSD-3-Clause
"""The problems panel: each problem with its block and fixes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.runtime.references import Path, Problem
from app.runtime.types import AdapterOffer
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import EditError
from app.ui.composer.panels.inspector.labels import missing_requirements, plain_text, problem_text
from app.ui.composer.panels.inspector.lookup import block_at, enclosing
from app.ui.composer.panels.widgets import (
    ElidedLabel,
    column,
    empty,
    escape_ampersands,
    scroll_area,
    use_panel_background,
    words,
)
from app.ui.composer.panels.wire_repair import BrokenWire, broken_wire, insert_adapter
from app.ui.icons import pixmap
from app.ui.theme import Theme
from app.ui.translations import translated

_MOST_SHOWN = 200
_MOST_OFFERS = 3


class ProblemsPanel(QWidget):
    """Lists the problems; a click or Enter reveals the block."""

    jump = Signal(tuple)  # the path of the affected block
    count_changed = Signal(int)
    message = Signal(str)

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._theme = theme
        self._shown: tuple[Problem, ...] | None = None
        self.rows: list[_Row] = []
        use_panel_background(self)
        self.setAccessibleName(self.tr("Problems"))
        content = QWidget()
        self._rows: QVBoxLayout = column(content, spacing=4, margins=8)
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)
        column(self).addWidget(scroll_area(content))
        stop = editor.listen_problems(self.show_problems)
        self.destroyed.connect(lambda _=None: stop())
        theme.changed.connect(self._draw_again)
        self.show_problems(editor.problems)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show problems; equal ones change nothing, so that the focus stays."""
        if problems == self._shown:
            return
        self._shown = problems
        self._fill(problems)
        self.count_changed.emit(len(problems))

    def _draw_again(self) -> None:
        self._fill(self._shown or ())

    def _fill(self, problems: tuple[Problem, ...]) -> None:
        empty(self._rows)
        self.rows = []
        for problem in problems[:_MOST_SHOWN]:
            row = _Row(self._theme, problem, self._words(problem), self._where(problem))
            row.activated.connect(self._jump)
            row.offered.connect(self._insert_adapter)
            self._rows.addWidget(row)
            self.rows.append(row)
        if not problems:
            self._rows.addWidget(_no_problems(self._theme, self.tr("Everything fits. This page can go live.")))
        elif len(problems) > _MOST_SHOWN:
            more = self.tr("{count} more").format(count=len(problems) - _MOST_SHOWN)
            self._rows.addWidget(words(more, "muted"))

    def _words(self, problem: Problem) -> str:
        """The text of a problem with the labels used elsewhere."""
        document = self._editor.document
        if problem.kind in ("template", "parameter"):
            block = block_at(document, problem.path, self._editor.catalogue)
            missing = [] if block is None else missing_requirements(block, ())
            if missing:
                return " ".join(missing)
        text = problem_text(problem)
        wire = broken_wire(document, problem)
        for end in () if wire is None else (wire.first, wire.second):
            text = text.replace(plain_text(str(end)), f"{end.component} · {end.endpoint}")
        return text

    def _where(self, problem: Problem) -> str:
        steps = [step for step in problem.path if not step.startswith("@")]
        return " › ".join(steps)

    def _jump(self, problem: Problem) -> None:
        wire = broken_wire(self._editor.document, problem)
        path: Path = (*problem.path, wire.first.component) if wire is not None else problem.path
        try:
            inside, rest = enclosing(self._editor.document, path)
        except EditError:
            return
        self.jump.emit((*inside, rest[0]) if rest else inside)

    def _insert_adapter(self, problem: Problem, offer: AdapterOffer) -> None:
        wire: BrokenWire | None = broken_wire(self._editor.document, problem)
        if wire is None:
            self.message.emit(self.tr("That wire is not there any more."))
            return
        try:
            self.jump.emit(insert_adapter(self._editor, wire, offer))
        except EditError as error:
            self.message.emit(translated(str(error)))


class _Row(QFrame):
    """One problem."""

    activated = Signal(object)
    offered = Signal(object, object)

    def __init__(self, theme: Theme, problem: Problem, text: str, where: str) -> None:
        super().__init__()
        self._problem = problem
        self.setProperty("role", "problem")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{where}: {text}" if where else text)
        picture = QLabel()
        picture.setPixmap(pixmap("problem", 18, theme.colors.bad, self.devicePixelRatioF()))
        texts = column(spacing=0)
        texts.addWidget(words(text))
        if where:
            texts.addWidget(ElidedLabel(where, "help"))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(12)
        row.addWidget(picture, alignment=Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, stretch=1)
        self.buttons: list[QPushButton] = []
        for offer in problem.offers[:_MOST_OFFERS]:
            row.addWidget(self._button(offer), alignment=Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _button(self, offer: AdapterOffer) -> QPushButton:
        label = self.tr("Insert {adapter}").format(adapter=translated(offer.name))
        button = QPushButton(escape_ampersands(label))
        button.clicked.connect(lambda: self.offered.emit(self._problem, offer))
        self.buttons.append(button)
        return button

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.activated.emit(self._problem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.activated.emit(self._problem)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)


def _no_problems(theme: Theme, label: str) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(8, 8, 8, 8)
    row.setSpacing(12)
    picture = QLabel()
    picture.setPixmap(pixmap("good", 18, theme.colors.good, holder.devicePixelRatioF()))
    row.addWidget(picture)
    row.addWidget(words(label, "muted"), stretch=1)
    return holder
