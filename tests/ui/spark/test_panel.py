# SPDX-License-Identifier: BSD-3-Clause
"""The Spark panel with a real Spark: one long scenario, since a start takes seconds, and short ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QPlainTextEdit

from app.runtime.references import Document, read, write
from app.spark.client import SparkService
from app.spark.errors import QueryError, SparkError
from app.spark.feeds.definition import FeedDefinition
from app.spark.settings import SparkSettings, load_settings
from app.spark.sources import SourceSpec, parse_source
from app.ui.composer.panels.drag_data import mime_data
from app.ui.spark.attach_dialogs import DatabaseDialog, KafkaDialog, RateDialog, SocketDialog
from app.ui.spark.feed_dialog import FeedDialog, file_for
from app.ui.spark.panel import SparkPanel
from app.ui.spark.settings_dialog import SparkSettingsDialog
from app.ui.spark.sources_tree import describe_source
from app.ui.spark.workspace import SessionState, Source
from app.ui.theme import Choice, Theme
from app.ui.welcome.gallery import FOLDER
from tests.ui.spark.conftest import until

pytestmark = pytest.mark.timeout(300)  # Java alone may take a minute on a busy machine
_LONGEST_GAP = 0.1
"""Seconds; a longer freeze of the window is noticeable."""


async def _gaps(goes_on: Callable[[], bool]) -> list[float]:
    """Measure how long the window was blocked each time, without waits for a processor."""
    gaps, last, waited = [0.0], time.perf_counter(), _waited()
    while goes_on():
        QApplication.processEvents()
        await asyncio.sleep(0.002)
        now, waits = time.perf_counter(), _waited()
        gaps.append(now - last - (waits - waited))
        last, waited = now, waits
    return gaps


def _waited() -> float:
    """Seconds in which this thread was runnable without a processor."""
    return int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


def _drop(panel: SparkPanel, *files: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    panel.tree.dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, buttons, keys))


async def test_from_a_file_to_a_query_that_can_go_on(
    panel: SparkPanel, sales: Path, theme: Theme, artifacts: Path
) -> None:
    soon = time.perf_counter() + 1.0
    noise = max(await _gaps(lambda: time.perf_counter() < soon))  # of other programs on the machine
    panel.workspace.start()
    gaps = await _gaps(lambda: panel.workspace.state in (SessionState.OFF, SessionState.STARTING))
    assert panel.workspace.state is SessionState.READY, panel.workspace.message
    assert max(gaps) < _LONGEST_GAP + noise, sorted(gaps)[-5:]
    assert panel.session.words.text().startswith("Spark 4")
    # A file is attached; its statistics arrive later.
    _drop(panel, sales)
    source = panel.workspace.sources
    await until(lambda: source["sales"].attached is not None and source["sales"].rows == 2000)
    assert source["sales"].size > 50_000
    item = panel.tree.topLevelItem(0)
    assert item is not None
    children = [item.child(row) for row in range(item.childCount())]
    columns = [(child.text(0), child.text(1)) for child in children if child is not None]
    assert columns == [("country", "STRING"), ("price", "DOUBLE"), ("at", "TIMESTAMP"), ("zip", "INT")]
    assert panel.table.arrow.rowCount() == 50
    assert panel.query.sql == "select *\nfrom sales"
    await _correct_a_type(panel)
    await _be_told_of_an_error(panel, theme, artifacts)
    await _fill_in_the_form(panel)
    await _ask_how_it_shall_go_on(panel)


async def _correct_a_type(panel: SparkPanel) -> None:
    """Declare postal codes as text."""
    item = panel.tree.topLevelItem(0)
    assert item is not None
    panel.tree.expandItem(item)
    last = item.child(3)
    assert last is not None
    panel.tree.setCurrentItem(last)
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_F2)
    box = panel.tree.findChild(QComboBox)
    assert box is not None
    box.setCurrentText("STRING")
    box.activated.emit(1)
    await until(lambda: panel.workspace.tables().get("sales", [("", "")])[-1] == ("zip", "string"))
    panel.query.editor.write("select zip from sales limit 1")
    panel.preview()
    await until(lambda: panel.table.arrow.columnCount() == 1 and panel.table.arrow.rowCount() == 1)
    assert panel.table.arrow.value(0, 0) == "0012"


async def _be_told_of_an_error(panel: SparkPanel, theme: Theme, artifacts: Path) -> None:
    """The error's position is marked, its sentence shown below, and its details in a dialog."""
    query = panel.query
    query.editor.write("select country,\n       sum(prise) as total\nfrom sales\ngroup by country")
    await until(lambda: query.error_words)
    assert "`prise`" in query.error_words
    assert query.editor.error_words == "prise"
    for choice in (Choice.DARK, Choice.LIGHT):
        theme.choose(choice)
        QApplication.processEvents()
        panel.grab().save(str(artifacts / f"spark-error-{choice.value}.png"))
    query._details.click()
    [dialog] = [each for each in panel.window().findChildren(QDialog) if each.windowTitle() == "What Spark said"]
    field = dialog.findChild(QPlainTextEdit)
    assert field is not None
    assert "UNRESOLVED_COLUMN" in field.toPlainText()
    dialog.reject()
    query._place.click()
    assert query.editor.textCursor().blockNumber() == 1
    query.editor.write("select country,\n       sum(price) as total\nfrom sales\ngroup by country")
    assert not query.error_words
    QTest.keyClick(query.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: panel.table.arrow.rowCount() == 4)
    totals = {panel.table.arrow.value(row, 0): panel.table.arrow.value(row, 1) for row in range(4)}
    assert totals["Austria"] == sum(n / 2 for n in range(0, 2000, 4))


async def _fill_in_the_form(panel: SparkPanel) -> None:
    form = panel.query.form
    panel.query.as_form.click()
    first, second = form.columns.add(), form.columns.add()
    second.column.setCurrentText("price")  # type: ignore[attr-defined]  # a row of the form
    second.aggregate.setCurrentText("max")  # type: ignore[attr-defined]
    assert first.column.currentText() == "country"  # type: ignore[attr-defined]
    chosen = form.filters.add()
    chosen.operator.setCurrentText("<>")  # type: ignore[attr-defined]
    chosen.value.setText("Chad")  # type: ignore[attr-defined]
    form.windowed.setChecked(True)
    form.window_length.number.setValue(30)
    form.marked.setChecked(True)
    assert panel.query.sql.splitlines() == [
        "select window(at, '30 minutes').start as `from`,",
        "       country,",
        "       max(price) as max_price",
        "from sales watermark at delay of interval 1 minute",
        "where country <> 'Chad'",
        "group by window(at, '30 minutes'), country",
    ]
    panel.preview()
    await until(lambda: panel.table.arrow.columnCount() == 3 and panel.table.arrow.rowCount() > 3)
    assert not panel.query.error_words
    panel.query.as_sql.click()


async def _ask_how_it_shall_go_on(panel: SparkPanel) -> None:
    panel.query.editor.write("select country, sum(price) as total from sales group by country")
    panel.query.live.click()
    await until(lambda: panel.window().findChild(FeedDialog))
    dialog = panel.window().findChild(FeedDialog)
    assert dialog is not None
    assert dialog.name.text() == "sales"
    dialog.choose_keys(["country"])
    dialog.every.setValue(60)
    made = dialog.definition()
    assert (made.mode, made.key, made.every) == ("update", ["country"], 60.0)
    assert [source.name for source in made.sources] == ["sales"]
    assert made.sources[0].schema.endswith("zip STRING")
    dialog.standby.setChecked(True)
    dialog.do_it.click()
    assert "must know how far the first one is" in dialog._complaint.text()
    dialog.reject()


async def test_a_file_that_is_dropped_on_the_sheet_becomes_a_feed(
    panel: SparkPanel, sales: Path, artifacts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        panel.workspace, "attach", lambda spec: panel.workspace.sources.setdefault(spec.name, Source(spec))
    )
    put: list[Document] = []
    panel.feed_from([sales], put.append)
    feed_monitor = panel.workspace.feed_monitor
    assert panel.feeds.texts("sales")[1] == "○ starting"
    await until(lambda: feed_monitor.feeds["sales"].state == "live")
    await until(lambda: panel.feeds.texts("sales")[2] == "2000")
    assert [document.title for document in put] == ["sales table"]
    assert [each.tile.title for each in panel.feeds.tiles][:2] == ["Feed table", "Feed chart"]
    panel.grab().save(str(artifacts / "spark-feeds.png"))
    wanted: list[object] = []
    panel.tile_wanted.connect(wanted.append)
    panel.feeds.tiles[0].click()
    assert wanted == [panel.feeds.tiles[0].tile]
    panel.feeds.pause.click()
    await until(lambda: feed_monitor.feeds["sales"].state == "paused")
    assert panel.feeds.pause.accessibleName() == "Go on"
    panel.feeds.pause.click()
    await until(lambda: feed_monitor.feeds["sales"].state == "live")
    panel.feeds.stop.click()
    await until(lambda: "sales" not in feed_monitor.feeds)


async def test_a_feed_that_cannot_be_says_why_at_the_query(panel: SparkPanel, sales: Path) -> None:
    source = parse_source(str(sales), "sales")
    panel.query.editor.write("select prise from sales")
    made = FeedDefinition("wrong", [source], panel.query.sql, str(file_for("wrong")))
    panel._feed_started(made, QueryError("there is no column `prise`", 1, 8, "all of it"), None)
    assert panel.query.error_words == "there is no column `prise`"
    assert panel.query.editor.error_words == "prise"


async def test_a_start_can_be_cancelled_and_tried_again(panel: SparkPanel) -> None:
    panel.session.button.click()
    await until(lambda: panel.workspace.state is SessionState.STARTING and panel.workspace.share > 0)
    assert panel.session.button.text() == "Cancel"
    panel.session.button.click()
    await until(lambda: panel.workspace.state is SessionState.OFF)
    assert panel.session.button.text() == "Start Spark"


async def test_a_spark_that_is_not_there_is_said(panel: SparkPanel) -> None:
    panel.workspace.choose(SparkSettings("spark://127.0.0.1:1"))
    dialog = panel.session.ask()
    assert dialog.master.currentText() == "spark://127.0.0.1:1"
    dialog.master.setCurrentText("somewhere")
    dialog.do_it.click()
    assert "is not where a Spark runs" in dialog._complaint.text()
    dialog.master.setCurrentText("local[2]")
    dialog.memory.setText("700m")
    dialog.options.setPlainText("spark.sql.ansi.enabled=false")
    dialog.do_it.click()
    assert load_settings() == SparkSettings("local[2]", "700m", {"spark.sql.ansi.enabled": "false"})
    assert isinstance(dialog, SparkSettingsDialog)


async def test_what_cannot_be_attached_says_so(panel: SparkPanel, home: Path) -> None:
    strange = home / "strange.bin"
    strange.write_bytes(b"?")
    _drop(panel, strange)
    assert "nobody knows what is in strange.bin" in panel.query.error_words
    assert panel.workspace.sources == {}


def test_a_block_of_the_sheet_can_be_attached_as_a_channel(
    panel: SparkPanel, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[SourceSpec] = []
    monkeypatch.setattr(panel.workspace, "attach", given.append)
    document = read(FOLDER / "reliable_channel.liveobject")
    file = home / "temporary.liveobject"
    file.write_bytes(write(document))
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = mime_data(document, file)
    panel.tree.dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, buttons, keys))
    [spec] = given
    assert (spec.kind, spec.name) == ("channel", "temporary")
    file.unlink()
    assert read(Path(spec.location)) == document  # a copy that outlives the drag


async def test_without_a_connector_to_kafka_everything_else_goes_on(
    panel: SparkPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[tuple[str, ...]] = []

    class NoConnector(SparkService):
        """A service without network access for connectors; nothing is started."""

        async def start(self, settings: Any = None, on_progress: Any = None, connectors: Any = ()) -> None:
            tried.append(connectors)
            if connectors:
                raise SparkError("the connector cannot be fetched from here", "connect to the network")

    panel.workspace.sources["clicks"] = Source(parse_source("kafka://localhost:9092/clicks", "clicks"))
    made = await panel.workspace._started(NoConnector)
    assert tried == [("kafka",), ()]
    monkeypatch.setattr(panel.workspace, "ready", lambda: asyncio.sleep(0, made))
    await panel.workspace._attach(panel.workspace.sources["clicks"].spec)
    assert "the connector cannot be fetched" in panel.workspace.sources["clicks"].problem
    assert "cannot be fetched" in describe_source(panel.workspace.sources["clicks"])


def test_dialogues_write_addresses(theme: Theme) -> None:
    given: list[object] = []
    name = lambda text: "made"  # noqa: E731 - short
    database = DatabaseDialog(name)
    database.given.connect(given.append)
    database.database.setText("shop")
    database.table.setText("select * from orders where x > 1")
    database.user.setText("ann")
    database.password.setText("secret")
    database.do_it.click()
    [spec] = given
    assert spec.location == "jdbc:postgresql://localhost:5432/shop"  # type: ignore[attr-defined]
    assert spec.options == {"query": "select * from orders where x > 1"}  # type: ignore[attr-defined]
    assert spec.secrets == {"user": "ann", "password": "secret"}  # type: ignore[attr-defined]
    assert "secret" not in str(spec.to_dict())  # type: ignore[attr-defined]
    kafka = KafkaDialog(name)
    kafka.do_it.click()
    assert "no topic of Kafka" in kafka._complaint.text()
    rate, lines = RateDialog(name), SocketDialog(name)
    assert rate.address() == "rate:10"
    assert lines.address() == "socket://localhost:9999"
    for dialog in (database, kafka, rate, lines):
        dialog.deleteLater()


def test_everything_has_a_name_and_can_be_reached_by_key(panel: SparkPanel) -> None:
    for widget in (panel.tree, panel.query.editor, panel.table, panel.feeds.table, panel.session.gear, panel.tabs):
        assert widget.accessibleName()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert panel.childAt(QPoint(10, 10)) is not None
