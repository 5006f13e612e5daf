# SPDX-License-Identifier: BSD-3-Clause
"""Total order beside plain reliable groups, in one run: throughput with one and four senders, and latency."""

from __future__ import annotations

import argparse
import multiprocessing
import random
import select
import statistics
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import TYPE_CHECKING, Any

from bench._network import Network, PrivateLoopback, can_make_namespaces
from bench._peers.harness import Workload, measure, missing_parts
from bench._promise import Promise, finish, ratio

if TYPE_CHECKING:
    from app.transport_native.engine import Engine
    from app.transport_native.scope import Group

EXAMPLE = "liveobjects bench ordered --runs 3 --json"
_MEMBERS = 5
_BATCH = 32
_QUIET_SECONDS = 1.0
_ORDERS = ("sender", "view", "total")


@dataclass(frozen=True)
class _Plan:
    order: str
    senders: int
    size: int
    seconds: float
    rate: float
    port: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"example: {EXAMPLE}"
    parser.add_argument("--size", type=int, default=1000, help="bytes of a message (default 1000)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement (default 2)")
    parser.add_argument("--rate", type=float, default=400, help="messages/s for the latency (default 400)")
    parser.add_argument("--runs", type=int, default=1, help="the row is the median of so many (default 1)")
    parser.add_argument("--orders", default="sender,total", help=f"with commas: {', '.join(_ORDERS)}")
    parser.add_argument("--peers", default="corosync", help="beside, with one sender: corosync, jgroups; none")
    parser.add_argument("--check", action="store_true", help="end with 1 when a promise is broken")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Measure every order with the same load, then the other systems."""
    orders = args.orders.split(",")
    if not set(orders) <= set(_ORDERS) or args.size < 16 or args.runs < 1:
        print(f"liveobjects: orders are {', '.join(_ORDERS)}, messages have 16 bytes or more; see --help")
        return 2
    rows: list[dict[str, Any]] = []
    for senders, rate in ((1, 0.0), (4, 0.0), (1, args.rate), (4, args.rate)):
        rounds = [[_measure(args, order, senders, rate) for order in orders] for _ in range(args.runs)]
        rows += [_median([found[place] for found in rounds]) for place in range(len(orders))]
        if not args.json:
            for row in rows[-len(orders) :]:
                _print(row)
    peers, skipped = _measure_peers(args)
    if not args.json:
        for row in peers:
            _print(row)
        for name, reason in skipped.items():
            print(f"{name:<10} skipped: {reason}")
    body: dict[str, Any] = {"results": rows + peers, "skipped": skipped}
    return finish(body, _promises(rows, peers) if args.check else [], as_json=args.json)


def _promises(rows: list[dict[str, Any]], peers: list[dict[str, Any]]) -> Iterator[Promise]:
    def value(order: str, senders: int, key: str, *, paced: bool) -> float | None:
        return next(
            (
                r[key]
                for r in rows
                if (r["order"], r["senders"], r["rate"] > 0) == (order, senders, paced) and r[key] is not None
            ),
            None,
        )

    for senders, share in ((1, 0.60), (4, 0.35)):
        plain, total = (value(order, senders, "messages_per_s", paced=False) for order in ("sender", "total"))
        what = f"ordered beside plain with {senders} sender{'s' * (senders > 1)}"
        yield Promise.at_least(f"{what}, throughput", ratio(total, plain), share)
        early, late = (value(order, senders, "p50_us", paced=True) for order in ("sender", "total"))
        extra = None if early is None or late is None else (late - early) / 1000
        yield Promise.under(f"{what}, extra median latency in ms", extra, 1.0)
    for peer in peers:
        ours = value("total", 1, "messages_per_s", paced=False)
        yield Promise.at_least(f"ordered beside {peer['system']}", ratio(ours, peer["messages_per_s"]), 1.0)


def _print(row: dict[str, Any]) -> None:
    load = f"{row['rate']:.0f}/s" if row["rate"] else "flood"
    latency = f"p50 {row['p50_us']:.0f} us" if row.get("p50_us") else ""
    name = row.get("order", row.get("system"))
    rate = row["messages_per_s"]
    print(f"{name:<10} {row['senders']} senders  {load:<8} {rate:>10,.0f} messages/s  {latency}", flush=True)


def _median(rows: list[dict[str, Any]]) -> dict[str, Any]:
    keys = ("messages_per_s", "p50_us", "p99_us")
    merged = {key: [row[key] for row in rows if row[key] is not None] for key in keys}
    found = {key: statistics.median(values) if values else None for key, values in merged.items()}
    return {**rows[0], **found, "complete": all(row["complete"] for row in rows)}


def _measure_peers(args: argparse.Namespace) -> tuple[list[dict[str, Any]], dict[str, str]]:
    names = [] if args.peers == "none" else args.peers.split(",")
    skipped = missing_parts(names, sys.executable)
    rows = []
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        for name in names:
            if name in skipped:
                continue
            workload = Workload(peer=name, receivers=_MEMBERS - 1, size=args.size, seconds=args.seconds)
            row = measure(workload, network)
            if "error" in row:
                skipped[name] = row["error"]
            else:
                rows.append({**row, "senders": 1, "rate": 0.0})
    return rows, skipped


# ---- one measurement


def _measure(args: argparse.Namespace, order: str, senders: int, rate: float) -> dict[str, Any]:
    plan = _Plan(order, senders, args.size, args.seconds, rate, random.randrange(20000, 32000))
    context = multiprocessing.get_context("spawn")
    answers: Queue[dict[str, Any]] = context.Queue()
    barrier = context.Barrier(_MEMBERS)
    workers = [context.Process(target=_member, args=(plan, barrier, answers), daemon=True) for _ in range(_MEMBERS)]
    for worker in workers:
        worker.start()
    found = [answers.get(timeout=60 + args.seconds) for _ in workers]
    for worker in workers:
        worker.join()
    sent = sum(answer["sent"] for answer in found)
    listeners = [answer for answer in found if not answer["sends"]]
    samples = sorted(sample for answer in listeners for sample in answer["latencies"])
    return {
        "order": order,
        "senders": senders,
        "members": _MEMBERS,
        "size": args.size,
        "rate": rate,
        "messages_per_s": statistics.median(answer["messages_per_s"] for answer in listeners),
        "p50_us": samples[len(samples) // 2] if samples else None,
        "p99_us": samples[len(samples) * 99 // 100] if samples else None,
        "complete": all(answer["received"] == sent for answer in listeners),
    }


def _member(plan: _Plan, barrier: Barrier, answers: Queue[dict[str, Any]]) -> None:
    from app.transport_native import Order, Policy, ScopeSettings  # noqa: PLC0415  in the worker only
    from app.transport_native.engine import Engine  # noqa: PLC0415

    engine = Engine()
    scope = engine.open_scope(ScopeSettings(name=f"ordered {plan.port}", port=plan.port))
    group = scope.join("ordered", Policy(order=Order[plan.order.upper()]))

    def complete() -> bool:
        cut = group.view_change is not None and len(group.view_change.members) == _MEMBERS
        return len(group.members) == _MEMBERS and (plan.order == "sender" or cut)

    while not complete():
        _take(engine, None)
    barrier.wait(60)
    # The most senior member is the first sequencer, so others send.
    seniority = [member.number for member in group.members]
    place = seniority.index(scope.view.own.number) if scope.view is not None else 0
    worker = _Worker(plan, engine, group, sends=place >= _MEMBERS - plan.senders)
    answers.put(worker.go())
    barrier.wait(60)
    engine.close()


class _Worker:
    def __init__(self, plan: _Plan, engine: Engine, group: Group, *, sends: bool) -> None:
        self._plan, self._engine, self._group, self._sends = plan, engine, group, sends
        self._received, self._sent = 0, 0
        self._first = self._last = 0.0
        self._latencies: list[float] = []
        self._filler = bytes(plan.size - 8)

    def go(self) -> dict[str, Any]:
        begun = time.monotonic()
        end = begun + self._plan.seconds
        while time.monotonic() < max(end, self._last) + _QUIET_SECONDS:
            wait = self._send(begun) if self._sends and time.monotonic() < end else 0.05
            _take(self._engine, self, wait)
        spent = self._last - self._first
        return {
            "sends": self._sends,
            "sent": self._sent,
            "received": self._received,
            "messages_per_s": self._received / spent if spent > 0 else 0.0,
            "latencies": self._latencies[-20000:],
        }

    def _send(self, begun: float) -> float:
        """Send what is due; return the seconds until the next message."""
        from app.transport_native import SendBufferFullError  # noqa: PLC0415

        rate = self._plan.rate / self._plan.senders
        due = int((time.monotonic() - begun) * rate) - self._sent if rate else _BATCH
        if due > 0:
            messages = [struct.pack("<d", time.monotonic()) + self._filler for _ in range(min(due, _BATCH))]
            try:
                self._group.send_many(messages)
                self._sent += len(messages)
            except SendBufferFullError:
                return 0.001
        return 0.0 if not rate else max(0.0, begun + (self._sent + 1) / rate - time.monotonic())

    def take(self, batch: Any) -> None:
        now = time.monotonic()
        self._first = self._first or now
        self._last = now
        self._received += len(batch)
        memory = batch.memory
        stamps = [struct.unpack_from("<d", memory, offset)[0] for offset in batch.offsets]
        if self._plan.rate:
            self._latencies += [(now - stamp) * 1e6 for stamp in stamps]


def _take(engine: Engine, worker: _Worker | None, wait: float = 0.05) -> None:
    batch = engine.take()
    while batch is not None:
        with batch:
            if worker is not None:
                worker.take(batch)
        batch = engine.take()
    if wait and engine.arm():
        select.select([engine], [], [], wait)
