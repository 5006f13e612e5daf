# SPDX-License-Identifier: BSD-3-Clause
"""The relations between types, match and subtype; verdicts are cached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from .comparison import Comparison, TooComplicatedError
from .core import Type, expect_sort
from .endpoints import EndpointPattern, EndpointTerm, EndpointType, dual
from .formalisms import STANDARD_FORMALISMS, Formalisms
from .implication import Implication, structure_of
from .objects import ObjectTerm, ObjectType
from .values import ValueType
from .verdict_cache import Key, VerdictCache
from .verdicts import HOLDS, Reason, Verdict, verdict_of
from .wording import MATCHING, SUBTYPING, VALUES

_verdicts = VerdictCache(8_192)
_SORTS = {
    "value_type": "a type of values",
    "endpoint_type": "a type of endpoints",
    "object_type": "a type of objects",
    "template": "a template, which must first be given its parameters",
}


def match(a: EndpointTerm, b: EndpointTerm, formalisms: Formalisms = STANDARD_FORMALISMS) -> Verdict:
    """Whether two endpoints can be connected, a ∝ b: equation 2.1."""
    expect_sort("endpoint_type", "match", a, b)

    # By 2.1 and 2.4, a matches b exactly when a is a subtype of the dual of b.
    def judge() -> Iterator[Reason]:
        return Comparison(formalisms).endpoints(a, dual(b), MATCHING)

    return _judged(("match", formalisms.state, a.digest, b.digest), judge)


def is_subtype(a: Type, b: Type, formalisms: Formalisms = STANDARD_FORMALISMS) -> Verdict:
    """Whether a can be used wherever b can, a ◁ b: inclusion of values, equation 2.4, equation 2.5."""
    if a == b:
        return HOLDS
    return _judged(("subtype", formalisms.state, a.digest, b.digest), lambda: _subtype(a, b, formalisms))


def check_constraints(term: Type, formalisms: Formalisms = STANDARD_FORMALISMS) -> Verdict:
    """Whether each constraint anywhere in the type is valid in its place."""
    return verdict_of(tuple(_unreadable(term, Implication(formalisms))))


def _subtype(a: Type, b: Type, formalisms: Formalisms) -> Iterator[Reason]:
    comparison = Comparison(formalisms)
    if "template" in (a.sort, b.sort) or a.sort != b.sort:
        return iter([Reason("sort", (), f"{{left}} is {_SORTS[a.sort]}; {{right}} is {_SORTS[b.sort]}")])
    if a.sort == "endpoint_type":
        return comparison.endpoints(cast(EndpointTerm, a), cast(EndpointTerm, b), SUBTYPING)
    if a.sort == "object_type":
        return comparison.objects(cast(ObjectTerm, a), cast(ObjectTerm, b), SUBTYPING)
    return comparison.values(cast(ValueType, a), cast(ValueType, b), VALUES)


def _unreadable(term: Type, implication: Implication) -> Iterator[Reason]:
    if isinstance(term, EndpointType | EndpointPattern | ObjectType):
        structure = structure_of(term)
        yield from implication.unreadable(term.provides, structure)
        yield from implication.unreadable(term.requires, structure)
    for part in term.parts():
        yield from _unreadable(part, implication)


def _judged(key: Key, judge: Callable[[], Iterator[Reason]]) -> Verdict:
    """Return the verdict for this key, from the cache or computed."""
    verdict = _verdicts.get(key)
    if verdict is None:
        try:
            verdict = verdict_of(tuple(judge()))
        except TooComplicatedError:
            verdict = Verdict(False, (Reason("size", (), "{left} and {right} are too entangled to compare"),))
        _verdicts.put(key, verdict)
    return verdict
