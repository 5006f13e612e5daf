# SPDX-License-Identifier: BSD-3-Clause
"""Formalisms and named types that a library adds, and views that show its objects."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from app.runtime.library import (
    Context,
    DeclarationError,
    Endpoint,
    EndpointTicket,
    ObjectReference,
    OfType,
    definition_of,
    formalism,
    incoming,
    live_object,
    outgoing,
    type_name,
    view_of,
    wrapper_of,
)
from app.runtime.library.endpoint_types import endpoint_type_of
from app.runtime.library.named_types import current_names, reading
from app.runtime.library.plugins import defines_formalism
from app.runtime.library.views import view_in
from app.runtime.types import (
    STANDARD,
    STANDARD_FORMALISMS,
    EndpointType,
    ObjectType,
    TemplateType,
    TypeNames,
    match,
    parse_type,
)

ID = "0123456789abcdef0123456789abcdef"
T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)
Obj = TypeVar("Obj", bound=ObjectType)


@pytest.fixture(autouse=True)
def own_names() -> Iterator[None]:
    with reading(TypeNames(STANDARD)):
        yield


@formalism("test-purity")
class Purity:
    """Constraints such as `90`: percent of gold."""

    def parse(self, text: str, structure: object) -> int:
        return int(text)

    def is_weaker_than(self, a: int, b: int) -> bool:
        return a <= b


@formalism("test-taste")
class Taste:
    """With words of its own."""

    def parse(self, text: str, structure: object) -> frozenset[str]:
        return frozenset(text.split())

    def is_weaker_than(self, a: frozenset[str], b: frozenset[str]) -> bool:
        return a <= b

    def describe(self, formula: frozenset[str]) -> str:
        return "a taste that is " + " and ".join(sorted(formula))

    def missing(self, required: frozenset[str], provided: frozenset[str]) -> list[str]:
        return [f"a {taste} taste" for taste in sorted(required - provided)]

    def conjoin(self, a: str, b: str) -> str:
        return f"{a} {b}"


def test_a_formalism_takes_part_in_matching() -> None:
    def port(provides: dict[str, str], requires: dict[str, str]) -> EndpointType:
        return EndpointType.of({}, {}, provides, requires)

    wanting = port({}, {"test-purity": "90", "test-taste": "sweet sour"})
    assert match(wanting, port({"test-purity": "95", "test-taste": "sour sweet salty"}, {})).holds
    verdict = match(wanting, port({"test-purity": "80", "test-taste": "sweet"}, {}))
    words = " / ".join(verdict.explain("Ring", "Ore"))
    assert "90" in words
    assert "a sour taste" in words


def test_a_formalism_fills_in_what_its_author_left_out() -> None:
    purity, taste = STANDARD_FORMALISMS.find("test-purity"), STANDARD_FORMALISMS.find("test-taste")
    assert purity is not None
    assert taste is not None
    structure: Any = None
    high, low = purity.parse("90", structure), purity.parse("50", structure)
    assert purity.describe(high) == "90"
    assert purity.missing(high, low) == ["90"]
    assert purity.missing(low, high) == []
    assert purity.conjoin("a", "b") == "a, b"
    assert taste.describe(taste.parse("sweet", structure)) == "a taste that is sweet"
    assert taste.conjoin("a", "b") == "a b"


def test_a_second_version_of_a_formalism_changes_nothing() -> None:
    before = STANDARD_FORMALISMS.find("test-purity")
    again = formalism("test-purity")(type("Purity", (Purity,), {}))
    assert STANDARD_FORMALISMS.find("test-purity") is before
    assert defines_formalism(again)
    assert not defines_formalism(int)
    assert not defines_formalism("test-purity")


def test_records_can_be_named() -> None:
    @type_name("Point")
    @dataclass
    class Point:
        """A place on the page."""

        x: int
        y: int

    named = current_names().find("Point")
    assert named is not None
    assert named.type == parse_type("{x: int, y: int}")
    assert named.description == "A place on the page."
    assert OfType("list[Point]").resolve() == wrapper_of(list[Point]).sent


def test_generic_records_can_be_named() -> None:
    @type_name("Pair")
    @dataclass
    class Pair(Generic[T]):
        """Two of a kind."""

        one: T
        other: T

    assert current_names().parse("Pair[int]") == parse_type("{one: int, other: int}")


def test_object_types_can_be_named_and_referred_to() -> None:
    @type_name("Switch")
    class Switch:
        """Something that can be on or off."""

        switch = Endpoint()

        @switch.incoming
        def turn(self, on: bool) -> None:
            """In."""

    @type_name("Box")
    class Box(Generic[T, Obj, E]):
        """Holds things."""

        box = Endpoint()

        @box.incoming
        def put(self, thing: T, other: ObjectReference[Obj]) -> None:
            """In."""

    assert current_names().parse("Switch") == parse_type("object{ switch: endpoint{ in turn(bool) } }")
    expected = "object{ box: endpoint{ in put({thing: int, other: reference[Object], ...}) } }"
    assert current_names().parse("Box[int, Object, endpoint{}]") == parse_type(expected)

    @live_object(ID, name="User")
    class User:
        """Uses a switch."""

        def __init__(self, switch: ObjectReference[Switch]) -> None: ...

    declared = definition_of(User).type
    assert isinstance(declared, TemplateType)
    assert declared.parameters[0].type == current_names().parse("Switch")


@type_name("Clicks", provides={"reliability": "fifo"})
class Clicks(Generic[T]):
    """What a mouse says."""

    @incoming
    def enable(self, on: bool) -> None:
        """Listen, or not."""

    @outgoing
    def clicked(self, what: T, times: int) -> None:
        """Somebody clicked."""

    def helper(self) -> None:
        """No event."""


@type_name("Ticks")
class Ticks:
    """What a clock says."""

    @outgoing
    def tick(self) -> None:
        """Another second."""


CLICKS_OF_TEXT = "endpoint{ in enable(bool); out clicked({what: text, times: int}); provides reliability(fifo) }"


def test_endpoint_types_can_be_named_and_fitted() -> None:
    assert endpoint_type_of(Clicks[str]) == parse_type(CLICKS_OF_TEXT)

    @live_object(ID, name="Mouse")
    class Mouse(Generic[T]):
        """Clicks."""

        mouse = Endpoint(fits=Clicks[str], provides={"reliability": "total"})
        clicked = mouse.sends(what=str, times=int)
        clock = Endpoint(fits=Ticks)
        other = Endpoint(fits=Clicks)
        chosen = other.sends(T)  # type: ignore[misc]  # mypy knows T in annotations only

        @mouse.incoming
        def enable(self, on: bool) -> None:
            """In."""

    mouse, _clock, _other = definition_of(Mouse).blueprint().endpoints
    assert mouse.name == "mouse"


def test_an_endpoint_that_does_not_fit_says_why() -> None:
    with pytest.raises(DeclarationError) as caught:

        @live_object(ID, name="Mouse")
        class Mouse:
            """Clicks."""

            mouse = Endpoint(fits=Clicks[str], provides={"reliability": "best effort"})
            clicked = mouse.sends(what=int, times=int)

    message = str(caught.value)
    assert message.startswith("endpoint `mouse` of `Mouse` does not fit endpoint{ in enable(bool)")
    for part in ("enable", "what", "FIFO"):
        assert part in message


@pytest.mark.parametrize("wrong", [int, "Clicks", Generic])
def test_only_a_class_with_events_describes_an_endpoint(wrong: Any) -> None:
    with pytest.raises(DeclarationError, match="describes no endpoint"):
        endpoint_type_of(wrong)


def test_tickets_to_endpoints_can_be_sent() -> None:
    ticket: Any = EndpointTicket
    wrapper = wrapper_of(ticket[Clicks[str]])
    assert wrapper.sent == parse_type(f"endpoint[{CLICKS_OF_TEXT}]")
    assert wrapper.lower("a ticket") == "a ticket"


def test_object_types_can_have_constraints() -> None:
    @type_name("Lamp", provides={"security": "encrypted"})
    class Lamp:
        """Shines."""

        lamp = Endpoint()

    assert current_names().parse("Lamp") == parse_type("object{ lamp: endpoint{}; provides security(encrypted) }")
    with pytest.raises(DeclarationError, match="`Broken` has a constraint in the formalism `nowhere`"):

        @type_name("Broken", requires={"nowhere": "x"})
        class Broken:
            """Does not work."""

            lamp = Endpoint()


def test_names_of_one_library_are_unknown_to_another() -> None:
    @type_name("Secret")
    @dataclass
    class Secret:
        """Known here only."""

        x: int

    with reading(TypeNames(STANDARD)), pytest.raises(DeclarationError):
        OfType("Secret").resolve()
    assert OfType("Secret").resolve() == parse_type("{x: int}")


def test_a_view_is_found_by_the_object_that_it_shows() -> None:
    @live_object(ID, name="Thing", version=2)
    class Thing:
        """A thing."""

        port = Endpoint()

        @port.outgoing
        def show(self, value: int) -> None:
            """Out."""

    @view_of(Thing)
    class View:
        port = Endpoint()

        def __init__(self, context: Context) -> None:
            self.context = context

        @port.incoming
        def show(self, value: int) -> None:
            """In."""

    @view_of(Thing)
    class Plain:
        pass

    members = {"int": int, "five": 5, "View": View, "Thing": Thing}
    found = view_in(members, int(ID, 16), 2)
    assert found is not None
    assert found.factory is View
    assert found.injected == (("context", "context"),)
    assert [endpoint.name for endpoint in found.endpoints] == ["port"]
    assert view_in(members, int(ID, 16), 1) is None
    assert view_in({"Plain": Plain}, int(ID, 16), 2) is not None
