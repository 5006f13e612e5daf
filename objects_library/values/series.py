# SPDX-License-Identifier: BSD-3-Clause
"""The data of a chart: bounded columns, series, bins, and axis ticks; no Qt."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor, inf, isfinite, log10, sqrt
from typing import Any

from objects_library.values.columns import Column, as_number

MOST_SERIES = 12
"""More lines are not distinguishable."""
MOST_BARS = 60
_MOST_BINS = 60


class Store:
    """The latest rows by column: numbers as they are, anything else as text."""

    def __init__(self, columns: Sequence[Column], most: int) -> None:
        self.columns = list(columns)
        self._most = most
        self.numbers: list[array[float]] = [array("d") for _ in columns]
        self.texts: list[list[str]] = [[] for _ in columns]

    def __len__(self) -> int:
        return len(self.numbers[0]) if self.numbers else 0

    def clear(self) -> None:
        """Remove all rows."""
        for numbers, texts in zip(self.numbers, self.texts, strict=True):
            del numbers[:], texts[:]

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Append rows, and drop the oldest."""
        for row in rows:
            for place, column in enumerate(self.columns):
                value = row[place]
                if column.kind in ("number", "time"):
                    self.numbers[place].append(as_number(value))
                else:
                    self.numbers[place].append(float(len(self.texts[place])))
                    self.texts[place].append("" if value is None else str(value)[:60])
        surplus = len(self) - self._most
        if surplus > 0:
            for numbers, texts in zip(self.numbers, self.texts, strict=True):
                del numbers[:surplus], texts[:surplus]


@dataclass(frozen=True)
class PlotSettings:
    """The settings of a plot: indexes of columns; x is None for the row number."""

    kind: str
    x: int | None
    y: tuple[int, ...]
    group: int | None
    window: int


@dataclass(frozen=True)
class Series:
    """One series: its name and points."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]


def series_of(store: Store, settings: PlotSettings) -> list[Series]:
    """The series of the settings, of the last rows."""
    start = max(0, len(store) - settings.window)
    xs: Sequence[float] = (
        array("d", range(start, len(store))) if settings.x is None else store.numbers[settings.x][start:]
    )
    if settings.group is None:
        return [
            Series(store.columns[place].name, xs, store.numbers[place][start:]) for place in settings.y[:MOST_SERIES]
        ]
    found: dict[str, Series] = {}
    has_many = len(settings.y) > 1
    for place in settings.y:
        title = f" · {store.columns[place].name}" if has_many else ""
        for name, x, y in zip(store.texts[settings.group][start:], xs, store.numbers[place][start:], strict=True):
            series = found.get(name + title)
            if series is None:
                if len(found) >= MOST_SERIES:
                    continue
                series = found[name + title] = Series(name + title, array("d"), array("d"))
            series.xs.append(x)  # type: ignore[attr-defined]  # made here as arrays
            series.ys.append(y)  # type: ignore[attr-defined]
    return list(found.values())


def extent(parts: Iterable[Sequence[float]], room: float = 0.0) -> tuple[float, float]:
    """The range of finite numbers; widened for a single one, 0 to 1 without any."""
    low, high = inf, -inf
    for values in parts:
        if not values:
            continue
        least, most = min(values), max(values)
        if not isfinite(sum(values)):
            finite = [value for value in values if isfinite(value)]
            if not finite:
                continue
            least, most = min(finite), max(finite)
        low, high = min(low, least), max(high, most)
    if low > high:
        return 0.0, 1.0
    if low == high:
        room = room or abs(low) * 0.05 or 0.5
        return low - room, high + room
    return low, high


def thinned(
    xs: Sequence[float], ys: Sequence[float], low: float, high: float, width: int
) -> tuple[list[float], list[float]]:
    """Points of a line reduced to the minimum and maximum per pixel column."""
    if len(xs) <= width or high <= low:
        return list(xs), list(ys)
    scale = width / (high - low)
    thin_x: list[float] = []
    thin_y: list[float] = []
    column = -1
    least = most = first = last = 0.0
    for x, y in zip(xs, ys, strict=True):
        if x != x or y - y != 0:  # noqa: PLR0124 - neither has a place
            continue
        here = int((x - low) * scale)
        if here == column:
            last = y
            if y < least:
                least = y
            elif y > most:
                most = y
            continue
        if column >= 0:
            _put(thin_x, thin_y, low + (column + 0.5) / scale, (first, least, most, last))
        column, least, most, first, last = here, y, y, y, y
    if column >= 0:
        _put(thin_x, thin_y, low + (column + 0.5) / scale, (first, least, most, last))
    return thin_x, thin_y


def _put(xs: list[float], ys: list[float], at: float, values: tuple[float, float, float, float]) -> None:
    first, least, most, last = values
    if least == most:
        xs.append(at)
        ys.append(most)
        return
    xs += (at, at)
    ys += (least, most) if first <= last else (most, least)


def bars_of(store: Store, settings: PlotSettings) -> tuple[list[str], list[Series]]:
    """The last value of each series per text of a column, or the last values in order."""
    start = max(0, len(store) - settings.window)
    if settings.group is None:
        last = min(settings.window, len(store), MOST_BARS)
        names = [""] * last
        columns = [(place, store.numbers[place][len(store) - last :]) for place in settings.y]
        return names, [Series(store.columns[place].name, range(last), ys) for place, ys in columns]
    seen: dict[str, int] = {}
    for row in range(start, len(store)):
        seen[store.texts[settings.group][row]] = row
    rows = sorted(seen.items())[:MOST_BARS]
    series = [
        Series(store.columns[place].name, range(len(rows)), [store.numbers[place][row] for _, row in rows])
        for place in settings.y[:MOST_SERIES]
    ]
    return [name for name, _ in rows], series


def histogram(values: Sequence[float], low: float, high: float) -> list[int]:
    """A histogram with equal bins between two ends."""
    bins = max(1, min(_MOST_BINS, ceil(sqrt(len(values)))))
    counts = [0] * bins
    scale = bins / (high - low)
    for value in values:
        if low <= value <= high:
            counts[min(bins - 1, int((value - low) * scale))] += 1
    return counts


def heat(
    series: Iterable[Series], x: tuple[float, float], y: tuple[float, float], cells: tuple[int, int]
) -> list[list[int]]:
    """A 2D histogram; rows from the bottom."""
    across, up = cells
    counts = [[0] * across for _ in range(up)]
    scale_x, scale_y = across / (x[1] - x[0]), up / (y[1] - y[0])
    for each in series:
        for at, value in zip(each.xs, each.ys, strict=True):
            if x[0] <= at <= x[1] and y[0] <= value <= y[1]:
                column = min(across - 1, int((at - x[0]) * scale_x))
                counts[min(up - 1, int((value - y[0]) * scale_y))][column] += 1
    return counts


def marks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two ends, up to a count."""
    if not (isfinite(low) and isfinite(high)) or high <= low or most < 1:
        return []
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next((power * factor for factor in (1, 2, 5, 10) if power * factor >= rough), power * 10)
    return _multiples(low, high, step, most)


def _multiples(low: float, high: float, step: float, most: int) -> list[float]:
    first = ceil(low / step)
    count = min(int((high - first * step) / step + 1e-9) + 1, most + 2)
    return [step * (first + number) for number in range(count)]


_TIMES = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
"""The candidate intervals of time ticks in seconds."""


def time_marks(low: float, high: float, most: int) -> list[float]:
    """Round local times between two ends, up to a count; days for long spans."""
    if not (isfinite(low) and isfinite(high)) or high <= low or most < 1:
        return []
    rough = (high - low) / most
    step = next((each for each in _TIMES if each >= rough), 0)
    if not step or rough < _TIMES[0]:
        days = marks(low / 86400, high / 86400, most) if step == 0 else []
        return [day * 86400 for day in days] or marks(low, high, most)
    try:
        offset = datetime.fromtimestamp(low).astimezone().utcoffset()
    except (OverflowError, OSError, ValueError):
        return []
    ahead = offset.total_seconds() if offset is not None else 0.0
    return [mark - ahead for mark in _multiples(low + ahead, high + ahead, step, most)]


def nearest(xs: Sequence[float], ys: Sequence[float], x: float) -> int | None:
    """The index of the nearest point along x, or None."""
    places = [place for place in range(len(xs)) if isfinite(xs[place]) and isfinite(ys[place])]
    return min(places, key=lambda place: abs(xs[place] - x), default=None)


def tick_label(value: float, span: float, *, time: bool) -> str:
    """The label of a tick; times as hours, minutes and seconds, or as days for long spans."""
    if time:
        try:
            local = datetime.fromtimestamp(value).astimezone()
        except (OverflowError, OSError, ValueError):
            return ""
        return local.strftime("%H:%M:%S" if span < 86400 else "%Y-%m-%d")
    if abs(value) < span * 1e-9:
        return "0"
    return f"{value:.4g}" if span < abs(value) * 0.001 or abs(value) >= 1e5 else f"{value:.6g}"
