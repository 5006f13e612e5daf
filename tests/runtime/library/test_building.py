# SPDX-License-Identifier: BSD-3-Clause
"""Making instances: plain arguments become the values that a class expects."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from app.runtime.library import (
    Blueprint,
    Catalogue,
    Context,
    Definition,
    Endpoint,
    Injected,
    LibraryError,
    MissingObjectError,
    definition_of,
    live_object,
)
from app.runtime.types import ObjectType

ID = "0123456789abcdef0123456789abcdef"
CONTEXT: Any = object()


@dataclass
class Point:
    x: int
    y: int = 7


@live_object(ID, name="Thing")
class Thing:
    """A thing."""

    port = Endpoint()

    def __init__(
        self, where: Point, context: Context, store: Annotated[dict[str, int], Injected("store")], *, size: int = 3
    ) -> None:
        self.given = (where, context, store, size)
        self.hello("from the constructor")

    @port.outgoing
    def hello(self, text: str) -> None:
        """Out."""


def blueprint() -> Blueprint:
    found = definition_of(Thing).blueprint()
    return Blueprint(found.factory, found.endpoints, found.settings, found.injected, {"store": {"a": 1}})


def test_arguments_are_lifted_and_gifts_are_given() -> None:
    thing = blueprint().build({"where": {"x": 1}}, CONTEXT)
    assert isinstance(thing, Thing)
    assert thing.given == (Point(1, 7), CONTEXT, {"a": 1}, 3)
    other = blueprint().build({"where": {"x": 1, "y": 2}, "size": 5}, CONTEXT)
    assert isinstance(other, Thing)
    assert other.given == (Point(1, 2), CONTEXT, {"a": 1}, 5)


def test_the_instance_can_be_prepared_before_its_constructor_runs() -> None:
    sent: list[str] = []

    def prepare(instance: object) -> None:
        instance.__dict__["hello"] = sent.append

    blueprint().build({"where": {"x": 1}}, CONTEXT, prepare)
    assert sent == ["from the constructor"]


def test_a_gift_that_the_node_lacks_is_named() -> None:
    with pytest.raises(LibraryError, match="`Thing` needs a store, and this node has none"):
        definition_of(Thing).build({"where": {"x": 1}}, CONTEXT)


def test_a_definition_builds_through_its_blueprint() -> None:
    @live_object(ID, name="Simple")
    class Simple:
        """Simple."""

    assert isinstance(definition_of(Simple).build({}, CONTEXT), Simple)
    assert definition_of(Simple).view() is None


def test_something_missing_says_so_when_it_is_built() -> None:
    placeholder = Catalogue().placeholder(5, 1, "Chart")
    with pytest.raises(MissingObjectError, match="`Chart` is not on this machine; install the library that has"):
        placeholder.build({}, CONTEXT)
    bare = Definition(5, 1, "Chart", "", ObjectType())
    with pytest.raises(MissingObjectError, match="install the library that has it"):
        bare.blueprint()
