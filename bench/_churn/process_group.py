# SPDX-License-Identifier: BSD-3-Clause
"""The processes of a run, forked so that they start at once, and controlled through sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from app.runtime.library import Catalogue
from app.runtime.references import Reference
from bench._checkers import Report as TraceReport
from bench._checkers import Trace, check_traces
from bench._churn.member import Member


class Report(NamedTuple):
    """The status report of a process."""

    messages: int
    digest: str
    state: str
    open: int
    members: int


class MemberProcess:
    """A member process as the harness sees it."""

    def __init__(self, name: str, pid: int, control: socket.socket) -> None:
        self.name = name
        self.pid = pid
        self.alive = True
        self.answers: list[tuple[float, list[Any]]] = []
        self._control = control
        self._partial_line = b""
        control.setblocking(False)

    def send(self, command: str) -> None:
        if self.alive:
            self._control.send(command.encode() + b"\n")

    def read(self) -> None:
        """Read the available answers."""
        while True:
            try:
                data = self._control.recv(65536)
            except BlockingIOError:
                break
            except ConnectionError:
                break
            if not data:
                break
            self._partial_line += data
        *lines, self._partial_line = self._partial_line.split(b"\n")
        self.answers += [(time.monotonic(), json.loads(line)) for line in lines]

    def last(self, kind: str) -> list[Any] | None:
        self.read()
        return next((words[1:] for _, words in reversed(self.answers) if words[0] == kind), None)

    @property
    def is_read_only(self) -> bool:
        return bool((self.last("state") or [""])[0] == "read-only")

    @property
    def report(self) -> Report | None:
        found = self.last("report")
        return Report(*found) if found else None

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


class ProcessGroup:
    """All processes of a run."""

    def __init__(
        self,
        catalogue: Catalogue,
        reference: Reference,
        seed: int,
        directory: Path,
        pace: float = 0.01,
        gate: Any = None,
    ) -> None:
        self.members: dict[str, MemberProcess] = {}
        self._catalogue = catalogue
        self._reference = reference
        self._seed = seed
        self._directory = directory
        self._pace = pace
        self._gate = gate

    def add(self, name: str, prepare: Callable[[], None] = lambda: None) -> MemberProcess:
        """Start a process; `prepare` runs in it first."""
        here, there = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            here.close()
            self._run_child(name, there, prepare)
        there.close()
        member = self.members[name] = MemberProcess(name, pid, here)
        return member

    def _run_child(self, name: str, control: socket.socket, prepare: Callable[[], None]) -> None:
        try:
            prepare()
            for member in self.members.values():
                if member.alive:
                    member.close()  # the parent's end; this is the child
            made = self._create_member(name, self._directory / f"{name}.trace", control)
            asyncio.run(made.run(self._catalogue, self._reference, self._gate))
            os._exit(0)
        except BaseException:  # noqa: BLE001  # it must not go on as a second parent
            traceback.print_exc()
            os._exit(1)

    def _create_member(self, name: str, trace: Path, control: socket.socket) -> Any:
        """Create the member that a child process runs."""
        return Member(name, self._seed, trace, control, self._pace)

    def send(self, command: str) -> None:
        """Send a command to all living processes."""
        for member in self.living():
            member.send(command)

    def all_live(self, count: int) -> bool:
        """Whether all living processes are live members of a view of that size."""
        reports = [member.report for member in self.living()]
        return all(each is not None and each.state == "live" and each.members == count for each in reports)

    def settled(self) -> bool:
        """Whether all living processes have the same state, and nothing is pending."""
        reports = [member.report for member in self.living()]
        known = [each for each in reports if each is not None and each.state == "live" and not each.open]
        return len(known) == len(reports) and len({(each.messages, each.digest) for each in known}) == 1

    def describe(self) -> list[str]:
        """The last reports of all living processes."""
        return [f"{member.name}: {member.report}" for member in self.living()]

    def living(self) -> list[MemberProcess]:
        return [member for member in self.members.values() if member.alive]

    def until(self, enough: Callable[[], bool], seconds: float, ask: bool = False) -> bool:
        """Poll a condition; return False after the timeout. `ask` requests reports before each poll."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for member in self.living():
                if ask:
                    member.send("report")
            time.sleep(0.02 if not ask else 0.1)
            if enough():
                return True
        return False

    def check(self, checks: Iterable[str]) -> TraceReport:
        """Check the traces of all processes; those that still live must have everything."""
        with Trace(self._directory / "harness.trace", "harness") as trace:
            for member in self.living():
                trace.survived(f"{member.name}/1")
        return check_traces(sorted(self._directory.glob("*.trace")), checks)

    def accepted(self) -> int:
        """How many messages were accepted, according to the traces."""
        return sum(path.read_bytes().count(b'"accepted"') for path in self._directory.glob("*.trace"))

    def end(self) -> None:
        """End all processes, waiting up to 5 s for each."""
        for member in self.living():
            member.send("end")
        for member in self.living():
            end = time.monotonic() + 5
            while time.monotonic() < end and os.waitpid(member.pid, os.WNOHANG) == (0, 0):
                time.sleep(0.01)
            member.alive = False
            member.close()
        self.members.clear()
