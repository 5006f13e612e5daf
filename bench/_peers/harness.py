# SPDX-License-Identifier: BSD-3-Clause
"""Runs one measurement: a sender, its receivers, and brokers between them."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench._network import Network
from bench._peers.catalogue import ALL
from bench._peers.control import Control, Run
from bench._peers.peer import SYSTEM_PYTHON, Peer

_REPOSITORY = Path(__file__).resolve().parent.parent.parent
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  a directory of this run alone is made inside
_DRAIN_PATIENCE = 3.0  # seconds without a message after which no more are expected


@dataclass(frozen=True)
class Workload:
    """The parameters of a measurement."""

    peer: str
    receivers: int = 4
    size: int = 1000
    seconds: float = 3.0
    rate: float = 0.0
    groups: int = 1
    window: int = 4000
    loss: float = 0.0
    burst_every: float = 0.0
    burst_length: float = 0.0
    memory_budget: int = 0
    keep_away: float = 0.0
    python: str = sys.executable


def measure(workload: Workload, network: Network, during: Callable[[list[int]], None] | None = None) -> dict[str, Any]:
    """Run a measurement; the row holds the results, or the reason for a failure."""
    peer = ALL[workload.peer]
    place = _SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="lob", dir=place) as scratch:
        run = Run(
            peer=workload.peer,
            receivers=workload.receivers,
            size=workload.size,
            seconds=workload.seconds,
            rate=workload.rate,
            groups=workload.groups,
            window=0 if peer.own_flow_control else workload.window,
            loss=workload.loss,
            burst_every=workload.burst_every,
            burst_length=workload.burst_length,
            memory_budget=workload.memory_budget,
            keep_away=workload.keep_away,
            port=random.randrange(20000, 32000),
            network=network.name,
            control=f"{scratch}/control",
        )
        control = Control(run.control, create=True)
        log = Path(scratch) / "log"
        try:
            _prepare(peer)
            return _Measurement(workload, run, peer, control, network, log).go(during)
        except _FailedError as failure:
            tail = log.read_text(errors="replace").strip().splitlines()[-1:] if log.exists() else []
            return {**_head(workload, peer), "error": f"{failure} {' '.join(tail)}".strip()}


class _FailedError(Exception):
    pass


def _prepare(peer: Peer) -> None:
    try:
        peer.prepare()
    except Exception as error:
        raise _FailedError(str(error).partition("\n")[0]) from error


def missing_parts(names: list[str], python: str) -> dict[str, str]:
    """Missing packages by system, according to the interpreter that will run them."""
    if python == sys.executable:
        found = {name: ALL[name].missing() for name in names}
        return {name: what for name, what in found.items() if what is not None}
    code = (
        "import json, sys; from bench._peers.harness import missing_parts;"
        "print(json.dumps(missing_parts(sys.argv[1:], sys.executable)))"
    )
    finished = subprocess.run(
        [python, "-c", code, *names], capture_output=True, text=True, cwd=_REPOSITORY, check=False
    )
    if finished.returncode != 0:
        reason = finished.stderr.strip().splitlines()[-1:] or ["it does not run"]
        return dict.fromkeys(names, f"{python}: {reason[0]}")
    return dict(json.loads(finished.stdout))


def _head(workload: Workload, peer: Peer) -> dict[str, Any]:
    return {
        "system": workload.peer,
        "path": peer.path,
        "receivers": workload.receivers,
        "size": workload.size,
        "rate": workload.rate,
        "groups": workload.groups,
        "reliable": peer.reliable,
    }


class _Measurement:
    def __init__(self, workload: Workload, run: Run, peer: Peer, control: Control, network: Network, log: Path) -> None:
        self._workload, self._run, self._peer, self._control = workload, run, peer, control
        self._network, self._log = network, log
        self._processes: list[subprocess.Popen[bytes]] = []
        self._brokers: list[subprocess.Popen[bytes]] = []

    def go(self, during: Callable[[list[int]], None] | None) -> dict[str, Any]:
        control, run = self._control, self._run
        try:
            self._start_brokers()
            started = time.monotonic()
            receivers = [self._start("receive", index) for index in range(run.receivers)]
            self._wait(lambda: control.all(run.receivers, Control.READY), 40 + run.groups / 50, "receivers not ready")
            sender = self._start("send", 0)
            self._wait(lambda: control.words[Control.GO] != 0, 40 + run.groups / 20, "the sender does not start")
            setup = time.monotonic() - started
            broker_cpu = self._broker_cpu()
            if during is not None:
                during([process.pid for process in receivers])
            self._wait(lambda: control.words[Control.DONE] != 0, run.seconds + 60, "the sender does not end", sender)
            finished = self._drain()
            broker_cpu = self._broker_cpu() - broker_cpu
            control.words[Control.STOP] = 1
            self._end_all()
            return {**self._row(setup, broker_cpu), "finished": finished, **self._counters()}
        finally:
            control.words[Control.STOP] = 1
            for process in self._processes:
                if process.poll() is None:
                    process.kill()
                process.wait()

    # ---- processes

    def _spawn(self, host: int, command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [*self._network.enter(host), *command],
                stdout=log,
                stderr=log,
                cwd=_REPOSITORY,
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
            )
        self._processes.append(process)
        return process

    def _start_brokers(self) -> None:
        commands = self._peer.brokers(self._run, Path(self._run.control).parent)
        self._brokers = [self._spawn(host, command, {}) for host, command in commands.items()]
        if self._brokers:
            time.sleep(self._peer.broker_seconds(self._run))

    def _start(self, role: str, index: int) -> subprocess.Popen[bytes]:
        host = 0 if role == "send" else index + 1
        address = self._run.sender_address if role == "send" else self._run.receiver_address(index)
        command = self._peer.command(self._run, role, index, address)
        if command is None:
            python = SYSTEM_PYTHON if self._peer.system_python else self._workload.python
            settings = json.dumps(asdict(self._run))
            command = [python, "-m", "bench._peers.role", settings, role, str(index)]
        return self._spawn(host, command, self._peer.environment(self._run, address))

    def _wait(
        self, done: Callable[[], bool], seconds: float, otherwise: str, needed: subprocess.Popen[bytes] | None = None
    ) -> None:
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise _FailedError(otherwise)
            if any(p.poll() not in (None, 0) for p in ([needed] if needed else self._processes)):
                raise _FailedError("a process ended:")
            time.sleep(0.01)

    def _drain(self) -> bool:
        """Wait until everything has arrived (True), no more arrives, or the timeout expires."""
        control, run = self._control, self._run
        last: list[int] = []
        since = time.monotonic()
        end = since + (30 if self._peer.own_flow_control else 10)
        while time.monotonic() - since < _DRAIN_PATIENCE and time.monotonic() < end:
            counts = [control.of(index, Control.COUNT) for index in range(run.receivers)]
            if min(counts) >= control.words[Control.SENT]:
                return True
            if counts != last:
                last, since = counts, time.monotonic()
            time.sleep(0.02)
        return False

    def _end_all(self) -> None:
        end = time.monotonic() + 8
        for process in self._processes:
            if process in self._brokers:
                continue
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _broker_cpu(self) -> float:
        used = 0.0
        for broker in self._brokers:
            fields = Path(f"/proc/{broker.pid}/stat").read_text().rsplit(")", 1)[1].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return used

    # ---- results

    def _row(self, setup: float, broker_cpu: float) -> dict[str, Any]:
        control, run = self._control, self._run
        sent = control.words[Control.SENT]
        everyone = range(run.receivers)
        counts = [control.of(index, Control.COUNT) for index in everyone]
        spans = [(control.of(i, Control.LAST) - control.of(i, Control.FIRST)) / 1e9 for i in everyone]
        rates = [count / span if span > 0 else 0.0 for count, span in zip(counts, spans, strict=True)]
        receiver_cpu = sum(control.of(index, Control.CPU) for index in everyone) / 1e6
        sender_cpu = control.words[Control.SENDER_CPU] / 1e6
        total = sum(counts)
        row = {
            **_head(self._workload, self._peer),
            "messages_per_s": round(statistics.median(rates)),
            "slowest_messages_per_s": round(min(rates)),
            "receiver_rates": [round(rate) for rate in rates],
            "sent": sent,
            "received": counts,
            "loss": round(1 - total / (sent * run.receivers), 6) if sent else 1.0,
            "disorder": sum(control.of(index, Control.DISORDER) for index in everyone),
            "p50_us": None,
            "p99_us": None,
            "cpu_us_per_delivery": round((sender_cpu + receiver_cpu + broker_cpu) * 1e6 / total, 3) if total else None,
            "sender_cpu_s": round(sender_cpu, 2),
            "receiver_cpu_s": round(receiver_cpu, 2),
            "broker_cpu_s": round(broker_cpu, 2),
            "sender_memory_mb": round(control.words[Control.SENDER_MEMORY] / 1024, 1),
            "receiver_memory_mb": round(statistics.median(control.of(i, Control.MEMORY) for i in everyone) / 1024, 1),
            "setup_s": round(setup, 1),
        }
        if run.rate:
            row.update(self._latencies())
        return row

    def _counters(self) -> dict[str, Any]:
        """The system's own counters, summed over all processes, and the sender's measurements."""
        total: dict[str, int] = {}
        for path in sorted(self._log.parent.glob("control.counters.*")):
            for name, value in json.loads(path.read_text()).items():
                total[name] = total.get(name, 0) + value
        gauges = self._control.gauges_file
        found = json.loads(gauges.read_text()) if gauges.exists() else {}
        return {**found, "counters": total} if total else found

    def _latencies(self) -> dict[str, int]:
        all_of_them = array("Q")
        for index in range(self._run.receivers):
            path = self._control.latency_file(index)
            if path.exists():
                all_of_them.frombytes(path.read_bytes())
        if not all_of_them:
            return {}
        ordered = sorted(all_of_them)
        at = {"p50_us": 0.5, "p99_us": 0.99, "p999_us": 0.999}
        found = {name: round(ordered[int(len(ordered) * share)] / 1000) for name, share in at.items()}
        return {**found, "max_us": round(ordered[-1] / 1000)}
