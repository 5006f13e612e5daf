# SPDX-License-Identifier: BSD-3-Clause
"""Values of one library's classes arrive as values of another's; wrappers are made per type, not per pair."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from datetime import UTC, datetime
from typing import Any, Generic, NamedTuple, NotRequired, TypedDict, TypeVar
from uuid import UUID

import pytest

from app.runtime.library import Endpoint, Signature, ValueRefusedError, conversion, live_object, wrapper_of
from app.runtime.library.annotations import count_wrappers
from app.runtime.library.objects import definition_of
from app.runtime.library.wrappers import unchanged
from app.runtime.references import Primitive, Reference
from app.runtime.types import match

T = TypeVar("T")
ID = "0123456789abcdef0123456789abcdef"


@dataclass
class Point:
    x: int
    y: int
    label: str = "somewhere"


@dataclass(frozen=True)
class Vector:
    """The same structure in another library."""

    y: int
    x: int
    label: str = "here"


class Place(NamedTuple):
    x: int
    y: int
    label: str = "there"


class Spot(TypedDict):
    x: int
    y: int
    label: NotRequired[str]


@dataclass
class Line:
    start: Point
    end: Point
    via: list[Point] = field(default_factory=list)


class Path(NamedTuple):
    start: Vector
    end: Place
    via: tuple[Spot, ...] = ()


class Journey(TypedDict):
    start: Point
    end: Vector


@dataclass
class Box(Generic[T]):
    content: T
    spare: list[T]


@dataclass
class Nothing:
    pass


@dataclass
class Lonely:
    point: Point


def carry(value: object, sender: Any, receiver: Any) -> object:
    """Return the value as a receiver with the other annotation gets it."""
    convert = conversion(Signature(("value",), (wrapper_of(sender),)), Signature(("v",), (wrapper_of(receiver),)))
    return value if convert is None else convert(value)[0]


CARRIED: list[tuple[object, Any, Any, object]] = [
    (Point(1, 2, "a"), Point, Vector, Vector(2, 1, "a")),
    (Vector(2, 1), Vector, Point, Point(1, 2, "here")),
    (Point(1, 2), Point, Place, Place(1, 2, "somewhere")),
    (Place(1, 2, "b"), Place, Point, Point(1, 2, "b")),
    (Point(1, 2), Point, Spot, {"x": 1, "y": 2, "label": "somewhere"}),
    ({"x": 1, "y": 2}, Spot, Point, Point(1, 2)),
    (Point(1, 2), Point, Any, {"x": 1, "y": 2, "label": "somewhere"}),
    ([Point(1, 2)], list[Point], tuple[Vector, ...], (Vector(2, 1, "somewhere"),)),
    ({3}, set[int], list[int], [3]),
    ([3, 3], list[int], frozenset[int], frozenset([3])),
    ((1, 2), Sequence[int], list[int], [1, 2]),
    ({1}, Collection[int], tuple[int, ...], (1,)),
    ({"a": Point(1, 2)}, dict[str, Point], Mapping[str, Vector], {"a": Vector(2, 1, "somewhere")}),
    ({"a": 1}, dict[str, int], Mapping[str, int], {"a": 1}),
    (
        Line(Point(1, 2, "s"), Point(3, 4, "e"), [Point(5, 6, "v")]),
        Line,
        Path,
        Path(Vector(2, 1, "s"), Place(3, 4, "e"), ({"x": 5, "y": 6, "label": "v"},)),
    ),
    (
        {"start": Point(1, 2, "s"), "end": Vector(4, 3, "e")},
        Journey,
        Line,
        Line(Point(1, 2, "s"), Point(3, 4, "e"), []),
    ),
    (
        Line(Point(1, 2), Point(3, 4)),
        Line,
        Journey,
        {"start": Point(1, 2), "end": Vector(4, 3, "somewhere"), "via": []},
    ),
    (Box(Point(1, 2), []), Box[Point], Box[Vector], Box(Vector(2, 1, "somewhere"), [])),
    (Nothing(), Nothing, dict, {}),
    (Lonely(Point(1, 2)), Lonely, dict[str, Spot], {"point": {"x": 1, "y": 2, "label": "somewhere"}}),
    (None, Point | None, Vector | None, None),
    (Point(1, 2), Point | None, Vector | None, Vector(2, 1, "somewhere")),
    (Point(1, 2), Point | list[Point], list[Vector] | Vector, Vector(2, 1, "somewhere")),
    ([Point(1, 2)], Point | list[Point], list[Vector] | Vector, [Vector(2, 1, "somewhere")]),
    (5, int | str, int | str | None, 5),
    (Lonely(Point(1, 2)), Point | Lonely, Vector | Lonely, Lonely(Point(1, 2))),
    (Point(1, 2), Point | Lonely, Lonely | Vector, Vector(2, 1, "somewhere")),
]


@pytest.mark.parametrize(("value", "sender", "receiver", "arrived"), CARRIED, ids=str)
def test_values_arrive_in_the_class_of_the_receiver(value: object, sender: Any, receiver: Any, arrived: object) -> None:
    found = carry(value, sender, receiver)
    assert found == arrived
    assert type(found) is type(arrived)


SAME = [int, str, list[int], dict[str, int], Point, list[Point], Point | None, Place, Box[int], Reference]


@pytest.mark.parametrize("annotation", SAME, ids=str)
def test_nothing_is_converted_when_both_mean_the_same(annotation: Any) -> None:
    signature = Signature(("value",), (wrapper_of(annotation),))
    assert conversion(signature, Signature(("other",), (wrapper_of(annotation),))) is None


@pytest.mark.parametrize(
    ("sender", "receiver"), [(int, float), (int, Any), (list[int], list[float]), (T, T), (T, Any), (None, Any)]
)
def test_plain_values_are_never_converted(sender: Any, receiver: Any) -> None:
    assert conversion(Signature(("a",), (wrapper_of(sender),)), Signature(("b",), (wrapper_of(receiver),))) is None


def test_what_hides_behind_any_is_made_plain() -> None:
    now = datetime.now(UTC)
    value = [Point(1, 2), (3,), {4}, {"a": Place(1, 2)}, None, b"x", now, UUID(int=1), Primitive(5)]
    assert carry(value, Any, Any) == [
        {"x": 1, "y": 2, "label": "somewhere"},
        [3],
        [4],
        {"a": {"x": 1, "y": 2, "label": "there"}},
        None,
        b"x",
        now,
        UUID(int=1),
        Primitive(5),
    ]
    with pytest.raises(ValueRefusedError, match="a value of class `object` cannot be sent"):
        carry(object(), Any, Any)


def test_a_class_that_hides_anything_is_converted_even_to_itself() -> None:
    found = carry(Box(Point(1, 2), []), Box[Any], Box[Any])
    assert found == Box({"x": 1, "y": 2, "label": "somewhere"}, [])


def test_a_value_of_a_derived_class_is_sent_as_the_option_that_it_is() -> None:
    @dataclass
    class Point3(Point):
        z: int = 0

    assert carry(Point3(1, 2, "a", 3), Point | Point3, Any) == {"x": 1, "y": 2, "label": "a", "z": 3}
    assert carry(Point3(1, 2, "a", 3), Point | None, Any) == {"x": 1, "y": 2, "label": "a"}


def test_a_value_that_is_none_of_the_options_is_refused() -> None:
    with pytest.raises(ValueRefusedError, match="a value of class `str` is none of those declared"):
        carry("x", Point | None, Vector | None)
    with pytest.raises(ValueRefusedError, match="none of the options that were declared"):
        wrapper_of(Point | Lonely).lift({"z": 1})


def test_wrappers_are_made_once_per_type_and_not_per_pair() -> None:
    count = 12
    ours = [make_dataclass(f"Ours{i}", [(f"f{i}", int), ("point", Point)]) for i in range(count)]
    theirs = [make_dataclass(f"Theirs{i}", [(f"f{i}", int), ("point", Vector)]) for i in range(count)]
    wrapper_of(Point)
    wrapper_of(Vector)
    before = count_wrappers()
    for _ in range(3):
        for sender in ours:
            for receiver in theirs:
                conversion(Signature(("a",), (wrapper_of(sender),)), Signature(("b",), (wrapper_of(receiver),)))
    assert count_wrappers() - before == count + count


def signature(**annotations: Any) -> Signature:
    defaults = {name: default for name, (_, *rest) in _pairs(annotations) for default in rest}
    wrappers = tuple(wrapper_of(annotation) for _, (annotation, *_rest) in _pairs(annotations))
    return Signature(tuple(annotations), wrappers, defaults)


def _pairs(annotations: dict[str, Any]) -> list[tuple[str, tuple[Any, ...]]]:
    return [(name, given if isinstance(given, tuple) else (given,)) for name, given in annotations.items()]


ARGUMENTS: list[tuple[Signature, Signature, tuple[object, ...], tuple[object, ...]]] = [
    (signature(), signature(), (), ()),
    (signature(), signature(nothing=None), (), (None,)),
    (signature(nothing=None), signature(), (None,), ()),
    (signature(x=int, y=int), signature(y=int, x=int), (1, 2), (2, 1)),
    (signature(x=int, y=int), signature(point=Vector), (1, 2), (Vector(2, 1),)),
    (signature(point=Point), signature(x=int, y=int), (Point(1, 2),), (1, 2)),
    (signature(x=int, y=int, z=int), signature(x=int, z=int), (1, 2, 3), (1, 3)),
    (signature(a=int, p=Point), signature(a=int, p=Vector), (1, Point(1, 2)), (1, Vector(2, 1, "somewhere"))),
    (signature(b=int, a=int), signature(a=int, b=int, c=(int, 7)), (2, 1), (1, 2, 7)),
    (signature(x=int, y=int), signature(value=Any), (1, 2), ({"x": 1, "y": 2},)),
]


@pytest.mark.parametrize(("sender", "receiver", "sent", "arrived"), ARGUMENTS)
def test_arguments_arrive_under_the_receivers_names(
    sender: Signature, receiver: Signature, sent: tuple[object, ...], arrived: tuple[object, ...]
) -> None:
    convert = conversion(sender, receiver)
    assert (sent if convert is None else convert(*sent)) == arrived


@pytest.mark.parametrize(
    ("sender", "receiver"),
    [
        (signature(), signature()),
        (signature(x=int, p=Point), signature(x=int, p=Point)),
        (signature(x=int, y=str), signature(x=int, y=str, z=(int, 1))),
    ],
)
def test_arguments_go_untouched_when_names_order_and_classes_are_the_same(
    sender: Signature, receiver: Signature
) -> None:
    assert conversion(sender, receiver) is None


def test_what_does_not_need_a_conversion_has_none() -> None:
    assert wrapper_of(int).lower is unchanged
    assert wrapper_of(Spot).lift is unchanged
    assert wrapper_of(list[dict[str, int]]).lower is unchanged
    assert wrapper_of(int | str | None).lift is unchanged


def test_two_libraries_that_never_met_match_and_talk() -> None:
    @live_object(ID, name="Mouse")
    class Mouse:
        """Of the first library."""

        moves = Endpoint()

        @moves.outgoing
        def moved(self, to: Point, path: list[Point]) -> None:
            """Out."""

    @live_object(ID, name="Map")
    class Map:
        """Of the second library."""

        positions = Endpoint()

        @positions.incoming("moved")
        def show(self, path: tuple[Place, ...], to: Vector) -> None:
            """In."""

    (moves,) = definition_of(Mouse).blueprint().endpoints
    (positions,) = definition_of(Map).blueprint().endpoints
    assert match(moves.type, positions.type).holds
    convert = conversion(moves.outgoing[0].signature, positions.incoming[0].signature)
    assert convert is not None
    assert convert(Point(1, 2, "a"), [Point(3, 4, "b")]) == ((Place(3, 4, "b"),), Vector(2, 1, "a"))
