# SPDX-License-Identifier: BSD-3-Clause
"""One edit of a large sheet, and what is then shown: the composer's model without its window.

The median of several edits of each kind, journal included, and of the look at the sheet after each of them;
how long it takes to open the sheet, and to find out for one port which of all others fit.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.ui.composer.model import Editor, build_sheet_view, entries, port_matcher
from app.ui.composer.model.edits import AddBlock, Connect, Edit, Move, RemoveParts, RenameBlock, SetArgument
from bench._promise import Promise, finish
from objects_library.installed import installed_catalogue

_LABEL = refs.Primitive(3, 1, "Shared label")
_KINDS = ("Tunnel", "Reliable channel", "Local channel")
_MOST = {1_000: 16.0, 10_000: 100.0}
_MOST_FITTING = {1_000: 50.0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the size and the number of repetitions."""
    parser.epilog = "example: liveobjects bench edits --blocks 1000"
    parser.add_argument("--blocks", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--repeat", type=int, default=15, help="edits of each kind (default 15)")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, and check that an edit fits between two frames."""
    catalogue = installed_catalogue()
    report = {str(size): _measure(size, args.repeat, catalogue) for size in args.blocks}
    if not args.json:
        for size, numbers in report.items():
            print(f"{size} blocks: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in numbers.items()))
    return finish({"milliseconds": report}, _promises(report), as_json=args.json)


def _promises(report: dict[str, dict[str, float]]) -> Iterator[Promise]:
    for size, numbers in report.items():
        most = _MOST.get(int(size))
        for name in ("move", "connect", "set argument") if most is not None else ():
            both = numbers[name] + numbers[f"look after {name}"]
            yield Promise.under(f"{size} blocks: {name} and look, ms", both, most or 0, "{:.1f}")
        if int(size) in _MOST_FITTING:
            limit = _MOST_FITTING[int(size)]
            yield Promise.under(f"{size} blocks: which ports fit, ms", numbers["fits"], limit, "{:.1f}")


def _measure(size: int, repeat: int, catalogue: Catalogue) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as home, mock.patch.dict("os.environ", LIVEOBJECTS_HOME=home):
        file = Path(home) / "large.liveobject"
        file.write_bytes(refs.write(_large(size, catalogue)))
        numbers: dict[str, float] = {}
        editor, numbers["open"] = _timed(lambda: Editor.open(file, catalogue))
        view, numbers["first look"] = _timed(lambda: build_sheet_view(editor.document, (), catalogue))
        _, numbers["first edit"] = _timed(lambda: editor.do(Move((), (("block 1", 5.0, 5.0),))))
        for name, edit in _edits().items():
            _repeat(editor, name, edit, repeat, numbers)
        label, numbers["fits"] = _timed(
            lambda: port_matcher(editor.document, (), refs.EndpointPath("block 0", "second"), catalogue)
        )
        ports = [refs.EndpointPath(block.name, port.name) for block in view.blocks.values() for port in block.ports]
        numbers["fits"] += _timed(lambda: [label(port) for port in ports])[1]
        editor.close()
    return numbers


def _repeat(editor: Editor, name: str, edit: Callable[[int], Edit], repeat: int, numbers: dict[str, float]) -> None:
    times: dict[str, list[float]] = {name: [], f"look after {name}": [], f"undo {name}": []}
    build_sheet_view(editor.document, (), editor.catalogue)
    for number in range(repeat):
        made = edit(number)
        times[name].append(_timed(lambda made=made: editor.do(made))[1])  # type: ignore[misc] # mypy knows no such lambda
        times[f"look after {name}"].append(_timed(lambda: build_sheet_view(editor.document, (), editor.catalogue))[1])
        times[f"undo {name}"].append(_timed(editor.undo)[1])
        build_sheet_view(editor.document, (), editor.catalogue)
    numbers.update({each: statistics.median(found) for each, found in times.items()})


def _timed(action: Callable[[], Any]) -> tuple[Any, float]:
    """The result of an action, and its milliseconds."""
    begin = time.perf_counter()
    found = action()
    return found, (time.perf_counter() - begin) * 1e3


def _edits() -> dict[str, Callable[[int], Edit]]:
    return {
        "move": lambda n: Move((), ((f"block {n * 7}", 1.0 + n, 7.0),)),
        "set argument": lambda n: SetArgument((f"block {n * 4 + 1}",), "scope", refs.ValueArgument(f"s{n}")),
        "connect": lambda n: Connect(
            (), refs.EndpointPath(f"block {n * 4}", "second"), refs.EndpointPath(f"block {n * 4 + 2}", "channel")
        ),
        "add": lambda n: AddBlock((), f"new {n}", _LABEL, 1.0, 1.0),
        "rename": lambda n: RenameBlock((), f"block {n * 4}", f"name {n}"),
        "remove": lambda n: RemoveParts((), (f"block {n * 4 + 3}",)),
    }


def _large(size: int, catalogue: Catalogue) -> refs.Document:
    """Tunnels, each wired to a channel, with other channels and labels."""
    palette = {entry.title: entry for entry in entries(catalogue)}
    blocks = [(f"block {n}", _LABEL if n % 4 == 3 else palette[_KINDS[n % 4]].make().reference) for n in range(size)]
    wires = [
        refs.Connection(refs.EndpointPath(f"block {n}", "first"), refs.EndpointPath(f"block {n + 1}", "channel"))
        for n in range(0, size - 1, 4)
    ]
    places = [refs.Placed((f"block {n}",), n % 100 * 280.0, n // 100 * 160.0) for n in range(size)]
    return refs.Document(refs.Composite(tuple(blocks), tuple(wires)), "Large", "", refs.Drawing(tuple(places)))
