# SPDX-License-Identifier: BSD-3-Clause
"""Charts of curves: well-formed, inside their frame, and consistent with the published results."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import _qsm as original
from bench import curves
from bench._svg import Axis, Chart, Series, _linear_ticks, _log_ticks

_SPACE = "{http://www.w3.org/2000/svg}"


def _data() -> curves.Data:
    nodes: list[dict[str, Any]] = [
        {"nodes": n, "messages_per_s": 1000.0, "acknowledge_ms": 1.0 + n, "token_ms": 0.1, "memory_peak": 1e6}
        for n in (2, 200)
    ]
    rows: list[dict[str, Any]] = [
        {
            "receivers": n,
            "groups": g,
            "messages_per_s": 100.0 * n,
            "sender_memory_mb": 50.0,
            "engine_memory_mb": 20.0,
            "rate": 1000.0 * n,
        }
        for n, g in ((1, 1), (4, 8192))
    ]
    for row in rows:
        row |= {"p50_us": 100, "p99_us": 900, "network_loss": 0.0 if row["groups"] == 1 else 0.01}
    return {"nodes": nodes, "receivers": rows, "groups": rows, "rate": rows, "loss": rows}


def test_every_chart_is_svg_with_its_series_by_name() -> None:
    for chart in curves.charts(_data()).values():
        tree = ET.fromstring(chart.svg())
        texts = [text.text for text in tree.iter(f"{_SPACE}text")]
        assert chart.title in texts
        assert {series.name for series in chart.series} <= set(texts)


def test_every_chart_has_colours_for_the_dark() -> None:
    svg = Chart("t", Axis("x"), Axis("y"), [Series("s", [(0, 1), (2, 3)])]).svg()
    light, _, dark = svg.partition("prefers-color-scheme: dark")
    assert ".paper { fill: #ffffff }" in light
    assert ".paper { fill: #16181d }" in dark


def test_all_points_and_words_are_inside_the_picture() -> None:
    for chart in curves.charts(_data()).values():
        svg = chart.svg()
        for x, y in re.findall(r'<circle [^>]*cx="([-0-9.]+)" cy="([-0-9.]+)"', svg):
            assert 0 <= float(x) <= 720
            assert 0 <= float(y) <= 400
        legend = re.findall(r'<text x="(\d+)" y="(?:50.5|68.5)">([^<]+)<', svg)
        assert len(legend) == len(chart.series)
        assert all(float(x) + 7.6 * len(text) < 730 for x, text in legend)


@given(st.floats(1e-6, 1e9), st.floats(1.01, 1e6))
def test_ticks_are_few_and_reach_around_the_values(low: float, factor: float) -> None:
    for ticks in (_log_ticks(low, low * factor), _linear_ticks(0.0, low * factor)):
        assert 2 <= len(ticks) <= 20
        assert ticks == sorted(set(ticks))
        assert ticks[-1] >= low * factor * 0.998


def test_the_published_model_gives_what_its_text_says() -> None:
    assert 0.94 < original.throughput(200) / original.throughput(2) < 0.97  # "5% decrease of throughput"
    assert original.throughput(2) == pytest.approx(8000, rel=0.02)  # "can send over 8000"
    assert 0.5 < original.acknowledge(200) - original.acknowledge(2) < 0.8  # "a 500ms increase in latency"
    assert 10 < original.sender_memory(200) - original.sender_memory(2) < 15  # "just 10MB more memory"


def test_the_page_has_a_picture_for_each_chart_and_the_published_values() -> None:
    text = curves.page(_data())
    assert text.count("](pictures/curve-") == len(curves.charts(_data()))
    assert "| rate with 200 nodes, of that with 2 (simulated) | 100.0% | 95.8% (about 5 % less) |" in text
    assert "360 MB at the peak" in text
