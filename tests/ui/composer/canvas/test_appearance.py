# SPDX-License-Identifier: BSD-3-Clause
"""What is drawn: from near and far, in light and dark, with states, pointers of others, and the map."""

from collections.abc import Callable
from time import monotonic

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.runtime.activation import State
from app.runtime.references import EndpointPath, Path
from app.ui.composer.canvas.appearance import TINTS, contrast, make_appearance
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.items import block_painter
from app.ui.composer.canvas.items.grid_index import GridIndex
from app.ui.composer.canvas.items.port_shapes import shape_of
from app.ui.composer.canvas.overlays.remote_cursors import RemoteCursor
from app.ui.composer.canvas.tool_tips import tip_at
from app.ui.composer.model.families import Family
from app.ui.execution.channel_status import ChannelCondition
from app.ui.theme import DARK, LIGHT, Choice, Colors, Theme
from tests.ui.composer.canvas.conftest import CanvasDriver


def _colors(image: QImage, area: QRectF) -> set[str]:
    points = [
        (x, y)
        for x in range(int(area.left()), int(area.right()), 2)
        for y in range(int(area.top()), int(area.bottom()), 2)
        if image.rect().contains(x, y)
    ]
    return {image.pixelColor(x, y).name() for x, y in points}


def test_families_differ_by_shape_and_by_colour() -> None:
    for colors in (LIGHT, DARK):
        appearance = make_appearance(colors)
        assert len({appearance.family(family).name() for family in Family}) == len(Family)
    shapes = [shape_of(family) for family in Family]
    assert all(shapes[one] != shapes[other] for one in range(len(shapes)) for other in range(one))


@pytest.mark.parametrize("colors", [LIGHT, DARK])
@pytest.mark.parametrize("tint", ["#fff8d0", "#ffffff", "#000000", "#102030", *TINTS])
def test_every_colour_can_be_made_to_stand_out(colors: Colors, tint: str) -> None:
    appearance = make_appearance(colors)
    for wanted in (3.0, 7.0):
        assert contrast(appearance.seen(QColor(tint), wanted), appearance.paper) >= wanted


@pytest.mark.parametrize("scale", [2.0, 1.0, 0.6, 0.45, 0.31, 0.29, 0.1, 0.04])
def test_blocks_are_drawn_at_every_scale(canvas: Canvas, driver: CanvasDriver, scale: float) -> None:
    name = driver.add("Shared text", 0, 0)
    canvas.selection.set([])
    canvas.navigation.zoom_to(scale)
    canvas.centerOn(canvas.sheet_scene.blocks[name])
    canvas.moved_view()
    QApplication.processEvents()
    image = canvas.grab().toImage()
    area = QRectF(canvas.mapFromScene(canvas.sheet_scene.blocks[name].area).boundingRect())
    assert len(_colors(image, area.adjusted(-3, -3, 3, 3))) > 1
    assert image.pixelColor(5, 5) == canvas.appearance.paper


def test_the_theme_is_followed(canvas: Canvas, driver: CanvasDriver, theme: Theme) -> None:
    driver.add("Shared text", 0, 0)
    light = canvas.grab().toImage().pixelColor(5, 5)
    theme.choose(Choice.DARK)
    dark = canvas.grab().toImage().pixelColor(5, 5)
    assert (light, dark) == (QColor(LIGHT.window), QColor(DARK.window))


def test_what_cannot_be_drawn_does_not_take_the_program_away(
    canvas: Canvas, driver: CanvasDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.add("Shared text", 0, 0)

    def broken(*_: object, **__: object) -> None:
        raise ValueError("a mistake")

    monkeypatch.setattr(block_painter, "paint_ports", broken)
    canvas.sheet_scene.blocks["Shared text"].invalidate_face()
    with qtbot.capture_exceptions() as told:
        assert not canvas.grab().isNull()
    assert [str(value) for _, value, _ in told] == ["a mistake"]


class _Runs:
    """A fake running sheet."""

    def __init__(self) -> None:
        self.states: dict[Path, State] = {}
        self.value = ""
        self.wires: dict[tuple[str, str], str] = {}
        self.asked = 0
        self.listeners: list[Callable[[], object]] = []

    def state(self, path: Path) -> State | None:
        self.asked += 1
        return self.states.get(path)

    def failure(self, path: Path) -> str:
        return "no network"

    def last_value(self, path: Path, endpoint: str) -> str:
        return self.value

    def comment_count(self, path: Path) -> int:
        return 0

    def wire_failure(self, first: EndpointPath, second: EndpointPath) -> str:
        return self.wires.get((str(first), str(second)), "")

    def channels_of(self, path: Path) -> list[ChannelCondition]:
        return [ChannelCondition("plans", "eth0", stateful=True, members=3)]

    def listen(self, callback: Callable[[], object]) -> Callable[[], None]:
        self.listeners.append(callback)
        return lambda: self.listeners.remove(callback)


def test_a_block_that_takes_long_says_what_it_waits_for(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Shared text", 0, 0)
    running = _Runs()
    running.states[name,] = State.CATCHING_UP
    canvas.set_running(running)
    item = canvas.sheet_scene.blocks[name]
    assert item.live_text == "catching up"
    canvas.live._starting[(name,), State.CATCHING_UP] = monotonic() - 12
    canvas.live.refresh()
    assert item.live_text == "Catching up for 12 s: waiting for the content from one of 2 others."
    running.states[name,] = State.LIVE
    canvas.live.refresh()
    assert item.live_text == "live"
    running.states[name,] = State.CATCHING_UP
    canvas.live.refresh()
    assert item.live_text == "catching up"


def test_states_and_values_stand_on_the_blocks(canvas: Canvas, driver: CanvasDriver, qtbot: QtBot) -> None:
    name = driver.add("Shared text", 0, 0)
    driver.add("Membership", 400, 0)
    running = _Runs()
    running.states[name,] = State.JOINING
    canvas.set_running(running)
    item = canvas.sheet_scene.blocks[name]
    assert item.live_text == "joining"
    assert canvas.sheet_scene.blocks["Membership"].live_text == ""
    running.states[name,] = State.LIVE
    running.value = "hello"
    for _ in range(50):
        running.listeners[0]()
    asked = running.asked
    assert item.live_text == "joining"  # at most ten times a second
    qtbot.waitUntil(lambda: item.live_text == "live · hello")
    assert running.asked - asked <= 4
    running.states[name,] = State.FAILED
    running.listeners[0]()
    qtbot.waitUntil(lambda: item.live_text == "failed: no network")
    canvas.set_running(None)
    assert item.live_text == ""
    assert not running.listeners


def test_a_wire_that_fails_while_it_runs_says_why(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    running = _Runs()
    running.wires["Reliable channel.channel", "Tunnel.first"] = "they do not fit any more"
    canvas.set_running(running)
    (shape,) = [canvas.sheet_scene.wires.shape_of(key) for key in canvas.sheet_scene.wires.all_keys()]
    assert shape is not None
    assert "they do not fit any more" in tip_at(canvas, shape.path.pointAtPercent(0.5))
    canvas.set_running(None)
    assert "they do not fit" not in tip_at(canvas, shape.path.pointAtPercent(0.5))


def test_the_pointers_of_others_are_drawn(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared text", 0, 0)
    canvas.set_cursors([RemoteCursor("Ada <b>", "#d9534a", 300, 300, ("Shared text",))])
    image = canvas.grab().toImage()
    at = canvas.mapFromScene(QPointF(300, 300))
    assert "#d9534a" in _colors(image, QRectF(at.x(), at.y(), 60, 50))
    canvas.set_cursors([])
    image = canvas.grab().toImage()
    assert "#d9534a" not in _colors(image, QRectF(at.x(), at.y(), 60, 50))


def test_the_map_leads_there(canvas: Canvas, driver: CanvasDriver, qtbot: QtBot) -> None:
    driver.add("Shared text", 0, 0)
    far = driver.add("Membership", 6000, 4000)
    canvas.minimap.grab()
    qtbot.waitUntil(lambda: canvas.minimap.is_up_to_date)
    canvas.minimap.grab()
    corner = QPoint(canvas.minimap.width() - 12, canvas.minimap.height() - 20)
    QTest.mouseClick(canvas.minimap, Qt.MouseButton.LeftButton, pos=corner)
    assert canvas.visible_area().intersects(canvas.sheet_scene.blocks[far].area.adjusted(-300, -300, 300, 300))


def test_the_wheel_moves_and_zooms_around_the_pointer(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared text", 0, 0)

    def wheel(keys: Qt.KeyboardModifier) -> None:
        at = QPointF(300, 200)
        event = QWheelEvent(
            at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(canvas.viewport(), event)

    under = canvas.mapToScene(QPoint(300, 200))
    wheel(Qt.KeyboardModifier.ControlModifier)
    assert canvas.sheet_scene.scale == pytest.approx(1.2)
    assert (canvas.mapToScene(QPoint(300, 200)) - under).manhattanLength() < 3
    top = canvas.visible_area().top()
    wheel(Qt.KeyboardModifier.NoModifier)
    assert canvas.visible_area().top() < top


def test_an_empty_sheet_begins_at_its_actual_size(make_canvas: Callable[..., Canvas]) -> None:
    canvas = make_canvas()
    canvas.resize(500, 300)
    canvas.zoom_to_fit()
    assert canvas.sheet_scene.scale == 1.0


def test_the_sheet_has_no_end(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared text", 0, 0)
    for _ in range(20):
        canvas.pan_by(QPoint(-2000, -2000))
    assert canvas.visible_area().left() > 30_000


def test_tips_are_plain_text(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Reliable channel", 0, 0)
    driver.add("Membership", 500, 0)
    canvas.selection.set([name])
    canvas.commands.rename()
    editor = canvas.focusWidget()
    QTest.keyClicks(editor, "a<b>c")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    tip = tip_at(canvas, driver.at("a<b>c"))
    assert "a&lt;b&gt;c" in tip
    port = tip_at(canvas, driver.at("a<b>c", "channel"))
    assert "send" in port
    assert "endpoint" not in port


def test_problems_of_the_check_stand_on_their_blocks(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Invitation", 0, 0)
    driver.add("Membership", 400, 0)
    assert canvas.sheet_scene.blocks["Invitation"].problems
    assert not canvas.sheet_scene.blocks["Membership"].problems


def test_ports_that_use_stand_left_and_those_that_offer_right(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Tunnel", 0, 0)
    sides = {place.port.name: place.on_left for place in canvas.sheet_scene.blocks["Tunnel"].places.ports}
    assert sides == {"channel": False, "first": True, "second": True}


def test_the_index_finds_exactly_what_lies_there() -> None:
    index: GridIndex[int] = GridIndex()
    areas = {
        number: QRectF(37.0 * number - 2000, 53.0 * (number % 40) - 900, 10.0 + number * 7 % 900, 20.0)
        for number in range(300)
    }
    for number, area in areas.items():
        index.put(number, area)
    for number in range(0, 300, 3):
        areas[number] = areas[number].translated(500, -300)
        index.put(number, areas[number])
    for number in range(0, 300, 7):
        index.remove(number)
        del areas[number]
    for window in (QRectF(0, 0, 300, 300), QRectF(-5000, -5000, 20000, 20000), QRectF(90, -40, 1, 1)):
        assert sorted(index.within(window)) == sorted(n for n, area in areas.items() if area.intersects(window))


def test_a_port_is_found_where_it_is_drawn(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Tunnel", 0, 0)
    hit = canvas.sheet_scene.hit(driver.at("Tunnel", "second"), 10)
    assert hit.port is not None
    assert EndpointPath("Tunnel", hit.port.port.name) == EndpointPath("Tunnel", "second")
