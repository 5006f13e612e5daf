# SPDX-License-Identifier: BSD-3-Clause
"""The settings window: pages in a list on the left, a search above it; changes apply at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ui.composer.panels.widgets import scroll_area, words
from app.ui.icons import icon
from app.ui.preferences.appearance_page import AppearancePage
from app.ui.preferences.kept_page import KeptPage
from app.ui.preferences.network_page import NetworkPage
from app.ui.preferences.page import SettingsPage
from app.ui.preferences.person_page import PersonPage
from app.ui.preferences.spark_page import SparkPage
from app.ui.preferences.trust_page import TrustPage
from app.ui.settings import Settings
from app.ui.theme import Theme

_SIDE_WIDTH = 208


def show_settings(parent: QWidget, theme: Theme, settings: Settings, page: str = "") -> SettingsWindow:
    """Show the settings of a window, at a page; there is at most one of them for each window."""
    found = parent.findChildren(SettingsWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    window = found[0] if found else SettingsWindow(theme, settings, parent)
    if page:
        window.show_page(page)
    window.show()
    window.raise_()
    window.activateWindow()
    return window


class SettingsWindow(QDialog):
    """All settings of the user; not modal, so that their effect is seen at once."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.resize(760, 560)
        self.pages: dict[str, SettingsPage] = {
            "person": PersonPage(settings),
            "appearance": AppearancePage(theme, settings),
            "network": NetworkPage(settings),
            "kept": KeptPage(),
            "spark": SparkPage(),
            "trust": TrustPage(),
        }
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the settings"))
        self.search.setAccessibleName(self.tr("Search the settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.list = QListWidget()
        self.list.setProperty("role", "plain")
        self.list.setAccessibleName(self.tr("Pages of the settings"))
        self.list.setIconSize(QSize(18, 18))
        self._stack = QStackedWidget()
        for name, page in self.pages.items():
            item = QListWidgetItem(page.title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, 36))
            self.list.addItem(item)
            self._stack.addWidget(scroll_area(page))
        self._nothing = words(self.tr("No setting has these words."), "muted")
        self._nothing.hide()
        self._lay_out()
        theme.changed.connect(self._draw_icons)
        self._draw_icons()
        self.list.currentRowChanged.connect(self._show_row)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    @property
    def page(self) -> SettingsPage:
        """The page that is shown."""
        return list(self.pages.values())[self._stack.currentIndex()]

    def show_page(self, name: str) -> None:
        """Show a page by its name."""
        self.search.clear()
        self.list.setCurrentRow(list(self.pages).index(name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.page.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter in a field stores it; it must not press a button elsewhere on the page.
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _find(self, wanted: str) -> None:
        found = [page.matches(wanted) for page in self.pages.values()]
        for row, matches in enumerate(found):
            self.list.item(row).setHidden(not matches)
        self._nothing.setVisible(not any(found))
        if any(found) and not found[self.list.currentRow()]:
            self.list.setCurrentRow(found.index(True))

    def _show_row(self, row: int) -> None:
        if row >= 0:
            self._stack.setCurrentIndex(row)
            self.page.refresh()

    def _draw_icons(self) -> None:
        for row, page in enumerate(self.pages.values()):
            self.list.item(row).setIcon(icon(page.icon))

    def _lay_out(self) -> None:
        side = QWidget()
        side.setProperty("role", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(_SIDE_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self._nothing)
        column.addWidget(self.list, stretch=1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self._stack, stretch=1)
