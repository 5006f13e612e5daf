# SPDX-License-Identifier: BSD-3-Clause
"""The common base of tiles: title, filters, pause, export, and the state of the feed."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar
from uuid import UUID

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.runtime.library import Context, Endpoint
from objects_library.replication.feed_replica import FeedCondition
from objects_library.values.filters import FilterSetting, Selection, filtered, selected, unfit
from objects_library.widgets.appearance import GAP, plain_label, tip_of_lines
from objects_library.widgets.dashboard_page import DashboardPage, page_of
from objects_library.widgets.file_dialogs import ask_for_target
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.row_export import write_csv, write_parquet
from objects_library.widgets.tile_parts import SymbolButton, SymbolLine
from objects_library.widgets.tile_text import (
    describe_condition,
    describe_filters,
    describe_missing_column,
    describe_statistics,
    describe_truncation,
)

T = TypeVar("T")
_FRAME = 16
"""Milliseconds in which changes are shown together."""


class TileView(LiveView, Generic[T]):
    """A tile; a subclass shows rows with `show_rows` and adds the event `settings` to the endpoint `tile`.

    What is shown is always worked out from the rows, the filters and the selection of one moment, so that it
    never contradicts the filter in its title. A tile that cannot honour a filter shows no rows at all.
    """

    tile = Endpoint()

    def __init__(self, context: Context, body: QWidget) -> None:
        super().__init__(context)
        self.body = body
        self.paused = False
        self.condition: FeedCondition | None = None
        self.rows_shown: Any = None
        """The shown table, or None."""
        self._newest: Any = None
        self._held: Any = None
        self._wired: list[FilterSetting] = []
        self._page: DashboardPage | None = None
        self._make_top()
        self.cover = plain_label("", "muted")
        self.cover.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.cover.setMargin(2 * GAP)
        self.pages = QStackedWidget()
        self.pages.addWidget(body)
        self.pages.addWidget(self.cover)
        self.pages.setCurrentWidget(self.cover)
        self.feed_line = SymbolLine()
        self.truncation_line = SymbolLine()
        self.content.setSpacing(GAP - 2)
        around = self.layout()
        assert around is not None
        around.setContentsMargins(GAP + 4, GAP - 2, GAP, GAP)  # there are many on a page
        self.content.addWidget(self.pages, stretch=1)
        self.content.addWidget(self.truncation_line)
        foot = QHBoxLayout()
        foot.setSpacing(2)
        foot.addWidget(self.feed_line, stretch=1)
        foot.addStretch(0)
        for button in (self.pause_button, self.menu_button):
            foot.addWidget(button)
        self.content.addLayout(foot)
        self.truncation_line.hide()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_FRAME)
        self._soon.timeout.connect(self.refresh)
        self.cover.setText(self.tr("Waiting for the feed"))

    def show_rows(self, rows: Any, marked: Any) -> None:
        """Show rows; `marked` tells which of them are selected (None: no selection)."""
        raise NotImplementedError

    @property
    def all_rows(self) -> Any:
        """The content without filters."""
        return self._held

    def add_to_menu(self, menu: QMenu) -> None:
        """Add actions of this tile to the menu."""

    def rows_to_save(self) -> Any:
        """The rows for export: the shown ones."""
        return self.rows_shown

    # ---- events of the feed

    @tile.incoming
    def shown(self, rows: T) -> None:
        """All rows of the feed; a paused tile keeps only the newest of them for later."""
        first, self._newest = self._newest is None, rows
        if first and self.condition is not None:
            self.told(self.condition)
        if not self.paused:
            self._held = rows
            self.refresh_soon()

    @tile.incoming
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""
        self.condition = condition
        text, symbol, tone = describe_condition(condition, self.locale())
        self.feed_line.show_message(text, symbol, tone)
        self.feed_line.setToolTip(tip_of_lines([text, *describe_statistics(condition, self.locale())]))
        self.truncation_line.show_message(describe_truncation(condition, self.locale()), "warning", "warning")
        if self._newest is None:  # then it is shown in the middle
            self.cover.setText(text)
            self.feed_line.show_message("", "")

    @tile.incoming
    def wired(self, filters: list[FilterSetting]) -> None:
        """The filters that arrived by wire."""
        self._wired = filters
        self.refresh_soon()

    def show_title(self, title: str) -> None:
        """Show the title, unless it is empty."""
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.setAccessibleName(title)

    # ---- filters and selection

    @property
    def filters(self) -> list[FilterSetting]:
        """All active filters, each once."""
        found: dict[UUID, FilterSetting] = {each.source: each for each in self._wired if each.active}
        for each in self._page.filters if self._page is not None else []:
            found[each.source] = each
        return list(found.values())

    @property
    def selection(self) -> Selection | None:
        """The selection of the page."""
        return None if self._page is None else self._page.selection

    def point_at(self, values: dict[str, tuple[str, ...]]) -> None:
        """Select rows on all tiles of the page; the same again, or nothing, clears the selection."""
        if self._page is None:
            return
        wanted = Selection(self, tuple(sorted(values.items()))) if values else None
        self._page.select(None if wanted == self._page.selection else wanted)

    def refresh_soon(self) -> None:
        """Schedule a refresh, together with other changes."""
        if not self._soon.isActive():
            self._soon.start()

    def refresh(self) -> None:
        """Compute the content from one snapshot."""
        self._soon.stop()
        filters = self.filters
        self.filter_line.show_message(describe_filters(filters, self.locale()), "funnel")
        if self._held is None:
            return
        problems = [(each, why) for each in filters if (why := unfit(self._held.schema, each))]
        if problems:
            self.rows_shown = None
            self.cover.setText("\n".join(describe_missing_column(each, why) for each, why in problems[:3]))
            self.pages.setCurrentWidget(self.cover)
            return
        self.rows_shown = filtered(self._held, filters)
        self.pages.setCurrentWidget(self.body)
        self.show_rows(self.rows_shown, selected(self.rows_shown, self.selection))

    def showEvent(self, event: QShowEvent) -> None:
        """Join the page that the tile is on now."""
        super().showEvent(event)
        page = page_of(self)
        if page is not self._page:
            if self._page is not None:
                self._page.changed.disconnect(self.refresh)
            self._page = page
            page.changed.connect(self.refresh)
        self.refresh_soon()

    # ---- pause and files

    def pause(self, paused: bool) -> None:
        """Pause, or resume with the newest rows."""
        self.paused = paused
        name = self.tr("Go on") if paused else self.tr("Hold it still")
        self.pause_button.rename("play" if paused else "pause", name)
        self.pause_button.setChecked(paused)
        if not paused:
            self._held = self._newest
            self.refresh_soon()

    def save_picture(self, path: Path) -> None:
        """Save the tile as a picture of double size."""
        picture = QPixmap(self.size() * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(self.palette().window().color())
        self.render(picture, QPoint())
        if not picture.save(str(path), "PNG"):
            raise OSError(None, self.tr("the picture could not be written"))

    def save_rows(self, path: Path, write: Callable[[Any, Path], object]) -> None:
        """Save the shown rows in a thread."""
        rows = self.rows_to_save()
        if rows is None:
            self.refuse(self.tr("there are no rows to save"))
            return
        self._context.spawn(self._save(rows, path, write))

    async def _save(self, rows: Any, path: Path, write: Callable[[Any, Path], object]) -> None:
        try:
            await asyncio.to_thread(write, rows, path)
        except (OSError, ValueError) as error:  # Arrow's errors are values that do not fit
            text = getattr(error, "strerror", None) or str(error).partition("\n")[0]
            self.refuse(f"{path.name}: {text}")

    def menu(self) -> QMenu:
        """The menu of the tile."""
        menu = QMenu(self)
        self.add_to_menu(menu)
        if not menu.isEmpty():
            menu.addSeparator()
        if self.selection is not None:
            menu.addAction(self.tr("Point at nothing")).triggered.connect(lambda: self.point_at({}))
        held = self.tr("Go on") if self.paused else self.tr("Hold it still")
        menu.addAction(held).triggered.connect(lambda: self.pause(not self.paused))
        for text, name, write in (
            (self.tr("Save rows as CSV …"), "rows.csv", write_csv),
            (self.tr("Save rows as Parquet …"), "rows.parquet", write_parquet),
        ):
            action = menu.addAction(text)
            action.setEnabled(self.rows_to_save() is not None)
            action.triggered.connect(
                lambda _=False, name=name, write=write: self._ask(
                    name,
                    lambda path, write=write: self.save_rows(path, write),  # type: ignore[misc]
                )
            )
        picture = menu.addAction(self.tr("Save picture as PNG …"))
        picture.triggered.connect(lambda: self._ask("tile.png", self.save_picture))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu at the mouse."""
        self._open_menu(event.globalPos())

    def _open_menu(self, point: QPoint) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)

    def _ask(self, name: str, write: Callable[[Path], object]) -> None:
        suffix = Path(name).suffix[1:]
        ask_for_target(self, self.tr("Save"), name, lambda path: self._written(path, write), suffix=suffix)

    def _written(self, path: Path, write: Callable[[Path], object]) -> None:
        self.act(self._try, path, write)

    def _try(self, path: Path, write: Callable[[Path], object]) -> None:
        try:
            write(path)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror or error}")

    def _make_top(self) -> None:
        self.title = plain_label("", "heading", wrap=False)
        self.title.hide()
        self.filter_line = SymbolLine()
        self.filter_line.hide()
        self.pause_button = SymbolButton("pause", self.tr("Hold it still"))
        self.pause_button.setCheckable(True)
        self.pause_button.clicked.connect(self.pause)
        self.menu_button = SymbolButton("more", self.tr("More"))
        self.menu_button.clicked.connect(
            lambda: self._open_menu(self.menu_button.mapToGlobal(self.menu_button.rect().topLeft()))
        )
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.title)
        names.addWidget(self.filter_line)
        self.top = QHBoxLayout()
        self.top.setSpacing(2)
        self.top.addLayout(names, stretch=1)
        self.content.addLayout(self.top)
