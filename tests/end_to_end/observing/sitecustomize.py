# SPDX-License-Identifier: BSD-3-Clause
"""Lets a test query the widgets of every process of the program, read-only.

Python imports this at its start because the test puts this folder on its path. The program knows nothing of
it; what is done to the program is done with the mouse and the keyboard of a real display.
"""

import os
import sys

_FOLDER = os.environ.get("LIVEOBJECTS_OBSERVED", "")

if _FOLDER and any(argument == "app" or argument.endswith("__main__.py") for argument in sys.orig_argv):
    import asyncio
    import importlib
    import threading
    from typing import Any

    _run = asyncio.Runner.run

    def _observed_run(runner: asyncio.Runner, *arguments: Any, **options: Any) -> Any:
        """Start the observer with the event loop, in its thread.

        Not earlier, and not in another thread: PySide creates its classes on first use, and two threads that do so
        at the same time wait for each other forever.
        """
        if "PySide6.QtWidgets" in sys.modules and threading.current_thread() is threading.main_thread():
            importlib.import_module("observer").start(_FOLDER)
        return _run(runner, *arguments, **options)

    asyncio.Runner.run = _observed_run  # type: ignore[method-assign,assignment]
