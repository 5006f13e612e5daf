# SPDX-License-Identifier: BSD-3-Clause
"""A running sheet as people use it: a header with its condition, and its views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.runtime.activation import State
from app.ui.execution import RunningSheet
from app.ui.player.bar_stack import BarStack
from app.ui.player.condition import is_apart, kept_words, state_words
from app.ui.player.connection_bar import ConnectionBar
from app.ui.player.header import Header
from app.ui.player.pane_comments import PaneComments
from app.ui.player.presentation import PresentationExit
from app.ui.player.view_area import ViewArea

if TYPE_CHECKING:
    from app.ui.theme import Theme

_MOVING = (None, State.CREATED, State.JOINING, State.CATCHING_UP)


class PlayerPane(QWidget):
    """The views of a running sheet below its header; in a presentation, without the header."""

    def __init__(self, theme: Theme, title: str, description: str, bars: Sequence[QWidget] = ()) -> None:
        super().__init__()
        self.header = Header(theme, title, description)
        self.connection = ConnectionBar(theme)
        self.views = ViewArea()
        self.exit = PresentationExit(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(BarStack((*bars[:1], self.connection, *bars[1:]), side=16))
        self._beside = QSplitter(Qt.Orientation.Horizontal)
        self._beside.setChildrenCollapsible(False)
        self._beside.setHandleWidth(1)
        self._beside.addWidget(self.views)
        self.comments = PaneComments(theme, self.header, self.views, self._beside)
        column.addWidget(self._beside, stretch=1)

    @property
    def presenting(self) -> bool:
        """Whether only the views are shown."""
        return self.header.isHidden()

    def present(self, presenting: bool) -> None:
        """Hide or show the header; a presentation has a visible way out."""
        self.header.setVisible(not presenting)
        if presenting:
            self.comments.action.setChecked(False)
        self.exit.begin() if presenting else self.exit.end()

    def follow(self, sheet: RunningSheet) -> None:
        """Show the condition of a sheet and the people at it."""
        state = sheet.overall()
        self.header.show_state(state_words(sheet), state, apart=is_apart(sheet))
        self.header.show_kept(kept_words(sheet))
        self.connection.follow(sheet)
        self.comments.follow(sheet)
        self.header.people.show_people(sheet.me, sheet.people(), sheet.members())
        self.header.people.setVisible(state is not None and state is not State.FAILED)

    def is_settled(self, sheet: RunningSheet) -> bool:
        """Whether the state is final for now, and every view is complete."""
        shown = self.views.views().values()
        return sheet.overall() not in _MOVING and all(getattr(view, "settled", True) for view in shown)

    def picture(self, sheet: RunningSheet) -> QImage | None:
        """A picture of the views; `None` if something failed, moves, or nothing is shown."""
        if not self.views.views() or not self.is_settled(sheet) or sheet.overall() is State.FAILED:
            return None
        with self.views.without_pointers():
            return self.views.grab().toImage()
