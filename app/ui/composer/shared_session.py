# SPDX-License-Identifier: BSD-3-Clause
"""The session of a shared sheet: the other people and their cursors."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QPointF, Signal

from app.runtime.activation import Node, Proxy, State
from app.runtime.library import Catalogue
from app.runtime.references import Document
from app.runtime.trust import Gate, signer_of
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.overlays.remote_cursors import RemoteCursor
from app.ui.composer.model.shared_editor import SharedEditor, Visitor


class SharedSession(QObject):
    """Runs the shared-sheet object while it is open and shows its visitors on the canvas."""

    people_changed = Signal()
    state_changed = Signal(str)
    """Emitted with the reason why the sheet is read-only; empty if it is not."""

    def __init__(self, document: Document, file: Path | None, node: Node, proxy: Proxy, editor: SharedEditor) -> None:
        super().__init__()
        self.title = file.stem if file is not None else document.title
        self.document = document
        """The document that lets others join; the editor has the sheet's content."""
        self.editor = editor
        self._node = node
        self._proxy = proxy
        self._canvas: Canvas | None = None
        self._at = QPointF()
        self._stops = [editor.listen_visitors(self._show_visitors), proxy.watch(self._follow)]

    @staticmethod
    async def open(document: Document, file: Path | None, catalogue: Catalogue, gate: Gate, name: str) -> SharedSession:
        """Join a shared sheet; raises if its object cannot run."""
        node = Node(catalogue, trust=gate, name=name)
        try:
            node.voucher.attribute_to(document, signer_of(document))
            proxy = await node.dereference(document.reference, document.title)
            return SharedSession(document, file, node, proxy, SharedEditor(node, proxy, catalogue))
        except BaseException:
            await node.close()
            raise

    @property
    def me(self) -> str:
        """This user's name."""
        return self._node.name

    def names(self) -> list[str]:
        """The names of the others."""
        return [visitor.name for visitor in self.editor.visitors]

    def show_on(self, canvas: Canvas) -> None:
        """Show remote cursors on a canvas and publish the local one."""
        self._canvas = canvas
        canvas.pointer_moved.connect(self._point)
        canvas.selection_changed.connect(self._publish_presence)
        canvas.open_subsheet.connect(self._publish_presence)
        self._show_visitors(self.editor.visitors)
        self._publish_presence()

    def read_only_reason(self) -> str:
        """Why the sheet is read-only; empty if it is not."""
        if self._proxy.state is State.READ_ONLY:
            return self.tr("You are cut off from the others. You can look; edit again when you are back.")
        if self._proxy.state is State.FAILED:
            reason = self._proxy.failure.reason if self._proxy.failure is not None else ""
            return self.tr("The shared page has failed: {why}").format(why=reason)
        if self.editor.read_only:
            return self.tr("Joining the others …")
        return ""

    async def leave(self) -> None:
        """Leave the shared sheet."""
        for stop in self._stops:
            stop()
        self._proxy.close()
        await self._node.close()

    def _follow(self, _: State) -> None:
        self.state_changed.emit(self.read_only_reason())

    def _point(self, at: QPointF) -> None:
        self._at = at
        self._publish_presence()

    def _publish_presence(self) -> None:
        if self._canvas is not None and not self._proxy.over:
            canvas = self._canvas
            self.editor.show(canvas.sheet, self._at.x(), self._at.y(), canvas.selected_paths())

    def _show_visitors(self, visitors: tuple[Visitor, ...]) -> None:
        self.people_changed.emit()
        if self._canvas is None:
            return
        sheet = self._canvas.sheet
        names = {block.path: name for name, block in self._canvas.view.blocks.items()}
        self._canvas.set_cursors(
            RemoteCursor(
                visitor.name,
                visitor.colour,
                visitor.x,
                visitor.y,
                tuple(names[path] for path in visitor.selection if path in names),
            )
            for visitor in visitors
            if visitor.sheet == sheet
        )
