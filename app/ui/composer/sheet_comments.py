# SPDX-License-Identifier: BSD-3-Clause
"""Comments beside a sheet that runs while it is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSplitter

from app.runtime.activation import State
from app.runtime.references import Path
from app.ui.composer.canvas.canvas import Canvas
from app.ui.execution import RunningSheet
from app.ui.execution.page_comments import CommentTarget
from app.ui.player.comments_panel import WIDTH, CommentsPanel
from app.ui.player.pane import PlayerPane

if TYPE_CHECKING:
    from app.ui.theme import Theme


class SheetComments(QObject):
    """The panel in the workbench; what is selected on the canvas is what a new comment is about."""

    message = Signal(str)

    def __init__(self, theme: Theme, canvas: Canvas, workbench: QSplitter, pane: PlayerPane) -> None:
        super().__init__(workbench)
        self._theme = theme
        self._pane = pane
        pane.comments.action.setShortcut("")  # the window has it, for the sheet, too
        self._canvas = canvas
        self._workbench = workbench
        self._sheet: RunningSheet | None = None
        self.panel: CommentsPanel | None = None
        canvas.selection_changed.connect(self._select)

    def follow(self, sheet: RunningSheet | None) -> None:
        """Show the comments on a running sheet, or none."""
        self._sheet = sheet
        if sheet is None:
            if self.panel is not None:
                self.panel.hide()
            return
        if sheet.comments is None and sheet.overall() in (State.LIVE, State.READ_ONLY):
            sheet.begin_comments()
        if sheet.comments is not None and self.panel is not None and not self.panel.isHidden():
            self.panel.offer([CommentTarget(path, path[-1]) for path in self._paths(sheet)])
            self.panel.follow(sheet.comments)

    def toggle(self) -> None:
        """Show or hide the comments, beside the objects in use or the sheet."""
        if self._pane.isVisible():
            self._pane.comments.action.toggle()
        elif self.panel is not None and not self.panel.isHidden():
            self.panel.hide()
            self._canvas.setFocus()
        elif self._sheet is None or self._sheet.comments is None or not self._sheet.comments.available:
            self.message.emit(self.tr("Turn the page live to read and write comments."))
        else:
            self._show(self._sheet)

    def _show(self, sheet: RunningSheet) -> None:
        if self.panel is None:
            self.panel = CommentsPanel(self._theme)
            self.panel.closed.connect(self.toggle)
            self.panel.left.connect(self._canvas.setFocus)
            self.panel.looked.connect(self._look)
            self._workbench.addWidget(self.panel)
            sizes = self._workbench.sizes()
            self._workbench.setSizes([*sizes[:-1], WIDTH])
        self.panel.show()
        self.follow(sheet)
        self._select(self._canvas.selected_paths())
        self.panel.list.setFocus()

    @staticmethod
    def _paths(sheet: RunningSheet) -> list[Path]:
        return list(dict.fromkeys(path[: sheet.depth] for path in sheet.paths() if path[: sheet.depth]))

    def _select(self, paths: list[Path]) -> None:
        if self.panel is not None and not self.panel.isHidden() and len(paths) <= 1:
            self.panel.choose(CommentTarget(paths[0], paths[0][-1]) if paths and paths[0] else CommentTarget())

    def _look(self, target: CommentTarget) -> None:
        if target.path:
            self._canvas.reveal(target.path)
