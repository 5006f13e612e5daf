# SPDX-License-Identifier: BSD-3-Clause
"""The output mode of a streaming query, inferred from its plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_TRANSPARENT = ("Project", "SubqueryAlias", "View", "EventTimeWatermark")
_STATEFUL = ("Aggregate", "Deduplicate", "DeduplicateWithinWatermark", "Distinct")


@dataclass(frozen=True)
class OutputMode:
    """`mode` is append, update or complete; `key` are the columns that identify a row."""

    mode: str
    key: list[str]
    stateful: bool


def infer_output_mode(frame: Any) -> OutputMode:
    """Infer the output mode from the analysed plan of a query."""
    plan = frame._jdf.queryExecution().analyzed()  # noqa: SLF001 - the plan is shown nowhere else
    stateful = _holds(plan, (*_STATEFUL, "Join"))
    if not _holds(plan, ("Aggregate",)):
        return OutputMode("append", [], stateful)
    key = _key(plan, frame.schema.names)
    return OutputMode("update", key, True) if key else OutputMode("complete", [], True)


def _key(plan: Any, names: list[str]) -> list[str]:
    """The result columns that hold the grouping expressions; empty unless all of them are selected."""
    layers = []
    while plan.nodeName() in _TRANSPARENT:
        layers.append(plan)
        plan = plan.children().apply(0)
    if plan.nodeName() != "Aggregate":
        return []  # a filter, sort or limit after grouping can remove rows
    wanted = _items(plan.groupingExpressions())
    if not wanted:
        return []
    stands: dict[int, int] = {}
    for shown in _items(plan.aggregateExpressions()):
        for number, group in enumerate(wanted):
            if _means(shown, group):
                stands[shown.exprId().id()] = number
    for layer in reversed(layers):
        if layer.nodeName() == "Project":
            stands = _through(_items(layer.projectList()), stands)
    output = _items((layers[0] if layers else plan).output())
    found: dict[int, str] = {}
    for each, name in zip(output, names, strict=True):
        stood = stands.get(each.exprId().id())
        if stood is not None:
            found.setdefault(stood, name)  # of the two ends of a window, the start
    return [found[number] for number in sorted(found)] if len(found) == len(wanted) else []


def _through(shown: list[Any], stands: dict[int, int]) -> dict[int, int]:
    made = {}
    for each in shown:
        inner = _unnamed(each)
        source = _attribute(inner)
        if source is not None and source in stands:
            made[each.exprId().id()] = stands[source]
    return made


def _means(shown: Any, group: Any) -> bool:
    """Whether a result column is a grouping expression, or the start of its window."""
    inner = _unnamed(shown)
    if inner.canonicalized().equals(group.canonicalized()):
        return True
    return _simple(inner) == "GetStructField" and inner.child().canonicalized().equals(group.canonicalized())


def _attribute(expression: Any) -> int | None:
    if _simple(expression) == "GetStructField":
        expression = expression.child()
    return int(expression.exprId().id()) if _simple(expression) == "AttributeReference" else None


def _unnamed(expression: Any) -> Any:
    return expression.child() if _simple(expression) == "Alias" else expression


def _simple(thing: Any) -> str:
    return str(thing.getClass().getSimpleName())


def _items(sequence: Any) -> list[Any]:
    return [sequence.apply(number) for number in range(sequence.length())]


def _holds(plan: Any, names: tuple[str, ...]) -> bool:
    return plan.nodeName() in names or any(_holds(each, names) for each in _items(plan.children()))
