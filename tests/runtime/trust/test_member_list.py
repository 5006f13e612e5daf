# SPDX-License-Identifier: BSD-3-Clause
"""Member lists: only the owner's signature counts, keys are for members only, and versions never decrease."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.runtime.references import Addressee
from app.runtime.trust import Identity, MemberListError
from app.runtime.trust.member_list import (
    MOST_MEMBERS,
    Entry,
    MemberList,
    MemberListStore,
    Right,
    derive_bytes,
    new_member_list,
    read_member_list,
    scope_id,
    write_member_list,
)

ANN, BOB, EVE = (Identity.new() for _ in range(3))
PLACE = scope_id("a place", "5e" * 32, ANN.public)
TO_BOB, TO_EVE = Addressee(BOB.public, "Bob"), Addressee(EVE.public, "Eve")


@pytest.fixture
def first() -> MemberList:
    return new_member_list(PLACE, ANN, None, [Addressee(ANN.public, "Ann"), TO_BOB, TO_EVE])


def test_those_who_are_in_have_the_key_and_others_have_none(first: MemberList) -> None:
    key = first.key_for(ANN)
    assert key is not None
    assert len(key) == 32
    assert first.key_for(BOB) == first.key_for(EVE) == key
    assert first.key_for(Identity.new()) is None
    assert key not in write_member_list(first)
    assert (first.version, first.epoch) == (1, 1)


def test_a_removal_brings_another_key(first: MemberList) -> None:
    second = new_member_list(PLACE, ANN, first, (), [TO_EVE])
    assert second.key_for(EVE) is None
    assert second.key_for(BOB) == second.key_for(ANN) != first.key_for(ANN)
    assert (second.version, second.epoch) == (2, 2)
    assert [each.name for each in second.removed] == ["Eve"]
    again = new_member_list(PLACE, ANN, second, [TO_EVE])
    assert again.key_for(EVE) == second.key_for(BOB)
    assert (again.version, again.epoch, again.removed) == (3, 2, [])


def test_it_is_read_as_it_was_written(first: MemberList) -> None:
    assert read_member_list(write_member_list(first), PLACE, ANN.public) == first


@pytest.mark.parametrize(
    "change",
    [
        {"version": 9},
        {"epoch": 0},
        {"owner": EVE.public},
        {"place": "00" * 32},
        {"members": []},
        {"removed": [Entry(BOB.public, "Bob")]},
        {"signature": bytes(64)},
        {"signature": b""},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_is_altered_it_is_refused(first: MemberList, change: dict[str, object]) -> None:
    altered = msgspec.structs.replace(first, **change)
    with pytest.raises(MemberListError, match="is not by"):
        read_member_list(write_member_list(altered), PLACE, ANN.public)


def test_what_is_no_roster_is_refused(first: MemberList) -> None:
    for data in (b"", b"rubbish", write_member_list(first)[:-1], bytes(600_000)):
        with pytest.raises(MemberListError):
            read_member_list(data, PLACE, ANN.public)


def test_there_is_an_end_to_members() -> None:
    people = [Addressee(f"{number:064x}") for number in range(MOST_MEMBERS + 1)]
    with pytest.raises(MemberListError, match="1,000 members at most"):
        new_member_list(PLACE, ANN, None, people)


def test_what_follows_from_a_reference_differs_by_purpose_and_part() -> None:
    found = {
        derive_bytes(*parts)
        for parts in (
            ("a", "b", "c", "door"),
            ("a", "b", "c", "scope"),
            ("ab", "", "c", "door"),
            ("a", "bc", "", "door"),
        )
    }
    assert len(found) == 4


def test_nobody_goes_back_to_an_older_one(first: MemberList, tmp_path: Path) -> None:
    store = MemberListStore(tmp_path / "rosters.json")
    second = new_member_list(PLACE, ANN, first, (), [TO_EVE])
    assert store.newest(PLACE, ANN.public) is None
    assert store.keep(second)
    assert not store.keep(first)
    assert MemberListStore(tmp_path / "rosters.json").newest(PLACE, ANN.public) == second
    assert store.newest(PLACE, EVE.public) is None
    store.remember(PLACE, TO_BOB)
    store.remember(PLACE, TO_BOB)
    assert store.seen(PLACE) == (TO_BOB,)
    assert store.newest(PLACE, ANN.public) == second
    key = second.key_for(ANN)
    assert key is not None
    kept = (tmp_path / "rosters.json").read_bytes()
    assert key not in kept
    assert key.hex().encode() not in kept


def test_two_at_once_lead_to_one(first: MemberList, tmp_path: Path) -> None:
    """An owner with two computers: all members choose the same of the two."""
    one, other = (new_member_list(PLACE, ANN, first, (), [TO_EVE]), new_member_list(PLACE, ANN, first, (), [TO_BOB]))
    for order in ((one, other), (other, one)):
        store = MemberListStore(tmp_path / f"{order[0] is one}.json")
        for each in order:
            store.keep(each)
        assert store.newest(PLACE, ANN.public) == max(one, other, key=lambda each: each.rank)


def test_a_right_is_in_the_list_and_a_changed_one_brings_another_key(first: MemberList) -> None:
    assert first.right_of(EVE.public) is Right.EDIT
    second = new_member_list(PLACE, ANN, first, (), rights={EVE.public: Right.VIEW, ANN.public: Right.VIEW})
    assert read_member_list(write_member_list(second), PLACE, ANN.public) == second
    assert [second.right_of(each.public) for each in (ANN, BOB, EVE)] == [Right.EDIT, Right.EDIT, Right.VIEW]
    assert second.key_for(EVE) == second.key_for(BOB) != first.key_for(BOB)
    third = new_member_list(PLACE, ANN, second, [Addressee("00" * 31 + "09")], rights={EVE.public: Right.VIEW})
    assert (third.epoch, third.key_for(EVE), third.rights) == (second.epoch, second.key_for(EVE), second.rights)
    fourth = new_member_list(PLACE, ANN, third, (), rights={EVE.public: Right.EDIT})
    assert (fourth.epoch, fourth.right_of(EVE.public)) == (third.epoch + 1, Right.EDIT)


def test_lists_in_which_all_may_edit_are_written_as_ever(first: MemberList) -> None:
    names = ["place", "owner", "version", "epoch", "members", "removed", "signature"]
    assert list(msgspec.msgpack.decode(write_member_list(first))) == names


@pytest.mark.parametrize(
    "rights",
    [{ANN.public: "view"}, {"00" * 32: "view"}, {BOB.public: "edit"}, {BOB.public: "everything"}],
    ids=["of the owner", "of a stranger", "that need not be said", "that nobody knows"],
)
def test_rights_that_make_no_sense_are_refused(first: MemberList, rights: dict[str, str]) -> None:
    altered = msgspec.structs.replace(first, rights=rights, signature=b"")
    signature = ANN.sign("roster", msgspec.msgpack.encode(altered))
    with pytest.raises(MemberListError, match="is not by"):
        read_member_list(write_member_list(msgspec.structs.replace(altered, signature=signature)), PLACE, ANN.public)


def test_exactly_these_people_are_in(tmp_path: Path, first: MemberList) -> None:
    store = MemberListStore(tmp_path / "rosters.json")
    store.keep(first)
    made = store.restrict(PLACE, ANN, [TO_BOB])
    assert [each.key for each in made.members] == [ANN.public, BOB.public]
    assert [each.key for each in made.removed] == [EVE.public]
    assert store.newest(PLACE, ANN.public) == made
    assert store.restrict(PLACE, ANN, [TO_BOB]).epoch == made.epoch
