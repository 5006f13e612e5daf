# SPDX-License-Identifier: BSD-3-Clause
"""How the static check grows with the number of components: times, and the exponent of the growth.

Each size is a composite of templates with arguments, wired into a chain; every tenth wire is wrong, so that
reasons and adapters are looked for, too. An exponent of 1 is linear growth.
"""

from __future__ import annotations

import argparse
import json
import math
import time

from app.runtime import references as refs
from app.runtime.library import Catalogue, Definition, Library
from app.runtime.types import ObjectType, TemplateType, parse_type

_SIZES = (100, 300, 1_000, 3_000, 10_000)
_MOST_SECONDS = 0.5  # for 1,000 components
_MOST_GROWTH = 1.25
_LINK = """template[step: int = 1, label: text] object{
    left: endpoint{ in push({from: text, number: int, ...}); out pull(int); requires reliability(fifo) };
    right: endpoint{ out push({from: text, number: int}); in pull(int); provides reliability(atomic) };
    loose: endpoint{ out push({from: text, number: int}); in pull(int);
        provides reliability(best effort) } }"""
_ORDER = "template[E: endpoint type] object{ inner: ~E; outer: E with provides reliability(total) }"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the number of repetitions."""
    parser.add_argument("--repeat", type=int, default=5, help="how often each size is checked (default 5)")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check the time and the linear growth."""
    seconds = {size: _check(size, args.repeat) for size in _SIZES}
    exponent = _exponent(seconds)
    kept = seconds[1_000] < _MOST_SECONDS and exponent < _MOST_GROWTH
    if args.json:
        print(json.dumps({"seconds": seconds, "exponent": exponent, "kept": kept}))
    else:
        for size, each in seconds.items():
            print(f"{size:>6} components  {each * 1e3:9.2f} ms  {each / size * 1e6:7.2f} µs each")
        print(f"growth exponent {exponent:.2f} (1 is linear)")
    return 0 if kept else 1


def _check(size: int, repeat: int) -> float:
    """The best CPU time of several checks of a file with that many components, each with a new checker."""
    document = refs.read(refs.write(_chain(size)))
    best = math.inf
    for _ in range(repeat):
        checker = refs.Checker(_catalogue())
        begin = time.process_time()
        problems = checker.check(document)
        best = min(best, time.process_time() - begin)
        assert len(problems) == (size - 1) // 10 + 1, problems[:3]
    return best


def _chain(size: int) -> refs.Composite:
    def wire(number: int) -> refs.Connection:
        end = "loose" if number % 10 == 9 else "right"
        return refs.Connection(refs.EndpointPath(f"c{number}", end), refs.EndpointPath(f"c{number + 1}", "left"))

    def link(number: int) -> refs.Parameterized:
        arguments = (("step", refs.ValueArgument(number)), ("label", refs.ValueArgument(f"number {number}")))
        return refs.Parameterized(refs.Primitive(0x1000), arguments)

    components = tuple((f"c{number}", link(number)) for number in range(size))
    return refs.Composite(components, tuple(wire(number) for number in range(size - 1)))


def _catalogue() -> Catalogue:
    link, order = parse_type(_LINK), parse_type(_ORDER)
    assert isinstance(link, ObjectType | TemplateType)
    assert isinstance(order, ObjectType | TemplateType)
    definitions = (
        Definition(0x1000, 1, "Link", "One link of a chain.", link),
        Definition(0x1001, 1, "Order", "Orders what passes.", order, kind="adapter"),
    )
    return Catalogue([Library("bench", definitions)])


def _exponent(seconds: dict[int, float]) -> float:
    """The slope of the times over the sizes in logarithms."""
    points = [(math.log(size), math.log(each)) for size, each in seconds.items()]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    above = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return above / sum((x - mean_x) ** 2 for x, _ in points)
