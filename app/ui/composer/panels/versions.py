# SPDX-License-Identifier: BSD-3-Clause
"""The dialog of saved versions, with differences and restore."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.runtime.references import Document, LiveObjectFileError
from app.ui.composer.model.differences import Difference, differences
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import EditError, RestoreVersion
from app.ui.composer.model.versions import Version, versions
from app.ui.composer.panels.sheet_picture import SheetPicture
from app.ui.composer.panels.widgets import column, empty, scroll_area, words
from app.ui.theme import Theme
from app.ui.translations import translated

_MOST_WORDS = 100


class VersionsDialog(QDialog):
    """A list of versions, and a thumbnail and differences of the chosen one."""

    _read = Signal(object, object, object)  # version, document or words, differences

    def __init__(self, editor: Editor, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._chosen: tuple[Version, Document] | None = None
        self._reader = ThreadPoolExecutor(1, "versions")
        self.setWindowTitle(self.tr("Versions"))
        self.resize(880, 560)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Versions"))
        self.list.setFixedWidth(232)
        self.list.currentItemChanged.connect(self._choose)
        self.then, self.now = SheetPicture(theme), SheetPicture(theme)
        self.summary = words(role="heading")
        self._list_of_words = column(spacing=4)
        self._list_of_words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.restore = self._buttons.addButton(
            self.tr("Bring this version back"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.restore.setProperty("role", "main")
        self.restore.setEnabled(False)
        self.restore.clicked.connect(self._restore)
        self._buttons.rejected.connect(self.reject)
        self._lay_out()
        self._read.connect(self._show)
        self.finished.connect(self._end)
        self._fill()

    def _lay_out(self) -> None:
        pictures = QHBoxLayout()
        pictures.setSpacing(16)
        for title, picture in ((self.tr("THEN"), self.then), (self.tr("NOW"), self.now)):
            side = column(spacing=4)
            side.addWidget(words(title, "section"))
            side.addWidget(picture, stretch=1)
            pictures.addLayout(side, stretch=1)
        content = QWidget()
        content.setLayout(self._list_of_words)
        right = column(spacing=12)
        right.addLayout(pictures, stretch=3)
        right.addWidget(self.summary)
        right.addWidget(scroll_area(content), stretch=2)
        row = QHBoxLayout()
        row.setSpacing(24)
        row.addWidget(self.list)
        row.addLayout(right, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addLayout(row, stretch=1)
        layout.addWidget(self._buttons)

    def _fill(self) -> None:
        found = versions(self._editor.file) if self._editor.file is not None else []
        for version in found:
            item = QListWidgetItem(format_time(version.when))
            item.setData(Qt.ItemDataRole.UserRole, version)
            self.list.addItem(item)
        self.now.show_document(self._editor.document, self._editor.catalogue)
        if found:
            self.list.setCurrentRow(0)
        else:
            self.summary.setText(self.tr("There are no versions yet: each time you save, one is kept."))

    def _choose(self, item: QListWidgetItem | None) -> None:
        self.restore.setEnabled(False)
        self._chosen = None
        if item is not None:
            version, now = item.data(Qt.ItemDataRole.UserRole), self._editor.document
            self._reader.submit(self._read_in_background, version, now)

    def _read_in_background(self, version: Version, now: Document) -> None:
        """Read a version; runs in the reader thread."""
        try:
            document = version.document()
            self._read.emit(version, document, differences(document, now))
        except (LiveObjectFileError, OSError, ValueError, ArithmeticError) as error:
            self._read.emit(version, str(error), [])
        except Exception as error:  # noqa: BLE001 - any error of a damaged copy is shown
            self._read.emit(version, f"{type(error).__name__}: {error}", [])

    def _show(self, version: Version, found: Document | str, different: list[Difference]) -> None:
        items = self.list.selectedItems()
        if not items or items[0].data(Qt.ItemDataRole.UserRole) != version:
            return  # another version was chosen meanwhile
        empty(self._list_of_words)
        if isinstance(found, str):
            self.summary.setText(self.tr("This version cannot be read: {why}").format(why=found))
            self.then.show_nothing()
            return
        self._chosen = (version, found)
        self.then.show_document(found, self._editor.catalogue)
        same = self.tr("It is the same as now.")
        self.summary.setText(self.tr("What has changed since then") if different else same)
        for difference in different[:_MOST_WORDS]:
            self._list_of_words.addWidget(words(f"•  {translated(difference.words)}"))
        self.restore.setEnabled(bool(different) and not self._editor.read_only)

    def _restore(self) -> None:
        if self._chosen is None:
            return
        version, document = self._chosen
        try:
            self._editor.do(RestoreVersion(document, format_time(version.when)))
        except EditError as error:
            self.summary.setText(translated(str(error)))
        else:
            self.accept()

    def _end(self) -> None:
        self._reader.shutdown(wait=False, cancel_futures=True)
        self.deleteLater()


def format_time(seconds: float) -> str:
    """A time in the user's locale, to the second."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M:%S}"
    date = locale.toString(moment.date(), QLocale.FormatType.ShortFormat)
    return f"{date}  {moment.time().toString('HH:mm:ss')}"
