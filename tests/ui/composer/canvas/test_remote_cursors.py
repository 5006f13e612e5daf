"""Somebody else changes the sheet while one's hand is on it."""

from PySide6.QtCore import QPointF

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model.edits import Connect, Move, RemoveParts
from tests.ui.composer.canvas.conftest import Hand


def test_what_one_holds_is_taken_away(canvas: Canvas, hand: Hand) -> None:
    hand.add("Reliable channel", 0, 0)
    hand.add("Tunnel", 480, 0)
    hand.press(hand.at("Tunnel"))
    hand.move(hand.at("Tunnel") + QPointF(80, 80))
    canvas.editor.do(RemoveParts((), ("Tunnel",)))
    assert canvas.gesture is None
    hand.release(QPointF(560, 80))
    assert set(canvas.view.blocks) == {"Reliable channel"}


def test_what_one_does_not_hold_disturbs_nobody(canvas: Canvas, hand: Hand) -> None:
    hand.add("Reliable channel", 0, 0)
    hand.add("Tunnel", 480, 0)
    start = hand.at("Tunnel")
    hand.press(start)
    hand.move(start + QPointF(0, 40))
    canvas.editor.do(Move((), (("Reliable channel", 80.0, 80.0),)))
    hand.move(start + QPointF(0, 80))
    hand.release(start + QPointF(0, 80))
    placed = canvas.view.blocks["Tunnel"].placed
    assert (placed.x, placed.y) == (480, 80)


def test_the_port_that_one_draws_to_is_taken(canvas: Canvas, hand: Hand) -> None:
    hand.add("Reliable channel", 0, 0)
    hand.add("Tunnel", 480, 0)
    hand.add("Local channel", 0, 300)
    hand.press(hand.at("Reliable channel", "channel"))
    hand.move(hand.at("Tunnel", "first"))
    taken = EndpointPath("Local channel", "channel"), EndpointPath("Tunnel", "first")
    canvas.editor.do(Connect((), *taken))
    assert canvas.gesture is None
    assert canvas.sheet_scene.highlights is None
    hand.release(hand.at("Tunnel", "first"))
    assert len(canvas.view.wires) == 1


def test_a_selection_is_told_once_after_a_rubber_band(canvas: Canvas, hand: Hand) -> None:
    for number in range(3):
        hand.add("Membership", 280 * number, 0)
    canvas.selection.set([])
    told: list[int] = []
    canvas.selection_changed.connect(lambda paths: told.append(len(paths)))
    hand.press(QPointF(-60, -60))
    for x in (100, 300, 500, 850):
        hand.move(QPointF(x, 200))
    assert told == []
    assert len(canvas.selection.blocks) == 3
    hand.release(QPointF(850, 200))
    assert told == [3]


def test_from_afar_a_hand_takes_the_block_and_not_a_port(canvas: Canvas, hand: Hand) -> None:
    hand.add("Tunnel", 0, 0)
    hand.add("Membership", 600, 0)
    canvas.navigation.zoom_to(0.2)
    at = hand.at("Tunnel", "first") + QPointF(20, 0)
    hand.drag(at, at + QPointF(400, 400))
    placed = canvas.view.blocks["Tunnel"].placed
    assert (placed.x, placed.y) == (400, 400)
