# SPDX-License-Identifier: BSD-3-Clause
"""The process of a scripted user: shows an object in a window, and executes commands from JSON lines."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import qasync
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node, Proxy
from app.runtime.references import read
from app.ui.theme import Choice, Theme


class FrameRecorder:
    """A user who records own actions and frames: time, name of the thing, and its progress."""

    def __init__(self) -> None:
        self._actions: list[tuple[float, str, float]] = []
        self._drawn: list[tuple[float, str, float]] = []

    def notes(self) -> dict[str, Any]:
        """The own actions, and the frames with actions of others, since the last call."""
        found = {"actions": self._actions, "drawn": self._drawn}
        self._actions, self._drawn = [], []
        return found

    async def idle(self, seconds: float) -> float:
        """Measure the CPU use of an idle process, in percent."""
        before, started = time.process_time(), time.monotonic()
        await asyncio.sleep(seconds)
        return 100 * (time.process_time() - before) / (time.monotonic() - started)


async def until(condition: Callable[[], bool], interval: float = 0.02) -> None:
    """Wait for a condition that no single event signals."""
    while not condition():  # noqa: ASYNC110 - see above
        await asyncio.sleep(interval)


async def show_view(node: Node, file: str, size: tuple[int, int]) -> tuple[Proxy, Any]:
    """Open the object of a file, and show its view in a window."""
    proxy = await node.dereference(read(file).reference)
    assert proxy.definition is not None
    view_class = proxy.definition.view()
    assert view_class is not None
    view: Any = node.attach_view(proxy, view_class).widget
    view.resize(*size)
    view.show()
    return proxy, view


async def serve_commands(user: object, greeting: Any = "ready") -> None:
    """Call the user's methods as commands arrive on standard input, and print the results."""
    loop = asyncio.get_running_loop()
    print(json.dumps(greeting), flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command, *arguments = json.loads(line)
        answer = getattr(user, command)(*arguments)
        answer = await answer if asyncio.iscoroutine(answer) else answer
        print(json.dumps(answer), flush=True)


def run_window(main: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Run a main function with the command-line arguments in a Qt event loop."""
    application = QApplication(["bench"])
    Theme(application, Choice.LIGHT)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        runner.run(main(*sys.argv[1:]))
