# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared folder: names of objects that are dropped, copied and removed."""

from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint, ObjectReference, view_of
from app.runtime.references import Document, LiveObjectFileError
from app.runtime.types import ObjectType
from objects_library.folders.shared_folder.proxy import Names, SharedFolder
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.object_transfer import carried, carries_object, documents_in
from objects_library.widgets.rows import Rows, RowsTable

T = TypeVar("T", bound=ObjectType)


@view_of(SharedFolder)
class SharedFolderView(LiveView, Generic[T]):
    """The content of the folder; `open_asked` is emitted with the document to open."""

    open_asked = Signal(object)
    folder = Endpoint()
    editing = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._wanted_for: dict[str, str] = {}
        self.setAcceptDrops(True)
        self.rows = Rows([self.tr("Name")])
        self.table = RowsTable(
            self.rows, self.tr("Objects in this folder"), empty=self.tr("Nothing is in this folder yet.")
        )
        self.table.remove_asked.connect(self._remove)
        self.table.opened.connect(lambda name: self._want(name, "open"))
        self.hint = plain_label(self.tr("Drop or paste an object here to share it."), "muted")
        self.paste_button = SoftButton(self.tr("&Paste"), self.tr("Put the copied object into the folder"))
        self.copy_button = SoftButton(self.tr("&Copy"), self.tr("Copy the selected object"))
        self.remove_button = SoftButton(self.tr("&Remove"), self.tr("Remove the selected object for everyone"))
        self.paste_button.clicked.connect(self._paste)
        self.copy_button.clicked.connect(lambda: self._want(self.table.chosen, "copy"))
        self.remove_button.clicked.connect(lambda: self._remove(self.table.chosen))
        for keys, action in (
            (QKeySequence.StandardKey.Paste, self._paste),
            (QKeySequence.StandardKey.Copy, lambda: self._want(self.table.chosen, "copy")),
        ):
            shortcut = QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)
        below = QHBoxLayout()
        below.setSpacing(GAP)
        below.addWidget(self.hint, stretch=1)
        for button in (self.paste_button, self.copy_button, self.remove_button):
            below.addWidget(button)
        self.content.addWidget(self.table, stretch=1)
        self.content.addLayout(below)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._show_buttons())
        self._show_buttons()

    @folder.outgoing
    def get(self, name: str) -> None: ...

    @folder.incoming
    def item(self, name: str, reference: ObjectReference[T]) -> None:
        """Use a requested object."""
        document = Document(reference, name)
        if self._wanted_for.pop(name, "") == "open":
            self.open_asked.emit(document)
        else:
            QGuiApplication.clipboard().setMimeData(carried(document))
            self.notice.show_message(self.tr("“{name}” is copied.").format(name=name))

    @folder.incoming
    def missing(self, name: str) -> None:
        """The object no longer exists."""
        self._wanted_for.pop(name, None)
        self.refuse(self.tr("“{name}” is not there").format(name=name))

    @editing.outgoing
    def put(self, name: str, reference: ObjectReference[T]) -> None: ...

    @editing.outgoing
    def remove(self, name: str) -> None: ...

    @editing.incoming
    def names(self, names: Names) -> None:
        """All names."""
        self.rows.replace_all((name, (name,)) for name in names)
        self._show_buttons()

    @editing.incoming
    def changed(self, name: str, present: bool) -> None:
        """A name was bound or unbound."""
        if present:
            self.rows.put(name, name)
        else:
            self.rows.take(name)
        self._show_buttons()

    @editing.incoming
    def refused(self, name: str, reason: str) -> None:
        """A binding was refused."""
        self.refuse(f"{name}: {reason}" if name else reason)

    def set_writable(self, writable: bool) -> None:  # noqa: ARG002 - the buttons ask for more than that
        """Disable editing while the object is not live."""
        self._show_buttons()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags of objects."""
        if self.writable and carries_object(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Bind the dropped objects."""
        event.acceptProposedAction()
        self._take_in(event.mimeData())

    def _paste(self) -> None:
        data = QGuiApplication.clipboard().mimeData()
        if not self.writable:
            return
        if carries_object(data):
            self._take_in(data)
        else:
            self.refuse(self.tr("what was copied last is not a live object"))

    def _take_in(self, data: QMimeData) -> None:
        copy = QMimeData()  # Qt deletes the original after the drop
        for kind in data.formats():
            copy.setData(kind, data.data(kind))
        self.act(lambda: self._context.spawn(self._put_all(copy)))

    async def _put_all(self, data: QMimeData) -> None:
        try:
            found = await documents_in(data)
        except LiveObjectFileError as error:
            self.refuse(str(error))
            return
        for name, document in found:
            self.put(self._free(name or self.tr("Object")), cast(Any, document.reference))

    def _free(self, name: str) -> str:
        number, tried = 1, name[:100]
        while self.rows.row_of(tried) >= 0:
            number += 1
            tried = f"{name[:100]} {number}"
        return tried

    def _want(self, name: object, what_for: str) -> None:
        if isinstance(name, str):
            self._wanted_for[name] = what_for
            self.act(self.get, name)

    def _remove(self, name: object) -> None:
        if self.writable and isinstance(name, str):
            self.act(self.remove, name)

    def _show_buttons(self) -> None:
        chosen = self.table.chosen is not None
        self.paste_button.setEnabled(self.writable)
        self.copy_button.setEnabled(chosen)
        self.remove_button.setEnabled(self.writable and chosen)
