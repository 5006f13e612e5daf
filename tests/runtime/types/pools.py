# SPDX-License-Identifier: BSD-3-Clause
"""Small universes of types, small enough to try every pair and every triple."""

from __future__ import annotations

import itertools

from app.runtime.types import EndpointType, ObjectType, ValueType, parse_endpoint_type, parse_value_type

VALUE_TEXTS = [
    "nothing", "anything", "null", "bool", "int", "float", "text",
    "int | text", "float | text", "int | null", "int | text | null", "anything | int",
    "list[int]", "list[float]", "list[anything]", "list[nothing]", "list[int | text]",
    "list[int] | list[text]", "map[text, int]", "map[text, float]", "map[anything, anything]",
    "{}", "{...}", "{x: int}", "{x?: int}", "{x: int, ...}", "{x?: int, ...}", "{x: float}",
    "{x: int, y: text}", "{x: int, y?: text}", "{x: int, y?: anything, ...}", "{y?: anything, ...}",
    "{x: int | text}", "{x: int} | {x: text}", "{x: {x: int}}", "{x: {x: float, ...}}",
    "table{}", "table{...}", "table{a: int8}", "table{a: int64}", "table{a: number, ...}",
    "table{a: int8?}", "table{a: int8, b: string}", "table{a: anything?, ...}",
    "reference[object{}]", "reference[object{ e: endpoint{} }]",
    "reference[object{ e: endpoint{ out a(int) } }]", "reference[object{ e: endpoint{ out a(float) } }]",
    "reference[object{ e: endpoint{ in a(float) } }]", "reference[object{ e: endpoint{ in a(int) } }]",
    "endpoint[endpoint{}]", "endpoint[endpoint{ out a(int) }]", "endpoint[endpoint{ in a(int) }]",
    "endpoint[endpoint{ provides reliability(total) }]", "endpoint[endpoint{ provides reliability(fifo) }]",
    "$T", "$U", "$T | int",
]  # fmt: skip

_EVENTS = ["", "out a(int)", "out a(float)", "in a(int)", "in a(float)", "in a(int); in b(); out c()"]
_CONSTRAINTS = [
    "", "provides reliability(total)", "provides reliability(fifo)", "requires reliability(fifo)",
    "requires reliability(total, durable)", "provides reliability(atomic, durable)", "requires reliability()",
    "provides cardinality(at most 2 instances)", "provides cardinality(exactly one instance)",
    "requires cardinality(at most 3 instances)",
    "provides precedence(disconnect only after connect)",
    "requires precedence(disconnect only after connect)",
    "provides timing(99 percent of connect within 5 ms of disconnect)",
    "requires timing(90 percent of connect within 1 s of each other)",
    "provides security(authorized by alice)", "requires security(intact)", "provides security(encrypted)",
    "provides merge(crdt)", "requires merge(nothing lost)", "requires merge(last writer)",
    "provides foreign(x, y)", "requires foreign(x)",
]  # fmt: skip


def value_pool() -> list[ValueType]:
    """Values of every kind."""
    return [parse_value_type(text) for text in VALUE_TEXTS]


def endpoint_pool() -> list[EndpointType]:
    """Events crossed with constraints of all six formalisms and a foreign one."""
    with_events = [parse_endpoint_type(f"endpoint{{ {events} }}") for events in _EVENTS]
    with_constraints = [parse_endpoint_type(f"endpoint{{ {item} }}") for item in _CONSTRAINTS]
    both = [
        parse_endpoint_type(f"endpoint{{ {'; '.join(filter(None, parts))} }}")
        for parts in itertools.product(_EVENTS[1:5], _CONSTRAINTS[1:4])
    ]
    return list(dict.fromkeys([*with_events, *with_constraints, *both]))


def object_pool() -> list[ObjectType]:
    """Objects with up to two endpoints, and constraints on them."""
    endpoints = endpoint_pool()[::4]
    single = [ObjectType.of({"e": endpoint}) for endpoint in endpoints]
    double = [ObjectType.of({"e": endpoint, "f": endpoints[0]}) for endpoint in endpoints[::2]]
    constrained = [
        ObjectType.of({"e": endpoints[1]}, provides={"cardinality": text})
        for text in ("at most one instance of e", "at most two instances of e", "at least one instance")
    ]
    required = [ObjectType.of({"e": endpoints[1]}, requires={"cardinality": "at most one instance of e"})]
    return [ObjectType(), *single, *double, *constrained, *required]
