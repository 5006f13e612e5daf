# SPDX-License-Identifier: BSD-3-Clause
"""The comment threads of one place: what each author signed, merged in any order to the same result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from uuid import UUID

from app.runtime.library import type_name
from objects_library.replication.comments.records import (
    AnyRecord,
    Comment,
    Removal,
    Settlement,
    is_signed,
    wrong_author,
    wrong_comment,
)
from objects_library.replication.replica import RefusedChangeError

MOST_THREADS = 500
MOST_MESSAGES = 2_000
"""Of all threads together."""
_MOST_GONE = 2_000
_MOST_EMPTY = 500
"""Threads whose messages were all taken back; they stay for a while, since replies to them may be on their way."""
_MOST_RECORDS = 2 * MOST_MESSAGES + MOST_THREADS
"""Records that are read from a state; each costs a signature to check."""
_FURTHEST_TURN = 100
"""Turns that may be missing, since those who worked apart are merged in any order."""


@type_name("CommentChange")
@dataclass(frozen=True)
class CommentChange:
    """One of the three."""

    comment: Comment | None = None
    settlement: Settlement | None = None
    removal: Removal | None = None


def change_of(record: AnyRecord) -> CommentChange:
    """The change that sends a record."""
    if isinstance(record, Comment):
        return CommentChange(comment=record)
    return CommentChange(settlement=record) if isinstance(record, Settlement) else CommentChange(removal=record)


@type_name("CommentThread")
@dataclass(frozen=True)
class StoredThread:
    """The messages of a thread, and who resolved it or opened it again last."""

    messages: list[Comment]
    settlement: Settlement | None = None


@type_name("CommentState")
@dataclass(frozen=True)
class CommentState:
    """All threads, and the ids of those that are gone."""

    threads: list[StoredThread]
    gone: list[UUID]


@dataclass
class Thread:
    """A thread; its first message may come after replies when people meet who worked apart."""

    thread: UUID
    messages: dict[UUID, Comment] = field(default_factory=dict)
    settlement: Settlement | None = None

    @property
    def ordered(self) -> list[Comment]:
        """The messages: the first one, then the replies by time."""
        return sorted(self.messages.values(), key=lambda each: (each.message != self.thread, each.at, each.message))

    @property
    def is_resolved(self) -> bool:
        """Whether nobody needs to answer any more."""
        return self.settlement is not None and self.settlement.turn % 2 == 1

    @property
    def turn(self) -> int:
        """How often it was resolved and opened again."""
        return self.settlement.turn if self.settlement is not None else 0

    @property
    def is_empty(self) -> bool:
        """Whether all of its messages were taken back."""
        return not any(each.text for each in self.messages.values())


class CommentThreads:
    """The state machine. `place` is what signatures name; the owner may remove threads."""

    def __init__(self, place: str, owner: str = "") -> None:
        self.place = place
        self.owner = owner
        self.threads: dict[UUID, Thread] = {}
        self.gone: dict[UUID, None] = {}
        self._messages = 0

    def apply(self, change: CommentChange) -> None:
        """Apply a change, or raise RefusedChangeError; the author is whoever signed the record in it."""
        given = [each for each in (change.comment, change.settlement, change.removal) if each is not None]
        if len(given) != 1:
            raise RefusedChangeError("a change is one comment, one answer to whether it is resolved, or one removal")
        (record,) = given
        if reason := self.wrong(record):
            raise RefusedChangeError(reason)
        if not is_signed(record, self.place):
            raise RefusedChangeError("whoever it names has not written it")
        self._take(record)

    def wrong(self, record: AnyRecord) -> str:
        """Why a record is refused here, signed or not; empty if it is not."""
        if record.thread in self.gone:
            return "that comment is not there any more"
        if isinstance(record, Comment):
            return wrong_comment(record) or self._unfit(record)
        if reason := wrong_author(record):
            return reason
        if isinstance(record, Removal):
            return "" if self.owner and record.author == self.owner else "only the owner of the page can remove it"
        turn = self.threads[record.thread].turn if record.thread in self.threads else 0
        if not turn < record.turn <= turn + _FURTHEST_TURN:
            return "somebody else was faster"
        return "" if record.thread in self.threads or self._has_room else "there are too many comments; remove some"

    def _unfit(self, comment: Comment) -> str:
        thread = self.threads.get(comment.thread)
        there = thread.messages.get(comment.message) if thread is not None else None
        if there is None:
            full = not self._has_room_for_message or (thread is None and not self._has_room)
            return "there are too many comments; remove some" if full else ""
        if (comment.author, comment.about, comment.title) != (there.author, there.about, there.title):
            return "only its author can change a comment"
        if not there.text:
            return "that comment is not there any more"
        return "" if comment.revision > there.revision else "a newer text of it is here"

    def message(self, message: UUID) -> Comment | None:
        """The message with this id."""
        return next((each.messages[message] for each in self.threads.values() if message in each.messages), None)

    @property
    def shown(self) -> list[Thread]:
        """The threads that have something to read."""
        return [each for each in self.threads.values() if not each.is_empty]

    @property
    def _has_room(self) -> bool:
        return len(self.threads) < MOST_THREADS or len(self.shown) < MOST_THREADS

    @property
    def _has_room_for_message(self) -> bool:
        return self._messages < MOST_MESSAGES or sum(len(each.messages) for each in self.shown) < MOST_MESSAGES

    def _take(self, record: AnyRecord) -> None:
        if isinstance(record, Removal):
            self._end(record.thread)
            return
        thread = self.threads.setdefault(record.thread, Thread(record.thread))
        if isinstance(record, Settlement):
            thread.settlement = record
        else:
            self._messages += record.message not in thread.messages
            thread.messages[record.message] = record
        if len(self.threads) > _MOST_EMPTY:
            self._forget_empty()

    def _forget_empty(self) -> None:
        empty = [each.thread for each in self.threads.values() if each.is_empty]
        for each in empty[: max(0, len(empty) - _MOST_EMPTY)]:
            self._end(each)

    def _end(self, thread: UUID) -> None:
        ended = self.threads.pop(thread, None)
        self._messages -= len(ended.messages) if ended is not None else 0
        self.gone[thread] = None
        while len(self.gone) > _MOST_GONE:
            del self.gone[next(iter(self.gone))]

    def state(self) -> CommentState:
        """Everything, for a newcomer."""
        threads = [StoredThread(each.ordered, each.settlement) for each in self.threads.values()]
        return CommentState(threads, list(self.gone))

    def start(self, state: CommentState | None) -> int:
        """Start from a state, whoever gave it; returns how many records in it were refused."""
        self.threads, self.gone, self._messages = {}, {}, 0
        if state is None:
            return 0
        self.gone = dict.fromkeys(state.gone[-_MOST_GONE:])
        records = (each for thread in state.threads for each in _records(thread))
        return sum(not self._took(each) for each in islice(records, _MOST_RECORDS))

    def _took(self, record: Comment | Settlement) -> bool:
        # A state may have any turn: it is not known how many there were before.
        here = self.threads.get(record.thread)
        known = replace(record, turn=(here.turn if here else 0) + 1) if isinstance(record, Settlement) else record
        if self.wrong(known) or not is_signed(record, self.place):
            return False
        self._take(record)
        return True


def _records(thread: StoredThread) -> Iterable[Comment | Settlement]:
    yield from thread.messages
    if thread.settlement is not None:
        yield thread.settlement
