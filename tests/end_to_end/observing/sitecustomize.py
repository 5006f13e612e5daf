# SPDX-License-Identifier: BSD-3-Clause
"""Lets a test query the widgets of every process of the program, read-only.

Python imports this at its start because the test puts this folder on its path. The program knows nothing of
it; what is done to the program is done with the mouse and the keyboard of a real display.
"""

import os
import sys

_FOLDER = os.environ.get("LIVEOBJECTS_OBSERVED", "")

if _FOLDER and any(argument == "app" or argument.endswith("__main__.py") for argument in sys.orig_argv):
    import importlib
    import threading

    def _serve() -> None:
        importlib.import_module("observer").serve(_FOLDER)

    threading.Thread(target=_serve, name="observer", daemon=True).start()
