# SPDX-License-Identifier: BSD-3-Clause
"""The laws of match and subtype, and the equations, on every pair and triple of small universes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.runtime.types import (
    STANDARD_FORMALISMS,
    Constraint,
    EndpointType,
    Event,
    ObjectType,
    Structure,
    Type,
    conjoin,
    dual,
    is_subtype,
    match,
    structure_of,
)
from tests.runtime.types.pools import endpoint_pool, object_pool, value_pool

POOLS: list[Callable[[], Sequence[Type]]] = [value_pool, endpoint_pool, object_pool]


@pytest.mark.parametrize("pool", POOLS)
def test_reflexive_and_transitive_on_every_triple(pool: Callable[[], Sequence[Type]]) -> None:
    types = pool()
    below = [[is_subtype(a, b).holds for b in types] for a in types]
    size = range(len(types))
    assert all(below[i][i] for i in size)
    for i, j in itertools.product(size, size):
        if below[i][j]:
            missing = [k for k in size if below[j][k] and not below[i][k]]
            assert not missing, f"{types[i]} ◁ {types[j]} ◁ {types[missing[0]]}, but not the first of the last"


def test_below_means_matching_whatever_the_other_matches_for_every_triple() -> None:
    types = endpoint_pool()
    partners = [*types, *(dual(term) for term in types)]
    matching = [[match(a, b).holds for b in partners] for a in types]
    for a, one in zip(types, matching, strict=True):
        for b, other in zip(types, matching, strict=True):
            matches_all = all(mine or not theirs for mine, theirs in zip(one, other, strict=True))
            assert is_subtype(a, b).holds == matches_all, f"{a} and {b}"


def test_match_is_symmetric_for_every_pair() -> None:
    types = endpoint_pool()
    for a, b in itertools.combinations_with_replacement(types, 2):
        assert match(a, b).holds == match(b, a).holds


# The equations, in their plainest form.


def understood(events: Sequence[Event], others: Sequence[Event]) -> bool:
    """Equation 2.2."""
    return all(any(name == other and is_subtype(kind, wider).holds for other, wider in others) for name, kind in events)


def implied(given: Sequence[Constraint], names: Structure, wanted: Sequence[Constraint], theirs: Structure) -> bool:
    """Equation 2.3."""

    def follows(want: Constraint, have: Constraint) -> bool:
        formalism = STANDARD_FORMALISMS.find(want.formalism)
        if formalism is None:
            return conjoin(want.text, have.text) == have.text
        return formalism.is_weaker_than(formalism.parse(want.text, theirs), formalism.parse(have.text, names))

    return all(any(w.formalism == h.formalism and follows(w, h) for h in given) for w in wanted)


def equation_2_1(a: EndpointType, b: EndpointType) -> bool:
    one, two = structure_of(a), structure_of(b)
    return (
        understood(a.outgoing, b.incoming)
        and understood(b.outgoing, a.incoming)
        and implied(a.provides, one, b.requires, two)
        and implied(b.provides, two, a.requires, one)
    )


def equation_2_4(a: EndpointType, b: EndpointType) -> bool:
    one, two = structure_of(a), structure_of(b)
    return (
        understood(a.outgoing, b.outgoing)
        and understood(b.incoming, a.incoming)
        and implied(a.provides, one, b.provides, two)
        and implied(b.requires, two, a.requires, one)
    )


def equation_2_5(a: ObjectType, b: ObjectType) -> bool:
    one, two = structure_of(a), structure_of(b)
    endpoints: Any = dict(a.endpoints)
    # The first line is equation 2.6.
    return (
        all(name in endpoints and equation_2_4(endpoints[name], theirs) for name, theirs in b.endpoints)  # type: ignore[arg-type]  # the pool has no templates
        and implied(a.provides, one, b.provides, two)
        and implied(b.requires, two, a.requires, one)
    )


def test_match_is_equation_2_1() -> None:
    for a, b in itertools.product(endpoint_pool(), repeat=2):
        assert match(a, b).holds == equation_2_1(a, b), f"{a} and {b}"
        assert match(a, dual(b)).holds == equation_2_1(a, dual(b)), f"{a} and {b}"  # type: ignore[arg-type]  # no variables here


def test_subtyping_of_endpoints_is_equation_2_4() -> None:
    for a, b in itertools.product(endpoint_pool(), repeat=2):
        assert is_subtype(a, b).holds == equation_2_4(a, b), f"{a} and {b}"


def test_subtyping_of_objects_is_equations_2_5_and_2_6() -> None:
    for a, b in itertools.product(object_pool(), repeat=2):
        assert is_subtype(a, b).holds == equation_2_5(a, b), f"{a} and {b}"
