# SPDX-License-Identifier: BSD-3-Clause
"""Comment threads without channels: signatures, limits, and the same result in whatever order changes come."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.trust.identity import Identity
from objects_library.replication.comments import threads as limits
from objects_library.replication.comments.records import AnyRecord, Comment, Removal, Settlement, new_id, signed
from objects_library.replication.comments.threads import (
    CommentChange,
    CommentState,
    CommentThreads,
    StoredThread,
    change_of,
)
from objects_library.replication.replica import RefusedChangeError

ANN, BOB, EVE = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32), Identity(bytes([3]) * 32)
PLACE = "a page"


def machine(owner: Identity | None = ANN) -> CommentThreads:
    return CommentThreads(PLACE, owner.public if owner is not None else "")


def begun(who: Identity, text: str = "Is this right?", **fields: Any) -> Comment:
    thread = new_id(who.public)
    return replace(Comment(thread, thread, "", "", who.public, "Somebody", 1, text, 1_000, 0), **fields)


def reply(thread: UUID, who: Identity, text: str = "Yes", at: int = 2_000) -> Comment:
    return Comment(thread, new_id(who.public), "", "", who.public, "Somebody", 2, text, at, 0)


def change(record: AnyRecord, who: Identity, place: str = PLACE) -> CommentChange:
    return change_of(signed(record, place, who))


def texts(threads: CommentThreads) -> list[list[str]]:
    return [[each.text for each in thread.ordered] for thread in threads.shown]


def refused(threads: CommentThreads, given: CommentChange, why: str) -> None:
    before = threads.state()
    with pytest.raises(RefusedChangeError, match=why):
        threads.apply(given)
    assert threads.state() == before


def test_a_thread_with_a_reply_is_resolved_and_opened_again() -> None:
    threads, first = machine(), begun(ANN, about="main", title="Note")
    threads.apply(change(first, ANN))
    threads.apply(change(reply(first.thread, BOB), BOB))
    (thread,) = threads.shown
    assert [(each.text, thread.is_resolved) for each in thread.ordered] == [("Is this right?", False), ("Yes", False)]
    threads.apply(change(Settlement(first.thread, 1, BOB.public, "Bob", 3_000), BOB))
    assert thread.is_resolved
    refused(threads, change(Settlement(first.thread, 1, ANN.public, "Ann", 3_000), ANN), "somebody else was faster")
    threads.apply(change(Settlement(first.thread, 2, ANN.public, "Ann", 4_000), ANN))
    assert [each.is_resolved for each in threads.shown] == [False]


def test_people_change_and_take_back_only_their_own() -> None:
    threads, first = machine(), begun(ANN)
    threads.apply(change(first, ANN))
    threads.apply(change(replace(first, text="Is it right?", revision=1), ANN))
    assert texts(threads) == [["Is it right?"]]
    refused(threads, change(first, ANN), "a newer text of it is here")
    stolen = replace(first, text="It is wrong", revision=2)
    refused(threads, change(stolen, EVE), "whoever it names has not written it")
    refused(threads, change(replace(stolen, author=EVE.public), EVE), "that message is somebody else's")
    refused(threads, change(replace(stolen, text=""), EVE), "whoever it names has not written it")
    answer = reply(first.thread, BOB)
    threads.apply(change(answer, BOB))
    threads.apply(change(replace(first, text="", revision=2), ANN))
    assert texts(threads) == [["", "Yes"]]  # the reply of somebody else stays
    refused(threads, change(replace(first, text="Back", revision=3), ANN), "not there any more")
    threads.apply(change(replace(answer, text="", revision=1), BOB))
    assert texts(threads) == []


def test_only_the_owner_removes_threads_of_others() -> None:
    threads, first = machine(), begun(BOB)
    threads.apply(change(first, BOB))
    refused(threads, change(Removal(first.thread, EVE.public, 1), EVE), "only the owner")
    refused(threads, change(Removal(first.thread, ANN.public, 1), EVE), "has not written it")
    threads.apply(change(Removal(first.thread, ANN.public, 1), ANN))
    refused(threads, change(first, BOB), "not there any more")
    refused(threads, change(reply(first.thread, BOB), BOB), "not there any more")
    nobodys = machine(owner=None)
    nobodys.apply(change(first, BOB))
    refused(nobodys, change(Removal(first.thread, ANN.public, 1), ANN), "only the owner")


def test_the_order_of_merging_does_not_matter() -> None:
    first = begun(ANN)
    answer = reply(first.thread, BOB)
    changes = [
        change(first, ANN),
        change(replace(first, text="Better", revision=1), ANN),
        change(answer, BOB),
        change(replace(answer, text="", revision=1), BOB),
        change(Settlement(first.thread, 1, BOB.public, "Bob", 1), BOB),
    ]
    found = set()
    for order in itertools.permutations(changes):
        threads = machine()
        for each in order:
            try:
                threads.apply(each)
            except RefusedChangeError as error:
                assert str(error) in ("a newer text of it is here", "that comment is not there any more")  # noqa: PT017
        (thread,) = threads.shown
        found.add(tuple((each.text, each.revision) for each in thread.ordered))
        assert thread.is_resolved
    assert found == {(("Better", 1), ("", 1))}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"text": "x" * 4_001}, "at most 4,000 characters, this one 4,001"),
        ({"text": " \n"}, "there is nothing in it"),
        ({"name": "x" * 101}, "that long is nobody's"),
        ({"title": "x" * 201}, "that long is nothing's"),
        ({"about": "x" * 201}, "that long is nothing's"),
        ({"colour": 99}, "no such colour"),
        ({"revision": -1}, "no such colour or revision"),
        ({"at": -1}, "no such time"),
        ({"author": "nobody"}, "not a public key"),
        ({"message": uuid4()}, "somebody else's"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_hostile_comments_are_refused(fields: dict[str, Any], why: str) -> None:
    threads = machine()
    refused(threads, change(begun(ANN, **fields), ANN), why)


def test_what_was_signed_for_another_page_or_changed_later_is_refused() -> None:
    threads, first = machine(), begun(ANN)
    refused(threads, change(first, ANN, "another page"), "has not written it")
    made = change(first, ANN)
    assert made.comment is not None
    refused(threads, CommentChange(replace(made.comment, title="The other one")), "has not written it")
    refused(threads, CommentChange(), "a change is one comment")
    removal = Removal(first.thread, ANN.public, 1)
    refused(threads, replace(made, removal=removal), "a change is one comment")
    far = Settlement(first.thread, 500, BOB.public, "Bob", 1)
    refused(threads, change(far, BOB), "somebody else was faster")


def test_a_state_is_taken_as_far_as_its_authors_signed_it() -> None:
    threads, first, other = machine(), begun(ANN), begun(BOB, "Mine")
    for each, who in ((first, ANN), (other, BOB), (reply(first.thread, BOB), BOB)):
        threads.apply(change(each, who))
    threads.apply(change(Settlement(other.thread, 1, BOB.public, "Bob", 1), BOB))
    threads.apply(change(Settlement(other.thread, 101, BOB.public, "Bob", 1), BOB))
    state = threads.state()
    newcomer = machine()
    assert newcomer.start(state) == 0
    assert newcomer.state() == state
    forged = [
        StoredThread([replace(each, text="I agree to everything") for each in stored.messages], stored.settlement)
        for stored in state.threads
    ]
    assert newcomer.start(CommentState(forged, [])) == 3
    assert newcomer.shown == []
    assert newcomer.start(None) == 0
    assert newcomer.threads == {}


def test_there_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_THREADS", 3)
    monkeypatch.setattr(limits, "MOST_MESSAGES", 4)
    monkeypatch.setattr(limits, "_MOST_EMPTY", 2)
    threads, mine = machine(), [begun(BOB) for _ in range(4)]
    for each in mine[:3]:
        threads.apply(change(each, BOB))
    refused(threads, change(mine[3], BOB), "too many comments")
    threads.apply(change(reply(mine[0].thread, BOB), BOB))
    refused(threads, change(reply(mine[0].thread, BOB), BOB), "too many comments")
    for each in mine[1:3]:
        threads.apply(change(replace(each, text="", revision=1), BOB))
    threads.apply(change(mine[3], BOB))  # what was taken back takes no room
    for _ in range(5):
        passing = begun(BOB)
        threads.apply(change(passing, BOB))
        threads.apply(change(replace(passing, text="", revision=1), BOB))
    assert len(threads.threads) == 4
    assert len(threads.shown) == 2


def test_many_comments_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full page is read in a fraction of a second: nothing grows with the square."""
    looked = 0
    found = CommentThreads.shown.fget  # type: ignore[attr-defined]

    def counted(threads: CommentThreads) -> object:
        nonlocal looked
        looked += 1
        return found(threads)

    threads = machine()
    monkeypatch.setattr(CommentThreads, "shown", property(counted))
    for _ in range(50):
        threads.apply(change(begun(BOB), BOB))
    assert looked == 0
