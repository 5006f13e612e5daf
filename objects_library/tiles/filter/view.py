# SPDX-License-Identifier: BSD-3-Clause
"""The view of a filter: values to choose, a range, a text, or a time span."""

from typing import Any, Generic, TypeVar
from uuid import UUID

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from objects_library.replication.feed_replica import FeedCondition
from objects_library.tiles.filter.fields import ChoiceField, RangeField, TextField, TimeField
from objects_library.tiles.filter.proxy import FeedFilter
from objects_library.values.columns import kind_of_arrow
from objects_library.values.filters import FilterSetting, choices, extent_of
from objects_library.widgets.appearance import GAP, plain_label
from objects_library.widgets.dashboard_page import page_of
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.tile_parts import SymbolButton, SymbolLine
from objects_library.widgets.tile_text import describe_condition, describe_filter

T = TypeVar("T")
Filters = list[FilterSetting]
_SOON = 16


@view_of(FeedFilter)
class FeedFilterView(LiveView, Generic[T]):
    """What somebody wants to see; it acts on the tiles of the same page at once, and for this viewer only."""

    port = Endpoint(name="filter")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._source: UUID | None = None
        self._column, self._kind, self._on_page = "", "", True
        self._table: Any = None
        self.title = plain_label("", "heading", wrap=False)
        self.line = SymbolLine()
        self.clear_button = SymbolButton("stopped", self.tr("Show everything"))
        self.clear_button.clicked.connect(self._clear)
        self.fields: dict[str, Any] = {
            "choice": ChoiceField(), "range": RangeField(), "text": TextField(), "time": TimeField(),
        }  # fmt: skip
        self.pages = QStackedWidget()
        for field in self.fields.values():
            self.pages.addWidget(field)
            field.changed.connect(self._chosen_here)
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.title)
        names.addWidget(self.line)
        top = QHBoxLayout()
        top.addLayout(names, stretch=1)
        top.addWidget(self.clear_button, alignment=Qt.AlignmentFlag.AlignTop)
        around = self.layout()
        assert around is not None
        around.setContentsMargins(GAP + 4, GAP - 2, GAP, GAP)
        self.content.setSpacing(GAP - 2)
        self.content.addLayout(top)
        self.content.addWidget(self.pages, stretch=1)
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(self._offer)
        self.line.show_message(self.tr("Waiting for the feed"), "waiting")
        self.pages.setEnabled(False)
        self.clear_button.setEnabled(False)

    @port.outgoing
    def choose(self, setting: FilterSetting) -> None:
        """Change the filter."""

    @port.incoming
    def settings(self, source: UUID, title: str, column: str, kind: str, on_page: bool) -> None:
        """Which filter this is."""
        self._source, self._column, self._kind, self._on_page = source, column, kind, on_page
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.setAccessibleName(title or column)
        self._join()

    @port.incoming
    def chosen(self, setting: FilterSetting) -> None:
        """Show the present setting, also in a new view."""
        field = self.fields.get(setting.kind)
        if field is not None:
            field.show_setting(setting)
        self._show_setting(setting)
        self.clear_button.setEnabled(setting.active)

    @port.incoming
    def shown(self, rows: T) -> None:
        """All rows of the feed, to choose from."""
        self._table = rows
        if not self._soon.isActive():
            self._soon.start()

    @port.incoming
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""
        if self._table is None:
            text, symbol, tone = describe_condition(condition, self.locale())
            self.line.show_message(text, symbol, tone)

    @port.incoming
    def wired(self, filters: Filters) -> None:
        """What is chosen before this one does not change what can be chosen here."""

    def showEvent(self, event: QShowEvent) -> None:
        """It acts on the page that it is seen on."""
        super().showEvent(event)
        self._join()

    def _join(self) -> None:
        if self._source is not None and self._on_page and self.isVisible():
            page_of(self).add(self._source)

    def _offer(self) -> None:
        """What there is to choose from now."""
        if self._column not in self._table.column_names:
            self.refuse(self.tr("there is no column “{column}” in the feed").format(column=self._column[:40]))
            return
        first = not self.pages.isEnabled()
        if not self._kind:
            of_arrow = kind_of_arrow(str(self._table.schema.field(self._column).type))
            self._kind = {"number": "range", "time": "time"}.get(of_arrow, "choice")
        field = self.fields[self._kind]
        if self._kind == "choice":
            field.offer(choices(self._table, self._column))
        elif self._kind == "range":
            field.offer(extent_of(self._table, self._column))
        self.pages.setCurrentWidget(field)
        self.pages.setEnabled(True)
        field.setAccessibleName(self.title.text() or self._column)
        if first and (setting := self._setting()) is not None:
            self._show_setting(setting)

    def _show_setting(self, setting: FilterSetting) -> None:
        """Show the setting in force; before there are values to choose from, show the state of the feed."""
        if self.pages.isEnabled():
            everything = self.tr("{column}: everything").format(column=self._column)
            self.line.show_message(describe_filter(setting, self.locale()) if setting.active else everything, "funnel")

    def _setting(self) -> FilterSetting | None:
        if self._source is None or not self._kind:
            return None
        return FilterSetting(self._source, self._column, self._kind, **self.fields[self._kind].chosen())

    def _chosen_here(self) -> None:
        setting = self._setting()
        if setting is not None:
            self.act(self.choose, setting)

    def _clear(self) -> None:
        if self._source is not None and self._kind:
            self.act(self.choose, FilterSetting(self._source, self._column, self._kind, []))
