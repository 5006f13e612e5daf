# SPDX-License-Identifier: BSD-3-Clause
"""A breadcrumb of the enclosing sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton

from app.runtime.references import Path
from app.ui.composer.canvas.appearance import Appearance, faded
from app.ui.composer.canvas.translation import tr

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class Breadcrumb(QFrame):
    """Hidden on the outermost sheet."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.setObjectName("breadcrumb")
        self.setAccessibleName(tr("Where you are"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 4, 8, 4)
        self._row.setSpacing(2)
        self.hide()

    def show_path(self, title: str, sheet: Path) -> None:
        """Show the path from the outermost sheet to this one."""
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for number, path in enumerate(_enclosing_sheets(sheet)):
            if number:
                arrow = QLabel("›")
                arrow.setProperty("role", "muted")
                self._row.addWidget(arrow)
            self._row.addWidget(self._button(title if not path else path[-1], path, is_here=path == sheet))
        self.setVisible(bool(sheet))
        self.adjustSize()

    def set_appearance(self, look: Appearance) -> None:
        """Apply colours and fonts."""
        self.setStyleSheet(f"""
            QFrame#breadcrumb {{ background: {look.block.name()};
                                 border: 1px solid {look.block_border.name()}; border-radius: 8px; }}
            QToolButton {{ border: none; border-radius: 5px; padding: 3px 8px; color: {look.muted.name()}; }}
            QToolButton:hover {{ background: {look.header.name()}; color: {look.text.name()}; }}
            QToolButton:focus {{ background: {faded(look.accent, 0.2).name()}; }}
            QToolButton[here="true"] {{ color: {look.text.name()}; font-weight: 600; }}
        """)

    def _button(self, words: str, path: Path, *, is_here: bool) -> QToolButton:
        button = QToolButton()
        button.setText(words.replace("&", "&&"))
        button.setAccessibleName(tr("Go to the page {name}").format(name=words))
        button.setProperty("here", is_here)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._canvas.show_sheet(path))
        return button


def _enclosing_sheets(sheet: Path) -> list[Path]:
    """The enclosing sheets; steps into a template are skipped."""
    ways = [sheet[:length] for length in range(len(sheet) + 1)]
    return [way for way in ways if not way or not way[-1].startswith("@") or way == sheet]
