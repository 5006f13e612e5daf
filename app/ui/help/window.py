# SPDX-License-Identifier: BSD-3-Clause
"""The help window: pages on the left, found by their words, and the page itself; nothing comes from a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence, QPalette, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.ui.composer.panels.widgets import tip, tool_button, words
from app.ui.help.pages import ROOT, HelpPage, load_pages, search
from app.ui.theme import Theme
from app.ui.translations import active_language

_MOST_MARKS = 500
_LARGEST_PICTURE = 5_000_000
_PICTURES = (".png", ".svg", ".jpg")


def show_help(parent: QWidget, theme: Theme, page: str = "") -> HelpWindow:
    """Show the help of a window, at a page by the end of its path; there is at most one for each window."""
    found = parent.findChildren(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
    window = found[0] if found else HelpWindow(theme, parent)
    if page:
        window.open_page(ROOT / page)
    window.show()
    window.raise_()
    window.activateWindow()
    return window


class HelpWindow(QDialog):
    """All pages, a search over their whole text, and the way back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle(self.tr("Help"))
        self.resize(940, 640)
        self._theme = theme
        self.pages = load_pages(active_language())
        self._by_path = {page.path: page for page in self.pages}
        self._way: list[HelpPage] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._open_first)
        self.list = QListWidget()
        self.list.setProperty("role", "plain")
        self.list.setAccessibleName(self.tr("Pages of the help"))
        self.list.setWordWrap(True)
        self.list.currentItemChanged.connect(self._open_item)
        self._nothing = words(self.tr("No page has these words."), "muted")
        self._nothing.hide()
        self.browser = _Browser()
        self.browser.anchorClicked.connect(self._follow)
        self.back = tool_button(theme, "back", self.tr("Back"))
        self.back.clicked.connect(self.go_back)
        self._lay_out()
        for keys, do in (("Ctrl+F", self.search.setFocus), ("Alt+Left", self.go_back)):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _checked=False, do=do: do())
            self.addAction(action)
        theme.changed.connect(self._draw_again)
        self._find("")
        if self.pages:
            self.open_page(self.pages[0].path)
        self.search.setFocus()

    @property
    def page(self) -> HelpPage | None:
        """The page that is shown."""
        return self._way[-1] if self._way else None

    def open_page(self, path: Path, anchor: str = "") -> bool:
        """Show a page; returns whether there is one at the path."""
        page = self._by_path.get(path.resolve())
        if page is None:
            return False
        if page is not self.page:
            self._way.append(page)
        self.browser.show_page(page, self.search.text())
        if anchor:
            self.browser.scrollToAnchor(anchor)
        self.back.setEnabled(len(self._way) > 1)
        return True

    def go_back(self) -> None:
        """Show the page before."""
        if len(self._way) > 1:
            self._way.pop()
            self.open_page(self._way[-1].path)

    def _find(self, wanted: str) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        found = search(self.pages, wanted)
        for each in found:
            item = QListWidgetItem(f"{each.page.title}\n{each.excerpt}" if wanted.strip() else each.page.title)
            item.setData(Qt.ItemDataRole.UserRole, str(each.page.path))
            item.setToolTip(tip(each.page.title))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._nothing.setVisible(not found)
        if self.page is not None:
            self.browser.mark(wanted)

    def _open_first(self) -> None:
        if self.list.count():
            self.list.setCurrentRow(0)

    def _open_item(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.open_page(Path(str(item.data(Qt.ItemDataRole.UserRole))))

    def _follow(self, url: QUrl) -> None:
        """Open a page of the help; an address is handed to the desktop's browser."""
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        if self.page is None or url.scheme() not in ("", "file"):
            return
        path = (self.page.path.parent / url.path()).resolve() if url.path() else self.page.path
        self.open_page(path, url.fragment())

    def _draw_again(self) -> None:
        if self.page is not None:
            self.browser.show_page(self.page, self.search.text())

    def _lay_out(self) -> None:
        side = QWidget()
        side.setProperty("role", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(4)
        self.back.setIconSize(QSize(18, 18))
        top.addWidget(self.back)
        top.addWidget(self.search, stretch=1)
        column.addLayout(top)
        column.addWidget(self._nothing)
        column.addWidget(self.list, stretch=1)
        if active_language():
            column.addWidget(words(self.tr("Most pages are in English."), "help"))
        splitter = QSplitter()
        splitter.addWidget(side)
        splitter.addWidget(self.browser)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([280, 660])
        splitter.setHandleWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)


class _Browser(QTextBrowser):
    """Shows Markdown without HTML; pictures come only from the program's own folders."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(24)
        self._folder = ROOT

    def show_page(self, page: HelpPage, wanted: str) -> None:
        """Show a page and mark the words that were looked for."""
        self._folder = page.path.parent
        self.document().setMarkdown(page.text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        self.mark(wanted)

    def mark(self, wanted: str) -> None:
        """Mark words, and show the first."""
        marks: list[Any] = []
        for word in wanted.split():
            found = self.document().find(word)
            while not found.isNull() and len(marks) < _MOST_MARKS:
                mark: Any = QTextEdit.ExtraSelection()  # the stubs lack its fields
                mark.cursor = found
                mark.format.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
                mark.format.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
                marks.append(mark)
                found = self.document().find(word, found)
        self.setExtraSelections(marks)
        top = QTextCursor(self.document())
        self.setTextCursor(QTextCursor(marks[0].cursor) if marks else top)
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture beside the page; anything else, and anything from elsewhere, is refused."""
        name = QUrl(name)
        if name.scheme() not in ("", "file"):
            return None
        path = (self._folder / name.path()).resolve()
        if not path.is_relative_to(ROOT) or path.suffix not in _PICTURES or not path.is_file():
            return None
        if path.stat().st_size > _LARGEST_PICTURE:
            return None
        return super().loadResource(kind, QUrl.fromLocalFile(str(path)))
