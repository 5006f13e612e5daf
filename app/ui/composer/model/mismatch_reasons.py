# SPDX-License-Identifier: BSD-3-Clause
"""Explains for non-programmers why two ports do not match."""

from __future__ import annotations

from app.runtime.references import EndpointPath
from app.runtime.types import EndpointTerm, EndpointType, Reason, Verdict
from app.ui.composer.model.blocks import Port
from app.ui.composer.model.families import is_flow, is_inlet
from app.ui.everyday_words import in_everyday_words


def describe_mismatch(
    verdict: Verdict,
    ports: tuple[Port, Port],
    ends: tuple[EndpointPath, EndpointPath],
    instead: EndpointPath | None = None,
) -> tuple[str, ...]:
    """All reasons, the most helpful first; `instead` is a port that would fit."""
    names = _names(ends)
    details = tuple(_detail(leaf, names) for leaf in verdict.leaves())
    first = _other_family(ports, ends, instead) or _same_end(ports, ends, instead)
    return (first, *details) if first else details


def describe_operator(
    ports: tuple[Port, Port], ends: tuple[EndpointPath, EndpointPath], operator: str
) -> tuple[str, ...]:
    """Which operator makes what the target of an everyday wire wants; empty for other wires."""
    if not all(is_flow(port.type) for port in ports):
        return ()
    target = 0 if is_inlet(ports[0].type) else 1
    return (f"'{ends[target].component}' wants {ports[target].family.noun}; {operator} makes it",)


def _names(ends: tuple[EndpointPath, EndpointPath]) -> tuple[str, str]:
    """The names of the two blocks, with ports if it is the same block."""
    if ends[0].component == ends[1].component:
        return ends[0].endpoint, ends[1].endpoint
    return ends[0].component, ends[1].component


def _detail(leaf: Reason, names: tuple[str, str]) -> str:
    way = [step for step in leaf.path if step.kind not in ("constraint", "clause")]
    if len(way) == 1 and way[0].kind == "event":
        words = leaf.text.format(left=f"'{names[0]}'", right=f"'{names[1]}'")
        if " it;" not in words:
            return in_everyday_words(words)
    return in_everyday_words(leaf.render(*names))


def _other_family(
    ports: tuple[Port, Port], ends: tuple[EndpointPath, EndpointPath], instead: EndpointPath | None
) -> str:
    first, second = ports[0].family, ports[1].family
    if first is second:
        return ""
    return (
        f"{_called(ends[0])} is {first.phrase}, and {_called(ends[1])} is {second.phrase}; {_remedy(ports[0], instead)}"
    )


def _same_end(ports: tuple[Port, Port], ends: tuple[EndpointPath, EndpointPath], instead: EndpointPath | None) -> str:
    """The reason for two ports with the same role, such as two providers."""
    first, second = _events(ports[0].type), _events(ports[1].type)
    if not (first[0] & second[0] or first[1] & second[1]):
        return ""
    both = "need" if ports[0].required else "offer"
    return f"{_called(ends[0])} and {_called(ends[1])} both {both} {ports[0].family.noun}; {_remedy(ports[0], instead)}"


def _remedy(port: Port, instead: EndpointPath | None) -> str:
    """What to wire the first port to."""
    if instead is not None:
        return f"use {_called(instead)} instead"
    return f"wire it to a block that {'offers' if port.required else 'uses'} {port.family.noun}"


def _events(term: EndpointTerm | None) -> tuple[set[str], set[str]]:
    if not isinstance(term, EndpointType):
        return set(), set()
    return {event.name for event in term.incoming}, {event.name for event in term.outgoing}


def _called(end: EndpointPath) -> str:
    return f"'{end.endpoint}' of '{end.component}'"
