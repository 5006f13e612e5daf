# SPDX-License-Identifier: BSD-3-Clause
"""Comments beside the views of a pane: the button with their number, the panel, and the marks at objects."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QWidget

from app.runtime.activation import State
from app.runtime.references import Path
from app.ui.execution import RunningSheet
from app.ui.icons import bind_icon
from app.ui.player.header import Header
from app.ui.player.view_area import ViewArea
from objects_library.widgets.comment_mark import CommentedThings

if TYPE_CHECKING:
    from app.ui.execution.page_comments import CommentTarget, PageComments
    from app.ui.player.comments_panel import CommentsPanel
    from app.ui.theme import Theme

_USABLE = (State.LIVE, State.READ_ONLY)


class PaneComments(QObject):
    """Shows the comments on a running sheet in a splitter beside its views."""

    def __init__(self, theme: Theme, header: Header, views: ViewArea, splitter: QSplitter) -> None:
        super().__init__(splitter)
        self._theme = theme
        self._views = views
        self._splitter = splitter
        self._sheet: RunningSheet | None = None
        self._panel: CommentsPanel | None = None
        self._watched: dict[int, QWidget] = {}
        self.action = QAction(self.tr("&Comments"), header)
        self.action.setShortcut("Ctrl+Alt+M")
        self.action.setCheckable(True)
        self.action.setVisible(False)
        self.action.toggled.connect(self._toggle)
        bind_icon(theme, self.action, "comments")
        splitter.addAction(self.action)
        self.button = header.add_action(self.action)
        views.comments_asked.connect(self._ask_about_object)
        views.arranged.connect(self._watch_views)

    @property
    def panel(self) -> CommentsPanel:
        """The panel; made at the first use."""
        if self._panel is None:
            from app.ui.player.comments_panel import WIDTH, CommentsPanel  # noqa: PLC0415 - after the window is painted

            self._panel = CommentsPanel(self._theme)
            self._panel.hide()
            self._panel.closed.connect(lambda: self.action.setChecked(False))
            self._panel.left.connect(self._views.take_focus)
            self._panel.looked.connect(self._look)
            self._splitter.addWidget(self._panel)
            self._splitter.setStretchFactor(0, 1)
            self._splitter.setStretchFactor(1, 0)
            self._splitter.setSizes([max(1, self._splitter.width() - WIDTH), WIDTH])
        return self._panel

    def follow(self, sheet: RunningSheet) -> None:
        """Show the comments on a sheet, as soon as its objects run."""
        self._sheet = sheet
        if sheet.comments is None and sheet.overall() in _USABLE:
            sheet.begin_comments()
        comments = sheet.comments
        self.action.setVisible(comments is not None and comments.available)
        if comments is None:
            return
        self._show_count(comments.open_count)
        paths = list(self._views.views())
        self._views.mark_comments({path: sum(comments.open_items(path).values()) for path in paths})
        self._watch_views()
        if self._panel is not None and not self._panel.isHidden():
            self._fill(comments)

    def _fill(self, comments: PageComments) -> None:
        from app.ui.execution.page_comments import CommentTarget  # noqa: PLC0415 - imported already

        paths = list(self._views.views())
        self.panel.offer([CommentTarget(path, path[-1]) for path in paths if path and len(paths) > 1])
        self.panel.follow(comments)

    def _show_count(self, count: int) -> None:
        style = Qt.ToolButtonStyle
        self.button.setToolButtonStyle(style.ToolButtonTextBesideIcon if count else style.ToolButtonIconOnly)
        self.action.setIconText(str(count))
        self.button.updateGeometry()
        words = self.tr("Comments ({count})").format(count=count) if count else self.tr("Comments")
        self.button.setAccessibleName(words)
        self.button.setToolTip(f"{words}  ({self.action.shortcut().toString()})")

    def _toggle(self, shown: bool) -> None:
        comments = self._sheet.comments if self._sheet is not None else None
        if shown and comments is not None:
            self.panel.show()
            self._fill(comments)
            self.panel.list.setFocus()
        elif self._panel is not None:
            self._panel.hide()
            self._views.take_focus()
        if comments is not None:
            self._show_count(comments.open_count)

    def _ask(self, target: CommentTarget) -> None:
        if not self.action.isVisible():
            return
        self.action.setChecked(True)
        self.panel.begin(target)

    def _ask_about_object(self, path: Path) -> None:
        self._ask(_target(path, path[-1] if path else ""))

    # ---- things in views

    def _watch_views(self) -> None:
        """Connect to the views that have things to comment on."""
        comments = self._sheet.comments if self._sheet is not None else None
        shown = self._views.views()
        self._watched = {key: view for key, view in self._watched.items() if view in shown.values()}
        for path, view in shown.items():
            things = getattr(view, "commented", None)
            if not isinstance(things, CommentedThings):
                continue
            if id(view) not in self._watched:
                self._watched[id(view)] = view
                things.chosen.connect(partial(self._choose_item, path))
                things.asked.connect(partial(self._ask_about_item, path))
            if comments is not None:
                things.counted.emit({item: count for item, count in comments.open_items(path).items() if item})

    def _choose_item(self, path: Path, item: str, title: str) -> None:
        if self._panel is not None and not self._panel.isHidden():
            self._panel.offer_item(_target(path, title, item) if item else None)

    def _ask_about_item(self, path: Path, item: str, title: str) -> None:
        self._ask(_target(path, title, item))

    def _look(self, target: CommentTarget) -> None:
        view = self._views.views().get(target.path)
        things = getattr(view, "commented", None)
        if target.item and isinstance(things, CommentedThings):
            things.looked.emit(target.item)


def _target(path: Path, title: str, item: str = "") -> CommentTarget:
    from app.ui.execution.page_comments import CommentTarget  # noqa: PLC0415 - after the window is painted

    return CommentTarget(path, title, item)
