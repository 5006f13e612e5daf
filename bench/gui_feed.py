# SPDX-License-Identifier: BSD-3-Clause
"""A Qt program that draws 60 frames a second while messages pour in: does it stutter?"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench._promise import Promise, finish

_REPOSITORY = Path(__file__).resolve().parent.parent
_FRAME = 1 / 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench gui-feed --rate 100000"
    parser.add_argument("--rate", type=int, default=100_000, help="messages per second")
    parser.add_argument("--size", type=int, default=100, help="bytes of a message")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=1, help="medians of so many")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--sender", default="", help=argparse.SUPPRESS)  # this process sends


def run(args: argparse.Namespace) -> int:
    if args.sender:
        asyncio.run(_send(args.sender, args.rate, args.size, args.seconds))
        return 0
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    runs = [_measure(args) for _ in range(args.runs)]
    report = {key: statistics.median(found[key] for found in runs) for key in runs[0]}
    if not args.json:
        print(
            f"{report['messages_per_s']:,.0f} messages/s, {report['frames_per_s']:.1f} frames/s;"
            f" between frames: median {report['p50_ms']:.1f} ms, 99th percentile {report['p99_ms']:.1f} ms,"
            f" worst {report['max_ms']:.1f} ms"
        )
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, float]) -> Iterator[Promise]:
    where = f"{args.rate:,} messages/s into a window"
    yield Promise.at_least(f"{where}: taken, messages/s", report["messages_per_s"], 0.99 * args.rate, "{:,.0f}")
    yield Promise.at_least(f"{where}: frames/s", report["frames_per_s"], 59.0, "{:.1f}")
    yield Promise.under(f"{where}: 99 % of gaps between frames, ms", report["p99_ms"], 25.0, "{:.1f}")


def _measure(args: argparse.Namespace) -> dict[str, float]:
    name = f"bench {secrets.token_hex(8)}"
    command = [sys.executable, "-m", "app", "bench", "gui-feed", "--sender", name]
    command += ["--rate", str(args.rate), "--size", str(args.size), "--seconds", str(args.seconds)]
    with subprocess.Popen(command, cwd=_REPOSITORY) as sender:
        try:
            return _show(name, args.seconds)
        finally:
            sender.kill()


async def _send(name: str, rate: int, size: int, seconds: float) -> None:
    from app.transport_native import ScopeSettings  # noqa: PLC0415
    from app.transport_native.engine import Engine  # noqa: PLC0415

    with Engine() as engine:
        engine.attach()
        scope = engine.open_scope(ScopeSettings(name=name))
        group = scope.join("feed")
        await group.wait_for_members(2)
        started, sent = time.monotonic(), 0
        while (elapsed := time.monotonic() - started) < seconds + 2:
            due = int(elapsed * rate)
            while sent < due:
                part = min(100, due - sent)
                await group.room()
                group.send_many([number.to_bytes(8, "little").ljust(size, b".") for number in range(part)])
                sent += part
            await asyncio.sleep(0.001)
        await scope.close()


def _show(name: str, seconds: float) -> dict[str, Any]:
    import qasync  # noqa: PLC0415
    from PySide6.QtCore import Qt, QTimer  # noqa: PLC0415
    from PySide6.QtGui import QPainter, QPaintEvent  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication, QWidget  # noqa: PLC0415

    from app.transport_native import ScopeSettings  # noqa: PLC0415
    from app.transport_native.batch import Batch  # noqa: PLC0415
    from app.transport_native.engine import Engine  # noqa: PLC0415

    class Window(QWidget):
        """Draws a curve of the latest values, and records the frame times."""

        def __init__(self) -> None:
            super().__init__()
            self.resize(800, 600)
            self.values = [0] * 400
            self.count = 0
            self.frames: list[float] = []

        def take(self, batch: Batch) -> None:
            memory = batch.memory
            for offset in batch.offsets:  # every message is inspected
                value = memory[offset]
            self.count += len(batch)
            self.values[self.count % 400] = value

        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
            self.frames.append(time.perf_counter())
            painter = QPainter(self)
            painter.fillRect(self.rect(), Qt.GlobalColor.white)
            for x, value in enumerate(self.values):
                painter.drawLine(2 * x, 600, 2 * x, 600 - 2 * value)
            painter.drawText(20, 40, f"{self.count:,}")

    application = QApplication.instance() or QApplication([])
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    window = Window()
    window.show()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(window.update)
    timer.start(int(_FRAME * 1000))

    async def main() -> tuple[int, float]:
        with Engine() as engine:
            engine.attach()
            group = engine.open_scope(ScopeSettings(name=name)).join("feed")
            group.on_batch = window.take
            await group.wait_for_members(2)
            await asyncio.sleep(1)
            window.frames.clear()
            before, started = window.count, time.perf_counter()
            await asyncio.sleep(seconds)
            return window.count - before, time.perf_counter() - started

    with loop:
        count, elapsed = loop.run_until_complete(main())
    frames = window.frames
    gaps = sorted(later - earlier for earlier, later in pairwise(frames))
    return {
        "messages_per_s": round(count / elapsed),
        "frames_per_s": round(len(frames) / elapsed, 1),
        "p50_ms": round(gaps[len(gaps) // 2] * 1000, 2),
        "p99_ms": round(gaps[int(len(gaps) * 0.99)] * 1000, 2),
        "max_ms": round(gaps[-1] * 1000, 2),
    }
