# SPDX-License-Identifier: BSD-3-Clause
"""What an event through a connection costs, beside a plain method call with the same arguments."""

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from app.runtime.activation import Node, Proxy
from app.runtime.library import Catalogue, Endpoint, definition_of, live_object
from app.runtime.library.source_tree import Library
from app.runtime.references import Primitive

PROMISE = 3.0
Measure = Callable[[Any, int], float]


@live_object("be9c0000000000000000000000000001", name="Event source")
class Source:
    """Sends events."""

    wire = Endpoint()

    @wire.outgoing
    def nothing(self) -> None: ...

    @wire.outgoing
    def add(self, amount: int) -> None: ...

    @wire.outgoing
    def move(self, across: int, down: int) -> None: ...


@live_object("be9c0000000000000000000000000002", name="Event sink")
class Sink:
    """Receives and counts events."""

    wire = Endpoint()

    def __init__(self) -> None:
        self.count = 0

    @wire.incoming
    def nothing(self) -> None:
        self.count += 1

    @wire.incoming
    def add(self, amount: int) -> None:
        self.count += amount

    @wire.incoming
    def move(self, across: int, down: int) -> None:
        self.count += across - down


# One function for each side and kind of event: Python specializes a call site by what it has seen there.
_LOOP = """
def measure(target, times):
    start = clock()
    for _ in range(times):
        {statement}
    return clock() - start
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the duration and the output format."""
    parser.add_argument("--times", type=int, default=2_000, help="calls in one round")
    parser.add_argument("--rounds", type=int, default=500, help="rounds; the median counts")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check the promise."""
    results = asyncio.run(_measure(args.times, args.rounds))
    if args.json:
        print(json.dumps({"promise": PROMISE, "results": results}))
    else:
        print(f"{'event':<16}{'where':<22}{'method call':>12}{'event':>10}{'ratio':>8}")
        for row in results:
            print(
                f"{row['event']:<16}{row['where']:<22}{row['call_ns']:>9.1f} ns{row['event_ns']:>7.1f} ns"
                f"{row['ratio']:>8.2f}"
            )
        print(f"an event may cost {PROMISE:g} times a method call")
    return 0 if all(row["ratio"] <= PROMISE for row in results) else 1


async def _measure(times: int, rounds: int) -> list[dict[str, Any]]:
    classes = (Source, Sink)
    catalogue = Catalogue([Library("bench", tuple(definition_of(cls) for cls in classes))])
    async with Node(catalogue) as node:
        source, sink = [await node.dereference(Primitive(definition_of(cls).id)) for cls in classes]
        with node.connect(source.endpoint("wire"), sink.endpoint("wire")):
            return [
                _compare(statement, where, source, sink, times, rounds)
                for statement in ("nothing()", "add(5)", "move(5, 4)")
                for where in ("in the sender's turn", "from outside")
            ]


def _compare(statement: str, where: str, source: Proxy, sink: Proxy, times: int, rounds: int) -> dict[str, Any]:
    """Measure both sides alternately, so that other load slows both."""
    sender, receiver = _body(source), _body(sink)
    call, event = _loop(statement), _loop(statement)
    turn = source._life.turn  # noqa: SLF001  # what a handler of the sender would have
    calls, events = [], []
    for _ in range(rounds):
        calls.append(call(receiver, times))
        if where == "from outside":
            events.append(event(sender, times))
        else:
            turn.run(lambda: events.append(event(sender, times)))
    # The two halves of a round are measured within a millisecond, under the same conditions.
    ratio = statistics.median(event / call for call, event in zip(calls, events, strict=True))
    call_ns, event_ns = (statistics.median(measured) / times * 1e9 for measured in (calls, events))
    name = statement.replace("5, 4", "int, int").replace("5", "int")
    return {"event": name, "where": where, "call_ns": call_ns, "event_ns": event_ns, "ratio": ratio}


def _body(proxy: Proxy) -> Any:
    return proxy._life.body  # noqa: SLF001  # the same instance must be called directly, too


def _loop(statement: str) -> Measure:
    names: dict[str, Any] = {"clock": time.perf_counter}
    exec(_LOOP.format(statement=f"target.{statement}"), names)  # noqa: S102  # our own text, see above
    measure: Measure = names["measure"]
    return measure
