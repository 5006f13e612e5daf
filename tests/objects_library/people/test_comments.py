# SPDX-License-Identifier: BSD-3-Clause
"""Comments: copies in one process, rights that every copy enforces, and what a hostile member can do: nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from app.runtime.activation import Node, State
from app.runtime.library import encode, wrapper_of
from app.runtime.references import Addressee, Parameterized
from app.runtime.trust.member_list import Right
from objects_library.channels.document.comment_group import GROUP, comment_channel
from objects_library.channels.document.group import DocumentGroup
from objects_library.channels.native.replicated_group import replicated_groups
from objects_library.replication.comments.records import Comment, new_id, signed
from objects_library.replication.comments.threads import CommentChange
from tests.objects_library.channels.document_process import DOCUMENT
from tests.objects_library.channels.household import Household, Visitor, household
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, reached, replicated

COMMENTS = 0xC1D0B7F4A25E4C6E9B3A58D7E6F01C42
_CHANGE = wrapper_of(CommentChange)


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[Household]:
    async with household(tmp_path) as made:
        yield made


def local(name: str) -> Any:
    return replicated(COMMENTS, local_channel("CommentChange", "CommentState", name))


def texts(copy: Copy) -> list[list[str]]:
    return [[each["text"] for each in thread["messages"]] for thread in copy.last("threads") or []]


def thread_of(copy: Copy, number: int = 0) -> UUID:
    found: UUID = copy.last("threads")[number]["thread"]
    return found


def add(copy: Copy, text: str, about: str = "", title: str = "") -> None:
    copy.send("add", {"text": text, "about": about, "title": title})


async def test_one_begins_and_another_replies(nodes: list[Node]) -> None:
    ann, bob = [await opened(node, local("talk"), "comments") for node in nodes]
    await live(ann, bob)
    add(ann, " Is this right?\n", "main", "Note")
    await bob.until(lambda: texts(bob) == [["Is this right?"]])
    (thread,) = bob.last("threads")
    assert (thread["about"], thread["title"], thread["resolved"]) == ("main", "Note", False)
    assert thread["messages"][0]["name"] == "Ann"
    bob.send("reply", {"thread": thread["thread"], "text": "Yes"})
    await ann.until(lambda: texts(ann) == [["Is this right?", "Yes"]])
    bob.send("resolve", {"thread": thread["thread"], "resolved": True})
    await ann.until(lambda: ann.last("threads")[0]["resolved"])
    assert ann.last("threads")[0]["resolved_by"] == "Bob"
    ann.send("resolve", {"thread": thread["thread"], "resolved": False})
    await bob.until(lambda: not bob.last("threads")[0]["resolved"])
    first = thread["messages"][0]["message"]
    ann.send("rewrite", {"message": first, "text": "Is it?"})
    await bob.until(lambda: texts(bob) == [["Is it?", "Yes"]])
    assert bob.last("threads")[0]["messages"][0]["edited"]
    ann.send("take_back", first)
    await bob.until(lambda: texts(bob) == [["", "Yes"]])
    late = await opened(nodes[0], local("talk"), "comments")
    await late.until(lambda: texts(late) == [["", "Yes"]])
    for event, value in (
        ("add", {"text": "x" * 4_001, "about": "", "title": ""}),
        ("add", {"text": "  ", "about": "", "title": ""}),
        ("reply", {"thread": first, "text": ""}),
        ("rewrite", {"message": first, "text": "again"}),
        ("take_back", first),
        ("remove", new_id(nodes[0].user)),
    ):
        before = len(ann.all("refused"))
        ann.send(event, value)
        await ann.until(lambda before=before: len(ann.all("refused")) == before + 1)  # type: ignore[misc]
    assert ann.all("refused")[0]["text"] == "x" * 4_001  # it is given back


class Guest:
    """Somebody with the page and its comments open."""

    def __init__(self, visitor: Visitor, comments: Copy) -> None:
        self.visitor, self.comments = visitor, comments

    @property
    def person(self) -> Addressee:
        return Addressee(self.visitor.admission.me, "")

    @property
    def group(self) -> DocumentGroup:
        """The document with the comments, as an altered program uses it."""
        place = self.visitor.admission.place
        found = next(group for key, group in replicated_groups().items() if key[1:] == (place, f"document/{GROUP}"))
        assert isinstance(found, DocumentGroup)
        return found

    def submit(self, record: Comment) -> None:
        """Write what the program would not."""
        kind = _CHANGE.sent
        self.group.submit(encode(kind, _CHANGE.lower(CommentChange(record))))


async def guest(people: Household, name: str, page: Parameterized) -> Guest:
    visitor = await people.join(name, page)
    reference = replicated(COMMENTS, comment_channel(page))
    with people.home(name):
        comments = await opened(visitor.node, reference, "comments")
        await reached(comments.proxy, State.LIVE)
    return Guest(visitor, comments)


async def test_rights_are_enforced_by_every_copy(people: Household) -> None:
    page = people.owned(DOCUMENT, "ann", state="list[int]")
    assert isinstance(page, Parameterized)
    ann, bob, carl = [await guest(people, name, page) for name in ("ann", "bob", "carl")]
    everyone = (ann, bob, carl)
    for each in everyone:
        await each.visitor.app.live(3)
    await ann.visitor.admission.give_rights({bob.person: Right.COMMENT, carl.person: Right.VIEW})
    await bob.visitor.app.until(lambda: bob.visitor.reason == "You may comment on it; ann can let you edit")
    await carl.comments.until(
        lambda: (
            carl.comments.last("rights") == {"writable": False, "reason": "You may look at it; ann can let you comment"}
        )
    )
    await reached(bob.comments.proxy, State.LIVE)

    add(ann.comments, "Is this right?")
    await bob.comments.until(lambda: texts(bob.comments) == [["Is this right?"]])
    bob.comments.send("reply", {"thread": thread_of(bob.comments), "text": "Yes"})
    for each in everyone:
        await each.comments.until(lambda each=each: texts(each.comments) == [["Is this right?", "Yes"]])  # type: ignore[misc]

    carl.comments.send("reply", {"thread": thread_of(carl.comments), "text": "No"})
    await carl.comments.until(lambda: carl.comments.all("refused"))
    assert carl.comments.last("refused") == {"reason": "You may look at it; ann can let you comment", "text": "No"}
    bob.visitor.app.send(666)  # the page itself
    refused = ann.group.replica.refused_frames
    await _carl_submits_all_the_same(carl)
    await eventually(lambda: ann.group.replica.refused_frames > refused and bob.group.replica.refused_frames > 0)

    await _bob_writes_as_ann(ann, bob)
    await eventually(lambda: ann.comments.body._replica.refusals == bob.comments.body._replica.refusals == 2)
    removable = [each.comments.last("threads")[0]["removable"] for each in everyone]
    assert removable == [True, False, False]
    bob.comments.send("remove", thread_of(bob.comments))
    await bob.comments.until(lambda: bob.comments.all("refused"))
    assert bob.comments.last("refused")["reason"] == "only the owner of the page can remove it"
    bob.group.reset(None)  # comments cannot be replaced, whoever asks
    add(bob.comments, "Another")
    for each in everyone:
        await each.comments.until(lambda each=each: len(texts(each.comments)) == 2)  # type: ignore[misc]
        assert texts(each.comments) == [["Is this right?", "Yes"], ["Another"]]
        assert each.visitor.app.state == []
    ann.comments.send("remove", thread_of(ann.comments, 1))
    await bob.comments.until(lambda: texts(bob.comments) == [["Is this right?", "Yes"]])


async def _carl_submits_all_the_same(carl: Guest) -> None:
    identity = carl.visitor.node.identity
    thread = new_id(identity.public)
    comment = Comment(thread, thread, "", "", identity.public, "Carl", 0, "No", 1, 0)
    carl.submit(signed(comment, carl.comments.body._threads.place, identity))


async def _bob_writes_as_ann(ann: Guest, bob: Guest) -> None:
    """Once with a message of his own in her name, once with other words for what she wrote."""
    place, identity = bob.comments.body._threads.place, bob.visitor.node.identity
    thread = new_id(ann.person.key)
    forged = Comment(thread, thread, "", "", ann.person.key, "ann", 0, "I agree", 1, 0)
    bob.submit(signed(forged, place, identity))
    hers = next(iter(bob.comments.body._threads.threads.values())).ordered[0]
    bob.submit(signed(replace(hers, text="It is right", revision=1), place, identity))


async def test_what_is_offered_to_local_pages(nodes: list[Node]) -> None:
    """Without an owner everybody may comment."""
    ann, bob = [await opened(node, local("nobody"), "comments") for node in nodes]
    await live(ann, bob)
    add(bob, "one")
    await ann.until(lambda: texts(ann) == [["one"]])
    assert ann.last("rights") == {"writable": True, "reason": ""}
    bob.send("remove", thread_of(bob))
    await ann.until(lambda: texts(ann) == [])
