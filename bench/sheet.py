# SPDX-License-Identifier: BSD-3-Clause
"""A design sheet with many blocks and wires: how long it takes to open, and how smoothly it pans and zooms.

The real canvas in a real window of 1280 × 800, drawn by the processor. Without a display, a virtual one is
started. Each frame moves or zooms the view a little and is painted before the next one begins.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench._canvas import WINDOW_SIZE, add_canvas_arguments, gestures, measure_in_window
from bench._promise import Promise, finish

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.references import Document
    from app.ui.composer.canvas.canvas import Canvas

_SCALES = (1.0, 0.75, 0.5, 0.35, 0.2, 0.1)
_ORDERING = 0x725257B8935C6244EA936D7F54EDA3DE  # a port on each side, which fit each other
_ACROSS, _DOWN = 304.0, 168.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench sheet --blocks 1000 --wires 2000"
    parser.add_argument("--blocks", type=int, default=1000)
    parser.add_argument("--wires", type=int, default=2000)
    add_canvas_arguments(parser, frames=30)


def run(args: argparse.Namespace) -> int:
    if args.inside:
        print(json.dumps(_measure(args)))
        return 0
    report = measure_in_window(args, "sheet", "blocks", "wires")
    if not args.json:
        print(f"{args.blocks:,} blocks, {args.wires:,} wires: open {report['open_s']:.2f} s")
        for row in report["scales"]:
            print(
                f"  {row['scale']:>5.0%}  {row['blocks_seen']:>6,} blocks in view:"
                f" pan {row['pan_fps']:>5.0f}, zoom {row['zoom_fps']:>5.0f} frames/s"
            )
        print(f"  move one block {report['move_ms']:.1f} ms, undo {report['undo_ms']:.1f} ms")
        print(f"  light up the ports that fit {report['light_ms']:.1f} ms")
    return finish(report, _promises(args, report), as_json=args.json)


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    where = f"{args.blocks:,} blocks, {args.wires:,} wires"
    if args.blocks <= 1000:
        yield Promise.under(f"{where}: open, s", report["open_s"], 1.0, "{:.2f}")
        yield Promise.at_least(f"{where}: slowest pan, frames/s", report["least_pan_fps"], 20, "{:.0f}")
        yield Promise.at_least(f"{where}: slowest zoom, frames/s", report["least_zoom_fps"], 20, "{:.0f}")
    else:
        yield Promise.at_least(f"{where}: slowest pan, frames/s", report["least_pan_fps"], 10, "{:.0f}")
        yield Promise.at_least(f"{where}: slowest zoom, frames/s", report["least_zoom_fps"], 10, "{:.0f}")
        yield Promise.under(f"{where}: move one block, ms", report["move_ms"], 250, "{:.0f}")


def _measure(args: argparse.Namespace) -> dict[str, Any]:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from app.runtime.references import write  # noqa: PLC0415
    from app.ui.composer.canvas.canvas import Canvas  # noqa: PLC0415
    from app.ui.composer.model.editor import Editor  # noqa: PLC0415
    from app.ui.theme import Choice, Theme  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    application = QApplication([])
    theme = Theme(application, Choice.LIGHT)
    catalogue = installed_catalogue()
    warm = Canvas(Editor.new(catalogue), catalogue, theme)  # fonts and icons are loaded once per program
    warm.grab()
    warm.detach()
    file = Path(os.environ["LIVEOBJECTS_HOME"]) / "many.liveobject"
    file.write_bytes(write(make_sheet(args.blocks, args.wires, catalogue)))
    started = time.perf_counter()
    editor = Editor.open(file, catalogue)
    read_s = time.perf_counter() - started
    canvas = Canvas(editor, catalogue, theme)
    canvas.resize(*WINDOW_SIZE)
    canvas.show()
    application.processEvents()
    canvas.viewport().repaint()
    report: dict[str, Any] = {"open_s": round(time.perf_counter() - started, 3), "read_s": round(read_s, 3)}
    report["scales"] = [_at_scale(canvas, scale, args.frames, application) for scale in _SCALES]
    report["least_pan_fps"] = min(row["pan_fps"] for row in report["scales"])
    report["least_zoom_fps"] = min(row["zoom_fps"] for row in report["scales"])
    report |= _edits(canvas)
    if args.picture is not None:
        canvas.zoom_to_fit()
        canvas.grab().save(str(args.picture))
    editor.close()
    return report


def make_sheet(blocks: int, wires: int, catalogue: Catalogue) -> Document:
    """A grid of blocks; most wires are short, as in an arranged sheet."""
    from app.runtime.references import (  # noqa: PLC0415
        Composite,
        Connection,
        Document,
        Drawing,
        EndpointPath,
        Parameterized,
        Placed,
        Primitive,
        TypeArgument,
    )

    chance = random.Random(7)
    definition = catalogue.definition(_ORDERING)
    assert definition is not None
    primitive = Primitive(_ORDERING, definition.version, definition.name)
    across = max(1, round((blocks * 1.3) ** 0.5))
    names = [f"{chance.choice(_WORDS)} {number + 1}" for number in range(blocks)]
    kind = Parameterized(primitive, (("T", TypeArgument("text")),))
    places = tuple(
        Placed((name,), (number % across) * _ACROSS, (number // across) * _DOWN) for number, name in enumerate(names)
    )
    connections = []
    for number in range(wires):
        first = number % blocks
        near = first + chance.choice((1, 1, 1, across, -across, across + 1, 2))
        second = near if chance.random() < 0.95 and 0 <= near < blocks else chance.randrange(blocks)
        # A port has one wire; the second round of wires goes to ports that only a newer library would have.
        lap = "" if number < blocks else f" {number // blocks + 1}"
        connections.append(
            Connection(EndpointPath(names[first], f"channel{lap}"), EndpointPath(names[second], f"unordered{lap}"))
        )
    components = tuple((name, kind) for name in names)
    return Document(Composite(components, tuple(connections)), "Many", "", Drawing(places))


_WORDS = ("Order", "Notes", "Telemetry", "Archive", "Relay", "Journal", "Beacon", "Inbox")


def _at_scale(canvas: Canvas, scale: float, frames: int, application: Any) -> dict[str, Any]:
    content = canvas.sheet_scene.content()
    canvas.navigation.zoom_to(scale)
    canvas.centerOn(content.center())
    canvas.moved_view()
    application.processEvents()
    seen = len(canvas.sheet_scene.index.within(canvas.visible_area()))
    pan, zoom = gestures(canvas)
    return {
        "scale": scale,
        "blocks_seen": seen,
        "pan_fps": _frames_per_second(canvas, pan, frames, application),
        "zoom_fps": _frames_per_second(canvas, zoom, frames, application),
    }


def _frames_per_second(canvas: Canvas, change: Callable[[int], None], frames: int, application: Any) -> float:
    change(0)
    canvas.viewport().repaint()
    started = time.perf_counter()
    for number in range(frames):
        change(number)
        canvas.viewport().repaint()
        application.processEvents()
    return round(frames / (time.perf_counter() - started), 1)


def _edits(canvas: Canvas) -> dict[str, float]:
    """The cost of one edit and one gesture, from the input to the screen."""
    from app.runtime.references import EndpointPath  # noqa: PLC0415
    from app.ui.composer.canvas.gestures.wire_draft import WireDraft  # noqa: PLC0415
    from app.ui.composer.model.edits import Move  # noqa: PLC0415

    canvas.navigation.zoom_to(1.0)
    name = next(iter(canvas.view.blocks))
    item = canvas.sheet_scene.blocks[name]
    canvas.centerOn(item)
    canvas.moved_view()
    canvas.viewport().repaint()

    def timed(do: Callable[[], object]) -> float:
        started = time.perf_counter()
        do()
        canvas.viewport().repaint()
        return round((time.perf_counter() - started) * 1000, 1)

    port = EndpointPath(name, item.places.ports[0].port.name)
    found: list[WireDraft] = []
    report = {
        "move_ms": timed(lambda: canvas.do(Move((), ((name, item.x() + 8, item.y()),)))),
        "undo_ms": timed(canvas.editor.undo),
        "light_ms": timed(lambda: found.append(WireDraft(canvas, port))),
    }
    found[0].end()
    return report
