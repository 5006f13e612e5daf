# SPDX-License-Identifier: BSD-3-Clause
"""A window with a number of a feed: python -m bench._feed.number_window FILE COLUMN.

Prints a JSON line with value and time whenever another number is painted; ends with its input.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import qasync
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Primitive, ReferenceArgument, TypeArgument, ValueArgument, read
from app.spark.feeds.reference import channel_in
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue
from objects_library.tiles.number.face import NumberFace

FEED_NUMBER = 0xF1D7CAC11561879F5D8B910A3C752FBA
_painted = NumberFace.paintEvent
_last = ""


def _paint(self: NumberFace, event: QPaintEvent) -> None:
    global _last  # noqa: PLW0603 - there is one window
    _painted(self, event)
    words = "".join(sign for sign in self.figure.words if sign.isdigit())
    if words and words != _last:
        _last = words
        print(json.dumps({"number": int(words), "time": time.time()}), flush=True)


async def _main(file: str, column: str) -> None:
    outer = read(Path(file)).reference
    channel = channel_in(Path(file))
    assert isinstance(outer, Parameterized)
    assert channel is not None
    kind = dict(outer.arguments)["T"]
    assert isinstance(kind, TypeArgument)
    tile = Parameterized(
        Primitive(FEED_NUMBER, 1),
        (
            ("T", kind),
            ("Channel", ReferenceArgument(channel)),
            ("column", ValueArgument(column)),
            ("way", ValueArgument("greatest")),
        ),
    )
    async with Node(installed_catalogue()) as node:
        proxy = await node.dereference(tile)
        assert proxy.definition is not None
        look = proxy.definition.view()
        assert look is not None
        view: Any = node.attach_view(proxy, look).widget
        view.resize(300, 200)
        view.show()
        print(json.dumps({"number": -1, "time": time.time()}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    NumberFace.paintEvent = _paint  # type: ignore[method-assign]  # what the real face paints is noted
    application = QApplication(["feed"])
    Theme(application, Choice.LIGHT)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        runner.run(_main(*sys.argv[1:]))
