# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures: a canvas on an editor, and a driver for mouse and keys."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.runtime.library import Catalogue
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.gestures import drag_out
from app.ui.composer.model.editor import Editor
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue


@cache
def _catalogue() -> Catalogue:
    return installed_catalogue()


@pytest.fixture
def catalogue() -> Catalogue:
    return _catalogue()


@cache
def _theme(application: QApplication) -> Theme:
    """One theme for all tests, because creating one restyles every widget."""
    return Theme(application, Choice.LIGHT)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = _theme(qapp)
    yield theme
    theme.choose(Choice.LIGHT)


@dataclass
class CanvasDriver:
    """Mouse and keys on a canvas, by scene positions."""

    canvas: Canvas

    def at(self, name: str, port: str = "") -> QPointF:
        """The position of a block's header, or of one of its ports."""
        item = self.canvas.sheet_scene.blocks[name]
        if not port:
            return item.pos() + QPointF(90, 20)
        anchor = item.anchor(port)
        assert anchor is not None
        return anchor[0]

    def pixel(self, place: QPointF) -> QPoint:
        """The window position of a scene position."""
        return self.canvas.mapFromScene(place)

    def press(self, place: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.mousePress(self.canvas.viewport(), Qt.MouseButton.LeftButton, keys, self.pixel(place))

    def move(self, place: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Send a move event with the held button, which QTest omits."""
        at = QPointF(self.pixel(place))
        viewport = self.canvas.viewport()
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            at,
            QPointF(viewport.mapToGlobal(at.toPoint())),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            keys,
        )
        QGuiApplication.sendEvent(viewport, event)

    def release(self, place: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.mouseRelease(self.canvas.viewport(), Qt.MouseButton.LeftButton, keys, self.pixel(place))

    def drag(self, start: QPointF, end: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.press(start, keys)
        self.move(start + (end - start) / 2, keys)
        self.move(end, keys)
        self.release(end, keys)

    def click(self, place: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.press(place, keys)
        self.release(place, keys)

    def double_click(self, place: QPointF) -> None:
        QTest.mouseDClick(self.canvas.viewport(), Qt.MouseButton.LeftButton, pos=self.pixel(place))

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.canvas, key, keys)

    def add(self, title: str, x: float, y: float) -> str:
        """Insert a palette entry; returns its block name."""
        entry = self.canvas.entry_titled(title)
        assert entry is not None, title
        before = set(self.canvas.view.blocks)
        assert self.canvas.add_entry(entry, QPointF(x, y))
        (name,) = set(self.canvas.view.blocks) - before
        return name

    def add_channel_and_tunnel(self) -> None:
        """Insert two blocks whose ports fit."""
        self.add("Reliable channel", 0, 0)
        self.add("Tunnel", 480, 0)

    def wire_channel_to_tunnel(self) -> None:
        """Insert them, and draw the wire between them."""
        self.add_channel_and_tunnel()
        self.drag(self.at("Reliable channel", "channel"), self.at("Tunnel", "first"))

    def hold_wire(self, start: QPointF, end: QPointF) -> None:
        """Draw a wire from a port to a place, without letting go."""
        self.press(start)
        self.move(start + QPointF(60, 20))
        self.move(end)


class _DragThatEnds(QDrag):
    """A drag that ends at once; `test_real_drags.py` has real ones."""

    def exec(self, *_: object) -> Qt.DropAction:
        self.deleteLater()
        return Qt.DropAction.IgnoreAction


@pytest.fixture(autouse=True)
def no_blocking_drags(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep drags from blocking tests."""
    monkeypatch.setattr(drag_out, "QDrag", _DragThatEnds)


@pytest.fixture
def make_canvas(qtbot: QtBot, catalogue: Catalogue, theme: Theme) -> Iterator[Callable[..., Canvas]]:
    """Makes canvases that are closed after the test."""
    made: list[Canvas] = []

    def make(editor: Editor | None = None) -> Canvas:
        canvas = Canvas(editor or Editor.new(catalogue), catalogue, theme)
        qtbot.addWidget(canvas)
        canvas.resize(1200, 800)
        with qtbot.waitActive(canvas):  # shortcuts work in the active window only
            canvas.show()
            canvas.activateWindow()
        canvas.navigation.zoom_to(1.0)
        made.append(canvas)
        return canvas

    yield make
    for canvas in made:
        canvas.detach()
        canvas.editor.close()


@pytest.fixture
def canvas(make_canvas: Callable[..., Canvas]) -> Canvas:
    canvas = make_canvas()
    canvas.centerOn(400, 300)
    canvas.moved_view()
    return canvas


@pytest.fixture
def driver(canvas: Canvas) -> CanvasDriver:
    return CanvasDriver(canvas)
