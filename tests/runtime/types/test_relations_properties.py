# SPDX-License-Identifier: BSD-3-Clause
"""The laws of match and subtype, on random types of all sorts with constraints in all formalisms."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from app.runtime.types import EndpointType, ObjectType, Type, check_constraints, dual, is_subtype, match, relations
from app.runtime.types.verdict_cache import VerdictCache
from tests.runtime.types.strategies import any_types, endpoint_types, wider, wider_endpoint

few = settings(max_examples=50, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def chain(length: int) -> st.SearchStrategy[list[Any]]:
    """A type, a supertype of it, a supertype of that, and so on."""

    @st.composite
    def build(draw: Any) -> list[Type]:
        found = [draw(any_types())]
        while len(found) < length:
            found.append(draw(wider(found[-1])))
        return found

    return build()


@few
@given(any_types())
def test_subtyping_is_reflexive(term: Type) -> None:
    assert is_subtype(term, term).holds


@few
@given(chain(2))
def test_a_widened_type_is_a_supertype(types: list[Type]) -> None:
    narrow, wide = types
    verdict = is_subtype(narrow, wide)
    assert verdict.holds, verdict.explain(str(narrow), str(wide))


@few
@given(chain(4))
def test_subtyping_is_transitive(types: list[Type]) -> None:
    for i, narrow in enumerate(types):
        for wide in types[i:]:
            assert is_subtype(narrow, wide).holds, (str(narrow), str(wide))


@few
@given(st.data(), endpoint_types())
def test_a_subtype_matches_everything_that_its_supertype_matches(data: st.DataObject, one: EndpointType) -> None:
    two = data.draw(wider_endpoint(one))
    # What matches `two` is exactly what is below its opposite, so go up from a random type to that opposite.
    other = data.draw(endpoint_types())
    partner = dual(data.draw(wider_endpoint(two)))
    assert match(two, partner).holds
    assert match(one, partner).holds
    if match(two, other).holds:
        assert match(one, other).holds


@few
@given(endpoint_types(), endpoint_types())
def test_what_is_no_subtype_fails_to_match_something_that_the_other_matches(
    one: EndpointType, two: EndpointType
) -> None:
    assume(not is_subtype(one, two).holds)
    witness = dual(two)
    assert match(two, witness).holds
    assert not match(one, witness).holds


@few
@given(endpoint_types(), endpoint_types())
def test_subtyping_is_matching_the_opposite_end(one: EndpointType, two: EndpointType) -> None:
    assert is_subtype(one, two).holds == match(one, dual(two)).holds
    assert dual(dual(one)) == one


@few
@given(st.data(), endpoint_types())
def test_matching_is_symmetric_and_so_are_its_reasons(data: st.DataObject, one: EndpointType) -> None:
    two = dual(data.draw(st.one_of(endpoint_types(), wider_endpoint(one))))
    there, back = match(one, two), match(two, one)
    assert there.holds == back.holds
    assert sorted(there.explain("A", "B")) == sorted(back.explain("B", "A"))


@few
@given(any_types(), any_types())
def test_a_verdict_holds_exactly_when_it_has_no_reasons(one: Type, two: Type) -> None:
    verdict = is_subtype(one, two)
    assert verdict.holds is bool(verdict) is (not verdict.reasons)
    assert len(verdict.explain()) == len(verdict.leaves()) >= len(verdict.reasons)
    assert all(not leaf.children and leaf.text for leaf in verdict.leaves())


@few
@given(any_types(), any_types())
def test_a_remembered_verdict_equals_a_fresh_one(one: Type, two: Type) -> None:
    first = is_subtype(one, two)
    assert is_subtype(one, two) == first
    memory, relations._verdicts = relations._verdicts, VerdictCache(8)
    try:
        assert is_subtype(one, two) == first
    finally:
        relations._verdicts = memory


@few
@given(any_types())
def test_random_constraints_are_well_formed_but_for_the_foreign_formalism(term: Type) -> None:
    kinds = {leaf.kind for leaf in check_constraints(term).leaves()}
    assert kinds <= {"formalism"}


@few
@given(st.data(), endpoint_types())
def test_an_object_with_more_endpoints_is_a_subtype(data: st.DataObject, one: EndpointType) -> None:
    small = ObjectType.of({"one": data.draw(wider_endpoint(one))})
    large = ObjectType.of({"one": one, "two": data.draw(endpoint_types())})
    assert is_subtype(large, small).holds
    missing = is_subtype(small, large)
    assert ("endpoint", "two") in {leaf.path[-1] for leaf in missing.leaves()}
