# SPDX-License-Identifier: BSD-3-Clause
"""Concurrent changes by another person during a gesture."""

from PySide6.QtCore import QPointF

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model.edits import Connect, Move, RemoveParts
from tests.ui.composer.canvas.conftest import CanvasDriver


def test_what_one_holds_is_taken_away(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    driver.press(driver.at("Tunnel"))
    driver.move(driver.at("Tunnel") + QPointF(80, 80))
    canvas.editor.do(RemoveParts((), ("Tunnel",)))
    assert canvas.gesture is None
    driver.release(QPointF(560, 80))
    assert set(canvas.view.blocks) == {"Reliable channel"}


def test_what_one_does_not_hold_disturbs_nobody(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    start = driver.at("Tunnel")
    driver.press(start)
    driver.move(start + QPointF(0, 40))
    canvas.editor.do(Move((), (("Reliable channel", 80.0, 80.0),)))
    driver.move(start + QPointF(0, 80))
    driver.release(start + QPointF(0, 80))
    placed = canvas.view.blocks["Tunnel"].placed
    assert (placed.x, placed.y) == (480, 80)


def test_the_port_that_one_draws_to_is_taken(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add_channel_and_tunnel()
    driver.add("Local channel", 0, 300)
    driver.press(driver.at("Reliable channel", "channel"))
    driver.move(driver.at("Tunnel", "first"))
    taken = EndpointPath("Local channel", "channel"), EndpointPath("Tunnel", "first")
    canvas.editor.do(Connect((), *taken))
    assert canvas.gesture is None
    assert canvas.sheet_scene.highlights is None
    driver.release(driver.at("Tunnel", "first"))
    assert len(canvas.view.wires) == 1


def test_a_selection_is_told_once_after_a_rubber_band(canvas: Canvas, driver: CanvasDriver) -> None:
    for number in range(3):
        driver.add("Membership", 280 * number, 0)
    canvas.selection.set([])
    told: list[int] = []
    canvas.selection_changed.connect(lambda paths: told.append(len(paths)))
    driver.press(QPointF(-60, -60))
    for x in (100, 300, 500, 850):
        driver.move(QPointF(x, 200))
    assert told == []
    assert len(canvas.selection.blocks) == 3
    driver.release(QPointF(850, 200))
    assert told == [3]


def test_from_afar_a_hand_takes_the_block_and_not_a_port(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Tunnel", 0, 0)
    driver.add("Membership", 600, 0)
    canvas.navigation.zoom_to(0.2)
    at = driver.at("Tunnel", "first") + QPointF(20, 0)
    driver.drag(at, at + QPointF(400, 400))
    placed = canvas.view.blocks["Tunnel"].placed
    assert (placed.x, placed.y) == (400, 400)
