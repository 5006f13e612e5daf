# SPDX-License-Identifier: BSD-3-Clause
"""The version list of a note, and the page of a version with its changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, QSize, Signal
from PySide6.QtGui import QPaintEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QListWidget, QListWidgetItem, QTextEdit, QVBoxLayout, QWidget

from objects_library.documents.note.editor.formats import BASE, Formats
from objects_library.documents.note.editor.markers import paint_markers
from objects_library.documents.note.history import ADD, DROP, KEEP, ShownVersion, VersionRun
from objects_library.replication.text.rich_text import look_of_characters, look_of_paragraph
from objects_library.widgets.appearance import GAP, SoftButton, blend, colour_of, format_count, plain_label, tip
from objects_library.widgets.text_positions import shown

_WIDTH = 250
_LIST = """
    QListWidget { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 4px; }
    QListWidget::item { border-radius: 6px; padding: 6px 8px; }
    QListWidget::item:hover { background: palette(alternate-base); }
    QListWidget::item:selected { background: palette(highlight); color: palette(highlighted-text); }
"""
_PAGE = "QTextEdit { background: palette(base); border: 1px dashed palette(mid); border-radius: 10px; }"


class VersionList(QWidget):
    """The list of versions beside the note."""

    chosen = Signal(int, bool)
    wanted_back = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self._versions: list[ShownVersion] = []
        self.list = QListWidget()
        self.list.setStyleSheet(_LIST)
        self.list.setAccessibleName(self.tr("Versions"))
        self.list.setWordWrap(True)
        self.compare = QCheckBox(self.tr("Compare with the present"))
        self.back = SoftButton(self.tr("Bring back"), self.tr("Make the note what it was then"), main=True)
        self.close_button = SoftButton(self.tr("Close"), self.tr("Go back to the note"))
        self.hint = plain_label(
            self.tr("What each version added is in the colour of whoever wrote it; what went is struck through."),
            "muted",
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        buttons.addWidget(self.back, stretch=1)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(plain_label(self.tr("Versions"), "heading", wrap=False))
        column.addWidget(self.list, stretch=1)
        column.addWidget(self.compare)
        column.addWidget(self.hint)
        column.addLayout(buttons)
        self.list.currentRowChanged.connect(lambda _: self._choose())
        self.compare.toggled.connect(lambda _: self._choose())
        self.back.clicked.connect(lambda: self.wanted_back.emit(self.version) if self.version else None)
        self.close_button.clicked.connect(self.closed)
        self._show_buttons()

    @property
    def version(self) -> int:
        """The selected version, or 0."""
        row = self.list.currentRow()
        return self._versions[row].version if 0 <= row < len(self._versions) else 0

    def show_versions(self, versions: Sequence[ShownVersion]) -> None:
        """Show versions; the selection stays."""
        before = self.version
        self._versions = list(versions)
        self.list.blockSignals(True)
        self.list.clear()
        for each in versions:
            item = QListWidgetItem(self._line(each))
            item.setToolTip(tip(", ".join(each.people)))
            item.setSizeHint(QSize(0, 58))
            self.list.addItem(item)
        numbers = [each.version for each in versions]
        self.list.setCurrentRow(numbers.index(before) if before in numbers else -1)
        self.list.blockSignals(False)
        if not before and versions:
            self.list.setCurrentRow(0)
        self._show_buttons()

    def _line(self, version: ShownVersion) -> str:
        people = ", ".join(version.people[:3]) + (" …" if len(version.people) > 3 else "")
        counts = f"+{format_count(version.added, self.locale())}  −{format_count(version.deleted, self.locale())}"
        return f"{when(version.until, self.locale())}\n{people}   {counts}"

    def _choose(self) -> None:
        self._show_buttons()
        if self.version:
            self.chosen.emit(self.version, self.compare.isChecked())

    def _show_buttons(self) -> None:
        self.back.setEnabled(bool(self.version) and self.list.currentRow() > 0)


def when(moment: datetime, locale: QLocale) -> str:
    """A time in local notation; without a date for today."""
    then = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    clock = locale.toString(then.time(), QLocale.FormatType.ShortFormat)
    if then.date() == QDateTime.currentDateTime().date():
        return clock
    return f"{locale.toString(then.date(), QLocale.FormatType.ShortFormat)} {clock}"


class VersionPage(QTextEdit):
    """An earlier version of the note, read-only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setStyleSheet(_PAGE)
        self.setAccessibleName(self.tr("The note as it was"))
        self.document().setDocumentMargin(16)
        font = self.document().defaultFont()
        font.setPointSizeF(BASE)
        self.document().setDefaultFont(font)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text and the markers."""
        super().paintEvent(event)
        paint_markers(self)

    def show_pieces(self, pieces: Sequence[VersionRun]) -> None:
        """Show a version with its changes."""
        formats = Formats(self.palette())
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        first: VersionRun | None = None
        line: list[tuple[str, VersionRun]] = []
        for piece in pieces:
            parts = piece.text.split("\n")
            for place, part in enumerate(parts):
                if part:
                    line.append((part, piece))
                if place == len(parts) - 1:
                    continue
                if piece.fate == DROP:
                    line.append(("¶ ", piece))
                    continue
                self._write(cursor, formats, line, piece, begins=first is not None)
                first, line = piece, []
        cursor.endEditBlock()
        cursor.setPosition(0)
        self.setTextCursor(cursor)

    def _write(
        self,
        cursor: QTextCursor,
        formats: Formats,
        line: list[tuple[str, VersionRun]],
        end: VersionRun,
        *,
        begins: bool,
    ) -> None:
        paragraph = look_of_paragraph(end.look)
        if begins:
            cursor.insertBlock()
        cursor.setBlockFormat(formats.of_paragraph(paragraph))
        for text, piece in line:
            look = formats.of(look_of_characters(piece.look), paragraph.get("block", ""))
            cursor.insertText(shown(text), self._tinted(look, piece))

    def _tinted(self, look: QTextCharFormat, piece: VersionRun) -> QTextCharFormat:
        if piece.fate == KEEP:
            return look
        made = QTextCharFormat(look)
        colour, base = colour_of(piece.by, self.palette()), self.palette().base().color()
        made.setToolTip(tip(piece.by))
        if piece.fate == ADD:
            made.setBackground(blend(colour, base, 0.2))
            made.setForeground(colour)
        elif piece.fate == DROP:
            made.setFontStrikeOut(True)
            made.setForeground(blend(colour, base, 0.7))
        else:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            made.setUnderlineColor(colour)
        return made
