# SPDX-License-Identifier: BSD-3-Clause
"""An object as it was: its own view on an earlier state, on a node that reaches nobody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import ExitStack

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QStackedLayout, QWidget

from app.runtime.activation import AttachedView, Node, Proxy
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.runtime.trust import Identity
from app.ui.execution.object_views import view_blueprint
from objects_library.channels.native.preview import previewing

_log = logging.getLogger("liveobjects.history")


class Preview(QWidget):
    """Shows one version at a time; nothing in it can be changed."""

    def __init__(self, catalogue: Catalogue, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self._name = name
        self._given = ExitStack()
        self._node: Node | None = None
        self._shown: AttachedView | None = None
        self._changing = asyncio.Lock()
        self._stack = QStackedLayout(self)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("What it contained"))
        self._stack.addWidget(self.text)
        self.view: QWidget | None = None
        """The object's view, if there is one."""

    async def show_state(self, reference: Reference | None, states: Mapping[bytes, bytes], text: str) -> None:
        """Show an object with these states by document; as a text if it has no view."""
        async with self._changing:
            await self._leave()
            self.text.setPlainText(text)
            if reference is not None:
                await self._run(reference, states)

    async def leave(self) -> None:
        """Stop what is shown."""
        async with self._changing:
            await self._leave()

    async def _run(self, reference: Reference, states: Mapping[bytes, bytes]) -> None:
        identity = await asyncio.to_thread(Identity.of_user)
        self._node = node = Node(self._catalogue, identity=identity, name=self._name)
        self._given.enter_context(previewing(node.id, states))
        try:
            proxy = await node.dereference(reference, self._name)
            self._attach(node, proxy)
        except Exception:  # noqa: BLE001 - the code of a library; the text is shown instead
            _log.exception("an earlier version cannot be shown")

    def _attach(self, node: Node, proxy: Proxy) -> None:
        look = view_blueprint(proxy)
        if look is None:
            return
        self._shown = shown = node.attach_view(proxy, look)
        self._proxy = proxy
        if not isinstance(shown.widget, QWidget):
            return
        self.view = shown.widget
        # It is alive but deaf: it can be looked at, and no click or key reaches it.
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setEnabled(False)
        self._stack.addWidget(self.view)
        self._stack.setCurrentWidget(self.view)

    async def _leave(self) -> None:
        self._stack.setCurrentWidget(self.text)
        if self.view is not None:
            self._stack.removeWidget(self.view)
            self.view = None
        if self._shown is not None:
            self._shown.close()
            self._shown = None
        node, self._node = self._node, None
        if node is not None:
            await node.close()
            self._given.close()
