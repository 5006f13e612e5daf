# SPDX-License-Identifier: BSD-3-Clause
"""Wires: drawn, refused with the reason while one drags, mended by an adapter, plugged elsewhere."""

from PySide6.QtCore import QPointF, Qt

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.items.port_highlights import Highlight, PortHighlights
from app.ui.composer.model.edits import Connect
from tests.ui.composer.canvas.conftest import CanvasDriver


def _wires(canvas: Canvas) -> set[frozenset[str]]:
    return {frozenset((str(wire.first), str(wire.second))) for wire in canvas.view.wires}


def _lighting(canvas: Canvas) -> PortHighlights | None:
    return canvas.sheet_scene.highlights


def _corners(canvas: Canvas) -> list[tuple[float, float]]:
    return list(canvas.view.wires[0].points)


def test_a_wire_between_ports_that_fit(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    start, end = driver.at("Reliable channel", "channel"), driver.at("Tunnel", "first")
    driver.press(start)
    driver.move(start + QPointF(60, 20))
    assert canvas.sheet_scene.highlights is not None
    assert canvas.sheet_scene.highlights.highlight("Tunnel", "first") is Highlight.FITS
    assert canvas.sheet_scene.highlights.highlight("Tunnel", "channel") is Highlight.DIM
    driver.move(end)
    assert "Fits" in canvas.bubble.text
    driver.release(end)
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.first"))}
    assert _lighting(canvas) is None
    assert canvas.bubble.text == ""
    canvas.commands.undo()
    assert _wires(canvas) == set()


def test_the_reason_is_told_during_the_drag(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    driver.add("Membership", 480, 0)
    start, end = driver.at("Reliable channel", "channel"), driver.at("Membership", "membership")
    driver.hold_wire(start, end)
    said = canvas.bubble.text
    assert "'Membership'" in said or "'Reliable channel'" in said
    assert "endpoint" not in said
    assert "{" not in said
    driver.release(end)
    assert _wires(canvas) == set()
    assert canvas.bubble.text  # it stays, so that it can be read
    assert not canvas.bubble.choices()


def test_an_adapter_is_offered_and_inserted(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    driver.add("Persistence", 560, 0)
    start, end = driver.at("Reliable channel", "channel"), driver.at("Persistence", "inner")
    driver.hold_wire(start, end)
    assert "total order" in canvas.bubble.text
    driver.release(end)
    (button,) = canvas.bubble.choices()
    assert button.text() == "Insert Ordering"
    button.click()
    assert canvas.view.blocks.keys() == {"Reliable channel", "Persistence", "Ordering"}
    assert _wires(canvas) == {
        frozenset(("Reliable channel.channel", "Ordering.unordered")),
        frozenset(("Ordering.channel", "Persistence.inner")),
    }
    assert canvas.selection.blocks == ["Ordering"]
    canvas.commands.undo()
    assert canvas.view.blocks.keys() == {"Reliable channel", "Persistence"}


def test_a_block_takes_the_wire_at_the_port_that_fits(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    driver.drag(driver.at("Reliable channel", "channel"), driver.at("Tunnel") + QPointF(40, 5))
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.first"))}


def test_a_wire_is_plugged_in_elsewhere_or_pulled_out(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    driver.drag(driver.at("Tunnel", "first"), driver.at("Tunnel", "second"))
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.second"))}
    driver.drag(driver.at("Tunnel", "second"), QPointF(300, 400))
    assert _wires(canvas) == set()
    canvas.commands.undo()
    canvas.commands.undo()
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.first"))}


def test_escape_gives_up(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    driver.press(driver.at("Reliable channel", "channel"))
    driver.move(driver.at("Tunnel", "first"))
    driver.key(Qt.Key.Key_Escape)
    driver.key(Qt.Key.Key_Escape)
    driver.release(driver.at("Tunnel", "first"))
    assert _wires(canvas) == set()
    assert canvas.sheet_scene.highlights is None


def test_letting_go_on_empty_paper_offers_what_to_add(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    driver.drag(driver.at("Reliable channel", "channel"), QPointF(480, 200))
    assert canvas.quick_adder.isVisible()
    first = canvas.quick_adder.list.item(0)
    assert first is not None
    assert first.text() in {"Conflation", "Encryption", "Ordering", "Tunnel"}  # what fits comes first
    canvas.quick_adder.field.setText("tunnel")
    canvas.quick_adder.take()
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.first"))}
    canvas.commands.undo()
    assert canvas.view.blocks.keys() == {"Reliable channel"}


def test_a_wire_by_keys_alone(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    canvas.selection.set(["Reliable channel"])
    canvas.setFocus()
    driver.key(Qt.Key.Key_W)
    assert "channel" in canvas.bubble.text
    driver.key(Qt.Key.Key_Return)  # from its first port
    assert "Fits" in canvas.bubble.text  # those that fit come first
    driver.key(Qt.Key.Key_Return)
    assert _wires(canvas) == {frozenset(("Reliable channel.channel", "Tunnel.first"))}
    assert canvas.gesture is None


def test_keys_tell_why_not_and_insert_the_adapter(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    driver.add("Persistence", 560, 0)
    canvas.selection.set(["Reliable channel"])
    canvas.setFocus()
    driver.key(Qt.Key.Key_W)
    driver.key(Qt.Key.Key_Return)
    assert "total order" in canvas.bubble.text  # what an adapter mends comes next
    driver.key(Qt.Key.Key_Return)
    (button,) = canvas.bubble.choices()
    button.click()
    assert "Ordering" in canvas.view.blocks


def test_letters_jump_to_a_block(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    for number, title in enumerate(("Tunnel", "Membership", "Shared text")):
        driver.add(title, 480, number * 160)
    canvas.selection.set(["Reliable channel"])
    canvas.commands.draw_wire()
    driver.key(Qt.Key.Key_Return)
    driver.key(Qt.Key.Key_S)
    assert canvas.bubble.text
    assert canvas.accessibleDescription().startswith("Shared text")
    driver.key(Qt.Key.Key_Escape)
    assert canvas.gesture is None
    assert canvas.bubble.text == ""


def test_a_wire_gets_a_corner_and_loses_it(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    shape = canvas.sheet_scene.wires.shape_of(
        (EndpointPath("Reliable channel", "channel"), EndpointPath("Tunnel", "first"))
    )
    assert shape is not None
    driver.drag(shape.path.pointAtPercent(0.5), QPointF(352, 304))
    assert _corners(canvas) == [(352.0, 304.0)]
    canvas.commands.straighten()
    assert _corners(canvas) == []


def test_a_wire_that_does_not_hold_is_drawn_as_wrong(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Reliable channel", 0, 0)
    driver.add("Persistence", 560, 0)
    first, second = EndpointPath("Reliable channel", "channel"), EndpointPath("Persistence", "inner")
    assert canvas.do(Connect((), first, second))
    shape = canvas.sheet_scene.wires.shape_of((first, second))
    assert shape is not None
    assert shape.is_wrong
