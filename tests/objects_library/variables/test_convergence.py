# SPDX-License-Identifier: BSD-3-Clause
"""Whatever several people do at a time, and whenever others join, all copies end in the same state."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.activation import Node
from app.runtime.references import Reference
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import Copy, opened, settled
from tests.objects_library.variables.test_variables import a_list, a_map, a_set, counter, form, value

CATALOGUE = installed_catalogue()
ITEMS = [UUID(int=number) for number in range(1, 9)]
items, places = st.sampled_from(ITEMS), st.sampled_from([None, *ITEMS])
texts = st.sampled_from("abcdef")
numbers = st.integers(-5, 5)


def sends(event: str, value: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, Any]]:
    return value.map(lambda drawn: (event, drawn))


@dataclass
class Kind:
    """A replicated object, the endpoint that changes it, and what can be done."""

    reference: Reference
    endpoint: str
    actions: st.SearchStrategy[tuple[str, Any]]


KINDS = {
    "value": Kind(value(), "value", sends("set", texts)),
    "counter": Kind(counter(), "counter", sends("add", numbers)),
    "set": Kind(a_set(), "collection", sends("add", texts) | sends("remove", texts)),
    "map": Kind(
        a_map(), "map", sends("put", st.fixed_dictionaries({"key": texts, "value": numbers})) | sends("remove", texts)
    ),
    "list": Kind(
        a_list(),
        "list",
        sends("insert", st.fixed_dictionaries({"item": items, "value": texts, "after": places}))
        | sends("move", st.fixed_dictionaries({"item": items, "after": places}))
        | sends("replace", st.fixed_dictionaries({"item": items, "value": texts}))
        | sends("remove", items),
    ),
    "form": Kind(
        form(),
        "form",
        sends("set", st.fixed_dictionaries({"field": st.just("name"), "value": texts}))
        | sends("set", st.fixed_dictionaries({"field": st.just("age"), "value": numbers})),
    ),
}
PAUSE, JOIN, LEAVE = ("pause", None), ("join", None), ("leave", None)


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_all_copies_agree(name: str, data: st.DataObject) -> None:
    kind = KINDS[name]
    step = st.tuples(st.integers(0, 3), kind.actions | st.sampled_from([PAUSE, JOIN, LEAVE]))
    asyncio.run(_play(kind, data.draw(st.lists(step, max_size=40))))


async def _play(kind: Kind, steps: list[tuple[int, tuple[str, Any]]]) -> None:
    async with Node(CATALOGUE, name="Ann") as node, Node(CATALOGUE, name="Bob") as other:
        copies: list[Copy] = [await opened(node, kind.reference, kind.endpoint)]
        for who, action in steps:
            if action == PAUSE:
                await asyncio.sleep(0)
            elif action == JOIN and len(copies) < 4:
                copies.append(await opened(other, kind.reference, kind.endpoint))
            elif action == LEAVE and len(copies) > 1:
                copies.pop(who % len(copies)).proxy.close()
            elif action not in (JOIN, LEAVE):
                copies[who % len(copies)].send(*action)
        for _ in range(10):
            await settled(node)
        states = [copy.body.give_state() for copy in copies]
        assert all(copy.body._replica.live for copy in copies)
        assert all(state == states[0] for state in states)
