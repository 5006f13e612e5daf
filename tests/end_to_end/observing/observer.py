# SPDX-License-Identifier: BSD-3-Clause
"""Evaluates a test's queries about the widgets of this process, in the GUI thread."""

from __future__ import annotations

import importlib
import json
import os
import queue
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any


def serve(folder: str) -> None:
    """Wait for the application, then answer one query per connection."""
    while "PySide6.QtWidgets" not in sys.modules or _application() is None:
        time.sleep(0.02)
    from PySide6.QtCore import QObject, Qt, Signal, Slot  # noqa: PLC0415 - not before the program has

    class Observer(QObject):
        asked = Signal(object)

        @Slot(object)
        def answer(self, question: tuple[str, queue.Queue[str]]) -> None:
            text, answers = question
            try:
                found = {"found": _look(text)}
            except Exception as error:  # noqa: BLE001 - the test shows it
                found = {"error": f"{type(error).__name__}: {error}"}
            answers.put(json.dumps(found))

    application = _application()
    observer = Observer()
    observer.moveToThread(application.thread())
    observer.asked.connect(observer.answer, Qt.ConnectionType.QueuedConnection)
    place = Path(folder, f"{os.getpid()}.sock")
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    hidden = place.with_suffix(".new")
    server.bind(str(hidden))
    server.listen()
    hidden.rename(place)
    while True:
        connection, _ = server.accept()
        threading.Thread(target=_converse, args=(connection, observer), daemon=True).start()


def _converse(connection: socket.socket, observer: Any) -> None:
    with connection, connection.makefile("rw") as line:
        for text in line:
            answers: queue.Queue[str] = queue.Queue()
            observer.asked.emit((json.loads(text), answers))
            line.write(answers.get() + "\n")
            line.flush()


def _application() -> Any:
    return sys.modules["PySide6.QtWidgets"].QApplication.instance()


def _look(text: str) -> Any:
    return eval(text, vars(importlib.import_module("queries")))
