# SPDX-License-Identifier: BSD-3-Clause
"""Tiles as people see them: what is on the screen never contradicts the filter on the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from app.runtime.activation import Node
from app.spark.live_table import FeedStatistics, table_type
from objects_library.data.chart.proxy import KINDS
from objects_library.values.aggregation import WAYS
from objects_library.values.filters import FilterSetting
from objects_library.widgets.row_export import write_csv, write_parquet
from tests.objects_library.copies import eventually, opened
from tests.objects_library.tiles.feeding import CHART, FILTER, GAUGE, NUMBER, TABLE, Publisher, a_channel, a_tile, sales
from tests.objects_library.viewers import Looker, look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")
CHECKED = Qt.CheckState.Checked


class VirtualDisplay:
    """A page with tiles of one feed."""

    def __init__(self) -> None:
        self.window = QWidget()
        self._layout = QHBoxLayout(self.window)
        self.window.resize(900, 500)

    async def add(self, node: Node, reference: Any) -> Looker:
        looker = await look(node, reference)
        self._layout.addWidget(looker.view)
        self.window.show()
        return looker


async def a_feed(node: Node, minutes: int = 5) -> Publisher:
    feed = await Publisher.opened(node)
    feed.publish(sales(minutes=minutes))
    return feed


def has_rows(looker: Looker, count: int | None = None) -> bool:
    rows = looker.view.rows_shown
    return rows is not None and count in (None, rows.num_rows)


def tick(filter_view: Any, value: str) -> None:
    rows = filter_view.fields["choice"].list
    item = next(rows.item(at) for at in range(rows.count()) if rows.item(at).text() == value)
    place = rows.visualItemRect(item).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


async def test_a_table(nodes: list[Node], tmp_path: Path) -> None:
    feed = await a_feed(nodes[0])
    ann = await look(nodes[0], a_tile(TABLE, title="Sales"))
    assert unnamed(ann.view) == []
    await ann.sees(lambda: ann.view.model.rowCount() == 60)
    assert ann.view.title.text() == "Sales"
    assert ann.view.model.index(0, 1).data() == "North"
    ann.view.table.sort_asked.emit(3)
    revenue = sales(minutes=5).column("revenue")
    assert ann.view.rows_shown.column("revenue")[0].as_py() == pc.min(revenue).as_py()
    ann.view.table.sort_asked.emit(3)
    assert ann.view.model.headerData(3, Qt.Orientation.Horizontal) == "revenue ↓"
    assert ann.view.rows_shown.column("revenue")[0].as_py() == pc.max(revenue).as_py()
    ann.view.search.setText("cof")
    await ann.sees(lambda: ann.view.model.rowCount() == 20)
    ann.view.pause_button.click()
    feed.publish(sales(minutes=8))
    feed.publish(sales(minutes=9))
    await ann.sees(lambda: ann.view.condition.rows == 108)
    assert ann.view.model.rowCount() == 20
    assert ann.view._held.num_rows == 60  # what came meanwhile is one table, not a heap of them
    ann.view.pause_button.click()
    await ann.sees(lambda: ann.view.model.rowCount() == 36)
    ann.view.table.setCurrentIndex(ann.view.model.index(0, 0))
    QTest.keyClick(ann.view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().count("\t") == 4


async def test_files(nodes: list[Node], tmp_path: Path) -> None:
    await a_feed(nodes[0])
    ann = await look(nodes[0], a_tile(TABLE, title="Sales"))
    await ann.sees(lambda: ann.view.model.rowCount() == 60)
    ann.view.search.setText("coffee")
    await ann.sees(lambda: ann.view.model.rowCount() == 20)
    ann.view._written(tmp_path / "rows.csv", lambda path: ann.view.save_rows(path, write_csv))
    ann.view._written(tmp_path / "rows.parquet", lambda path: ann.view.save_rows(path, write_parquet))
    ann.view._written(tmp_path / "tile.png", ann.view.save_picture)
    await eventually(lambda: (tmp_path / "rows.csv").exists() and (tmp_path / "rows.parquet").exists())
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert lines[0] == '"window","region","product","revenue","orders"'
    assert len(lines) == 21
    assert pyarrow.parquet.read_table(tmp_path / "rows.parquet").num_rows == 20
    assert QImage(str(tmp_path / "tile.png")).width() == 2 * ann.view.width()
    ann.view._written(tmp_path / "no" / "where.csv", lambda path: ann.view.save_rows(path, write_csv))
    await ann.sees(lambda: "where.csv" in ann.view.notice.text)
    ann.view._written(tmp_path / "no" / "where.png", ann.view.save_picture)
    assert "where.png" in ann.view.notice.text
    texts = [action.text() for action in ann.view.menu().actions()]
    assert sum("…" in text for text in texts) == 3


def test_spreadsheets_run_nothing(tmp_path: Path) -> None:
    table = pa.table({"=a": ["=1+1", "-x", "plain", None], "n": [-1.0, 2.0, 3.0, None], "l": [[1], [], None, [2]]})
    write_csv(table, tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().splitlines() == [
        '"\'=a","n","l"', '"\'=1+1",-1,"[1]"', '"\'-x",2,"[]"', '"plain",3,', ',,"[2]"',
    ]  # fmt: skip
    assert [file.name for file in tmp_path.iterdir()] == ["rows.csv"]


async def test_filters_act_on_the_page_of_whoever_looks(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    desk, other = VirtualDisplay(), VirtualDisplay()
    chosen = await desk.add(nodes[0], a_tile(FILTER, title="Region", column="region"))
    table = await desk.add(nodes[0], a_tile(TABLE, title="Rows"))
    number = await desk.add(nodes[0], a_tile(NUMBER, title="Orders", column="orders"))
    elsewhere = await other.add(nodes[0], a_tile(TABLE, title="Another page"))
    bob = await look(nodes[1], a_tile(TABLE, title="Bob's"))
    assert unnamed(chosen.view) == []
    await chosen.sees(lambda: chosen.view.fields["choice"].list.count() == 4)
    assert chosen.view.line.text == "region: everything"
    tick(chosen.view, "East")
    assert chosen.view.line.text == "region is East"
    # At once, and in the same turn as what the titles say.
    for tile in (table, number):
        assert tile.view.filter_line.text == "region is East"
        assert set(tile.view.rows_shown.column("region").to_pylist()) == {"East"}
    orders = pc.sum(table.view.rows_shown.column("orders")).as_py()
    assert number.view.face.figure.words == str(orders)
    for tile in (elsewhere, bob):
        await tile.sees(partial(has_rows, tile))
        assert tile.view.filter_line.text == ""
        assert tile.view.rows_shown.num_rows == 60
    tick(chosen.view, "North")
    assert table.view.rows_shown.num_rows == 30
    # A view that sleeps leaves its filter in force; an object that ends does not.
    chosen.attached.close()
    chosen.view.hide()
    assert table.view.rows_shown.num_rows == 30
    chosen.proxy.close()
    assert table.view.filter_line.text == ""
    assert table.view.rows_shown.num_rows == 60


async def test_a_tile_that_cannot_honour_a_filter_shows_nothing(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    small = table_type(pa.schema([("city", pa.string()), ("n", pa.int64())]))
    channel = a_channel("cities", small)
    cities = await Publisher.opened(nodes[0], channel)
    cities.publish(pa.table({"city": ["Rome"], "n": [1]}), "complete")
    desk = VirtualDisplay()
    chosen = await desk.add(nodes[0], a_tile(FILTER, column="region"))
    numbers = await desk.add(nodes[0], a_tile(FILTER, channel, small, column="n"))
    fits = await desk.add(nodes[0], a_tile(TABLE))
    not_fit = await desk.add(nodes[0], a_tile(TABLE, channel, small))
    await chosen.sees(lambda: chosen.view.fields["choice"].list.count() == 4)
    await not_fit.sees(lambda: not_fit.view.model.rowCount() == 1)
    tick(chosen.view, "East")
    assert fits.view.rows_shown.num_rows == 15
    assert not has_rows(not_fit)
    assert "region" in not_fit.view.cover.text()
    assert not_fit.view.pages.currentWidget() is not_fit.view.cover
    chosen.view.clear_button.click()
    assert has_rows(not_fit, 1)
    await numbers.sees(numbers.view.pages.isEnabled)
    field = numbers.view.fields["range"]
    field.low.setText("5")
    field.low.editingFinished.emit()
    assert has_rows(not_fit, 0)
    assert "“n”" in fits.view.cover.text()


async def test_pointing_at_rows(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    desk = VirtualDisplay()
    bars = await desk.add(nodes[0], a_tile(CHART, kind="bar", x="region", y="orders"))
    lines = await desk.add(nodes[0], a_tile(CHART, x="window", y="orders", group="region"))
    table = await desk.add(nodes[0], a_tile(TABLE))
    number = await desk.add(nodes[0], a_tile(NUMBER, column="orders"))
    gauge = await desk.add(nodes[0], a_tile(GAUGE, column="orders", way="greatest"))
    await table.sees(lambda: table.view.model.rowCount() == 60)
    await bars.sees(lambda: bars.view.rows_shown is not None)
    bars.view.plot.grab()
    where = next(box for box, _, name, _ in bars.view.plot._bar_places if name == "West").center().toPoint()
    QTest.mouseClick(bars.view.plot, Qt.MouseButton.LeftButton, pos=where)
    assert bars.view.plot.marked_bars == {"West"}
    assert lines.view.plot.marked_series == {"West"}
    assert [table.view.model._marked[row].as_py() for row in (0, 9)] == [False, True]
    west = sales(minutes=5).filter(pc.equal(sales(minutes=5).column("region"), "West")).column("orders")
    assert number.view.face.figure.aside == f"pointed at: {pc.sum(west).as_py()}"
    await gauge.sees(lambda: gauge.view.dial.value == pc.max(west).as_py())
    for each in (bars, lines, table, number, gauge):
        each.view.grab()
    # A row of a table points by its key, and the same row again at nothing.
    table.view.table.picked.emit(0)
    assert dict(table.view.selection.values) == {"product": ("Tea",), "region": ("North",)}
    parts = bars.view.plot.marked_parts
    assert set(parts) == {("orders", "North")}
    table.view.table.picked.emit(0)
    assert table.view.selection is None
    assert bars.view.plot.marked_bars is None


async def test_filters_by_wire(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    ann = await look(nodes[0], a_tile(TABLE))
    before = await opened(nodes[0], a_tile(TABLE), "onward")
    after_proxy = ann.proxy
    assert before.last("use") == []
    source = uuid4()
    setting = FilterSetting(source, "region", "choice", ["South"])
    ann.body.take_filters([setting, FilterSetting(uuid4(), "x" * 300, "choice", ["a"])])
    await ann.sees(lambda: ann.view.rows_shown is not None and ann.view.rows_shown.num_rows == 15)
    assert ann.view.filter_line.text == "region is South"
    next_one = await opened(nodes[0], a_tile(FILTER, column="product", reach="wires"), "onward")
    next_one.body.take_filters([setting])
    mine = FilterSetting(next_one.body._source, "product", "choice", ["Tea"])
    next_one.body.choose(mine)
    next_one.body.choose(FilterSetting(UUID(int=1), "product", "choice", ["Milk"]))  # of another filter
    await next_one.until(lambda: len(next_one.last("use")) == 2)
    assert [each["values"] for each in next_one.last("use")] == [["South"], ["Tea"]]
    assert after_proxy.failure is None


@pytest.mark.parametrize("kind", KINDS)
async def test_charts(nodes: list[Node], kind: str) -> None:
    feed = await a_feed(nodes[0])
    ann = await look(nodes[0], a_tile(CHART, kind=kind, group="product", y="revenue"))
    assert unnamed(ann.view) == []
    await ann.sees(lambda: ann.view.rows_shown is not None)
    for way in WAYS:
        ann.view._choose("way", way)
        ann.view.refresh()
        ann.view.grab()
    ann.view.resize(90, 60)
    ann.view.grab()
    feed.publish(sales(minutes=5).slice(0, 0), "complete")
    await ann.sees(lambda: ann.view.rows_shown.num_rows == 0)
    ann.view.grab()
    assert ann.view.menu().actions()


async def test_charts_of_columns_that_there_are_not(nodes: list[Node]) -> None:
    kind = table_type(pa.schema([("only", pa.list_(pa.int64()))]))
    channel = a_channel("odd", kind)
    feed = await Publisher.opened(nodes[0], channel)
    feed.publish(pa.table({"only": [[1], None]}), "complete")
    for template in (TABLE, CHART, NUMBER, GAUGE):
        ann = await look(nodes[0], a_tile(template, channel, kind))
        await ann.sees(partial(has_rows, ann))
        ann.view.grab()


async def test_numbers_and_verdicts(nodes: list[Node]) -> None:
    feed = await a_feed(nodes[0])
    ann = await look(
        nodes[0], a_tile(NUMBER, title="Orders", column="orders", way="count", warning=50.0, alarm=100.0, unit="rows")
    )
    assert unnamed(ann.view) == []
    await ann.sees(lambda: ann.view.face.figure.words == "60")
    figure = ann.view.face.figure
    assert (figure.verdict, figure.tone, figure.unit, len(figure.course)) == ("High", "warning", "rows", 4)
    feed.publish(sales(minutes=10))
    await ann.sees(lambda: ann.view.face.figure.verdict == "Too high")
    gauge = await look(nodes[0], a_tile(GAUGE, column="orders", way="count", high=200.0, warning=100.0))
    await gauge.sees(lambda: gauge.view.verdict.text == "Too high")
    gauge.view.grab()


async def test_how_the_feed_is(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_tile(TABLE))
    await ann.sees(lambda: ann.view.cover.text() == "Waiting for the feed")
    feed = await Publisher.opened(nodes[0])
    feed.tell("starting", "Installing Spark: 40 %")
    await ann.sees(lambda: ann.view.cover.text() == "Installing Spark: 40 %")
    feed.publish(sales(minutes=5), most_rows=24, notice="sampled", statistics=FeedStatistics(10.0, 2.0, 0.5))
    await ann.sees(lambda: ann.view.feed_line.text.startswith("Live"))
    assert "10 rows/s in" in ann.view.feed_line.toolTip()
    assert ann.view.truncation_line.text == "sampled Only the newest 24 rows are kept; 36 older ones are gone."
    feed.tell("failed", "the {time} file is rubbish")
    await ann.sees(lambda: "the {time} file is rubbish" in ann.view.feed_line.text)
    assert ann.view.model.rowCount() == 24  # the last good table stays, and its state is said
    feed.tell("live", publisher=uuid4())
    ann.body._feed._notice({"state": "live", "members": []})
    await ann.sees(lambda: "is gone" in ann.view.feed_line.text)
    feed.tell("stopped")
    await ann.sees(lambda: "stopped" in ann.view.feed_line.text)


async def test_tiles_share_one_copy_of_the_rows(nodes: list[Node]) -> None:
    feed = await a_feed(nodes[0])
    one = await look(nodes[0], a_tile(TABLE))
    two = await look(nodes[0], a_tile(CHART))
    bob = await look(nodes[1], a_tile(TABLE))
    for each in (one, two, bob):
        await each.sees(partial(has_rows, each))
    assert one.body._feed.table is two.body._feed.table
    assert one.body._feed.table is not bob.body._feed.table
    one.attached.close()
    one.proxy.close()
    feed.publish(sales(minutes=7))
    for each in (two, bob):
        await each.sees(partial(has_rows, each, 84))
    three = await look(nodes[0], a_tile(NUMBER))
    await three.sees(lambda: three.view._newest is not None and three.view._newest.num_rows == 84)


async def test_other_kinds_of_filters(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    desk = VirtualDisplay()
    table = await desk.add(nodes[0], a_tile(TABLE))
    time = await desk.add(nodes[0], a_tile(FILTER, column="window"))
    text = await desk.add(nodes[0], a_tile(FILTER, column="product", kind="text"))
    none = await desk.add(nodes[0], a_tile(FILTER, column="nothing"))
    await time.sees(time.view.pages.isEnabled)
    await text.sees(text.view.pages.isEnabled)
    await none.sees(lambda: "“nothing”" in none.view.notice.text)
    time.view.fields["time"].box.setCurrentIndex(1)
    assert table.view.filter_line.text == "window: the last 1 minutes"
    assert table.view.rows_shown.num_rows == 24
    QTest.keyClicks(text.view.fields["text"].field, "CO")
    assert table.view.rows_shown.num_rows == 16
    assert "product has “CO”" in table.view.filter_line.text
    for view in (time.view, text.view):
        view.grab()
    # The same choice is there when the view is made anew.
    text.attached.close()
    definition = text.proxy.definition
    assert definition is not None
    blueprint = definition.view()
    assert blueprint is not None
    again: Any = nodes[0].attach_view(text.proxy, blueprint)
    assert again.widget.fields["text"].field.text() == "CO"
    again.widget.deleteLater()


async def test_a_click_beside_everything_points_at_nothing(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    desk = VirtualDisplay()
    ann = await desk.add(nodes[0], a_tile(CHART, x="window", y="orders", group="region"))
    await ann.sees(lambda: ann.view.rows_shown is not None)
    ann.view.plot.grab()
    box = ann.view.plot._drawn[0]
    QTest.mouseClick(ann.view.plot, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert len(ann.view.plot.marked_series) == 1
    ann.view.plot.grab()
    QTest.mouseClick(ann.view.plot, Qt.MouseButton.LeftButton, pos=QPoint(2, ann.view.plot.height() - 2))
    assert ann.view.selection is None
