# SPDX-License-Identifier: BSD-3-Clause
"""A window for drags between real programs: `python -m tests.ui.composer.canvas.drag_window KIND REPORT …`.

KIND is `canvas` (a sheet, with a block of each title that follows), `files` (what a file manager offers: the
file that follows) or `folder` (what a file manager takes: into the directory that follows). REPORT is a file
that always says in JSON what the window shows, and where on the screen.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model.editor import Editor
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue


class Files(QLabel):
    """A drag source of a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(file.name)
        self._file = file

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            mime = QMimeData()
            mime.setUrls([QUrl.fromLocalFile(str(self._file))])
            drag = QDrag(self)
            drag.setMimeData(mime)
            drag.exec(Qt.DropAction.CopyAction)


class Folder(QLabel):
    """Copies what is dropped on it, as file managers do."""

    def __init__(self, folder: Path) -> None:
        super().__init__("Drop files here")
        self.folder = folder
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            shutil.copy(url.toLocalFile(), self.folder)
        event.acceptProposedAction()


def _on_screen(widget: QWidget, point: QPoint) -> list[int]:
    at = widget.mapToGlobal(point)
    return [at.x(), at.y()]


def _canvas(theme: Theme, titles: list[str]) -> tuple[QWidget, Callable[[], dict[str, object]]]:
    catalogue = installed_catalogue()
    canvas = Canvas(Editor.new(catalogue), catalogue, theme)
    for number, title in enumerate(titles):
        entry = canvas.entry_titled(title)
        assert entry is not None
        canvas.add_entry(entry, QPointF(0, number * 240))

    def report() -> dict[str, object]:
        view = canvas.viewport()
        blocks = canvas.sheet_scene.blocks
        return {
            "middle": _on_screen(view, view.rect().center()),
            "said": canvas.bubble.text,
            "handles": {
                name: _on_screen(view, canvas.mapFromScene(item.mapToScene(item.places.handle.center())))
                for name, item in blocks.items()
            },
            "ports": {
                f"{name}.{place.port.name}": _on_screen(view, canvas.mapFromScene(item.pos() + place.anchor))
                for name, item in blocks.items()
                for place in item.places.ports
            },
            "wires": [[str(wire.first), str(wire.second)] for wire in canvas.view.wires],
            "buttons": {
                button.text(): _on_screen(button, button.rect().center()) for button in canvas.bubble.choices()
            },
        }

    return canvas, report


def _other(widget: QWidget) -> tuple[QWidget, Callable[[], dict[str, object]]]:
    return widget, lambda: {"middle": _on_screen(widget, widget.rect().center())}


def main() -> None:
    kind, report_file, x, *rest = sys.argv[1:]
    application = QApplication([])
    theme = Theme(application, Choice.LIGHT)
    if kind == "canvas":
        window, report = _canvas(theme, rest)
    else:
        window, report = _other(Files(Path(rest[0])) if kind == "files" else Folder(Path(rest[0])))
    window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    window.setGeometry(int(x), 40, 600, 640)
    window.show()
    if isinstance(window, Canvas):
        window.zoom_to_fit()
    target = Path(report_file)

    def write() -> None:
        fresh = target.with_suffix(".new")
        fresh.write_text(json.dumps(report()))
        fresh.replace(target)

    timer = QTimer()
    timer.timeout.connect(write)
    timer.start(50)
    application.exec()


if __name__ == "__main__":
    main()
