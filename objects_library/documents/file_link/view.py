# SPDX-License-Identifier: BSD-3-Clause
"""The view of a file link: a card with the name, and buttons to save it or show its folder."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from app.runtime.trust import NotAllowedError, Permission, Question
from objects_library.documents.file_link.proxy import FileLink
from objects_library.values.links import LARGEST_FILE, LONGEST_NOTE, amount
from objects_library.widgets.appearance import GAP, SoftButton, plain_label, set_font_size
from objects_library.widgets.file_dialogs import ask_for_file, ask_for_target
from objects_library.widgets.link_card import Badge, open_folder, place_of, quiet_field
from objects_library.widgets.live_view import LiveView


@view_of(FileLink)
class FileLinkView(LiveView):
    """A card for a file, which is never run or opened."""

    link = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._name, self._path, self._data = "", "", b""
        self.badge = Badge()
        self.name = plain_label("", wrap=True)
        set_font_size(self.name, 15)
        self.facts = plain_label("", "muted")
        self.digest = plain_label("", "muted", wrap=False)
        self.digest.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note = quiet_field(self.tr("Note"), self.tr("Say what it is for"), LONGEST_NOTE)
        self.choose_button = SoftButton(self.tr("&Choose …"), self.tr("Choose another file"))
        self.folder_button = SoftButton(self.tr("Show &folder"), self.tr("Show the folder in which it lies"))
        self.save_button = SoftButton(self.tr("&Save as …"), self.tr("Save the file"), main=True)
        head = QHBoxLayout()
        head.setSpacing(2 * GAP)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        for label in (self.name, self.facts, self.digest):
            label.setIndent(GAP)  # aligned with the text of the field below
        texts.addWidget(self.name)
        texts.addWidget(self.facts)
        texts.addWidget(self.digest)
        texts.addWidget(self.note)
        head.addWidget(self.badge, alignment=Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, stretch=1)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.choose_button)
        row.addStretch(1)
        row.addWidget(self.folder_button)
        row.addWidget(self.save_button)
        self.content.addLayout(head)
        self.content.addStretch(1)
        self.content.addLayout(row)
        self.choose_button.clicked.connect(self.choose)
        self.folder_button.clicked.connect(self.show_folder)
        self.save_button.clicked.connect(self.save)
        self.note.editingFinished.connect(self._annotated)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._show_file("", "")
        self.set_writable(False)

    @link.outgoing
    def put(self, name: str, data: bytes) -> None: ...

    @link.outgoing
    def point(self, path: str) -> None: ...

    @link.outgoing
    def annotate(self, note: str) -> None: ...

    @link.outgoing
    def clear(self) -> None: ...

    @link.incoming
    def changed(self, by: str, name: str, path: str, note: str, digest: str, data: bytes) -> None:
        """The file as it is now."""
        self._name, self._path, self._data = name, path, data
        if not (self.note.hasFocus() and self.note.isModified()):
            self.note.setText(note)
            self.note.setCursorPosition(0)
        self._show_file(by, digest)

    @link.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.choose_button.setEnabled(writable)
        self.note.setReadOnly(not writable)

    # Actions of the user

    def choose(self) -> None:
        """Choose a file."""
        ask_for_file(self, self.tr("Choose a file"), self.take_file, start=str(Path.home()))

    def take_file(self, path: Path) -> None:
        """Store a small file in the link, or the path of a large one."""
        if self.writable:
            self.notice.show_message("")
            self.act(lambda: self._context.spawn(self._take(path)))

    def show_folder(self) -> None:
        """Open the folder of the file, after a question."""
        self.act(lambda: self._context.spawn(self._show_place(self._path)))

    def save(self) -> None:
        """Save the file where the user chooses."""
        data = self._data
        name = str(Path.home() / self._name)
        ask_for_target(self, self.tr("Save the file"), name, lambda path: self.write(path, data))

    def write(self, path: Path, data: bytes) -> None:
        """Write the file in a thread."""
        self.act(lambda: self._context.spawn(self.write_file(path, data)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files."""
        if self.writable and _files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Use the first file."""
        event.acceptProposedAction()
        self.take_file(_files(event.mimeData())[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste files, and save by key."""
        files = _files(QGuiApplication.clipboard().mimeData())
        if event.matches(QKeySequence.StandardKey.Paste) and files:
            self.take_file(files[0])
        elif event.matches(QKeySequence.StandardKey.Save) and self._data:
            self.save()
        else:
            super().keyPressEvent(event)

    # Results

    async def _take(self, path: Path) -> None:
        try:
            data = await asyncio.to_thread(_read, path)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror or error}")
            return
        if data is None:
            self.point(str(path))
            limit = LARGEST_FILE // 2**20
            text = self.tr("It has more than {limit} MB, so it does not travel along: others see where it lies.")
            self.notice.show_message(text.format(limit=limit))
        else:
            self.put(path.name, data)

    async def _show_place(self, path: str) -> None:
        folder, problem = await asyncio.to_thread(place_of, path)
        if folder is not None:
            try:
                await self._context.permit(Question(Permission.READ_FILES, path, title=path))
            except NotAllowedError as error:
                problem = str(error)
            else:
                problem = open_folder(folder)
        if problem:
            self.refuse(problem)

    def _annotated(self) -> None:
        if self.note.isModified() and self.writable:
            self.note.setModified(False)
            self.act(self.annotate, self.note.text())

    def _show_file(self, by: str, digest: str) -> None:
        suffix = Path(self._name).suffix[1:5].upper()
        self.badge.show_letters(suffix or "…", suffix)
        self.name.setText(self._name or self.tr("No file yet"))
        if self._data:
            facts = self.tr("{amount}; it travels along").format(amount=amount(len(self._data)))
        elif self._path:
            facts = self.tr("lies at {path}; it does not travel along").format(path=self._path)
        else:
            facts = self.tr("Drop a file here, paste one, or choose one.")
        from_whom = self.tr("from {name}").format(name=by) if by else ""
        self.facts.setText(f"{facts} · {from_whom}" if from_whom else facts)
        self.digest.setText(f"SHA-256 {digest[:16]}…" if digest else "")
        self.digest.setToolTip(digest)
        self.digest.setVisible(bool(digest))
        self.save_button.setVisible(bool(self._data))
        self.folder_button.setVisible(bool(self._path))


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def _read(path: Path) -> bytes | None:
    """The bytes of a file that fits into the link; None for a larger one."""
    if not path.is_file():
        raise OSError("that is not a file")
    if path.stat().st_size > LARGEST_FILE:
        return None
    with path.open("rb") as opened:
        data = opened.read(LARGEST_FILE + 1)
    return data if len(data) <= LARGEST_FILE else None
