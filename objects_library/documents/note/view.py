# SPDX-License-Identifier: BSD-3-Clause
"""The view of a note: tool bar, editor with the cursors of others, and versions."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import UUID, uuid4

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QStackedWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.documents.note import edit_commands
from objects_library.documents.note.editor.actions import NoteActions
from objects_library.documents.note.editor.icons import icon
from objects_library.documents.note.editor.input_bars import FindBar, LinkBar
from objects_library.documents.note.editor.pane import NotePane
from objects_library.documents.note.editor.tool_bar import FormatBar
from objects_library.documents.note.editor.versions import VersionList, VersionPage
from objects_library.documents.note.history import ShownVersion, VersionRun
from objects_library.documents.note.proxy import Note, NoteRun
from objects_library.documents.note.text_export import to_html, to_markdown, to_plain
from objects_library.replication.text.presence import Person
from objects_library.replication.text.rich_document import Step
from objects_library.replication.text.rich_text import TextRun, is_link
from objects_library.replication.text.section_locks import ShownSection, own_section
from objects_library.widgets.appearance import GAP, format_count, plain_label
from objects_library.widgets.avatars import PeopleRow
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.text_marks import Mark, refuse_edit, section_marks

_COUNT_AFTER = 300
"""Milliseconds until words are counted again."""
_OPEN = ("live", "read-only", "joining", "catching up")


@view_of(Note)
class NoteView(LiveView):
    """A note that many people edit at the same time, also without a connection."""

    note = Endpoint()
    sections = Endpoint()
    history = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._echoed = False
        self._introduced = False
        self._sections: list[ShownSection] = []
        self.pane = NotePane(self._submit)
        self.commands = NoteActions(self, self.pane)
        self._add_actions()
        self.bar = FormatBar(self.commands)
        self.people_row = PeopleRow()
        self.find_bar = FindBar(self.pane)
        self.link_bar = LinkBar()
        self.past, self.past_page = VersionList(), VersionPage()
        self.past.hide()
        self._count = plain_label("", "muted", wrap=False)
        self._counting = QTimer(self, singleShot=True, interval=_COUNT_AFTER)
        self._lay_out()
        self._connect()
        self._show_count()
        self.set_writable(False)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GAP)
        top.addWidget(self.bar, stretch=1)
        top.addWidget(self.people_row)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.pane)
        self.pages.addWidget(self.past_page)
        middle = QHBoxLayout()
        middle.setSpacing(GAP)
        middle.addWidget(self.pages, stretch=1)
        middle.addWidget(self.past)
        self.content.addLayout(top)
        self.content.addWidget(self.find_bar)
        self.content.addWidget(self.link_bar)
        self.content.addLayout(middle, stretch=1)
        self.content.addWidget(self._count)
        self.setFocusProxy(self.pane)

    def _add_actions(self) -> None:
        add = self.commands.add
        add("undo", self.tr("Undo what you did last"), (), "undo", lambda: self._do(self.undo))
        add("redo", self.tr("Redo"), (), "redo", lambda: self._do(self.redo))
        add("link", self.tr("Link"), ("Ctrl+K",), "link", self.ask_for_link)
        add("lock", self.tr("Lock what is selected"), ("Ctrl+Shift+L",), "lock", self._lock_or_unlock)
        add("history", self.tr("Versions"), ("Ctrl+Alt+Shift+H",), "history", self.show_past, checkable=True)
        add("find", self.tr("Find"), ("Ctrl+F",), "find", self._find)
        add("more", self.tr("More"), (), "more", lambda: None)
        add("copy markdown", self.tr("Copy as Markdown"), (), "", lambda: self._copy(to_markdown))
        add("copy html", self.tr("Copy as HTML"), (), "", lambda: self._copy(to_html))
        add("save", self.tr("Save as …"), (), "", self.save)
        add("keys", self.tr("Keys"), (), "", self._show_keys)
        self.commands.repaint()

    def _connect(self) -> None:
        pane = self.pane
        pane.moved.connect(self._moved)
        pane.currentCharFormatChanged.connect(lambda _: self.commands.show_state())
        pane.undo_asked.connect(lambda: self._do(self.undo))
        pane.redo_asked.connect(lambda: self._do(self.redo))
        pane.link_opened.connect(self.open_link)
        pane.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        pane.customContextMenuRequested.connect(self._show_menu)
        pane.textChanged.connect(self._count_soon)
        self._counting.timeout.connect(self._show_count)
        self.bar.kind_chosen.connect(self._choose_kind)
        self.find_bar.closed.connect(pane.setFocus)
        self.link_bar.closed.connect(pane.setFocus)
        self.link_bar.wanted.connect(self._link)
        self.link_bar.opened.connect(self.open_link)
        self.past.chosen.connect(lambda version, compared: self.act(self.look_at, version, compared))
        self.past.wanted_back.connect(lambda version: self.act(self.bring_back, version))
        self.past.closed.connect(lambda: self.show_past(on=False))

    # ---- what is said

    @note.outgoing
    def change(self, steps: list[Step]) -> None: ...

    @note.outgoing
    def undo(self) -> None: ...

    @note.outgoing
    def redo(self) -> None: ...

    @note.outgoing
    def select(self, start: int, end: int) -> None: ...

    @sections.outgoing
    def lock(self, section: UUID, start: int, end: int) -> None: ...

    @sections.outgoing
    def unlock(self, section: UUID) -> None: ...

    @history.outgoing
    def watch(self, on: bool) -> None: ...

    @history.outgoing
    def look_at(self, version: int, compared: bool) -> None: ...

    @history.outgoing
    def bring_back(self, version: int) -> None: ...

    # ---- what is heard

    @note.incoming
    def whole(self, pieces: list[NoteRun]) -> None:
        """Show the whole note."""
        self.pane.show_whole([TextRun(each.text, each.look) for each in pieces])
        self._show_count()

    @note.incoming
    def changed(self, steps: list[Step], by: str, echo: bool) -> None:  # noqa: ARG002 - whose it is shows its cursor
        """Show a change; the user's own is in the pane already."""
        if echo:
            self._echoed = True
        else:
            self.pane.apply(steps)
        self._count_soon()
        if not self.find_bar.isHidden():
            self.find_bar.look(move=False)

    @note.incoming
    def people(self, people: list[Person]) -> None:
        """The other people and their selections."""
        self.people_row.show_people([each.name for each in people], [each.id for each in people])
        self.pane.show_cursors([Mark(each.id, each.name, each.start, each.end) for each in people])
        if not self._introduced:  # whoever opens the note is visible to the others before the first click
            self._introduced = True
            self.select(*self.pane.selection)

    @note.incoming
    def refused(self, reason: str, lost: str) -> None:
        """Show a refusal, and offer the lost text."""
        refuse_edit(self, reason, lost)

    @sections.incoming
    def locked(self, sections: list[ShownSection]) -> None:
        """Show the locked sections."""
        self._sections = sections
        self.pane.show_sections(section_marks(sections, self.tr("You")))
        self._show_lock()

    @sections.incoming
    def denied(self, section: UUID, reason: str) -> None:  # noqa: ARG002 - only one is asked for at a time
        """A lock or unlock was refused."""
        self.refuse(reason)

    @history.incoming
    def versions(self, versions: list[ShownVersion]) -> None:
        """Show the versions, the newest first."""
        self.past.show_versions(versions)

    @history.incoming
    def seen(self, version: int, compared: bool, pieces: list[VersionRun]) -> None:
        """Show the note after a version."""
        if self.past.isVisible() and (version, compared) == (self.past.version, self.past.compare.isChecked()):
            self.past_page.show_pieces(pieces)

    @history.incoming
    def brought_back(self, version: int) -> None:  # noqa: ARG002 - only one is asked for at a time
        """Confirm that a version was restored."""
        self.show_past(on=False)
        self.notice.show_message(self.tr("The earlier version is back."), self.tr("Undo"), lambda: self._do(self.undo))

    # ---- how the object is

    @property
    def writable(self) -> bool:
        """Editing works in all states but the last; the object keeps what it cannot send."""
        return self.state in _OPEN

    def object_state(self, state: str, reason: str = "") -> None:
        """Follow the state of the object."""
        super().object_state(state, reason)
        if state == "read-only":
            self._waiting.setText(self.tr("Not connected; what you write is kept and merges later."))

    def set_writable(self, writable: bool) -> None:
        """Make the note read-only when the object has ended."""
        self.pane.set_writable(writable)
        self.commands.set_writable(writable)
        self.bar.kind.setEnabled(writable)
        self._show_lock()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "bar"):
            self.commands.repaint()
            self.bar.repaint_colours()
            self.find_bar.repaint_icons(self.palette())
            self.link_bar.repaint_icons(self.palette())

    # ---- what people do

    def show_past(self, *, on: bool | None = None) -> None:
        """Show or hide the versions."""
        wanted = self.past.isHidden() if on is None else on
        self.commands["history"].setChecked(wanted)
        self.past.setVisible(wanted)
        self.pages.setCurrentWidget(self.past_page if wanted else self.pane)
        self.past_page.clear()
        self.act(self.watch, wanted)
        (self.past.list if wanted else self.pane).setFocus()

    def _find(self) -> None:
        self.find_bar.ask()

    def ask_for_link(self) -> None:
        """Open the bar for a link of the selection, or for the one at the cursor."""
        start, end = self.pane.selection
        if start == end:
            start, end, address = edit_commands.link_around(self.pane.note, start)
            self.pane.select(start, end)
        else:
            address = self.pane.note.look(start).get("link", "")
        self.link_bar.ask(self.pane.text[start:end], address)

    def open_link(self, address: str) -> None:
        """Open a link on request of the user."""
        if is_link(address):
            QDesktopServices.openUrl(QUrl(address))

    def save(self) -> None:
        """Ask for a file, and write the note there as Markdown, HTML or text."""
        kinds = [self.tr("Markdown (*.md)"), self.tr("HTML (*.html)"), self.tr("Text (*.txt)")]
        name, chosen = QFileDialog.getSaveFileName(self, self.tr("Save the note"), self.tr("Note.md"), ";;".join(kinds))
        if name:
            path = Path(name)
            endings = dict(zip(kinds, (".md", ".html", ".txt"), strict=True))
            path = path if path.suffix else path.with_suffix(endings.get(chosen, ".md"))
            self._context.spawn(self.save_to(path))

    async def save_to(self, path: Path) -> None:
        """Write the note to a file, in the format of its suffix."""
        kinds = {".html": to_html, ".htm": to_html, ".txt": to_plain}
        write = kinds.get(path.suffix.lower(), to_markdown)
        pieces = list(self.pane.note.pieces())
        try:
            await asyncio.to_thread(_put, path, write, pieces)
        except OSError as error:
            self.refuse(self.tr("the note could not be saved: {why}").format(why=error.strerror))

    def _submit(self, steps: list[Step]) -> bool:
        self._echoed = False
        self.act(self.change, steps)
        return self._echoed

    def _do(self, call: Callable[[], object]) -> None:
        if self.writable:
            self.act(call)

    def _choose_kind(self, kind: str) -> None:
        start, end = self.pane.selection
        kinds = {each.kind for each in edit_commands.paragraphs(self.pane.note, start, end)}
        if kinds != {kind}:
            self.pane.set_block(kind)
        self.pane.setFocus()

    def _link(self, text: str, address: str) -> None:
        start, end = self.pane.selection
        self.pane.do(edit_commands.linked(self.pane.note, start, end, address, text), start + len(text))
        self.link_bar.put_away()

    def _moved(self, start: int, end: int) -> None:
        self.act(self.select, start, end)
        self.commands.show_state()
        self.bar.show_kind(self.pane.note.paragraph(start).get("block", ""))
        self._show_lock()
        self._count_soon()

    def _lock_or_unlock(self) -> None:
        mine = own_section(self._sections, *self.pane.selection)
        start, end = self.pane.selection
        if mine is not None:
            self.act(self.unlock, mine.section)
        elif end > start:
            self.act(self.lock, uuid4(), start, end)
        self.pane.setFocus()

    def _show_lock(self) -> None:
        start, end = self.pane.selection
        mine = own_section(self._sections, start, end)
        action = self.commands["lock"]
        text = self.tr("Let everyone write here again") if mine else self.tr("Lock what is selected")
        if action.text() != text:
            action.setText(text)
            action.setToolTip(f"{text} (Ctrl+Shift+L)")
            action.setIcon(icon("unlock" if mine else "lock", self.palette()))
        action.setEnabled(self.state == "live" and (mine is not None or end > start))

    def _copy(self, write: Callable[[Iterable[TextRun]], str]) -> None:
        start, end = self.pane.selection
        pieces = self.pane.note.pieces(start, end) if end > start else self.pane.note.pieces()
        data = QMimeData()
        data.setText(write(pieces))
        QGuiApplication.clipboard().setMimeData(data)

    def _show_menu(self, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        address = self.pane.link_at(point)
        if address:
            menu.addAction(self.tr("Open link"), lambda: self.open_link(address))
            menu.addAction(self.tr("Copy address"), lambda: QGuiApplication.clipboard().setText(address))
            menu.addSeparator()
        chosen = self.pane.textCursor().hasSelection()
        menu.addAction(self.tr("Cut"), self.pane.cut).setEnabled(chosen and self.writable)
        menu.addAction(self.tr("Copy"), self.pane.copy).setEnabled(chosen)
        menu.addAction(self.tr("Paste"), self.pane.paste).setEnabled(self.writable)
        for name in ("paste plain", "paste markdown"):
            menu.addAction(self.commands[name])
        menu.addSeparator()
        for name in ("link", "lock", "plain"):
            menu.addAction(self.commands[name])
        menu.popup(self.pane.viewport().mapToGlobal(point))

    def _show_keys(self) -> None:
        texts = [action.toolTip() for action in self.commands.actions.values() if action.shortcuts()]
        self.notice.show_message(" · ".join(texts), self.tr("Close"), lambda: None)

    def _count_soon(self) -> None:
        if not self._counting.isActive():  # continuous typing shows it, too
            self._counting.start()

    def _show_count(self) -> None:
        start, end = self.pane.selection
        text = self.pane.text
        words = len(text.split())
        one, many = self.tr("1 word · {characters} characters"), self.tr("{words} words · {characters} characters")
        counts = (one if words == 1 else many).format(
            words=format_count(words, self.locale()), characters=format_count(len(text), self.locale())
        )
        if end > start:
            part = text[start:end]
            chosen = format_count(len(part.split()), self.locale())
            counts = self.tr("{words} of").format(words=chosen) + " " + counts
        self._count.setText(counts)


def _put(path: Path, write: Callable[[Iterable[TextRun]], str], pieces: list[TextRun]) -> None:
    """The old file stays until the new one is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(write(pieces).encode("utf-8", "replace"))
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
