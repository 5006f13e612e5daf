# SPDX-License-Identifier: BSD-3-Clause
"""A place in a view is the same content in a window of another size, and wrong places do no harm."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from objects_library.replication.drawing.presence import Person, Pointing
from objects_library.replication.shared_pointers import ViewPlace
from objects_library.values.person_id import person_id
from objects_library.widgets.plane.pointers import Pointers
from objects_library.widgets.pointer_places import pixel_of, place_at

pytestmark = pytest.mark.usefixtures("qapp")


class _View(QWidget):
    """A table, a canvas and rows that scroll."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.table = QTableWidget(40, 3)
        scene = QGraphicsScene(QRectF(0, 0, 1000, 1000), self)
        self.canvas = QGraphicsView(scene)
        rows = QWidget()
        lines = QVBoxLayout(rows)
        self.buttons = [QPushButton(f"row {number}") for number in range(30)]
        for button in self.buttons:
            lines.addWidget(button)
        self.scrolling = QScrollArea()
        self.scrolling.setWidgetResizable(True)
        self.scrolling.setWidget(rows)
        self.label = QLabel("words")
        column = QVBoxLayout(self)
        for each in (self.label, self.table, self.canvas, self.scrolling):
            column.addWidget(each)
        self.resize(width, height)
        self.show()


@pytest.fixture
def views() -> Iterator[tuple[_View, _View]]:
    both = _View(900, 900), _View(400, 1200)
    yield both
    for each in both:
        each.close()
        each.deleteLater()


def moved(one: _View, other: _View, inside: QWidget, at: QPoint) -> QPointF | None:
    """Where the other window shows what is at a point of a widget in the first one."""
    place = place_at(one, inside.mapTo(one, at))
    assert place is not None
    return pixel_of(other, place)


def test_a_cell_stays_that_cell(views: tuple[_View, _View]) -> None:
    one, other = views
    box = one.table.visualRect(one.table.model().index(1, 1))
    found = moved(one, other, one.table.viewport(), box.center())
    assert found is not None
    inside = other.table.viewport().mapFrom(other, found.toPoint())
    assert (other.table.indexAt(inside).row(), other.table.indexAt(inside).column()) == (1, 1)
    other.table.scrollToBottom()
    assert moved(one, other, one.table.viewport(), box.center()) is None  # it is out of sight


def test_a_point_of_a_canvas_stays_whatever_the_zoom(views: tuple[_View, _View]) -> None:
    one, other = views
    one.canvas.centerOn(500, 500)
    other.canvas.scale(0.5, 0.5)
    other.canvas.centerOn(480, 480)
    found = moved(one, other, one.canvas.viewport(), QPoint(60, 50))
    assert found is not None
    there = other.canvas.mapToScene(other.canvas.viewport().mapFrom(other, found.toPoint()))
    here = one.canvas.mapToScene(QPoint(60, 50))
    assert (there - here).manhattanLength() < 6


def test_a_row_of_widgets_is_found_where_it_is_scrolled_to(views: tuple[_View, _View]) -> None:
    one, other = views
    one.scrolling.ensureWidgetVisible(one.buttons[12])
    assert moved(one, other, one.buttons[12], one.buttons[12].rect().center()) is None
    other.scrolling.ensureWidgetVisible(other.buttons[12])
    found = moved(one, other, one.buttons[12], one.buttons[12].rect().center())
    assert found is not None
    assert other.buttons[12].rect().contains(other.buttons[12].mapFrom(other, found.toPoint()))


@pytest.mark.parametrize("part", ["No such.0", "QLabel.77", "QLabel.-1", "QLabel." + "9" * 40, "/", "QLabel.٣", "."])
def test_without_such_a_part_the_share_of_the_whole_counts(views: tuple[_View, _View], part: str) -> None:
    one, _ = views
    assert pixel_of(one, ViewPlace(part, 0, 0.0, 0.0, 0.5, 0.25)) == QPointF(450, 225)
    assert pixel_of(one, ViewPlace(part, 0, 0.0, 0.0, 7.0, 0.25)) is None


def test_wrong_positions_in_a_part_are_not_shown(views: tuple[_View, _View]) -> None:
    one, _ = views
    place = place_at(one, one.table.viewport().mapTo(one, QPoint(5, 5)))
    assert place is not None
    assert pixel_of(one, ViewPlace(place.part, 10**6, 0.0, 0.0, 0, 0)) is None
    assert pixel_of(one, ViewPlace(place.part, 1, -1e6, 0.0, 0, 0)) is None
    assert place_at(one, QPoint(-1, 5)) is None


def test_names_of_others_are_one_plain_line() -> None:
    pointers = Pointers()
    who = person_id("ann", 2)

    def picture(name: str) -> object:
        pointers.show([Person(who, name, Pointing(10, 10, False, 0, 0, 1))])
        pixels = QPixmap(300, 80)
        pixels.fill()
        painter = QPainter(pixels)
        pointers.draw(painter, QPointF, QLabel().palette())
        painter.end()
        return pixels.toImage()

    assert picture("Eve\n\u202enaeB") == picture("Eve  naeB")
    assert picture("<b>Eve</b>") != picture("Eve")
    assert picture("E" * 100) == picture("E" * 99)  # cut off at the same place
