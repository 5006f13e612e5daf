# SPDX-License-Identifier: BSD-3-Clause
"""Receives the program's requests, handles them in threads, and sends the answers."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from app.spark import frames
from app.spark.driver.live_queries import LiveQueries
from app.spark.driver.queries import Queries
from app.spark.driver.session import Session
from app.spark.errors import QueryError, SparkError, describe

_AT_A_TIME = 8


class Server:
    """The connection to the program."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._writing = threading.Lock()
        self._session = Session(self.send, self._lost)
        self._queries = Queries(self._session, self.send)
        self._live = LiveQueries(self._session, self._queries, self.send)
        self._handlers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "start": self._session.start,
            "attach": self._queries.attach,
            "detach": self._queries.detach,
            "preview": self._queries.preview,
            "check": self._queries.check,
            "cancel": self._queries.cancel,
            "tables": self._queries.tables,
            "prepare_live": self._live.prepare,
            "run_live": self._live.run,
            "committed": self._live.committed,
            "stop_live": self._live.stop,
            "ping": lambda _: {"process": os.getpid(), "java": self._session.java_process()},
        }

    def serve(self) -> None:
        """Serve until the connection is closed."""
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            while (request := frames.read_blocking(self._link)) is not None:
                if request.get("do") in ("committed", "cancel"):
                    self._answer(request)  # these do not block, and other requests wait for them
                elif request.get("do") == "end":
                    break
                else:
                    pool.submit(self._answer, request)
            self._session.end()
            os._exit(0)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a closed connection ends this process."""
        data = frames.pack(message)
        try:
            with self._writing:
                self._link.sendall(data)
        except OSError:
            self._session.end()
            os._exit(0)

    def _answer(self, request: dict[str, Any]) -> None:
        number = request.get("id")
        try:
            work = self._handlers.get(str(request.get("do")))
            if work is None:
                raise SparkError(f"nobody knows how to {request.get('do')!r}", "use a newer program")
            answer: dict[str, Any] = {"id": number, "ok": work(request)}
        except SparkError as error:
            answer = {"id": number, "error": _error_to_dict(error)}
        except BaseException as error:  # noqa: BLE001 - whatever Spark raises is told, not lost in a thread
            answer = {"id": number, "error": {"kind": "query", **describe(error)}}
        self.send(answer)

    def _lost(self, reason: str) -> None:
        """Report that Java has died, and exit."""
        self.send({"event": "lost", "reason": reason})
        os._exit(3)


def _error_to_dict(error: SparkError) -> dict[str, Any]:
    made = {"kind": type(error).__name__, "what": error.what, "to_do": error.hint, "whole": error.whole}
    if isinstance(error, QueryError):
        return {
            "kind": "query", "sentence": error.sentence, "line": error.line, "column": error.column,
            "whole": error.whole,
        }  # fmt: skip
    return made
