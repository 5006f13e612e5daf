# SPDX-License-Identifier: BSD-3-Clause
"""The window's commands as actions with text, icon and shortcut, for menus and the tool bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from app.ui.icons import bind_icon
from app.ui.settings import WITH_CONTENT

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow
    from app.ui.shell.files import Files
    from app.ui.shell.tools import Tools
    from app.ui.theme import Theme

_Keys = QKeySequence.StandardKey | str


@dataclass(frozen=True)
class _ActionSpec:
    text: str
    do: Callable[[], object]
    keys: _Keys = ""
    icon: str = ""
    checkable: bool = False
    needs_page: bool = True


class Commands:
    """Creates the actions and enables those that apply."""

    def __init__(self, window: MainWindow, theme: Theme) -> None:
        self._window = window
        self._theme = theme
        self._made = {**self._for_files(), **self._for_sheets(), **self._for_help(), **self._for_tools()}
        self.by_name: dict[str, QAction] = {name: self._action(made) for name, made in self._made.items()}
        self._drawn: set[str] = set()

    def draw_icons(self, shown: Iterable[QAction]) -> None:
        """Draw the icons of actions that are about to be shown."""
        shown = set(shown)
        for name, action in self.by_name.items():
            if action in shown and name not in self._drawn and self._made[name].icon:
                self._drawn.add(name)
                bind_icon(self._theme, action, self._made[name].icon)

    def refresh(self) -> None:
        """Enable and label the actions for the current page."""
        page = self._window.page
        for name, made in self._made.items():
            self.by_name[name].setEnabled(page is not None or not made.needs_page)
        running = page is not None and page.is_running
        presenting = page is not None and page.presenting
        tr = self._window.tr
        run = self.by_name["run"]
        run.setText(tr("Live: on") if running else tr("Live: off"))
        run.setChecked(running)
        bind_icon(self._theme, run, "stop" if running else "run")
        self.by_name["present"].setChecked(presenting)
        self.by_name["use"].setVisible(page is not None and not page.using)
        self.by_name["leave-presentation"].setEnabled(presenting)
        self.by_name["with-content"].setChecked(self._window.settings.flag(WITH_CONTENT, True))
        saved = page is not None and page.editor.file is not None
        self.by_name["versions"].setEnabled(saved)

    def _for_files(self) -> dict[str, _ActionSpec]:
        tr, files, key = self._window.tr, self._with_files, QKeySequence.StandardKey
        return {
            "new": _ActionSpec(
                tr("&New page"), files(lambda each: each.new_sheet()), key.New, "new-sheet", needs_page=False
            ),
            "open": _ActionSpec(
                tr("&Open…"), files(lambda each: each.ask_for_file()), key.Open, "open", needs_page=False
            ),
            "save": _ActionSpec(tr("&Save"), files(lambda each: each.save()), key.Save, "save"),
            "save-as": _ActionSpec(tr("Save &as…"), files(lambda each: each.save_as()), "Ctrl+Shift+S", "save"),
            "save-template": _ActionSpec(
                tr("Save as a tem&plate…"), files(lambda each: each.save_without_content()), "", "save"
            ),
            "with-content": _ActionSpec(
                tr("Save &with content"), files(lambda each: each.toggle_content()), checkable=True, needs_page=False
            ),
            "versions": _ActionSpec(
                tr("&Versions…"), files(lambda each: each.show_versions()), "Ctrl+Shift+H", "versions"
            ),
            "template": _ActionSpec(
                tr("Keep in &My objects…"), files(lambda each: each.save_as_template()), "Ctrl+Shift+K", "template"
            ),
            "share-sheet": _ActionSpec(
                tr("Work on it &together…"), files(lambda each: each.share_sheet()), "Ctrl+Shift+T", "people"
            ),
            "close": _ActionSpec(tr("&Close the page"), files(lambda each: each.close_current()), key.Close, "close"),
            "quit": _ActionSpec(tr("&Quit"), self._window.close, key.Quit, "quit", needs_page=False),
        }

    def _with_files(self, do: Callable[[Files], object]) -> Callable[[], object]:
        """Defer access to `Files`, which is imported late."""
        return lambda: do(self._window.files)

    def _for_sheets(self) -> dict[str, _ActionSpec]:
        tr, window = self._window.tr, self._window
        return {
            "run": _ActionSpec(tr("Live: off"), window.toggle_run, "F5", "run", checkable=True),
            "use": _ActionSpec(tr("Use it"), window.toggle_use, "F9", "eye"),
            "present": _ActionSpec(tr("Present"), window.toggle_present, "F11", "present", checkable=True),
            "leave-presentation": _ActionSpec(tr("Leave the presentation"), window.leave_presentation),
            "second-viewer": _ActionSpec(
                tr("Open a second viewer"), window.open_second_viewer, "Ctrl+Shift+V", "second-viewer"
            ),
            "search": _ActionSpec(
                tr("Search the palette"), window.search_palette, "Ctrl+L", "search", needs_page=False
            ),
            "palette": _ActionSpec(tr("Palette"), lambda: window.toggle_panel("palette"), "F6", "palette"),
            "inspector": _ActionSpec(tr("Inspector"), lambda: window.toggle_panel("inspector"), "F7", "inspector"),
            "comments": _ActionSpec(tr("&Comments"), window.toggle_comments, "Ctrl+Alt+M", "comments"),
            "bottom": _ActionSpec(
                tr("Problems, monitor and log"), lambda: window.toggle_panel("bottom"), "F8", "bottom-panel"
            ),
        }

    def _for_help(self) -> dict[str, _ActionSpec]:
        tr, window = self._window.tr, self._window
        return {
            "welcome": _ActionSpec(tr("&Welcome"), window.show_welcome, "Alt+Home", "home", needs_page=False),
            "tour": _ActionSpec(tr("Take the &tour"), window.start_tour, "", "tour", needs_page=False),
            "about": _ActionSpec(tr("&About Live Objects"), window.show_about, "", "info", needs_page=False),
        }

    def _for_tools(self) -> dict[str, _ActionSpec]:
        tr, tools = self._window.tr, self._with_tools
        return {
            "export-pdf": _ActionSpec(tr("Export as P&DF…"), tools(lambda each: each.output.ask_for_pdf()), "", "file"),
            "export-picture": _ActionSpec(
                tr("Export as pict&ure…"), tools(lambda each: each.output.ask_for_picture()), "", "image"
            ),
            "print": _ActionSpec(tr("&Print…"), tools(lambda each: each.output.ask_for_printer()), "Ctrl+P", "print"),
            "settings": _ActionSpec(
                tr("Se&ttings…"), tools(lambda each: each.show_settings()), "Ctrl+,", "settings", needs_page=False
            ),
            "history": _ActionSpec(
                tr("&History of the content…"), tools(lambda each: each.show_history()), "Ctrl+Shift+Y", "clock"
            ),
            "help": _ActionSpec(
                tr("&Help pages"), tools(lambda each: each.show_help()), "F1", "help", needs_page=False
            ),
            "shortcuts": _ActionSpec(
                tr("&Keyboard shortcuts"),
                tools(lambda each: each.show_shortcuts()),
                "Ctrl+?",
                "keyboard",
                needs_page=False,
            ),
        }

    def _with_tools(self, do: Callable[[Tools], object]) -> Callable[[], object]:
        """Defer access to `Tools`, which is imported late."""
        return lambda: do(self._window.tools)

    def _action(self, made: _ActionSpec) -> QAction:
        action = QAction(made.text, self._window)
        action.setCheckable(made.checkable)
        if isinstance(made.keys, QKeySequence.StandardKey):
            action.setShortcuts(made.keys)
        elif made.keys:
            action.setShortcut(QKeySequence(made.keys))
        action.triggered.connect(lambda _checked=False: made.do())
        self._window.addAction(action)
        return action
