# SPDX-License-Identifier: BSD-3-Clause
"""The menu bar with all commands and shortcuts; sheets add their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.ui.theme import Choice
from app.ui.translations import languages

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow
    from app.ui.settings import Settings
    from app.ui.theme import Theme

_EDIT = ("undo", "redo", "", "cut", "copy", "paste", "duplicate", "delete", "", "select-all", "find")
_INSERT = ("quick-add", "add-note", "add-zone", "draw-wire")
_ARRANGE = (
    *("group", "ungroup", "enter", "leave", "", "rename", "collapse", "straighten", "export-port", ""),
    *("align-left", "align-center", "align-right", "align-top", "align-middle", "align-bottom"),
    *("distribute-horizontally", "distribute-vertically"),
)
_VIEW = ("zoom-in", "zoom-out", "zoom-actual", "zoom-fit", "zoom-selection", "minimap")


class Menus:
    """Fills the menu bar once; sheet menus are filled from the current sheet when they open."""

    def __init__(self, window: MainWindow, theme: Theme, settings: Settings) -> None:
        self._window = window
        self._theme = theme
        self._settings = settings
        tr = window.tr
        self._add_file_menu()
        self._add_sheet_menu(tr("&Edit"), _EDIT)
        self._add_sheet_menu(tr("&Insert"), _INSERT)
        self._add_sheet_menu(tr("&Arrange"), _ARRANGE)
        view = self._add_sheet_menu(tr("&View"), _VIEW)
        self._view_tail = (self._themes(view), self._languages(view))
        self._add_menu(tr("&Live"), ("use", "run", "present", "second-viewer"))
        self._add_menu(tr("&Help"), ("help", "shortcuts", "tour", "welcome", "", "about"))

    def _add_menu(self, title: str, names: tuple[str, ...]) -> QMenu:
        menu: QMenu = self._window.menuBar().addMenu(title)
        self._fill(menu, names)
        menu.aboutToShow.connect(lambda: self._window.commands.draw_icons(menu.actions()))
        return menu

    def _fill(self, menu: QMenu, names: tuple[str, ...]) -> None:
        actions = self._window.commands.by_name
        for name in names:
            menu.addAction(actions[name]) if name else menu.addSeparator()

    def _add_file_menu(self) -> None:
        menu = self._add_menu(self._window.tr("&File"), ("new", "open"))
        recent = menu.addMenu(self._window.tr("Open &recent"))
        recent.aboutToShow.connect(lambda: self._fill_recent(recent))
        menu.addSeparator()
        self._fill(
            menu,
            (
                "save",
                "save-as",
                "save-template",
                "with-content",
                "",
                "history",
                "versions",
                "template",
                "share-sheet",
                "",
            ),
        )
        menu.addAction(self._window.share_action)
        menu.addSeparator()
        self._fill(menu, ("export-pdf", "export-picture", "print", "", "close", "quit"))

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for file in self._settings.recent_files:
            action = menu.addAction(file.name.replace("&", "&&"))
            action.setToolTip(str(file))
            action.triggered.connect(self._opening(file))
        if menu.isEmpty():
            menu.addAction(self._window.tr("No files yet")).setEnabled(False)

    def _opening(self, file: Path) -> object:
        return lambda _checked=False: self._window.files.use_file(file)

    def _add_sheet_menu(self, title: str, names: tuple[str, ...]) -> QMenu:
        menu: QMenu = self._window.menuBar().addMenu(title)
        menu.aboutToShow.connect(lambda: self._fill_from_sheet(menu, names))
        return menu

    def _fill_from_sheet(self, menu: QMenu, names: tuple[str, ...]) -> None:
        """Fill a menu with the commands of the current sheet, if there is one."""
        menu.clear()
        page = self._window.page
        known: dict[str, QAction] = {} if page is None else page.canvas.actions_by_name
        for name in names:
            if not name:
                menu.addSeparator()
            elif name in known:
                menu.addAction(known[name])
        if names is _EDIT:
            menu.addSeparator()
            self._fill(menu, ("search", "", "settings"))
        if names is _VIEW:
            menu.addSeparator()
            self._fill(menu, ("palette", "inspector", "bottom", "comments", ""))
            for tail in self._view_tail:
                menu.addMenu(tail)
        self._window.commands.draw_icons(menu.actions())
        if menu.isEmpty():
            menu.addAction(self._window.tr("Open a page first")).setEnabled(False)

    def _themes(self, parent: QMenu) -> QMenu:
        tr = self._window.tr
        menu = QMenu(tr("&Colours"), parent)
        group = QActionGroup(menu)
        for choice, words in (
            (Choice.SYSTEM, tr("As the system")),
            (Choice.LIGHT, tr("Light")),
            (Choice.DARK, tr("Dark")),
        ):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(choice is self._theme.choice)
            group.addAction(action)
            action.triggered.connect(self._choosing(choice))
        return menu

    def _choosing(self, choice: Choice) -> object:
        def choose(_checked: bool = False) -> None:
            self._theme.choose(choice)
            self._settings.theme = choice.value

        return choose

    def _languages(self, parent: QMenu) -> QMenu:
        tr = self._window.tr
        menu = QMenu(tr("&Language"), parent)
        group = QActionGroup(menu)
        for code, name in {"": tr("As the system"), **languages()}.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(code == self._settings.language)
            group.addAction(action)
            action.triggered.connect(self._language_setter(code))
        return menu

    def _language_setter(self, code: str) -> object:
        def set_language(_checked: bool = False) -> None:
            self._settings.language = code
            self._window.show_message(self._window.tr("The language changes when the program is started again."))

        return set_language
