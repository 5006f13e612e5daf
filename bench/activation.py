# SPDX-License-Identifier: BSD-3-Clause
"""How long it takes to activate composites of many components, static and dynamic checks included."""

import argparse
import asyncio
import json
import time
from itertools import pairwise

from app.runtime.activation import Node, State
from app.runtime.library import Catalogue, Endpoint, definition_of, live_object
from app.runtime.library.source_tree import Library
from app.runtime.references import Composite, Connection, EndpointPath, Primitive

PROMISE = 1.0
PROMISED_SIZE = 1_000


@live_object("be9c0000000000000000000000000003", name="Relay")
class Relay:
    """Passes numbers on from left to right, and back."""

    left = Endpoint()
    right = Endpoint()

    @left.incoming("put")
    def from_left(self, number: int) -> None:
        """Pass a number on."""
        self.to_right(number)

    @right.outgoing("put")
    def to_right(self, number: int) -> None: ...

    @right.incoming("back")
    def from_right(self, number: int) -> None:
        """Pass a number back."""
        self.to_left(number)

    @left.outgoing("back")
    def to_left(self, number: int) -> None: ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the sizes and the output format."""
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, PROMISED_SIZE, 10_000], help="components")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check the promise."""
    results = {size: asyncio.run(_best(size, args.rounds)) for size in args.sizes}
    if args.json:
        print(json.dumps({"promise": {str(PROMISED_SIZE): PROMISE}, "seconds": results}))
    else:
        for size, seconds in results.items():
            print(f"{size:>7} components  {seconds:8.3f} s  {seconds / size * 1e6:6.0f} µs each")
        print(f"{PROMISED_SIZE} components may take {PROMISE:g} s")
    return 0 if results.get(PROMISED_SIZE, 0) < PROMISE else 1


async def _best(size: int, rounds: int) -> float:
    catalogue = Catalogue([Library("bench", (definition_of(Relay),))])
    chain = _chain(size)
    measured = []
    async with Node(catalogue) as node:
        for _ in range(rounds):
            start = time.perf_counter()
            with await node.dereference(chain) as proxy:
                measured.append(time.perf_counter() - start)
                assert proxy.state is State.LIVE
                assert len(proxy.components) == size
    return min(measured)


def _chain(size: int) -> Composite:
    names = [f"link {number}" for number in range(size)]
    return Composite(
        tuple((name, Primitive(definition_of(Relay).id, 1)) for name in names),
        tuple(Connection(EndpointPath(one, "right"), EndpointPath(other, "left")) for one, other in pairwise(names)),
    )
