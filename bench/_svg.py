# SPDX-License-Identifier: BSD-3-Clause
"""Line charts as small, readable SVG: several series, linear or logarithmic axes.

The colours are given for light and dark; renderers without dark mode use the light ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 86, 24, 86, 58
_COLOURS = ("#3949c6", "#b3470b", "#157a4f", "#8a2f8f", "#6b6b00")
_DARK_COLOURS = ("#95a3ff", "#ff9d66", "#5fd3a0", "#e39be8", "#d6d65c")
_MARKS = ("circle", "square", "diamond", "triangle", "circle")
_STYLE = """
.paper { fill: #ffffff } .grid { stroke: #d9dce6 } .axis { stroke: #5d6780 }
text { fill: #1b2132 } .faint { fill: #4a5470 }
@media (prefers-color-scheme: dark) {
.paper { fill: #16181d } .grid { stroke: #343842 } .axis { stroke: #a8b0c4 }
text { fill: #eceef4 } .faint { fill: #b9c0d2 }
DARK
}
"""


@dataclass(frozen=True)
class Series:
    """A name and points; dashed for published results of others."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


@dataclass(frozen=True)
class Axis:
    """A label, and the scale of an axis."""

    label: str
    log: bool = False
    from_zero: bool = True


@dataclass
class Chart:
    """A chart of several series over the same axes."""

    title: str
    x: Axis
    y: Axis
    series: list[Series] = field(default_factory=list)

    def svg(self) -> str:
        shown = [series for series in self.series if series.points]
        across = _Scale(self.x, [x for s in shown for x, _ in s.points], _LEFT, _WIDTH - _RIGHT)
        up = _Scale(self.y, [y for s in shown for _, y in s.points], _HEIGHT - _BOTTOM, _TOP)
        parts = [self._head(), *_grid(across, up), self._labels()]
        for index, series in enumerate(shown):
            parts += _draw(series, index, across, up)
        parts += _legend(shown)
        return "\n".join([*parts, "</svg>\n"])

    def _head(self) -> str:
        dark = "\n".join(
            f".l{i} {{ stroke: {colour} }} .m{i} {{ fill: {colour} }}" for i, colour in enumerate(_DARK_COLOURS)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
            f' height="{_HEIGHT}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">\n'
            f"<title>{escape(self.title)}</title>\n<style>{_STYLE.replace('DARK', dark)}</style>\n"
            f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>\n'
            f'<text x="{_LEFT}" y="26" font-size="16" font-weight="600">{escape(self.title)}</text>'
        )

    def _labels(self) -> str:
        middle = (_TOP + _HEIGHT - _BOTTOM) / 2
        return (
            f'<text class="faint" x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 14}"'
            f' text-anchor="middle">{escape(self.x.label)}</text>\n'
            f'<text class="faint" transform="translate(20 {middle}) rotate(-90)"'
            f' text-anchor="middle">{escape(self.y.label)}</text>'
        )


class _Scale:
    """Maps values to coordinates, with round ticks."""

    def __init__(self, axis: Axis, values: Sequence[float], begin: float, end: float) -> None:
        self._log = axis.log
        self._begin, self._end = begin, end
        low, high = min(values, default=0.0), max(values, default=1.0)
        if axis.log:
            self._low, self._high = math.log10(low), math.log10(high if high > low else low * 10)
            self.ticks = _log_ticks(low, max(high, low * 1.01))
            self._low = min(self._low, math.log10(self.ticks[0]))
            self._high = max(self._high, math.log10(self.ticks[-1]))
        else:
            low = 0.0 if axis.from_zero else low
            self.ticks = _linear_ticks(low, high if high > low else low + 1)
            self._low, self._high = self.ticks[0], self.ticks[-1]

    def at(self, value: float) -> float:
        place = math.log10(value) if self._log else value
        return round(self._begin + (place - self._low) / (self._high - self._low) * (self._end - self._begin), 1)


def _linear_ticks(low: float, high: float) -> list[float]:
    rough = (high - low) / 5
    unit = 10 ** math.floor(math.log10(rough))
    step = next(m * unit for m in (1, 2, 2.5, 5, 10) if m * unit >= rough * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step - 1e-9)
    return [index * step for index in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> list[float]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    every = [m * 10**e for e in range(first, last + 1) for m in ((1, 2, 5) if last - first < 4 else (1,))]
    below = max((t for t in every if t <= low * 1.001), default=every[0])
    above = min((t for t in every if t >= high * 0.999), default=every[-1])
    return [tick for tick in every if below <= tick <= above]


def short(value: float) -> str:
    """The text of a tick."""
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.4g}{unit}"
    return f"{value:.4g}"


def _grid(across: _Scale, up: _Scale) -> list[str]:
    bottom, parts = _HEIGHT - _BOTTOM, []
    for tick in up.ticks:
        y = up.at(tick)
        parts.append(f'<path class="grid" stroke="#d9dce6" d="M{_LEFT} {y}H{_WIDTH - _RIGHT}"/>')
        parts.append(f'<text class="faint" x="{_LEFT - 8}" y="{y + 4.5}" text-anchor="end">{short(tick)}</text>')
    for tick in across.ticks:
        x = across.at(tick)
        parts.append(f'<path class="axis" stroke="#5d6780" d="M{x} {bottom}v5"/>')
        parts.append(f'<text class="faint" x="{x}" y="{bottom + 20}" text-anchor="middle">{short(tick)}</text>')
    parts.append(f'<path class="axis" stroke="#5d6780" d="M{_LEFT} {bottom}H{_WIDTH - _RIGHT}"/>')
    return parts


def _draw(series: Series, index: int, across: _Scale, up: _Scale) -> list[str]:
    colour, places = _COLOURS[index % 5], [(across.at(x), up.at(y)) for x, y in sorted(series.points)]
    line = "L".join(f"{x} {y}" for x, y in places)
    dashes = ' stroke-dasharray="7 5"' if series.dashed else ""
    parts = [f'<path class="l{index % 5}" stroke="{colour}" stroke-width="2.2" fill="none"{dashes} d="M{line}"/>']
    if not series.dashed:
        parts += [_mark(index, x, y) for x, y in places]
    return parts


def _mark(index: int, x: float, y: float) -> str:
    paint = f'class="m{index % 5}" fill="{_COLOURS[index % 5]}"'
    shapes = {
        "circle": f'<circle {paint} cx="{x}" cy="{y}" r="4"/>',
        "square": f'<path {paint} d="M{x - 4} {y - 4}h8v8h-8z"/>',
        "diamond": f'<path {paint} d="M{x} {y - 5}l5 5l-5 5l-5 -5z"/>',
        "triangle": f'<path {paint} d="M{x} {y - 5}l5 9h-10z"/>',
    }
    return shapes[_MARKS[index % 5]]


def _legend(shown: Sequence[Series]) -> list[str]:
    """The legend above the curves, in one or two lines."""
    widths = [52 + 7.6 * len(series.name) for series in shown]
    half = (len(shown) + 1) // 2 if sum(widths) > _WIDTH - _LEFT else len(shown)
    columns = [max(widths[i], widths[i + half] if i + half < len(shown) else 0.0) for i in range(half)]
    parts = []
    for index, series in enumerate(shown):
        x, y = _LEFT + sum(columns[: index % half]), 46 + 18 * (index // half)
        dashes = ' stroke-dasharray="7 5"' if series.dashed else ""
        parts.append(
            f'<path class="l{index % 5}" stroke="{_COLOURS[index % 5]}" stroke-width="2.2"{dashes}'
            f' d="M{x:.0f} {y}h26"/>'
        )
        if not series.dashed:
            parts.append(_mark(index, round(x + 13), y))
        parts.append(f'<text x="{x + 32:.0f}" y="{y + 4.5}">{escape(series.name)}</text>')
    return parts
