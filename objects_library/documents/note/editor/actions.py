# SPDX-License-Identifier: BSD-3-Clause
"""The actions of a note with texts, keys and icons; buttons and menus share them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from objects_library.documents.note.editor import icons
from objects_library.documents.note.editor.formats import highlight_colour
from objects_library.documents.note.editor.pane import NotePane
from objects_library.replication.text.rich_text import HIGHLIGHTS

_translate = QCoreApplication.translate


def _tr(text: str) -> str:
    return _translate("NoteView", text)


class _ActionSpec(NamedTuple):
    words: str
    keys: tuple[str, ...]
    icon: str
    do: Callable[[], object]
    checkable: bool = False


def kinds() -> list[tuple[str, str]]:
    """The kinds of paragraphs and their names."""
    return [
        ("", _tr("Text")),
        ("h1", _tr("Heading 1")),
        ("h2", _tr("Heading 2")),
        ("h3", _tr("Heading 3")),
        ("bullet", _tr("Bulleted list")),
        ("number", _tr("Numbered list")),
        ("check", _tr("Check list")),
        ("quote", _tr("Quote")),
        ("code", _tr("Code")),
    ]


def colours() -> dict[str, str]:
    """The names of the highlight colours."""
    texts = (_tr("Yellow"), _tr("Green"), _tr("Blue"), _tr("Pink"), _tr("Orange"), _tr("Purple"))
    return dict(zip(HIGHLIGHTS, texts, strict=True))


class NoteActions(QObject):
    """Actions by name; their keys work anywhere in the view."""

    def __init__(self, view: QWidget, pane: NotePane) -> None:
        super().__init__(view)
        self._view, self._pane = view, pane
        self.actions: dict[str, QAction] = {}
        self._icons: dict[str, str] = {}
        self._highlight = "yellow"
        for name, spec in self._specs().items():
            self.add(name, spec.words, spec.keys, spec.icon, spec.do, checkable=spec.checkable)
        for colour, words in colours().items():
            self.add(f"highlight {colour}", words, (), "", partial(self.highlight, colour))
        self.repaint()

    def __getitem__(self, name: str) -> QAction:
        return self.actions[name]

    def add(
        self,
        name: str,
        words: str,
        keys: tuple[str, ...],
        picture: str,
        do: Callable[[], object],
        *,
        checkable: bool = False,
    ) -> QAction:
        """Add an action."""
        action = QAction(words, self._view)
        action.setCheckable(checkable)
        action.setShortcuts([QKeySequence(each) for each in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _: do())
        text = QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
        action.setToolTip(f"{words} ({text})" if text else words)
        self._view.addAction(action)
        self.actions[name] = action
        if picture:
            self._icons[name] = picture
        return action

    def repaint(self) -> None:
        """Repaint the icons for another palette."""
        for name, picture in self._icons.items():
            self.actions[name].setIcon(icons.icon(picture, self._view.palette()))

    def highlight(self, colour: str) -> None:
        """Highlight the selection, and remember the colour."""
        self._highlight = colour
        self._pane.toggle("highlight", colour)

    def colour_of(self, name: str) -> str:
        """The colour of a highlight in this theme."""
        return highlight_colour(name, self._view.palette()).name()

    def show_state(self) -> None:
        """Check the actions according to the selection."""
        pane = self._pane
        start, end = pane.selection
        look = pane.note.look(start) if end > start else pane.typing_look
        kind = pane.note.paragraph(start).get("block", "")
        for name in ("bold", "italic", "underline", "strike", "code"):
            self.actions[name].setChecked(name in look)
        for name in ("bullet", "number", "check"):
            self.actions[name].setChecked(kind == name or (name == "check" and kind == "done"))

    def set_writable(self, writable: bool) -> None:
        """Enable or disable all editing actions."""
        for name, action in self.actions.items():
            if name not in ("find", "history", "copy html", "copy markdown", "save", "keys"):
                action.setEnabled(writable)

    def _specs(self) -> dict[str, _ActionSpec]:
        pane = self._pane

        def toggle(name: str) -> Callable[[], object]:
            return lambda: pane.toggle(name)

        def block(kind: str) -> Callable[[], object]:
            return lambda: pane.set_block(kind)

        return {
            "bold": _ActionSpec(_tr("Bold"), ("Ctrl+B",), "bold", toggle("bold"), True),
            "italic": _ActionSpec(_tr("Italic"), ("Ctrl+I",), "italic", toggle("italic"), True),
            "underline": _ActionSpec(_tr("Underline"), ("Ctrl+U",), "underline", toggle("underline"), True),
            "strike": _ActionSpec(
                _tr("Strike through"), ("Alt+Shift+5", "Ctrl+Shift+X"), "strike", toggle("strike"), True
            ),
            "code": _ActionSpec(_tr("Code"), ("Ctrl+E",), "code", toggle("code"), True),
            "highlight": _ActionSpec(
                _tr("Highlight"), ("Ctrl+Shift+H",), "highlight", lambda: self.highlight(self._highlight)
            ),
            "text": _ActionSpec(_tr("Text"), ("Ctrl+Alt+0",), "", block("")),
            "h1": _ActionSpec(_tr("Heading 1"), ("Ctrl+Alt+1",), "", block("h1")),
            "h2": _ActionSpec(_tr("Heading 2"), ("Ctrl+Alt+2",), "", block("h2")),
            "h3": _ActionSpec(_tr("Heading 3"), ("Ctrl+Alt+3",), "", block("h3")),
            "number": _ActionSpec(_tr("Numbered list"), ("Ctrl+Shift+7",), "number", block("number"), True),
            "bullet": _ActionSpec(_tr("Bulleted list"), ("Ctrl+Shift+8",), "bullet", block("bullet"), True),
            "check": _ActionSpec(_tr("Check list"), ("Ctrl+Shift+9",), "check", block("check"), True),
            "quote": _ActionSpec(_tr("Quote"), ("Ctrl+Alt+Q",), "", block("quote")),
            "outdent": _ActionSpec(_tr("Indent less"), ("Ctrl+[",), "outdent", lambda: pane.indent(-1)),
            "indent": _ActionSpec(_tr("Indent more"), ("Ctrl+]",), "indent", lambda: pane.indent(1)),
            "plain": _ActionSpec(_tr("Clear formatting"), ("Ctrl+\\",), "", pane.clear_looks),
            "paste plain": _ActionSpec(_tr("Paste without formatting"), ("Ctrl+Shift+V",), "", pane.paste_plain),
            "paste markdown": _ActionSpec(_tr("Paste Markdown"), ("Ctrl+Alt+V",), "", pane.paste_markdown),
        }
