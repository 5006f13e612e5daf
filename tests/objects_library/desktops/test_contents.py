# SPDX-License-Identifier: BSD-3-Clause
"""What a desktop begins with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.runtime import references as refs
from app.runtime.activation import Node
from objects_library.desktops.desktop_2d.contents import InitialItem, first_items
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import live, opened
from tests.objects_library.desktops.desks import desk
from tests.objects_library.variables.test_variables import counter

ONE = TWO = counter()


def begun(contents: refs.Reference, places: dict[str, Any], name: str) -> refs.Reference:
    plain = desk(name)
    assert isinstance(plain, refs.Parameterized)
    spots = refs.MapValue(tuple((each, refs.RecordValue(tuple(spot.items()))) for each, spot in places.items()))
    more = (("Contents", refs.ReferenceArgument(contents)), ("places", refs.ValueArgument(spots)))
    return replace(plain, arguments=(*plain.arguments, *more))


def test_parts_lie_side_by_side_and_texts_on_top() -> None:
    contents = refs.Composite((("One", ONE), ("Two", TWO)))
    places = {"Two": InitialItem(500, 9), "A title": InitialItem(0, -80, 300, 40, layer=1, text="Welcome")}
    items = first_items(contents, places)
    assert [(each.kind, each.title, each.place.x, each.text) for each in items] == [
        ("object", "One", 0.0, ""),
        ("object", "Two", 500, ""),
        ("text", "", 0, "Welcome"),
    ]
    assert [each.layer for each in items] == [0, 1, 2]
    assert items == first_items(refs.Composite(contents.components[::-1]), dict(reversed(places.items())))


def test_what_is_wired_stays_together() -> None:
    wire = refs.Connection(refs.EndpointPath("One", "counter"), refs.EndpointPath("Two", "counter"))
    wired = refs.Composite((("One", ONE), ("Two", TWO)), (wire,))
    assert [each.reference for each in first_items(wired, {})] == [[wired]]


def test_places_that_make_no_sense_leave_their_part_out() -> None:
    contents = refs.Composite((("One", ONE), ("Two", TWO)))
    assert [each.title for each in first_items(contents, {"One": InitialItem(float("nan"), 0)})] == ["Two"]


async def test_all_begin_alike_and_what_was_done_since_counts() -> None:
    contents = refs.Composite((("One", ONE), ("Two", TWO)))
    spot = {"x": 1.0, "y": 2.0, "width": 200.0, "height": 100.0}
    reference = begun(contents, {"One": spot}, "begun")
    async with Node(installed_catalogue(), name="Ann") as one, Node(installed_catalogue(), name="Bob") as two:
        ann = await opened(one, reference, "desktop")
        await live(ann)
        first, second = ann.last("items")
        assert (first["title"], first["place"]["x"], second["title"]) == ("One", 1.0, "Two")
        ann.send("remove", [first["item"]])
        await ann.until(lambda: ann.all("changed"))
        bob = await opened(two, reference, "desktop")
        await live(bob)
        assert [each["title"] for each in bob.last("items")] == ["Two"]
