# SPDX-License-Identifier: BSD-3-Clause
"""The Spark panel: sources on the left, the query in the middle, its result on the right; and the feeds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from app.spark.errors import SparkError
from app.spark.query_builder import SelectQuery, quote_identifier
from app.ui.composer.panels.widgets import ElidedLabel, column, line, use_panel_background, words
from app.ui.spark.feed_dialog import FeedDialog, file_for
from app.ui.spark.feeds_view import FeedsView
from app.ui.spark.preview_table import ArrowView
from app.ui.spark.query_pane import QueryPane
from app.ui.spark.session_line import SessionLine
from app.ui.spark.sources_tree import AttachButton, SourcesTree
from app.ui.spark.workspace import Source, SparkWorkspace, shared_workspace
from app.ui.theme import Theme
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.references import Document
    from app.spark.client import Preview
    from app.spark.feeds.definition import FeedDefinition

_QUERY, _FEEDS = 0, 1
_PREVIEW = "preview"  # the client's token of a preview


class SparkPanel(QWidget):
    """Sources, query, result and feeds; tiles are dragged from here onto the sheet."""

    message = Signal(str)
    tile_wanted = Signal(object)
    """A tile is to be added to the sheet."""

    def __init__(
        self, catalogue: Catalogue, theme: Theme, workspace: SparkWorkspace | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace or shared_workspace()
        self._theme = theme
        self._looked = False
        self._running: asyncio.Task[None] | None = None
        self._shown_source = ""
        use_panel_background(self)
        self.setAccessibleName(self.tr("Spark"))
        self.tree = SourcesTree(self.workspace, theme)
        self.attach = AttachButton(self.workspace, self.tree, theme)
        self.query = QueryPane(self.workspace, theme)
        self.table = ArrowView(theme, self.tr("Result"))
        self.feeds = FeedsView(self.workspace.feed_monitor, catalogue, theme)
        self._lay_out()
        self.tree.chosen.connect(self.show_sample)
        self.tree.name_wanted.connect(self.query.editor.insert_name)
        self.tree.complained.connect(self._complain)
        self.query.run_asked.connect(self.preview)
        self.query.live_asked.connect(self.make_live)
        self.feeds.tile_wanted.connect(self.tile_wanted)
        self.workspace.sources_changed.connect(self._sources_changed)
        self.workspace.running.connect(self._progress)
        self.workspace.feed_monitor.listed.connect(self._count_feeds)
        self._sources_changed()
        self._count_feeds()

    # ---- actions

    def attach_paths(self, paths: list[Path]) -> None:
        """Attach files or folders, and suggest a query over the first."""
        self.tree.attach_paths(paths)
        self.tabs.setCurrentIndex(_QUERY)

    def feed_from(self, paths: list[Path], put: Callable[[Document], object]) -> None:
        """Attach files and make each a feed; `put` is called with its table once it is live."""
        from app.spark.feeds.definition import FeedDefinition, unique_name  # noqa: PLC0415 - brings Arrow

        self.attach_paths(paths)
        for path in paths:
            known = [
                each.spec for each in self.workspace.sources.values() if Path(each.spec.location) == path.absolute()
            ]
            if not known:
                continue
            name = unique_name(Path(known[-1].name))
            definition = FeedDefinition(
                name, [known[-1]], SelectQuery(known[-1].name).sql(), str(file_for(name)), spark=self.workspace.settings
            )
            self._start_feed(definition, put)

    def preview(self) -> None:
        """Show the first rows of the result."""
        if not self.query.sql or (self._running is not None and not self._running.done()):
            return
        self._running = self.workspace.spawn(self._preview(self.query.sql))

    def make_live(self) -> None:
        """Check the query with Spark, then ask for the settings of the feed."""
        self.workspace.spawn(self._make_live(self.query.sql))

    def show_sample(self, name: str) -> None:
        """Show the first rows of a source."""
        source = self.workspace.sources.get(name)
        if source is None:
            return
        self._shown_source = name
        if source.attached is not None:
            self.table.show_table(source.attached.sample)
            self._summary_label.setText(self.tr("Sample of {name}").format(name=name))
            self._results.setCurrentIndex(1)
        elif source.problem:
            self._show_placeholder(translated(source.problem))
        else:
            self._show_placeholder(self.tr("{name} is being read …").format(name=name))

    # ---- reactions

    async def _preview(self, sql: str) -> None:
        self._set_busy(True)
        try:
            found = await self.workspace.preview(sql)
        except SparkError as error:
            self.query.show_error(error)
        else:
            self.query.columns = found.columns
            self.query.clear_error()
            self._show_result(found)
        finally:
            self._set_busy(False)

    def _show_result(self, found: Preview) -> None:
        self._shown_source = ""
        self.table.show_table(found.rows)
        number, seconds = found.rows.num_rows, self.locale().toString(found.seconds, "f", 1)
        label = (
            self.tr("The first {number} rows · {seconds} s")
            if found.truncated
            else self.tr("{number} rows · {seconds} s")
        )
        self._summary_label.setText(label.format(number=number, seconds=seconds))
        self._results.setCurrentIndex(1)

    async def _make_live(self, sql: str) -> None:
        self._set_busy(True)
        try:
            columns = await self.workspace.check(sql)
            sources = self.workspace.sources_in(sql)
            if not sources:
                raise SparkError("the query reads from no source that is attached here", "name one after from")
        except SparkError as error:
            self.query.show_error(error)
            return
        finally:
            self._set_busy(False)
        self.query.clear_error()
        pairs = [(each.name, each.type) for each in columns]
        dialog = FeedDialog(sql, sources, pairs, self.workspace.settings, self.window())
        dialog.ready.connect(self._start_feed)
        dialog.open()

    def _start_feed(self, definition: FeedDefinition, put: Callable[[Document], object] | None = None) -> None:
        self.workspace.feed_monitor.start(definition, lambda error: self._feed_started(definition, error, put))
        self.tabs.setCurrentIndex(_FEEDS)
        self.feeds.select(definition.name)

    def _feed_started(
        self, definition: FeedDefinition, error: SparkError | None, put: Callable[[Document], object] | None
    ) -> None:
        if error is not None:
            self.tabs.setCurrentIndex(_QUERY)
            self.query.show_error(error)
            return
        self.feeds.select(definition.name)
        self.message.emit(self.tr("{name} is live.").format(name=definition.name))
        if put is not None and self.feeds.tiles:
            put(self.feeds.tiles[0].tile.document)

    def _sources_changed(self) -> None:
        self._sources.setCurrentIndex(1 if self.workspace.sources else 0)
        if self._shown_source:
            self.show_sample(self._shown_source)
        elif len(self.workspace.sources) == 1 and not self.query.sql:
            self._suggest(next(iter(self.workspace.sources.values())))

    def _suggest(self, source: Source) -> None:
        """Suggest a query over the first source, so that there is a result at once."""
        self.query.editor.write(f"select *\nfrom {quote_identifier(source.name)}")
        self._shown_source = source.name
        self.show_sample(source.name)

    def _progress(self, token: str, share: float) -> None:
        if token == _PREVIEW and not self._bar.isHidden():
            self._bar.setRange(0, 100)
            self._bar.setValue(round(100 * share))

    def _count_feeds(self) -> None:
        count = len(self.workspace.feed_monitor.feeds)
        label = self.tr("Feeds ({count})").format(count=count) if count else self.tr("Feeds")
        self.tabs.setTabText(_FEEDS, label)

    def _complain(self, what: str) -> None:
        self.query.show_error(SparkError(what, ""))

    def minimumSizeHint(self) -> QSize:
        """Allow a small panel; its parts scroll."""
        return QSize(320, 120)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._looked:
            self._looked = True
            width = self.width()
            self._columns.setSizes([220, (width - 220) * 56 // 100, (width - 220) * 44 // 100])
            self.workspace.feed_monitor.refresh()

    # ---- layout

    def _set_busy(self, busy: bool) -> None:
        self._bar.setRange(0, 0)
        self._bar.setVisible(busy)
        self._cancel.setVisible(busy)
        self.query.run.setEnabled(not busy and bool(self.query.sql))

    def _show_placeholder(self, label: str) -> None:
        self._nothing.setText(label)
        self._summary_label.setText("")
        self._results.setCurrentIndex(0)

    def _lay_out(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.addTab(self.tr("Query"))
        self.tabs.addTab(self.tr("Feeds"))
        self.tabs.setAccessibleName(self.tr("Parts of the Spark panel"))
        self.session = SessionLine(self.workspace, self._theme)
        head = QHBoxLayout()
        head.setContentsMargins(4, 0, 4, 0)
        head.addWidget(self.tabs)
        head.addWidget(self.session, stretch=1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_query_page())
        self._pages.addWidget(self.feeds)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        layout = column(self, spacing=0)
        layout.addLayout(head)
        layout.addWidget(line())
        layout.addWidget(self._pages, stretch=1)

    def _make_query_page(self) -> QSplitter:
        page = QSplitter(Qt.Orientation.Horizontal)
        page.setHandleWidth(1)
        for widget, width in ((self._make_sources(), 240), (self.query, 400), (self._make_results(), 400)):
            page.addWidget(widget)
            page.setStretchFactor(page.count() - 1, 1 if width == 400 else 0)
        self._columns = page
        return page

    def _make_sources(self) -> QWidget:
        nothing = words(
            self.tr("Drop CSV, JSON, Parquet or ORC files here, a folder that grows, or a channel of the page."),
            "muted",
        )
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty_page = QWidget()
        inside = column(empty_page, spacing=8, margins=12)
        inside.addStretch(1)
        inside.addWidget(nothing)
        inside.addStretch(1)
        empty_page.setAcceptDrops(True)
        empty_page.dragEnterEvent = self.tree.dragEnterEvent  # type: ignore[method-assign]
        empty_page.dropEvent = self.tree.dropEvent  # type: ignore[method-assign]
        self._sources = QStackedWidget()
        self._sources.addWidget(empty_page)
        self._sources.addWidget(self.tree)
        holder = QWidget()
        layout = column(holder, spacing=4)
        layout.setContentsMargins(8, 4, 4, 4)
        layout.addWidget(self.attach)
        layout.addWidget(self._sources, stretch=1)
        return holder

    def _make_results(self) -> QWidget:
        self._summary_label = ElidedLabel(role="muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(100)
        self._bar.setAccessibleName(self.tr("Progress of the query"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.clicked.connect(self._cancel_query)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.setSpacing(8)
        head.addWidget(self._summary_label, stretch=1)
        head.addWidget(self._bar)
        head.addWidget(self._cancel)
        self._nothing = QLabel(self.tr("What the query finds is shown here."))
        self._nothing.setProperty("role", "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._results = QStackedWidget()
        self._results.addWidget(self._nothing)
        self._results.addWidget(self.table)
        holder = QWidget()
        layout = column(holder, spacing=4)
        layout.addLayout(head)
        layout.addWidget(self._results, stretch=1)
        self._set_busy(False)
        return holder

    def _cancel_query(self) -> None:
        self.workspace.cancel_preview()
        if self._running is not None and not self.workspace.version:
            self._running.cancel()
