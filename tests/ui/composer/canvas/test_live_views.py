# SPDX-License-Identifier: BSD-3-Clause
"""Running objects are used inside of their blocks: mouse, keys, wires, zoom."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, EndpointPath
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.items.block_item import NEAR
from app.ui.composer.canvas.view_rooms import LEAST, view_rooms
from app.ui.composer.model.edits import Connect
from app.ui.execution import RunningSheet
from tests.ui.composer.canvas.conftest import CanvasDriver


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not happened():
            QApplication.processEvents()
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(canvas: Canvas, catalogue: Catalogue) -> AsyncIterator[RunningSheet]:
    sheet = RunningSheet(canvas.document, catalogue)
    sheet.origin = Document(Composite())  # everything on the page was made here
    canvas.set_running(sheet)
    await sheet.start()
    try:
        yield sheet
    finally:
        canvas.set_running(None)
        await sheet.stop()


async def view_of(canvas: Canvas, name: str) -> Any:
    """The view inside of a block, once it is live."""
    await until(lambda: canvas.live_views.widgets(name) and _is_live(canvas.live_views.widgets(name)[0]))
    return canvas.live_views.widgets(name)[0]


def _is_live(view: Any) -> bool:
    return bool(view.state == "live")


def middle_of(canvas: Canvas, name: str, widget: QWidget) -> QPointF:
    """Where a widget of a view is on the sheet."""
    (content,) = canvas.sheet_scene.blocks[name].childItems()
    return content.mapToScene(QPointF(widget.mapTo(widget.window(), widget.rect().center())))


async def test_a_counter_is_clicked_inside_of_its_block(
    canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue
) -> None:
    name = driver.add("Shared counter", 0, 0)
    before = canvas.sheet_scene.blocks[name].area
    async with running(canvas, catalogue):
        view = await view_of(canvas, name)
        assert canvas.sheet_scene.blocks[name].area.contains(before)
        driver.press(middle_of(canvas, name, view.more))
        QTest.mouseRelease(
            canvas.viewport(), Qt.MouseButton.LeftButton, pos=driver.pixel(middle_of(canvas, name, view.more))
        )
        await until(lambda: view.number.text() == "1")
        assert not canvas.selection
        place = canvas.sheet_scene.blocks[name].pos()
        driver.drag(place + QPointF(90, 20), place + QPointF(170, 100))  # the header still moves the block
        assert canvas.sheet_scene.blocks[name].pos() == place + QPointF(80, 80)
        assert canvas.live_views.widgets(name) == [view]
    assert not canvas.live_views.present
    assert canvas.sheet_scene.blocks[name].area.size() == before.size()


async def test_keys_reach_the_view_and_escape_leaves_it_first(
    canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue
) -> None:
    name = driver.add("Shared text", 0, 0)
    async with running(canvas, catalogue):
        view = await view_of(canvas, name)
        pane = view.focusProxy() or view.findChildren(QWidget)[0]
        QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=driver.pixel(middle_of(canvas, name, pane)))
        assert canvas.live_views.entered() is not None
        QTest.keyClicks(canvas, "wild")  # W draws wires on the sheet, L steps through them
        QTest.keyClick(canvas, Qt.Key.Key_Backspace)  # removes blocks on the sheet
        await until(lambda: pane.toPlainText() == "wil")
        assert name in canvas.view.blocks
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
        assert canvas.live_views.entered() is None
        assert canvas.selection.blocks == [name]
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
        assert not canvas.selection
        canvas.selection.set([name])
        QTest.keyClick(canvas, Qt.Key.Key_Delete)
        assert name not in canvas.view.blocks
        await until(lambda: not canvas.live_views.present)


async def test_ports_stay_usable_and_far_away_only_the_card_is_drawn(
    canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue
) -> None:
    name = driver.add("Slider", 0, 0)
    async with running(canvas, catalogue):
        await view_of(canvas, name)
        (content,) = canvas.sheet_scene.blocks[name].childItems()
        port = canvas.sheet_scene.blocks[name].block.ports[0].name
        start = driver.at(name, port)
        driver.hold_wire(start, start + QPointF(200, 300))
        draws = [canvas.gesture is not None]
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
        draws.append(canvas.gesture is not None)
        assert draws == [True, False]
        QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton)
        canvas.navigation.zoom_to(NEAR - 0.05)
        assert not content.isVisible()
        canvas.navigation.zoom_to(1.0)
        assert content.isVisible()
        canvas.hide()
        assert not canvas.live_views.present
        canvas.show()
        await view_of(canvas, name)


async def test_a_resized_block_resizes_its_view(canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue) -> None:
    name = driver.add("Checklist", 0, 0)
    async with running(canvas, catalogue):
        await view_of(canvas, name)
        item = canvas.sheet_scene.blocks[name]
        (content,) = item.childItems()
        wide = content.boundingRect().width()
        corner = item.area.bottomRight() - QPointF(5, 5)
        driver.drag(corner, corner + QPointF(160, 40))
        assert item.block.placed.width == item.area.width()
        assert content.boundingRect().width() > wide + 100


async def test_a_wire_takes_the_endpoint_from_the_view(
    canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue
) -> None:
    text = driver.add("Shared text", 0, 0)
    other = driver.add("Shared text", 700, 0)
    async with running(canvas, catalogue) as sheet:
        await view_of(canvas, text)
        ends = EndpointPath(text, "text"), EndpointPath(other, "text")
        canvas.editor.do(Connect((), *ends))
        await sheet.update(canvas.document)
        assert "connected already" not in sheet.wire_failure(*ends)
        await until(lambda: not canvas.live_views.present)
        assert canvas.sheet_scene.blocks[text].places.view is None
        canvas.editor.undo()
        await sheet.update(canvas.document)
        await view_of(canvas, text)


def test_views_leave_room_for_other_blocks() -> None:
    def block(x: float, y: float) -> QRectF:
        return QRectF(x, y, 224, 120)

    wanted = QSizeF(400, 300)
    alone = view_rooms({"a": block(0, 0)}, {"a": wanted})
    assert alone == {"a": wanted}
    beside = view_rooms({"a": block(0, 0), "b": block(300, 0)}, {"a": wanted, "b": wanted})
    assert beside == {"a": QSizeF(284, 300), "b": wanted}
    below = view_rooms({"a": block(0, 0), "b": block(0, 250)}, {"a": wanted})
    assert below == {"a": QSizeF(400, 234)}
    close = view_rooms({"a": block(0, 0), "b": block(0, 140), "c": block(240, 0)}, {"a": wanted})
    assert close == {}  # there is no room that is worth it
    grown = view_rooms({"a": block(0, 0), "b": block(-250, 200)}, {"a": wanted, "b": wanted})
    assert (
        QRectF(0, 0, grown["a"].width(), grown["a"].height()).intersects(QRectF(QPointF(-250, 200), grown["b"]))
        is False
    )
    assert grown["b"].width() >= LEAST.width()
