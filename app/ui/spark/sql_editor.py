# SPDX-License-Identifier: BSD-3-Clause
"""The SQL editor: syntax highlighting, completion, and error markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontDatabase,
    QHelpEvent,
    QKeyEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QCompleter, QListView, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from app.spark.query_builder import quote_identifier
from app.ui.composer.panels.widgets import tip
from app.ui.spark.sql_completion import Completion, completions, tokens, word_before
from app.ui.theme import Theme

Tables = Mapping[str, Sequence[tuple[str, str]]]


class SqlEditor(QPlainTextEdit):
    """A query; Ctrl+Space completes, Ctrl+Enter runs."""

    run_asked = Signal()
    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tables: Tables = {}
        self._completions: list[Completion] = []
        self._mark: tuple[int, int, str] | None = None
        self._before = ""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(9.0, self.font().pointSizeF()))
        self.setFont(font)
        self.setTabChangesFocus(True)  # the keyboard leaves the editor with Tab
        self.setAccessibleName(self.tr("Query in SQL"))
        self.setPlaceholderText(self.tr("select … from … (Ctrl+Space completes, Ctrl+Enter shows the result)"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._highlighter = _Highlighter(self.document(), theme)
        self.completer = QCompleter(self)
        self.completer.setWidget(self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        popup = self._popup = QListView()
        popup.setAccessibleName(self.tr("What may come next"))
        self.completer.setPopup(popup)
        self._model = QStringListModel(self)
        self.completer.setModel(self._model)
        self.completer.activated.connect(self._take_line)
        self.textChanged.connect(self._edited)
        theme.changed.connect(self._theme_changed)

    @property
    def sql(self) -> str:
        """The text."""
        return self.toPlainText()

    def write(self, sql: str) -> None:
        """Replace the query; this can be undone."""
        if sql == self.sql:
            return
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(sql)

    def insert_name(self, name: str) -> None:
        """Insert a name at the cursor."""
        self.textCursor().insertText(quote_identifier(name))

    def set_tables(self, tables: Tables) -> None:
        """Set the tables for completion, with the names and types of their columns."""
        self._tables = tables

    def mark_error(self, line: int, column: int, label: str) -> None:
        """Underline an error; line and column count from 1, line 0 marks everything."""
        sql = self.sql
        start, end = 0, len(sql)
        if line >= 1:
            lines = sql.split("\n")
            line = min(line, len(lines))
            start = sum(len(each) + 1 for each in lines[: line - 1]) + max(0, column - 1)
            start = min(start, len(sql))
            word = next((token for token in tokens(sql) if token.start <= start < token.end), None)
            begin = word.start if word is not None else max(0, start - 1)
            start, end = begin, word.end if word is not None else min(len(sql), begin + 1)
        self._mark = (start, max(end, start + 1), label)
        self._draw_mark()

    def clear_error(self) -> None:
        """Remove the error marker."""
        self._mark = None
        self.setExtraSelections([])

    @property
    def error_words(self) -> str:
        """The underlined text; empty if there is none."""
        return "" if self._mark is None else self.sql[self._mark[0] : self._mark[1]]

    def go_to_error(self) -> None:
        """Move the cursor to the error."""
        if self._mark is not None:
            cursor = self.textCursor()
            cursor.setPosition(self._mark[0])
            self.setTextCursor(cursor)
            self.setFocus()

    def complete(self) -> None:
        """Show completions."""
        place = self.textCursor().position()
        self._completions = completions(self.sql, place, self._tables)
        popup = self._popup
        if not self._completions:
            popup.hide()
            return
        self._model.setStringList([_line(completion) for completion in self._completions])
        area = self.cursorRect()
        area.setWidth(min(420, popup.sizeHintForColumn(0) + popup.verticalScrollBar().sizeHint().width() + 24))
        self.completer.complete(area)
        popup.setCurrentIndex(self._model.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, popup = Qt.Key, self._popup
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (keys.Key_Return, keys.Key_Enter):
            popup.hide()
            self.run_asked.emit()
            return
        if popup.isVisible() and event.key() in (keys.Key_Return, keys.Key_Enter, keys.Key_Tab):
            event.ignore()  # the list handles it
            if event.key() == keys.Key_Tab:
                self._take(popup.currentIndex().row())
                popup.hide()
                event.accept()
            return
        if control and event.key() == keys.Key_Space:
            self.complete()
            return
        super().keyPressEvent(event)
        typed = event.text()
        if popup.isVisible() or (typed and (typed.isalpha() or typed in "._")):
            start, owner = word_before(self.sql, self.textCursor().position())
            if start or owner:
                self.complete()
            else:
                popup.hide()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.completer.setWidget(self)
        super().focusInEvent(event)

    def event(self, event: object) -> bool:
        if isinstance(event, QHelpEvent) and self._mark is not None:
            place = self.cursorForPosition(event.pos()).position()
            if self._mark[0] <= place <= self._mark[1]:
                QToolTip.showText(event.globalPos(), tip(self._mark[2]), self)
                return True
        return super().event(event)  # type: ignore[arg-type]  # Qt's QEvent

    def _take_line(self, line: str) -> None:
        lines = self._model.stringList()
        if line in lines:
            self._take(lines.index(line))

    def _take(self, number: int) -> None:
        if not 0 <= number < len(self._completions):
            return
        completion = self._completions[number]
        start, _ = word_before(self.sql, self.textCursor().position())
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(start))
        text = completion.text if completion.kind in ("keyword", "function") else quote_identifier(completion.text)
        cursor.insertText(f"{text}(" if completion.kind == "function" else text)
        self.setTextCursor(cursor)

    def _edited(self) -> None:
        if self.sql == self._before:  # only the highlighting has changed
            return
        self._before = self.sql
        self.clear_error()
        self.changed.emit()

    def _draw_mark(self) -> None:
        if self._mark is None:
            return
        format_ = QTextCharFormat()
        format_.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        format_.setUnderlineColor(QColor(self._theme.colors.bad))
        soft = QColor(self._theme.colors.bad)
        soft.setAlpha(36)
        format_.setBackground(soft)
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._mark[0])
        cursor.setPosition(min(self._mark[1], len(self.sql)), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = format_
        self.setExtraSelections([selection])

    def _theme_changed(self) -> None:
        self._highlighter.rehighlight()
        self._draw_mark()


class _Highlighter(QSyntaxHighlighter):
    """Highlights a query by colour, weight and slant."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme

    def highlightBlock(self, text: str) -> None:
        formats = self._formats()
        start = 0
        if self.previousBlockState() == 1:  # inside a comment that began above
            end = text.find("*/")
            start = len(text) if end < 0 else end + 2
            self.setFormat(0, start, formats["comment"])
        self.setCurrentBlockState(1 if self.previousBlockState() == 1 and start == len(text) else 0)
        for token in tokens(text[start:]):
            format_ = formats.get(token.kind)
            if format_ is not None:
                self.setFormat(start + token.start, token.end - token.start, format_)
            if token.kind == "comment" and token.text.startswith("/*") and not token.text.endswith("*/"):
                self.setCurrentBlockState(1)

    def _formats(self) -> dict[str, QTextCharFormat]:
        colors = self._theme.colors
        made = {}
        for kind, color, weight, slanted in (
            ("keyword", colors.accent, QFont.Weight.DemiBold, False),
            ("function", colors.warning, QFont.Weight.Normal, False),
            ("text", colors.good, QFont.Weight.Normal, False),
            ("number", colors.good, QFont.Weight.Normal, False),
            ("comment", colors.muted, QFont.Weight.Normal, True),
        ):
            format_ = QTextCharFormat()
            format_.setForeground(QColor(color))
            format_.setFontWeight(weight)
            format_.setFontItalic(slanted)
            made[kind] = format_
        return made


def _line(completion: Completion) -> str:
    return f"{completion.text}    {completion.detail}" if completion.detail else completion.text
