# SPDX-License-Identifier: BSD-3-Clause
"""New objects on a page meet in its scope, each in groups of its own, and follow it."""

from __future__ import annotations

from typing import Any

from app.errors import LiveObjectsError
from app.runtime.activation import Node
from app.runtime.references import (
    Composite,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    ValueArgument,
    identity,
    walk,
)
from app.ui.composer.model.palette import entries
from objects_library.installed import installed_catalogue
from objects_library.values.films import film_reference
from objects_library.values.page_scope import in_page, on_page
from tests.objects_library.copies import local_channel, replicated
from tests.objects_library.desktops.desks import DESKTOP
from tests.objects_library.workers import network_channel


def _page(**address: str) -> Reference:
    channel = network_channel("DesktopChange", "DesktopState")
    assert isinstance(channel, Parameterized)
    kept = tuple(each for each in channel.arguments if each[0] not in address)
    given = tuple((name, ValueArgument(value)) for name, value in address.items())
    return replicated(DESKTOP, Parameterized(channel.template, (*kept, *given)))


def _channels(reference: Reference) -> list[dict[str, Any]]:
    """The values of all arguments of each channel."""
    parts = [part for _, part in walk(reference) if isinstance(part, Parameterized)]
    read = [{name: given.value for name, given in part.arguments if isinstance(given, ValueArgument)} for part in parts]
    return [given for given in read if "scope" in given]


def test_a_new_object_takes_the_address_of_its_page_and_a_group_of_its_own() -> None:
    page = _page(scope="team", key="ab" * 32, network="auto", owner="cd" * 32)
    film = in_page(film_reference("/x.mp4"), page)
    control, frames = _channels(on_page(film, page))
    for channel in (control, frames):
        group = channel.pop("group")
        assert channel == {"scope": "team", "key": "ab" * 32, "network": "auto", "owner": "cd" * 32}
        assert len(group) == 16
    other = in_page(film_reference("/x.mp4"), page)
    assert _channels(other)[0]["group"] != _channels(film)[0]["group"]


def test_channels_that_met_meet_again_and_no_others() -> None:
    reference = Primitive(0x3AAB058C9650E0D3FEC9974DAD698EB2)

    def channel(scope: str, group: str) -> Reference:
        return Parameterized(reference, (("scope", ValueArgument(scope)), ("group", ValueArgument(group))))

    parts = (("a", channel("x", "1")), ("b", channel("x", "1")), ("c", channel("x", "2")), ("d", channel("y", "1")))
    one, two, three, four = (each["group"] for each in _channels(in_page(Composite(parts), _page(scope="team"))))
    assert one == two
    assert len({one, three, four}) == 3


def test_what_is_stored_holds_no_secret_and_follows_the_page() -> None:
    page, moved = _page(scope="team", key="ab" * 32), _page(scope="elsewhere", key="cd" * 32)
    stored = in_page(film_reference("/x.mp4"), page)
    assert all(set(channel) == {"scope", "group"} and channel["scope"] == "" for channel in _channels(stored))
    assert {channel["scope"] for channel in _channels(on_page(stored, moved))} == {"elsewhere"}
    assert identity(on_page(stored, page)) != identity(on_page(stored, moved))


def test_without_a_scope_and_for_others_objects_nothing_changes() -> None:
    local = replicated(DESKTOP, local_channel("DesktopChange", "DesktopState", "desk"))
    film = film_reference("/x.mp4")
    assert in_page(film, local) == film
    assert on_page(film, _page(scope="team")) == film
    assert on_page(film, local) == film
    nothing = Parameterized(Primitive(1), (("Channel", ReferenceArgument(Primitive(2))),))
    assert in_page(film, nothing) == film


async def test_every_entry_of_the_palette_is_sound_on_a_page(nodes: list[Node]) -> None:
    catalogue = installed_catalogue()
    page = _page(scope="team", key="ab" * 32, owner="cd" * 32)
    for entry in entries(catalogue):
        before = entry.make().reference
        after = on_page(in_page(before, page), page)
        assert _problem(nodes[0], after) == _problem(nodes[0], before), entry.title


def _problem(node: Node, reference: Reference) -> str:
    try:
        node.require_sound(reference)
    except LiveObjectsError as error:
        return str(error)
    return ""
