# SPDX-License-Identifier: BSD-3-Clause
"""How long the relations between types take: a wire seen before, a new one, a failing one, reading a type.

Processor time. The last lines are the wires of one composite: it must grow with their number and no faster.
"""

import argparse
import json
import time
from collections.abc import Callable

from app.runtime.types import (
    EndpointType,
    Formalisms,
    TypeNames,
    dual,
    instantiate,
    match,
    parse_endpoint_type,
    parse_type,
    parse_value_type,
)
from app.runtime.types.objects import TemplateType

_CLIENT = """endpoint{ out send({author: text, line: text, number: int}); in receive({author: text, ...});
    requires reliability(total, at most once); requires security(encrypted) }"""
_CHANNEL = """endpoint{
    in send({author: text, line: text, number: int}); out receive({author: text, line: text});
    provides reliability(atomic); provides security(end to end encrypted, authenticated) }"""
_WEAK = "endpoint{ in send({author: text}); out receive(text); provides reliability(fifo) }"
_TEMPLATE = "template[T: value type] object{ channel: endpoint{ in send(T); out receive(T) } }"
_SIZES = (100, 1_000, 10_000)
_MAX_GROWTH = 3.0
"""The time per wire may be this much larger for the largest composite than for the smallest."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the number of repetitions."""
    parser.add_argument("--repeat", type=int, default=2_000, help="how often each is done (default 2000)")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check that the time per wire is constant."""
    microseconds = {name: _each(what, args.repeat) for name, what in _subjects().items()}
    per_wire = {size: _wires(size) for size in _SIZES}
    kept = per_wire[_SIZES[-1]] < _MAX_GROWTH * per_wire[_SIZES[0]]
    if args.json:
        print(json.dumps({"microseconds": microseconds, "per_wire": per_wire, "kept": kept}))
        return 0 if kept else 1
    for name, each in microseconds.items():
        print(f"{name:<28}  {each:8.1f} µs")
    for size, each in per_wire.items():
        print(f"{f'{size} new wires, per wire':<28}  {each:8.1f} µs")
    return 0 if kept else 1


def _subjects() -> dict[str, Callable[[], object]]:
    client, channel, weak = (parse_endpoint_type(text) for text in (_CLIENT, _CHANNEL, _WEAK))
    template = parse_type(_TEMPLATE)
    assert isinstance(template, TemplateType)
    argument = {"T": parse_type("{x: int}")}
    return {
        "match, seen before": lambda: match(client, channel),
        # A new table of formalisms has no cached verdicts.
        "match, new": lambda: match(client, channel, Formalisms()),
        "match that fails, new": lambda: match(client, weak, Formalisms()).explain(),
        "make a type": lambda: dual(client),
        "read a type": lambda: TypeNames().parse(_CHANNEL),
        "give a template its type": lambda: instantiate(template, argument),
    }


def _each(what: Callable[[], object], repeat: int) -> float:
    start = time.process_time()
    for _ in range(repeat):
        what()
    return (time.process_time() - start) / repeat * 1e6


def _wires(count: int) -> float:
    """Match wires of which a tenth is between new types."""
    kinds = max(1, count // 10)
    ends = [EndpointType.of({f"event {count}": parse_value_type(f"{{f{i}: int}}")}) for i in range(kinds)]
    opposites = [dual(end) for end in ends]
    start = time.process_time()
    for i in range(count):
        assert match(ends[i % kinds], opposites[i % kinds]).holds
    return (time.process_time() - start) / count * 1e6
