# SPDX-License-Identifier: BSD-3-Clause
"""The list of feeds with their statistics, and commands for the selected one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QStackedLayout,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.ui.composer.panels.widgets import ElidedLabel, column, empty, link_button, scroll_area, tip, tool_button, words
from app.ui.spark.error_details import show_error_details
from app.ui.spark.feed_monitor import Feed, FeedMonitor
from app.ui.spark.tile_button import TileButton
from app.ui.spark.tiles import tiles_for
from app.ui.theme import Theme
from app.ui.translations import translated
from app.ui.tree_rows import row_of_key, set_texts

if TYPE_CHECKING:
    from app.runtime.library import Catalogue

_NOT_KNOWN = "–"
_STRIP = 44
"""The height in pixels, with room for a scroll bar below the tiles."""


class FeedsView(QWidget):
    """A row for each feed of this user."""

    tile_wanted = Signal(object)

    def __init__(self, monitor: FeedMonitor, catalogue: Catalogue, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._monitor, self._catalogue, self._theme = monitor, catalogue, theme
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._offered: tuple[str, object] = ("", None)
        self.tiles: list[TileButton] = []
        self.table = self._make_table()
        nothing = words(
            self.tr("There are no feeds yet. Write a query, look at its result, then make it live."), "muted"
        )
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._below = self._make_below()
        full = QWidget()
        layout = column(full, spacing=0)
        layout.addWidget(self.table, stretch=1)
        layout.addWidget(self._below)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(nothing)
        self._stack.addWidget(full)
        monitor.listed.connect(self.refresh)
        monitor.changed.connect(self._changed)
        monitor.failed.connect(self._failed)
        theme.changed.connect(self.refresh)
        self.refresh()

    def select(self, name: str) -> None:
        """Select a feed."""
        if name in self._rows:
            self.table.setCurrentItem(self._rows[name])
            self._show_chosen()

    def texts(self, name: str) -> list[str]:
        """The texts of a row."""
        row = self._rows[name]
        return [row.text(each) for each in range(self.table.columnCount())]

    def refresh(self) -> None:
        """Show the present feeds."""
        for gone in [name for name in self._rows if name not in self._monitor.feeds]:
            self.table.invisibleRootItem().removeChild(self._rows.pop(gone))
        for name, feed in self._monitor.feeds.items():
            self._fill(name, feed)
        self._stack.setCurrentIndex(1 if self._rows else 0)
        if self._rows and self.table.currentItem() is None:
            self.table.setCurrentItem(next(iter(self._rows.values())))
        self._show_chosen()

    def _make_table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setAccessibleName(self.tr("Feeds"))
        table.setProperty("role", "plain")
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setHeaderLabels(
            [
                self.tr("Feed"),
                self.tr("State"),
                self.tr("Rows"),
                self.tr("In / s"),
                self.tr("Out / s"),
                self.tr("Batch"),
                self.tr("Latency"),
                self.tr("Watermark"),
                self.tr("Late rows"),
                self.tr("State size"),
                self.tr("Pressure"),
            ]
        )
        tips = {
            5: self.tr("How long the newest batch took"),
            6: self.tr("From the newest event in a batch until it is on the screens"),
            7: self.tr("Rows from before this time come too late"),
            8: self.tr("Rows that came too late and were dropped"),
            9: self.tr("What Spark remembers between batches"),
            10: self.tr("How much of the time is spent in batches; at 100 % it cannot keep up"),
        }
        for number, label in tips.items():
            table.headerItem().setToolTip(number, tip(label))
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.header().setStretchLastSection(False)
        table.currentItemChanged.connect(lambda *_: self._show_chosen())
        return table

    def _make_below(self) -> QWidget:
        below = QWidget()
        self._status_label = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setFixedWidth(120)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the running batch"))
        self._details = link_button(self.tr("Details"))
        self._details.clicked.connect(self._show_details)
        self.pause = self._button("pause", self.tr("Pause"), self._pause)
        self.restart = self._button(
            "refresh", self.tr("Start again"), lambda name: self._monitor.command(name, "restart")
        )
        self.stop = self._button("stop", self.tr("Stop and forget"), lambda name: self._monitor.command(name, "stop"))
        strip = QWidget()
        self._strip = QHBoxLayout(strip)
        self._strip.setContentsMargins(0, 0, 0, 0)
        self._strip.setSpacing(8)
        shown = scroll_area(strip)
        shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        shown.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.setFixedHeight(_STRIP)
        self._offer = QLabel(self.tr("Drag onto the page:"))
        self._offer.setProperty("role", "muted")
        upper = QHBoxLayout()
        upper.setSpacing(8)
        for widget in (self.pause, self.restart, self.stop):
            upper.addWidget(widget)
        upper.addWidget(self._status_label, stretch=1)
        upper.addWidget(self._details)
        upper.addWidget(self.bar)
        lower = QHBoxLayout()
        lower.setSpacing(8)
        lower.addWidget(self._offer)
        lower.addWidget(shown, stretch=1)
        layout = column(below, spacing=4)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addLayout(upper)
        layout.addLayout(lower)
        return below

    def _button(self, picture: str, label: str, do: Callable[[str], object]) -> Any:
        button = tool_button(self._theme, picture, label)
        button.setIconSize(QSize(18, 18))
        button.clicked.connect(lambda: self.chosen and do(self.chosen.name))
        return button

    @property
    def chosen(self) -> Feed | None:
        """The feed whose row is selected."""
        item = self.table.currentItem()
        return None if item is None else self._monitor.feeds.get(item.data(0, Qt.ItemDataRole.UserRole))

    def _pause(self, name: str) -> None:
        feed = self._monitor.feeds[name]
        self._monitor.command(name, "resume" if feed.state == "paused" else "pause")

    def _changed(self, name: str) -> None:
        feed = self._monitor.feeds.get(name)
        if feed is not None:
            self._fill(name, feed)
            if self.chosen is feed:
                self._show_chosen()

    def _failed(self, name: str, reason: str) -> None:
        if self.chosen is not None and self.chosen.name == name:
            self._status_label.setText(translated(reason))

    def _fill(self, name: str, feed: Feed) -> None:
        row = row_of_key(self.table, self._rows, name)
        texts = [
            name,
            self._state(feed),
            _number(feed.status.get("rows"), 0),
            _number(feed.number("rows_in_per_second"), 1),
            _number(feed.number("rows_out_per_second"), 1),
            _seconds(feed.number("batch_seconds")),
            _seconds(feed.number("latency_seconds")),
            _time(feed.number("watermark")),
            _number(feed.number("late_rows"), 0),
            _size(feed),
            _pressure(feed),
        ]
        set_texts(row, texts)
        colors = self._theme.colors
        color = {"live": colors.good, "failed": colors.bad, "gone": colors.bad}.get(feed.state, colors.muted)
        row.setForeground(1, QColor(color))
        row.setToolTip(1, tip(translated(str(feed.status.get("reason", "")))))

    def _state(self, feed: Feed) -> str:
        sign = {"live": "●", "failed": "✕", "gone": "✕", "paused": "❙❙", "standby": "◌"}.get(feed.state, "○")
        words = {
            "starting": self.tr("starting"),
            "live": self.tr("live"),
            "paused": self.tr("paused"),
            "failed": self.tr("failed"),
            "stopped": self.tr("stopped"),
            "standby": self.tr("standby"),
            "gone": self.tr("gone"),
        }
        return f"{sign} {words.get(feed.state, feed.state)}"

    def _show_chosen(self) -> None:
        feed = self.chosen
        self._below.setVisible(feed is not None)
        if feed is None:
            return
        reason, notice = str(feed.status.get("reason", "")), str(feed.status.get("notice", ""))
        text = translated(feed.message) or "; ".join(translated(each) for each in (reason, notice) if each)
        self._status_label.setText(text or feed.channel)
        self._details.setVisible(bool(feed.status.get("whole")))
        share = feed.share if feed.message else float(feed.status.get("progress", feed.number("progress") or -1.0))
        self.bar.setVisible(bool(feed.message) or 0 < share < 1)
        self.bar.setRange(0, 0 if share < 0 else 100)
        self.bar.setValue(round(100 * max(0.0, share)))
        paused = feed.state == "paused"
        label = self.tr("Go on") if paused else self.tr("Pause")
        if self.pause.accessibleName() != label:
            fresh = tool_button(self._theme, "run" if paused else "pause", label)
            self.pause.setIcon(fresh.icon())
            self.pause.setToolTip(label)
            self.pause.setAccessibleName(label)
        self.pause.setEnabled(feed.state in ("live", "paused"))
        self.restart.setEnabled(feed.state != "starting")
        self._offer_tiles(feed)

    def _offer_tiles(self, feed: Feed) -> None:
        offered = (feed.channel, tuple(feed.columns))
        if offered == self._offered:
            return
        self._offered = offered
        empty(self._strip)
        self.tiles = []
        for tile in tiles_for(Path(feed.channel), feed.columns, self._catalogue) if feed.columns else ():
            button = TileButton(tile, self._theme)
            button.wanted.connect(self.tile_wanted)
            self._strip.addWidget(button)
            self.tiles.append(button)
        self._strip.addStretch(1)
        self._offer.setVisible(bool(self.tiles))

    def _show_details(self) -> None:
        if self.chosen is not None:
            show_error_details(self, str(self.chosen.status.get("whole", "")))


def _number(value: Any, digits: int) -> str:
    if not isinstance(value, int | float):
        return _NOT_KNOWN
    return QLocale().toString(float(value), "f", digits) if digits else QLocale().toString(int(value))


def _seconds(value: Any) -> str:
    if not isinstance(value, int | float):
        return _NOT_KNOWN
    return f"{_number(value * 1000, 0)} ms" if value < 1 else f"{_number(value, 1)} s"


def _time(value: Any) -> str:
    try:
        return f"{datetime.fromisoformat(value).astimezone():%H:%M:%S}"
    except (TypeError, ValueError):
        return _NOT_KNOWN


def _size(feed: Feed) -> str:
    size = feed.number("state_bytes")
    return _NOT_KNOWN if not isinstance(size, int) else QLocale().formattedDataSize(size)


def _pressure(feed: Feed) -> str:
    return _NOT_KNOWN if feed.pressure is None else f"{_number(100 * feed.pressure, 0)} %"
