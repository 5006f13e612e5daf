# SPDX-License-Identifier: BSD-3-Clause
"""Who can take part in a page: every channel of it gets network, key and owner, wherever it is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from app.runtime.library import Catalogue
from app.runtime.references import (
    Addressee,
    Checker,
    Composite,
    Document,
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Primitive,
    Reference,
    Template,
    TypeArgument,
    ValueArgument,
    read,
)
from app.runtime.trust import Identity
from app.transport_native import LAN, LOOPBACK
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.ownership import works_only_here
from objects_library.channels.native.sharing import SharingError, Who, share, sharing_of
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import CHECKPOINTED, ORDERED, channel

FILES = Path(__file__).resolve().parents[4] / "liveobject_files"
ME, ANN = Identity.new().public, Identity.new().public
KEY = "5e" * 32
MEMBERSHIP = 0xF21E0512B6F606068E4EF83F072A021D
LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79


@cache
def catalogue() -> Catalogue:
    return installed_catalogue()


def page(**parts: Reference) -> Document:
    return Document(Composite(tuple(parts.items())), "Page")


def addresses(document: Document) -> list[ChannelAddress]:
    return list(sharing_of(document.reference, catalogue()).channels)


@pytest.mark.parametrize("file", sorted(FILES.glob("*.liveobject")), ids=lambda file: file.stem)
def test_a_whole_page_is_shared_at_once_and_still_checks(file: Path) -> None:
    document = read(file)
    before = Checker(catalogue()).check(document)
    shared, report = share(document, Who.ANYONE, ME, catalogue())
    assert Checker(catalogue()).check(shared) == before
    assert sharing_of(shared.reference, catalogue()) == replace(report, moves=())
    assert report.only_here == report.local
    assert report.encrypted == len(report.channels)
    assert {each.scope for each in report.channels} == {each.scope for each in addresses(document)}
    assert read(FILES / file.name) == document


def test_a_dashboard_has_fourteen_channels_and_all_are_the_owners() -> None:
    shared, report = share(read(FILES / "shop_dashboard.liveobject"), Who.NETWORK, ME, catalogue())
    assert (report.parts, report.owners) == (14, (ME,))
    assert len(report.owned_by(ME)) == len({each.scope for each in report.channels}) == 3
    back, report = share(shared, Who.ME, ME, catalogue())
    assert report.only_here == 14
    assert report.moves == ()
    again, _ = share(back, Who.NETWORK, ME, catalogue())
    assert addresses(again) == addresses(shared)


def test_what_is_good_stays_and_the_first_key_is_reported() -> None:
    document = page(
        good=channel(CHECKPOINTED, "int", "int", scope="good", key=KEY),
        bare=channel(CHECKPOINTED, "int", "int", scope="bare", group="side"),
        twin=channel(ORDERED, scope="bare"),
    )
    shared, report = share(document, Who.ANYONE, ME, catalogue())
    good, bare, twin = addresses(shared)
    assert good == ChannelAddress("good", "main", KEY, LAN, ME)
    assert bare.key == twin.key
    assert len(bare.key) == 64
    assert [move.old for move in report.moves] == [ChannelAddress("bare", "side"), ChannelAddress("bare")]
    assert [move.new for move in report.moves] == [bare, twin]


def test_the_parts_of_others_keep_their_owner() -> None:
    document = page(hers=channel(ORDERED, scope="hers", key=KEY, owner=ANN), mine=channel(ORDERED, scope="mine"))
    shared, report = share(document, Who.ANYONE, ME, catalogue())
    assert [each.owner for each in addresses(shared)] == [ANN, ME]
    assert report.owners == (ANN, ME)
    with pytest.raises(SharingError, match=r"belongs to .*; ask them"):
        share(document, Who.PEOPLE, ME, catalogue(), [Addressee(ANN)])
    sealed = replace(document, sealed_for=(Addressee(ME),))
    with pytest.raises(SharingError, match="who chooses the people"):
        share(sealed, Who.ANYONE, ME, catalogue())
    assert share(sealed, Who.ME, ME, catalogue())[0].sealed_for == sealed.sealed_for


def test_who_met_on_the_network_without_an_owner_keeps_meeting_there() -> None:
    met = page(part=channel(ORDERED, scope="met", key=KEY, network="eth7"))
    assert share(met, Who.ANYONE, ME, catalogue())[0] == met
    closed, _ = share(met, Who.PEOPLE, ME, catalogue(), [Addressee(ANN, "Ann")])
    assert addresses(closed) == [ChannelAddress("met", "main", KEY, "eth7", ME)]
    assert closed.sealed_for == (Addressee(ANN, "Ann"),)
    with pytest.raises(SharingError, match="nobody"):
        share(met, Who.PEOPLE, ME, catalogue())


def test_channels_inside_of_templates_are_found() -> None:
    body = Parameterized(
        Primitive(ORDERED, 1),
        (
            ("T", TypeArgument("int")),
            ("scope", ParameterUse("place")),
            ("key", ParameterUse("secret")),
            ("network", ParameterUse("net")),
        ),
    )
    declared = (
        ParameterDeclaration("place", "value", "text"),
        ParameterDeclaration("secret", "value", "text", ValueArgument("")),
        ParameterDeclaration("net", "value", "text", ValueArgument(LOOPBACK)),
    )
    template = Template(declared, body)
    used = Parameterized(template, (("place", ValueArgument("there")), ("secret", ValueArgument(KEY))))
    shared, report = share(page(part=used), Who.ANYONE, ME, catalogue())
    assert report.channels == (ChannelAddress("there", "main", KEY, LAN, ME),)
    assert report.moves == ()
    assert Checker(catalogue()).check(shared) == []
    open_one, report = share(Document(template), Who.ANYONE, ME, catalogue())
    assert report.moves == ()
    assert Checker(catalogue()).check(open_one) == []
    assert addresses(open_one)[0].network == LAN


def test_what_cannot_be_shared_is_counted() -> None:
    document = page(
        here=Parameterized(Primitive(LOCAL, 1), (("T", TypeArgument("int")), ("name", ValueArgument("x")))),
        foreign=Parameterized(Primitive(0xABC, 1), (("scope", ValueArgument("y")),)),
        crowd=Parameterized(Primitive(MEMBERSHIP, 1), (("scope", ValueArgument("z")),)),
    )
    shared, report = share(document, Who.ANYONE, ME, catalogue())
    assert (report.parts, report.local, report.unknown, report.only_here) == (3, 1, 1, 1)
    assert (report.channels[0].network, report.channels[0].owner) == (LAN, "")
    assert sharing_of(shared.reference, catalogue()) == replace(report, moves=())


def test_what_meets_where_its_page_does_follows_it() -> None:
    page_ = page(desktop=channel(ORDERED, scope="page", key=KEY), thing=channel(ORDERED, scope="", group="1f"))
    shared, report = share(page_, Who.ANYONE, ME, catalogue())
    assert (report.parts, report.followers, report.only_here, report.moves) == (2, 1, 0, ())
    assert isinstance(shared.reference, Composite)
    assert shared.reference.components[1] == page_.reference.components[1]  # type: ignore[union-attr]
    assert not works_only_here(shared.reference)
    assert works_only_here(page_.reference)
