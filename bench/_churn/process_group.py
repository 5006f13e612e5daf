"""The processes of a run: made by forking, so that each is there at once, and told what to do."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from app.runtime.library import Catalogue
from app.runtime.references import Reference
from bench._churn.member import Member


class Report(NamedTuple):
    """What a process says of itself."""

    messages: int
    digest: str
    state: str
    open: int
    members: int


class Actor:
    """A process that takes part, as the harness sees it."""

    def __init__(self, name: str, pid: int, control: socket.socket) -> None:
        self.name = name
        self.pid = pid
        self.alive = True
        self.said: list[tuple[float, list[Any]]] = []
        self._control = control
        self._rest = b""
        control.setblocking(False)

    def tell(self, command: str) -> None:
        if self.alive:
            self._control.send(command.encode() + b"\n")

    def listen(self) -> None:
        """Take what it has said so far."""
        while True:
            try:
                data = self._control.recv(65536)
            except BlockingIOError:
                break
            except ConnectionError:
                break
            if not data:
                break
            self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        self.said += [(time.monotonic(), json.loads(line)) for line in lines]

    def last(self, kind: str) -> list[Any] | None:
        self.listen()
        return next((words[1:] for _, words in reversed(self.said) if words[0] == kind), None)

    @property
    def report(self) -> Report | None:
        found = self.last("report")
        return Report(*found) if found else None

    def forget(self) -> None:
        self.listen()
        self.said.clear()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def close(self) -> None:
        self._control.close()

    def kill(self) -> None:
        if self.alive:
            self.alive = False
            self.signal(signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.close()


class Cast:
    """All processes of a run; they end with it."""

    def __init__(
        self,
        catalogue: Catalogue,
        reference: Reference,
        seed: int,
        directory: Path,
        pace: float = 0.01,
        gate: Any = None,
    ) -> None:
        self.actors: dict[str, Actor] = {}
        self._catalogue = catalogue
        self._reference = reference
        self._seed = seed
        self._directory = directory
        self._pace = pace
        self._gate = gate

    def add(self, name: str, prepare: Callable[[], None] = lambda: None) -> Actor:
        """Start a process; `prepare` runs in it first."""
        here, there = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            here.close()
            self._be(name, there, prepare)
        there.close()
        actor = self.actors[name] = Actor(name, pid, here)
        return actor

    def _be(self, name: str, control: socket.socket, prepare: Callable[[], None]) -> None:
        try:
            prepare()
            for actor in self.actors.values():
                if actor.alive:
                    actor.close()  # the parent's end; this is the child
            member = Member(name, self._seed, self._directory / f"{name}.trace", control, self._pace)
            asyncio.run(member.run(self._catalogue, self._reference, self._gate))
            os._exit(0)
        except BaseException:  # noqa: BLE001  # it must not go on as a second parent
            traceback.print_exc()
            os._exit(1)

    def living(self) -> list[Actor]:
        return [actor for actor in self.actors.values() if actor.alive]

    def until(self, enough: Callable[[], bool], seconds: float, ask: bool = False) -> bool:
        """Look again and again; False if it takes too long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for actor in self.living():
                if ask:
                    actor.tell("report")
            time.sleep(0.02 if not ask else 0.1)
            if enough():
                return True
        return False

    def end(self) -> None:
        """Everybody leaves in peace, or else."""
        for actor in self.living():
            actor.tell("end")
        for actor in self.living():
            end = time.monotonic() + 5
            while time.monotonic() < end and os.waitpid(actor.pid, os.WNOHANG) == (0, 0):
                time.sleep(0.01)
            actor.alive = False
            actor.close()
        self.actors.clear()
