# SPDX-License-Identifier: BSD-3-Clause
"""People who look at objects: each has a node of their own and the view of an object."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.runtime.activation import AttachedView, Node, Proxy
from app.runtime.references import Reference
from objects_library.installed import installed_catalogue


class Looker:
    """Somebody with a view; what they do goes through keys and clicks."""

    def __init__(self, node: Node, proxy: Proxy, attached: AttachedView) -> None:
        self.node, self.proxy, self.attached = node, proxy, attached
        self.view: Any = attached.widget

    @property
    def body(self) -> Any:
        """The instance of the class behind the proxy."""
        return self.proxy._life.body

    async def sees(self, true: Callable[[], object]) -> None:
        """Wait until something can be seen."""
        for _ in range(2000):
            QApplication.processEvents()
            assert self.attached.failure is None, self.attached.failure
            if true():
                return
            await asyncio.sleep(0.005)
        raise AssertionError("it was not seen within 10 s")


def type_text(widget: QWidget, text: str) -> None:
    """Press a key for each character; Return ends a line."""
    for character in text:
        if character == "\n":
            QTest.keyClick(widget, Qt.Key.Key_Return)
        else:
            QTest.keyClicks(widget, character)


@asynccontextmanager
async def people(*names: str) -> AsyncIterator[list[Node]]:
    """A node for each."""
    try:
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(Node(installed_catalogue(), name=name)) for name in names]
    finally:
        close_windows()


def close_windows() -> None:
    """End all windows; what pops up belongs to a field or a button, which ends it itself."""
    for window in QApplication.topLevelWidgets():
        if window.windowType() is not Qt.WindowType.Popup and window.parent() is None:
            window.close()
            window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def look(node: Node, reference: Reference, *, live: bool = True) -> Looker:
    """Open an object and its view."""
    proxy = await node.dereference(reference)
    assert proxy.definition is not None
    view = proxy.definition.view()
    assert view is not None
    looker = Looker(node, proxy, node.attach_view(proxy, view))
    looker.view.resize(480, 320)
    looker.view.show()
    if live:
        await looker.sees(lambda: looker.view.state == "live")
    return looker


def unnamed(view: QWidget) -> list[str]:
    """Whatever can have the focus and has no name for a screen reader."""
    return [
        type(each).__name__
        for each in [view, *view.findChildren(QWidget)]
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each is not view
        and each.isVisibleTo(view)
        and each.focusProxy() is None
        and each.objectName() != "qt_scrollarea_viewport"
        and not each.accessibleName()
        and type(each).__name__ not in ("QScrollArea", "QScrollBar")
    ]
