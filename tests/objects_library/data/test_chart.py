# SPDX-License-Identifier: BSD-3-Clause
"""Charts: what is worked out for them, what is drawn, and what can be saved."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from math import inf, nan, sin
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Reference, TypeArgument, ValueArgument
from app.ui.composer.model.default_reference import default_reference
from objects_library.data.chart.proxy import KINDS
from objects_library.installed import installed_catalogue
from objects_library.values.columns import Column
from objects_library.values.series import (
    PlotSettings,
    Store,
    bars_of,
    extent,
    heat,
    histogram,
    marks,
    nearest,
    series_of,
    thinned,
    tick_label,
    time_marks,
)
from tests.objects_library.copies import local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import network_channel, workshop

CHART = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A32
ROW = "{at: timestamp, who: text, value: float}"
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_chart(of: str = ROW, **values: Any) -> Reference:
    return replicated(CHART, local_channel(of, f"RowsState[{of}]", "chart"), {"T": of}, **values)


def stored(most: int = 100) -> Store:
    store = Store([Column("x", "number"), Column("g", "text"), Column("y", "number")], most)
    store.add([(1, "a", 10.0), (2, "b", 20.0), (3, "a", nan), (4, "b", 40.0)])
    return store


def test_rows_are_bounded() -> None:
    store = stored(3)
    assert len(store) == 3
    assert list(store.numbers[0]) == [2, 3, 4]
    assert store.texts[1] == ["b", "a", "b"]


def test_series() -> None:
    store = stored()
    (single,) = series_of(store, PlotSettings("line", 0, (2,), None, 2))
    assert (single.name, list(single.xs)) == ("y", [3, 4])
    grouped = series_of(store, PlotSettings("line", None, (2,), 1, 100))
    assert [(each.name, list(each.xs)) for each in grouped] == [("a", [0, 2]), ("b", [1, 3])]
    names, bars = bars_of(store, PlotSettings("bar", None, (0,), 1, 100))
    assert (names, list(bars[0].ys)) == (["a", "b"], [3, 4])


def test_numbers_that_are_none_have_no_place() -> None:
    assert extent([[nan, inf], [3.0, -inf, 5.0]]) == (3, 5)
    assert extent([[], [nan]]) == (0, 1)
    assert extent([[2.0]]) == (1.9, 2.1)
    assert extent([[2.0]], room=30.0) == (-28, 32)
    assert marks(nan, 1, 5) == marks(1, 1, 5) == []
    assert marks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert tick_label(1e300, 1, time=True) == ""
    assert tick_label(1e-17, 1, time=False) == "0"


def test_times_are_marked_at_round_times() -> None:
    noon = datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp()
    assert time_marks(noon + 10, noon + 610, 6) == [noon + 120 * each for each in range(1, 6)]
    assert time_marks(noon, noon + 3, 4) == [noon + each for each in range(4)]
    assert len(time_marks(noon, noon + 0.5, 4)) > 1
    assert time_marks(0, 1e9, 5)
    assert time_marks(nan, 1, 5) == time_marks(1, 1, 5) == []
    assert time_marks(1e200, 2e200, 5) != []
    assert nearest([0.0, 5.0, nan, 9.0], [1.0, nan, 1.0, 1.0], 6.0) == 3
    assert nearest([nan], [1.0], 0.0) is None


def test_many_points_keep_their_peaks() -> None:
    xs = [float(number) for number in range(10_000)]
    ys = [sin(x / 500) for x in xs]
    ys[7777], ys[1234] = 99.0, nan
    thin_x, thin_y = thinned(xs, ys, 0, 9999, 400)
    assert len(thin_x) == len(thin_y) <= 802
    assert max(thin_y) == 99.0
    assert thin_x == sorted(thin_x)


def test_bins() -> None:
    assert histogram([0, 1, 2, 3, nan, inf], 0, 3) == [1, 1, 2]
    cells = heat(series_of(stored(), PlotSettings("heat map", 0, (2,), None, 9)), (1, 4), (10, 40), (2, 2))
    assert cells == [[2, 0], [0, 1]]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node], tmp_path: Path) -> None:
    ann = await look(nodes[0], a_chart(title="Values", group="who"))
    assert unnamed(ann.view) == []
    bob = await opened(nodes[1], a_chart(), "rows")
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(40):
        value = {7: nan, 8: inf, 9: 1e308}.get(number, float(number))
        at = start + timedelta(seconds=number)
        bob.send("add", {"at": at, "who": "xy"[number % 2], "value": value})
    await ann.sees(lambda: ann.view.count.text() == "40 rows")
    for kind in KINDS:
        ann.view.kind_box.setCurrentIndex(ann.view.kind_box.findData(kind))
        assert ann.view.plot.settings.kind == kind
        picture = ann.view.plot.grab().toImage()
        colours = {picture.pixelColor(x, y).name() for x in range(60, picture.width(), 3) for y in range(40, 160, 3)}
        assert len(colours) > 2, kind
    ann.view.kind_box.setCurrentIndex(0)
    ann.view.plot.grab()
    middle = QPointF(ann.view.plot.rect().center())
    assert "x: " in ann.view.plot.tooltip_at(middle)
    assert ann.view.plot.tooltip_at(QPointF(0, 0)) == ""
    box, name = ann.view.plot._legend[0]
    QTest.mouseClick(ann.view.plot, Qt.MouseButton.LeftButton, pos=QPoint(int(box.x()) + 4, int(box.y()) + 9))
    assert ann.view.plot.hidden == {name}
    ann.view.window_box.setCurrentIndex(0)
    assert ann.view.plot.settings.window == 100
    ann.view.pause_button.click()
    bob.send("add", {"at": start, "who": "x", "value": 1.0})
    await ann.sees(lambda: ann.view.count.text() == "40 rows · 1 wait")
    ann.view.pause_button.click()
    await ann.sees(lambda: ann.view.count.text() == "41 rows")
    ann.view.write_csv(tmp_path / "rows.csv")
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert lines[:2] == ["at,value,who", "2026-01-01T00:00:00+00:00,0.0,x"]
    assert len(lines) == 42
    ann.view.write_png(tmp_path / "chart.png")
    assert QImage(str(tmp_path / "chart.png")).width() == 2 * ann.view.plot.width()
    ann.view._written(tmp_path / "no" / "where.png", ann.view.write_png)
    assert "where.png" in ann.view.notice.text


@pytest.mark.usefixtures("qapp")
async def test_a_person_writes_rows(nodes: list[Node]) -> None:
    definition = installed_catalogue().definition(CHART)
    assert definition is not None
    made = default_reference(definition, installed_catalogue())
    assert isinstance(made, Parameterized)
    values = {name: each.value for name, each in made.arguments if isinstance(each, ValueArgument)}
    (of,) = [each.text for _, each in made.arguments if isinstance(each, TypeArgument)]
    ann = await look(nodes[0], a_chart(of, **values))
    assert unnamed(ann.view) == []
    assert ann.view.entry is not None
    name, value = [field.line for field in ann.view.entry.fields.values()]
    for text, number in (("Pears", "3,5"), ("Apples", "2"), ("Apples", "5")):
        QTest.keyClicks(name, text)
        QTest.keyClick(name, Qt.Key.Key_Return)  # leads to the number
        QTest.keyClicks(value, number)
        QTest.keyClick(value, Qt.Key.Key_Return)
    await ann.sees(lambda: ann.view.count.text() == "3 rows")
    names, (bars,) = bars_of(ann.view.store, ann.view.plot.settings)
    assert (names, list(bars.ys)) == (["Apples", "Pears"], [5, 3.5])
    QTest.keyClicks(name, "Plums")
    QTest.keyClicks(value, "many")
    ann.view.entry.button.click()
    assert "number" in value.accessibleDescription()
    assert (name.text(), value.text(), ann.view.count.text()) == ("Plums", "many", "3 rows")


@pytest.mark.usefixtures("qapp")
async def test_nobody_writes_what_machines_send(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_chart())
    assert ann.view.entry is None


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("of", ["text", "float", "list[{a: int}]", "{a: int}"])
async def test_charts_of_anything(nodes: list[Node], of: str) -> None:
    ann = await look(nodes[0], a_chart(of, x="nothing", y="a,b", kind="pie", group="nobody"))
    value: Any = {"text": "x", "float": 1.5, "{a: int}": {"a": 1}}.get(of, [{"a": 1}, {"a": 2}])
    ann.view.act(ann.body.add, value)
    await ann.sees(lambda: ann.view.row_count() > 0)
    ann.view.grab()


async def test_rows_in_processes(tmp_path: Path) -> None:
    kind = "{name: text, price: float}"
    reference = replicated(CHART, network_channel(kind, f"RowsState[{kind}]"), {"T": kind})
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "rows") for name in THREE))
        for number in range(50):
            ann.send("rows", "add", {"name": "x", "price": float(number)})
        await bob.until(lambda: len(bob.all("added")) + len(bob.all("rows")[-1]) >= 50)
        ann.kill()
        late = await shop.start("Dan", "rows")
        await late.until(lambda: [row["price"] for row in late.all("rows")[-1]] == list(range(50)))
