# SPDX-License-Identifier: BSD-3-Clause
"""A page of running objects that show their views inside of their blocks: how smoothly it pans and zooms.

The real canvas in a real window of 1280 × 800, drawn by the processor; the objects are live, each with its channel.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bench._canvas import WINDOW_SIZE, add_canvas_arguments, gestures, measure_in_window
from bench._promise import Promise, finish

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.references import Document
    from app.ui.composer.canvas.canvas import Canvas

_SCALES = (1.0, 0.75, 0.5, 0.35, 0.2)
_KINDS = ("Note", "Shared counter", "Checklist", "Slider", "Chat", "Shared text", "Shared switch", "Whiteboard")
_ACROSS, _DOWN = 680.0, 500.0
_TIMEOUT = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench live-blocks --blocks 50"
    parser.add_argument("--blocks", type=int, default=50)
    add_canvas_arguments(parser, frames=60)


def run(args: argparse.Namespace) -> int:
    if args.inside:
        print(json.dumps(_measure(args)))
        return 0
    report = measure_in_window(args, "live-blocks", "blocks")
    if not args.json:
        print(f"{args.blocks:,} running blocks: all live after {report['live_s']:.1f} s")
        for row in report["scales"]:
            print(
                f"  {row['scale']:>5.0%}  {row['blocks_seen']:>4,} blocks in view, {row['views']:>3,} views:"
                f" pan {row['pan_fps']:>5.0f}, zoom {row['zoom_fps']:>5.0f} frames/s;"
                f" processor {row['pan_cpu_ms']:.1f} and {row['zoom_cpu_ms']:.1f} ms a frame"
            )
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    slowest = min(row["pan_fps"] for row in report["scales"])
    yield Promise.at_least(f"{args.blocks:,} running blocks: slowest pan, frames/s", slowest, 20, "{:.0f}")


def _measure(args: argparse.Namespace) -> dict[str, Any]:
    import qasync  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    application = QApplication([])
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        return runner.run(_measure_running(args, application))


async def _measure_running(args: argparse.Namespace, application: Any) -> dict[str, Any]:
    from app.runtime.trust import Identity  # noqa: PLC0415
    from app.ui.composer.canvas.canvas import Canvas  # noqa: PLC0415
    from app.ui.composer.model.editor import Editor  # noqa: PLC0415
    from app.ui.execution import RunningSheet  # noqa: PLC0415
    from app.ui.theme import Choice, Theme  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    theme = Theme(application, Choice.LIGHT)
    catalogue = installed_catalogue()
    editor = Editor(make_page(args.blocks, catalogue), catalogue)
    canvas = Canvas(editor, catalogue, theme)
    canvas.resize(*WINDOW_SIZE)
    canvas.show()
    sheet = RunningSheet(editor.document, catalogue, signer=Identity.of_user().public)
    canvas.set_running(sheet)
    started = time.perf_counter()
    await sheet.start()
    await _all_live(sheet)
    report: dict[str, Any] = {"live_s": round(time.perf_counter() - started, 2), "scales": []}
    for scale in _SCALES:
        canvas.navigation.zoom_to(scale)
        canvas.centerOn(canvas.sheet_scene.content().center())
        canvas.moved_view()
        await _all_shown(canvas)
        report["scales"].append(await _at_scale(canvas, scale, args.frames))
        if args.picture is not None and scale == 0.5:
            canvas.grab().save(str(args.picture))
    canvas.detach()
    await sheet.stop()
    editor.close()
    return report


def make_page(blocks: int, catalogue: Catalogue) -> Document:
    """A grid of objects that people use, one beside the other."""
    from app.runtime.references import Composite, Document, Drawing, Placed  # noqa: PLC0415
    from app.ui.composer.model.palette import entries  # noqa: PLC0415

    made = {entry.title: entry for entry in entries(catalogue)}
    across = max(1, round((blocks * 1.3) ** 0.5))
    names = [f"{_KINDS[number % len(_KINDS)]} {number + 1}" for number in range(blocks)]
    parts = tuple((name, made[_KINDS[number % len(_KINDS)]].make().reference) for number, name in enumerate(names))
    places = tuple(
        Placed((name,), (number % across) * _ACROSS, (number // across) * _DOWN) for number, name in enumerate(names)
    )
    return Document(Composite(parts), "Live", "", Drawing(places))


async def _at_scale(canvas: Canvas, scale: float, frames: int) -> dict[str, Any]:
    seen = canvas.sheet_scene.index.within(canvas.visible_area())
    pan, zoom = gestures(canvas)
    return {
        "scale": scale,
        "blocks_seen": len(seen),
        "views": sum(bool(canvas.live_views.widgets(name)) for name in seen) if scale >= 0.5 else 0,
        **await _frames(canvas, "pan", pan, frames),
        **await _frames(canvas, "zoom", zoom, frames),
    }


async def _frames(canvas: Canvas, what: str, change: Callable[[int], None], frames: int) -> dict[str, float]:
    """Frames per second, and processor time for each, which says more on a busy machine."""
    change(0)
    canvas.viewport().repaint()
    started, worked = time.perf_counter(), time.process_time()
    for number in range(frames):
        change(number)
        canvas.viewport().repaint()
        await asyncio.sleep(0)  # whatever else the objects have to do
    per_frame = (time.process_time() - worked) / frames * 1000
    return {f"{what}_fps": round(frames / (time.perf_counter() - started), 1), f"{what}_cpu_ms": round(per_frame, 1)}


async def _all_live(sheet: Any) -> None:
    from app.runtime.activation import State  # noqa: PLC0415

    await _until(lambda: all(sheet.state(path) is State.LIVE for path in sheet.paths()))


async def _all_shown(canvas: Canvas) -> None:
    """Wait until the blocks in view have their views."""
    await _until(lambda: canvas.live_views.settled)


async def _until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(_TIMEOUT):
        while not happened():  # noqa: ASYNC110 - a canvas has timers and no events
            await asyncio.sleep(0.05)
