# SPDX-License-Identifier: BSD-3-Clause
"""Member lists in files: only those of scopes that are opened count, and only by their owner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.runtime.references import Addressee, Composite, Document, Note, read, write
from app.runtime.trust import Identity, SignerAttribution, signed, signer_of
from app.runtime.trust.carried_members import _carried, store_carried, with_member_lists
from app.runtime.trust.member_list import MemberListStore, Right, new_member_list, scope_id

ANN, BOB = Identity.new(), Identity.new()
PLACE = scope_id("a place", "5e" * 32, ANN.public)
FIRST = new_member_list(PLACE, ANN, None, [Addressee(BOB.public, "Bob")], rights={BOB.public: Right.VIEW})
DOCUMENT = signed(Document(Composite(), "Plan"), ANN)


@pytest.fixture
def store(tmp_path: Path) -> MemberListStore:
    _carried.clear()
    return MemberListStore(tmp_path / "rosters.json")


def opened(document: Document) -> None:
    SignerAttribution().attribute_to(read(write(document)), None)


def test_a_list_comes_with_the_file(store: MemberListStore) -> None:
    carrying = with_member_lists(DOCUMENT, [FIRST])
    assert signer_of(carrying) == ANN.public  # the list has a signature of its own
    opened(carrying)
    assert store.newest(PLACE, ANN.public) is None  # nothing of it runs yet
    store_carried(PLACE, ANN.public, store)
    kept = store.newest(PLACE, ANN.public)
    assert kept == FIRST
    second = new_member_list(PLACE, ANN, FIRST, (), [Addressee(BOB.public)])
    assert store.keep(second)
    store_carried(PLACE, ANN.public, store)  # an older file does not bring anybody back
    assert store.newest(PLACE, ANN.public) == second
    again = with_member_lists(carrying, [second])
    assert len([each for each in again.annotations if "members" in getattr(each, "xml", "")]) == 1
    assert with_member_lists(again, []) == DOCUMENT


@pytest.mark.parametrize("owner", [BOB.public, "00" * 32], ids=["bob", "nobody"])
def test_a_list_of_somebody_else_counts_for_nothing(store: MemberListStore, owner: str) -> None:
    opened(with_member_lists(DOCUMENT, [FIRST]))
    store_carried(PLACE, owner, store)
    assert store.newest(PLACE, owner) is None


@pytest.mark.parametrize(
    "xml",
    [
        f'<members xmlns="urn:liveobject:members:1" scope="{PLACE}">####</members>',
        f'<members xmlns="urn:liveobject:members:1" scope="{PLACE}">QQ=</members>',
        f'<members xmlns="urn:liveobject:members:1" scope="{PLACE}">{"QUJD" * 400_000}</members>',
        f'<members xmlns="urn:liveobject:members:1" scope="{PLACE}">QUJD</members>',
        '<members xmlns="urn:liveobject:members:1" scope="../x">QUJD</members>',
    ],
    ids=["no text", "torn", "too large", "no list", "no scope"],
)
def test_rubbish_is_ignored(store: MemberListStore, xml: str) -> None:
    SignerAttribution().attribute_to(replace(DOCUMENT, annotations=(Note(xml),)), None)
    store_carried(PLACE, ANN.public, store)
    assert store.newest(PLACE, ANN.public) is None
