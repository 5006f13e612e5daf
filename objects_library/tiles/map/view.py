# SPDX-License-Identifier: BSD-3-Clause
"""The view of a map tile."""

import asyncio
from math import isfinite
from typing import Any

import pyarrow as pa
from PySide6.QtWidgets import QMenu

from app.runtime.library import Context, view_of
from objects_library.tiles.map.bubble_plane import Bubble, BubblePlane
from objects_library.tiles.map.proxy import FeedMap
from objects_library.values.aggregation import WAYS, floats, grouped
from objects_library.values.columns import Column
from objects_library.values.filters import columns_in, numbers_of, texts_of
from objects_library.widgets.map_view.terrain import terrain
from objects_library.widgets.tile_text import figure
from objects_library.widgets.tile_view import T, TileView

_MOST = 2_000
_LATITUDES = ("lat", "latitude", "breite", "y")
_LONGITUDES = ("lon", "lng", "long", "longitude", "länge", "x")


@view_of(FeedMap)
class FeedMapView(TileView[T]):
    """A bubble for each place; a click points at it on all tiles of the page."""

    tile = TileView.tile.stronger()

    def __init__(self, context: Context) -> None:
        self.plane = BubblePlane()
        super().__init__(context, self.plane)
        self._wanted = ("", "", "", "")
        self._way = "sum"
        self._name = ""
        self.plane.picked.connect(self._pick)
        context.spawn(self._bring_ground())

    @tile.incoming
    def settings(self, title: str, lat: str, lon: str, name: str, value: str, way: str) -> None:
        """The roles of the columns."""
        self.show_title(title)
        self._wanted = (lat, lon, name, value)
        self._way = way if way in WAYS else "sum"
        self.refresh_soon()

    @property
    def settled(self) -> bool:
        """Whether there is a ground below the bubbles."""
        return super().settled and self.plane.terrain is not None

    def show_rows(self, rows: Any, marked: Any) -> None:
        """Aggregate the rows of a place to one bubble."""
        columns = columns_in(rows.schema)
        lat, lon, name, value = _chosen(columns, self._wanted)
        self._name = name
        if not lat or not lon:
            self.cover.setText(self.tr("There are no columns with latitudes and longitudes."))
            self.pages.setCurrentWidget(self.cover)
            return
        kept = None if marked is None else _names(rows.filter(marked), name)
        found = _places(rows, lat, lon, name)
        values = _values(rows, name, value, self._way)
        bubbles = [
            Bubble(place, east, north, number, figure(number, self.locale()), kept is None or place in kept)
            for place, east, north in found
            if isfinite(number := values.get(place, 0.0))
        ]
        self.plane.show_bubbles(bubbles)
        self.plane.setAccessibleDescription(", ".join(f"{each.name} {each.words}" for each in bubbles[:50]))

    def add_to_menu(self, menu: QMenu) -> None:
        """Zoom to all bubbles."""
        action = menu.addAction(self.tr("Show all places"))
        action.setEnabled(bool(self.plane.bubbles))
        action.triggered.connect(self.plane.show_all)

    def _pick(self, name: str) -> None:
        self.point_at({self._name: (name,)} if name and self._name else {})

    async def _bring_ground(self) -> None:
        self.plane.set_terrain(await asyncio.to_thread(terrain))


def _chosen(columns: list[Column], wanted: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
    """The columns that were chosen, else those that their names and kinds suggest."""
    names = [column.name for column in columns]

    def of(preferred: str, likely: tuple[str, ...]) -> str:
        by_name = next((name for word in likely for name in names if name.casefold() == word), "")
        return preferred if preferred in names else by_name

    lat, lon = of(wanted[0], _LATITUDES), of(wanted[1], _LONGITUDES)
    texts = [column.name for column in columns if column.kind == "text"]
    numbers = [column.name for column in columns if column.kind == "number" and column.name not in (lat, lon)]
    name = wanted[2] if wanted[2] in names else next(iter(texts), "")
    return lat, lon, name, wanted[3] if wanted[3] in names else next(iter(numbers), "")


def _places(rows: Any, lat: str, lon: str, name: str) -> list[tuple[str, float, float]]:
    """Each place once, with the middle of where it is said to be."""
    if name:
        found = grouped(rows, [name], [lat, lon], "mean").slice(0, _MOST)
        names = texts_of(found.column(name)).to_pylist()
    else:
        found = rows.slice(max(0, rows.num_rows - _MOST))
        names = [str(number) for number in range(found.num_rows)]
    north, east = (floats(numbers_of(found.column(each))) for each in (lat, lon))
    return [
        (place, x, y) for place, x, y in zip(names, east, north, strict=True) if -180 <= x <= 360 and -90 <= y <= 90
    ]


def _values(rows: Any, name: str, value: str, way: str) -> dict[str, float]:
    if not name:
        kept = rows.slice(max(0, rows.num_rows - _MOST))
        numbers = floats(numbers_of(kept.column(value))) if value else [1.0] * kept.num_rows
        return {str(number): each for number, each in enumerate(numbers)}
    if not value:
        rows, value, way = (rows.append_column("=one", pa.array([1] * rows.num_rows, pa.int64())), "=one", "sum")
    found = grouped(rows, [name], [value], "last" if way == "each row" else way)
    return dict(zip(texts_of(found.column(name)).to_pylist(), floats(found.column(value)), strict=True))


def _names(rows: Any, name: str) -> set[str]:
    return set(texts_of(rows.column(name)).unique().to_pylist()) if name else set()
