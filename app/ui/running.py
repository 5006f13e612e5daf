"""A plain window with the objects that run, their parts, and the state of each."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.runtime.activation import Node, Proxy
from app.runtime.references import read
from app.runtime.trust import Gate, TrustStore
from app.ui.application import run_session, save_picture
from app.ui.surface import Surface
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue

_SIZE = (640, 400)


class RunningWindow(QWidget):
    """What runs; closing it ends that."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Running objects"))
        self._tree = QTreeWidget()
        self._tree.setHeaderLabels([self.tr("Object"), self.tr("State"), self.tr("Reason")])
        self._tree.setAccessibleName(self.tr("Running objects"))
        self._tree.setColumnWidth(0, 240)
        hint = QLabel(self.tr("Closing this window ends what runs."))
        hint.setProperty("role", "muted")
        layout = QVBoxLayout(self)
        layout.addWidget(self._tree)
        layout.addWidget(hint)
        self._stops: list[Callable[[], object]] = []

    def show_proxy(self, name: str, proxy: Proxy) -> None:
        """Show an object with its parts, and follow their states."""
        item = self._add(self._tree.invisibleRootItem(), name, proxy)
        item.setExpanded(True)
        self._tree.setCurrentItem(item)

    def show_failure(self, name: str, reason: str) -> None:
        """Show an object that could not be started."""
        QTreeWidgetItem(self._tree, [name, "failed", reason])

    def rows(self) -> list[tuple[str, str, str]]:
        """What is shown, from top to bottom."""
        found: list[tuple[str, str, str]] = []
        waiting = [self._tree.topLevelItem(number) for number in range(self._tree.topLevelItemCount())]
        while waiting:
            item = waiting.pop(0)
            if item is not None:
                found.append((item.text(0), item.text(1), item.text(2)))
                waiting[:0] = [item.child(number) for number in range(item.childCount())]
        return found

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell whoever runs the objects."""
        for stop in self._stops:
            stop()
        super().closeEvent(event)
        self.closed.emit()

    def _add(self, parent: QTreeWidgetItem, name: str, proxy: Proxy) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent, [name])

        def update(state: str) -> None:
            item.setText(1, state)
            item.setText(2, "" if proxy.failure is None else proxy.failure.reason)

        update(proxy.state)
        self._stops.append(proxy.watch(update))
        for part, component in proxy.components.items():
            self._add(item, part, component)
        return item


def run_open(files: list[Path], screenshot: Path | None = None) -> int:
    """Run the objects in files, with a window that shows how they are, until it is closed."""
    documents = [(read(path), path) for path in files]

    async def session(application: QApplication, surface: Surface) -> int:
        Theme(application, Choice.SYSTEM)
        window = RunningWindow()
        window.resize(*_SIZE)
        is_closed = asyncio.Event()
        window.closed.connect(is_closed.set)
        if surface is Surface.VNC:
            window.showMaximized()
        else:
            window.show()
        gate = Gate(TrustStore())
        kept: list[Proxy] = []
        async with Node(installed_catalogue(gate), trust=gate) as node:
            for document, path in documents:
                name = document.title or path.stem
                try:
                    kept.append(await node.dereference(document.reference, name))
                except Exception as error:  # noqa: BLE001 - whatever it is, the user sees it beside the object
                    window.show_failure(name, " ".join(str(error).split()))
                else:
                    window.show_proxy(name, kept[-1])
            if screenshot is not None:
                save_picture(window, screenshot)
                window.close()
            await is_closed.wait()
        return 0 if kept else 1

    return run_session(session, for_picture=screenshot is not None, size=_SIZE)
