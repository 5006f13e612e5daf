# SPDX-License-Identifier: BSD-3-Clause
"""Draws the curves of chapter 4 into docs/performance.md, beside what the original published."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import _qsm as original
from bench._docs import replace_section, table
from bench._points import FAMILIES, measure
from bench._svg import Axis, Chart, Series

_REPOSITORY = Path(__file__).resolve().parent.parent
_PICTURES = _REPOSITORY / "docs" / "pictures"
_SECTION = "curves of the engine"
Data = dict[str, list[dict[str, Any]]]
Points = list[tuple[float, float]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench curves --runs 3; … curves --only none redraws"
    parser.add_argument("--runs", type=int, default=1, help="each point is the median of so many")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument(
        "--only", default=",".join(FAMILIES), help=f"measure only some: {', '.join(FAMILIES)}; none: redraw"
    )
    parser.add_argument(
        "--data", type=Path, default=_REPOSITORY / "build" / "curves.json", help="where the points are kept"
    )
    parser.add_argument("--pictures", type=Path, default=_PICTURES, help="where the pictures go")
    parser.add_argument("--no-docs", action="store_true", help="leave docs/performance.md as it is")


def run(args: argparse.Namespace) -> int:
    wanted = [] if args.only == "none" else args.only.split(",")
    if unknown := [name for name in wanted if name not in FAMILIES]:
        print(f"liveobjects: no points are called {unknown[0]!r}; see --help", file=sys.stderr)
        return 2
    data: Data = {family: [] for family in FAMILIES}
    try:
        data |= json.loads(args.data.read_text()) if args.data.exists() else {}
    except (OSError, ValueError) as error:
        print(f"liveobjects: {args.data} cannot be read: {error}; remove it", file=sys.stderr)
        return 1
    args.data.parent.mkdir(parents=True, exist_ok=True)
    for family in wanted:
        data[family] = measure(family, args.runs, args.seconds)
        args.data.write_text(json.dumps(data, indent=1))
    if missing := [family for family in FAMILIES if not data[family]]:
        print(f"liveobjects: no points yet of {', '.join(missing)}; measure them first", file=sys.stderr)
        return 1
    args.pictures.mkdir(parents=True, exist_ok=True)
    for name, chart in charts(data).items():
        path = args.pictures / f"{name}.svg"
        path.write_text(chart.svg())
        print(path)
    if not args.no_docs:
        replace_section(_SECTION, page(data))
    return 0


def _points(rows: list[dict[str, Any]], x: str, y: str, scale: float = 1.0) -> Points:
    return [(float(row[x]), row[y] * scale) for row in rows if row.get(y)]


def _shares(points: Points) -> Points:
    """In percent of the first point."""
    return [(x, 100 * y / points[0][1]) for x, y in points]


def charts(data: Data) -> dict[str, Chart]:
    """All charts by file name."""
    nodes, receivers = data["nodes"], data["receivers"]
    loss = [{**row, "percent": 100 * row["network_loss"]} for row in data["loss"]]
    everywhere = [(row["receivers"], row["receivers"] * row["messages_per_s"]) for row in receivers]
    published: Callable[[Any], Points] = original.curve
    return {
        "curve-nodes": Chart(
            "Throughput of one sender against nodes",
            Axis("nodes"),
            Axis("% of the rate with 2 nodes"),
            [
                Series("simulated", _shares(_points(nodes, "nodes", "messages_per_s"))),
                Series("QSM (Fig. 4.18, Eq. 4.10)", _shares(published(original.throughput)), dashed=True),
            ],
        ),
        "curve-receivers": Chart(
            "Deliveries to real processes on this machine",
            Axis("receivers", log=True),
            Axis("deliveries/s, all receivers together"),
            [Series("UDP multicast", everywhere)],
        ),
        "curve-acknowledge": Chart(
            "Time to acknowledge, and round trip of the token",
            Axis("nodes"),
            Axis("milliseconds", log=True),
            [
                Series("acknowledged, simulated", _points(nodes, "nodes", "acknowledge_ms")),
                Series("token of a partition, simulated", _points(nodes, "nodes", "token_ms")),
                Series("QSM, acknowledged (Fig. 4.24)", _in_ms(published(original.acknowledge)), dashed=True),
                Series("QSM, token (Fig. 4.24)", _in_ms(published(original.token_round_trip)), dashed=True),
            ],
        ),
        "curve-memory": Chart(
            "Memory of the sender against nodes",
            Axis("receivers; nodes", log=True),
            Axis("MB"),
            [
                Series("engine, measured", _points(receivers, "receivers", "engine_memory_mb")),
                Series("its process", _points(receivers, "receivers", "sender_memory_mb")),
                Series("QSM (Fig. 4.23, Eq. 4.2)", published(original.sender_memory), dashed=True),
            ],
        ),
        "curve-groups": Chart(
            "Throughput against groups with the same members",
            Axis("groups", log=True),
            Axis("% of the rate with one group"),
            [Series("4 receivers, measured", _shares(_points(data["groups"], "groups", "messages_per_s")))],
        ),
        "curve-group-memory": Chart(
            "Memory of the sending process against groups",
            Axis("groups", log=True),
            Axis("MB"),
            [
                Series("measured", _points(data["groups"], "groups", "sender_memory_mb")),
                Series("QSM at 8,192, peak (4.3.5)", _mark_at_most_groups(), dashed=True),
            ],
        ),
        "curve-rate": Chart(
            "Latency against the rate, 4 receivers",
            Axis("messages/s", log=True),
            Axis("milliseconds", log=True),
            [
                Series("median", _points(data["rate"], "rate", "p50_us", 1e-3)),
                Series("99 %", _points(data["rate"], "rate", "p99_us", 1e-3)),
                Series(
                    "QSM, about (Fig. 4.41)", _in_ms([(rate, original.LATENCY) for rate in (1000, 8000)]), dashed=True
                ),
            ],
        ),
        "curve-loss": Chart(
            "Throughput against random loss, five hosts on a bridge",
            Axis("% of packets lost at each receiver"),
            Axis("messages/s of each receiver"),
            [Series("4 receivers, measured", _points(loss, "percent", "messages_per_s"))],
        ),
    }


def _in_ms(points: Points) -> Points:
    return [(x, 1000 * y) for x, y in points]


def _mark_at_most_groups() -> Points:
    return [(4096.0, original.MEMORY_OF_8192_GROUPS), (8192.0, original.MEMORY_OF_8192_GROUPS)]


# ---- the page


def page(data: Data) -> str:
    """The charts, and the main numbers with the published ones."""
    lines = [f"![{chart.title}](pictures/{name}.svg)" for name, chart in charts(data).items()]
    rows = [[what, ours, theirs, where] for what, ours, theirs, where in _comparison(data) if ours is not None]
    return "\n".join([*lines, "", table(["what", "here", "the original", "where published"], rows)])


def _comparison(data: Data) -> list[tuple[str, str | None, str, str]]:
    nodes = {row["nodes"]: row for row in data["nodes"]}
    receivers = {row["receivers"]: row for row in data["receivers"]}
    groups = {row["groups"]: row for row in data["groups"]}
    loss = {row["network_loss"]: row for row in data["loss"]}
    least, most = min(nodes, default=0), max(nodes, default=0)
    slower = original.throughput(200) / original.throughput(2)
    return [
        (
            f"rate with {most} nodes, of that with {least} (simulated)",
            _share(nodes, most, least, "messages_per_s"),
            f"{slower:.1%} (about 5 % less)",
            "Fig. 4.18, Eq. 4.10",
        ),
        (
            f"acknowledged with {most} nodes (simulated)",
            _text(nodes, most, "acknowledge_ms", "{:.1f} ms"),
            f"{1000 * original.acknowledge(200):.0f} ms",
            "Fig. 4.24, Eq. 4.4",
        ),
        (
            f"token round trip with {most} nodes (simulated; in a partition)",
            _text(nodes, most, "token_ms", "{:.2f} ms"),
            f"{1000 * original.token_round_trip(200):.0f} ms",
            "Fig. 4.24, Eq. 4.5",
        ),
        (
            "messages/s to 1 receiver (here: 2 cores, loopback; there: 1.3 GHz, 100 Mbit/s)",
            _text(receivers, 1, "messages_per_s", "{:,.0f}"),
            f"{original.MOST_SENT:,} sent, {original.MOST_RECEIVED:,} received",
            "Fig. 4.18, section 6",
        ),
        (
            "memory of the sending process, 1 group (there with 200 nodes)",
            _text(groups, 1, "sender_memory_mb", "{:.0f} MB"),
            f"{original.sender_memory(200):.0f} MB",
            "Fig. 4.23, Eq. 4.2",
        ),
        (
            "rate with 8,192 groups, of that with one",
            _share(groups, 8192, 1, "messages_per_s"),
            "a few percent less; unstable from 3,500 groups on",
            "Fig. 4.46, section 4.3.5",
        ),
        (
            "memory of the sending process, 8,192 groups",
            _text(groups, 8192, "sender_memory_mb", "{:.0f} MB"),
            f"{original.MEMORY_OF_8192_GROUPS:.0f} MB at the peak",
            "section 4.3.5",
        ),
        (
            "rate with 1 % loss, of that without",
            _share(loss, 0.01, 0.0, "messages_per_s"),
            "fairly constant up to 160 nodes, then falls sharply (10 ms bursts)",
            "Fig. 4.31",
        ),
    ]


def _share(rows: dict[Any, dict[str, Any]], of: float, base: float, key: str) -> str | None:
    if of not in rows or not rows.get(base, {}).get(key) or rows[of].get(key) is None:
        return None
    return f"{rows[of][key] / rows[base][key]:.1%}"


def _text(rows: dict[Any, dict[str, Any]], at: float, key: str, form: str) -> str | None:
    return form.format(rows[at][key]) if at in rows and rows[at].get(key) is not None else None
