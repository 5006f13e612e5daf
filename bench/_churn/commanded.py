# SPDX-License-Identifier: BSD-3-Clause
"""A member process that writes, stops and ends at the commands of the harness."""

from __future__ import annotations

import asyncio
import json
import socket


class CommandedMember:
    """Executes commands, one per line of a socket: `write` calls `_do_write`; answers are JSON lines."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._partial_line = b""
        self._ended = asyncio.Event()
        self._writing = False

    async def _write(self) -> None:
        """Write while `_writing` is set."""
        raise NotImplementedError

    def _read_commands(self) -> None:
        self._control.setblocking(False)
        asyncio.get_running_loop().add_reader(self._control, self._receive)

    def _receive(self) -> None:
        try:
            data = self._control.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            self._ended.set()
            return
        *lines, self._partial_line = (self._partial_line + data).split(b"\n")
        for line in lines:
            getattr(self, f"_do_{line.decode()}")()

    def _report(self, *words: object) -> None:
        self._control.setblocking(True)
        self._control.sendall(json.dumps(words).encode() + b"\n")
        self._control.setblocking(False)

    def _do_write(self) -> None:
        self._writing = True
        self._task = asyncio.get_running_loop().create_task(self._write())

    def _do_stop(self) -> None:
        self._writing = False

    def _do_end(self) -> None:
        self._ended.set()
