# SPDX-License-Identifier: BSD-3-Clause
"""Comments with replies: each message is signed by its author, and nobody else can change it."""

from __future__ import annotations

from time import time_ns
from typing import Any
from uuid import UUID

from app.runtime.library import ChannelReference, Context, Endpoint, live_object, wrapper_of
from app.runtime.references import Parameterized, Reference, ValueArgument
from app.runtime.trust.identity import identity_here
from objects_library.replication.comments.records import (
    LONGEST_NAME,
    LONGEST_TITLE,
    AnyRecord,
    Comment,
    Removal,
    Settlement,
    new_id,
    signed,
)
from objects_library.replication.comments.shown import ShownComment, ShownThread
from objects_library.replication.comments.threads import CommentChange, CommentState, CommentThreads, Thread, change_of
from objects_library.replication.replica import Replica
from objects_library.values.person_id import colour_of_key

_GONE = "that comment is not there any more"
_CHANGE = wrapper_of(CommentChange)
_STATE = wrapper_of(CommentState)


@live_object("c1d0b7f4a25e4c6e9b3a58d7e6f01c42", name="Comments", group="Shared documents", limits="500 threads")
class Comments:
    """People comment and reply; each writes and changes only their own messages, and threads are resolved."""

    comments = Endpoint(provides={"merge": "last writer per part"})

    def __init__(self, Channel: ChannelReference[CommentChange, CommentState], context: Context) -> None:
        self._context = context
        address = _address(Channel)
        self._threads = CommentThreads(address.get("scope", ""), address.get("owner", ""))
        self._showing = False
        self._why_not = ""
        self._replica = Replica(context, Channel, self, started=self.show, refused=self._not_sent, noticed=self._note)

    @comments.connected
    def show(self) -> None:
        """Send all threads to a client that connects."""
        if self._replica.live:
            self.threads([self._shown(each) for each in self._threads.shown])
            self.rights(self._replica.writable, self._why_not)

    @comments.incoming
    def add(self, text: str, about: str, title: str) -> None:
        """Begin a thread about an object, or about the page if `about` is empty."""
        thread = new_id(self._me)
        self._say(Comment(thread, thread, about, title[:LONGEST_TITLE], *self._author, text.strip(), _now(), 0))

    @comments.incoming
    def reply(self, thread: UUID, text: str) -> None:
        """Reply in a thread."""
        if thread not in self._threads.threads:
            self.refused(_GONE, text)
            return
        self._say(Comment(thread, new_id(self._me), "", "", *self._author, text.strip(), _now(), 0))

    @comments.incoming
    def rewrite(self, message: UUID, text: str) -> None:
        """Change an own message."""
        if text.strip():
            self._revise(message, text.strip())
        else:
            self.refused("there is nothing in it", text)

    @comments.incoming
    def take_back(self, message: UUID) -> None:
        """Delete an own message."""
        self._revise(message, "")

    @comments.incoming
    def resolve(self, thread: UUID, resolved: bool) -> None:
        """Resolve a thread, or open it again."""
        there = self._threads.threads.get(thread)
        if there is None:
            self.refused(_GONE, "")
        elif there.is_resolved != resolved:
            name = self._author[1]
            self._send(Settlement(thread, there.turn + 1, self._me, name, _now()))

    @comments.incoming
    def remove(self, thread: UUID) -> None:
        """Remove a thread; its page's owner may, and whoever wrote all of it."""
        there = self._threads.threads.get(thread)
        if there is None:
            self.refused(_GONE, "")
        elif self._wrote_all(there):
            for each in there.ordered:
                if each.text:
                    self._revise(each.message, "")
        else:
            self._send(Removal(thread, self._me, _now()))

    threads = comments.sends(threads=list[ShownThread])
    rights = comments.sends(writable=bool, reason=str)
    refused = comments.sends(reason=str, text=str)

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        self._threads.apply(_CHANGE.lift(change))
        self._show_soon()

    def give_state(self) -> Any:
        """All threads."""
        return _STATE.lower(self._threads.state())

    def take_state(self, state: Any) -> None:
        """Start from a state; what its authors have not signed is left out."""
        refused = self._threads.start(None if state is None else _STATE.lift(state))
        if refused:
            self._context.log(f"{refused} comments were left out: whoever they name has not written them")

    @property
    def _me(self) -> str:
        return self._context.user

    @property
    def _author(self) -> tuple[str, str, int]:
        chosen = self._context.colour
        colour = colour_of_key(self._me) if chosen is None else chosen
        return self._me, self._context.node_name[:LONGEST_NAME], colour

    def _say(self, comment: Comment) -> None:
        if not comment.text:
            self.refused("there is nothing in it", "")
        else:
            self._send(comment)

    def _revise(self, message: UUID, text: str) -> None:
        found = self._threads.message(message)
        if found is None or not found.text:
            self.refused(_GONE, text)
        elif found.author != self._me:
            self.refused(f"only {found.name} can change that comment", text)
        elif found.text != text:
            _, name, colour = self._author
            self._send(
                Comment(
                    found.thread, message, found.about, found.title, found.author, name, colour, text, found.at,
                    found.revision + 1,
                )
            )  # fmt: skip

    def _send(self, record: AnyRecord) -> None:
        text = record.text if isinstance(record, Comment) else ""
        identity = identity_here(self._me)
        reason = self._threads.wrong(record) or self._why_not
        if reason or identity is None:
            self.refused(reason or "comments are signed, and there is no key here", text)
        else:
            self._replica.send(_CHANGE.lower(change_of(signed(record, self._threads.place, identity))))

    def _show_soon(self) -> None:
        """Send the threads once after all changes that arrive together."""
        if not self._showing:
            self._showing = True
            self._context.post(self._show_now)

    def _show_now(self) -> None:
        self._showing = False
        self.show()

    def _shown(self, thread: Thread) -> ShownThread:
        messages = thread.ordered
        first, settled = messages[0], thread.settlement
        return ShownThread(
            thread.thread,
            first.about,
            first.title,
            thread.is_resolved,
            settled.name if settled is not None and thread.is_resolved else "",
            self._wrote_all(thread) or self._me == self._threads.owner,
            [self._shown_message(each) for each in messages],
        )

    def _shown_message(self, each: Comment) -> ShownComment:
        mine = each.author == self._me
        return ShownComment(
            each.message, each.author, each.name, each.colour, each.text, each.at, each.revision > 0, mine
        )

    def _wrote_all(self, thread: Thread) -> bool:
        return all(each.author == self._me for each in thread.messages.values())

    def _note(self, status: dict[str, Any]) -> None:
        reason = status.get("reason")
        self._why_not = reason if not self._replica.writable and isinstance(reason, str) else ""
        if self._replica.live:
            self.rights(self._replica.writable, self._why_not)

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")


def _address(channel: Reference) -> dict[str, str]:
    given = channel.arguments if isinstance(channel, Parameterized) else ()
    return {name: each.value for name, each in given if isinstance(each, ValueArgument) and isinstance(each.value, str)}


def _now() -> int:
    return time_ns() // 1_000_000
