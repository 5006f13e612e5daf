"""Formalisms and named types that a library adds, and views that show its objects."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from app.runtime.library import (
    Context,
    DeclarationError,
    Endpoint,
    ObjectReference,
    OfType,
    definition_of,
    formalism,
    live_object,
    type_name,
    view_of,
    wrapper_of,
)
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
