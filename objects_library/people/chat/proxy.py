# SPDX-License-Identifier: BSD-3-Clause
"""The chat: messages in one order; people rewrite and remove only their own."""

from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.wire_values import as_text

MOST = 5_000
"""How many messages are kept; the oldest are dropped first."""
LONGEST = 4_000
LONGEST_NAME = 100
_LONGEST_IDENTITY = 200
_TYPING_FOR = 4.0
"""Seconds until somebody who pauses is no longer shown as writing."""
_MOST_TYPING = 50


@type_name("ChatMessage")
@dataclass(frozen=True)
class ChatMessage:
    """A message with the time of its author's clock; `by` is the author's id, `name` the display name."""

    message: UUID
    by: str
    name: str
    text: str
    at: datetime
    edited: bool


@type_name("ChatChange")
@dataclass(frozen=True)
class ChatChange:
    """Adds, rewrites or removes a message, or reports that one is being written."""

    kind: str
    message: UUID
    by: str
    name: str
    text: str
    at: datetime


Messages = list[ChatMessage]


@dataclass(frozen=True)
class Line:
    """A message for display; `mine` marks those of the receiver."""

    message: UUID
    name: str
    text: str
    at: datetime
    edited: bool
    mine: bool


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a01", name="Chat", group="Shared documents", limits="keeps 5,000 messages")
class Chat:
    """People write to each other; whoever comes later reads what was said before."""

    chat = Endpoint(provides={"merge": "last writer per part"})
    messages_said = Endpoint(name="messages", words="each message in {name}")
    posts = Endpoint(provides=ONCE, words="{what} is posted in {name}")

    def __init__(self, Channel: ChannelReference[ChatChange, Messages], context: Context) -> None:
        self._context = context
        self._messages: dict[UUID, dict[str, Any]] = {}
        self._on_their_way: set[UUID] = set()
        self._typing: dict[tuple[str, str], float] = {}
        self._shown_typing: list[str] = []
        self._replica = Replica(context, Channel, self, started=self.show, refused=self._not_sent, causes=True)
        self._effects = Effects(context, self._replica)
        context.every(1.0, self._send_typing)

    @chat.connected
    def show(self) -> None:
        """Send all messages to a client that connects."""
        self.messages([self._line(message) for message in self._messages.values()])

    @messages_said.outgoing("happened")
    def offer_message(self, value: str, cause: Cause) -> None:
        """The text of a message, for wires."""

    @posts.incoming("happened")
    def post_event(self, value: Any, cause: Cause) -> None:
        """Post what an event says."""
        text = as_text(value, LONGEST)
        if text.strip():
            self._effects.perform("posts", cause, self._change("say", uuid4(), text))

    @chat.incoming
    def say(self, message: UUID, text: str) -> None:
        """Send a message under an id of the sender's choice."""
        self._send("say", message, text)

    @chat.incoming
    def rewrite(self, message: UUID, text: str) -> None:
        """Rewrite an own message."""
        self._send("rewrite", message, text)

    @chat.incoming
    def remove(self, message: UUID) -> None:
        """Remove an own message."""
        self._send("remove", message)

    @chat.incoming
    def typing(self) -> None:
        """Report that a message is being written; this is not stored."""
        if self._replica.live and self._replica.writable:
            self._send("typing", UUID(int=0))

    @chat.outgoing
    def messages(self, messages: list[Line]) -> None:
        """All stored messages, the oldest first."""

    @chat.outgoing
    def said(self, message: UUID, name: str, text: str, at: datetime, edited: bool, mine: bool) -> None:
        """A message was added."""

    @chat.outgoing
    def rewritten(self, message: UUID, text: str) -> None:
        """A message was rewritten."""

    @chat.outgoing
    def removed(self, message: UUID) -> None:
        """A message was removed: by its author, or because it was the oldest."""

    @chat.outgoing
    def writing(self, names: list[str]) -> None:
        """Who is writing."""

    @chat.outgoing
    def refused(self, reason: str, text: str) -> None:
        """A message was refused; its text is given back."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        reason = self._wrong(change)
        if reason:
            raise RefusedChangeError(reason)
        kind, message, who = change["kind"], change["message"], (change["by"], change["name"])
        if kind == "typing":
            if len(self._typing) < _MOST_TYPING and who != self._me:
                self._typing[who] = monotonic() + _TYPING_FOR
        elif kind == "say":
            self._on_their_way.discard(message)
            self._add(change)
            self._typing.pop(who, None)
        elif kind == "rewrite":
            self._messages[message] = {**self._messages[message], "text": change["text"], "edited": True}
            self.rewritten(message, change["text"])
        else:
            del self._messages[message]
            self.removed(message)
        self._send_typing()

    def give_state(self) -> list[dict[str, Any]]:
        """All messages."""
        return list(self._messages.values())

    def take_state(self, state: list[dict[str, Any]] | None) -> None:
        """Start from the state of another copy."""
        self._messages = {message["message"]: message for message in (state or [])[-MOST:]}

    @property
    def _me(self) -> tuple[str, str]:
        return self._context.user, self._context.node_name[:LONGEST_NAME]

    def _add(self, change: dict[str, Any]) -> None:
        while len(self._messages) >= MOST:
            oldest = next(iter(self._messages))
            del self._messages[oldest]
            self.removed(oldest)
        update = {key: change[key] for key in ("message", "by", "name", "text", "at")} | {"edited": False}
        self._messages[change["message"]] = update
        line = self._line(update)
        self.said(line.message, line.name, line.text, line.at, line.edited, line.mine)
        self.offer_message(line.text, self._replica.cause)

    def _line(self, message: dict[str, Any]) -> Line:
        mine = (message["by"], message["name"]) == self._me
        shown = {key: message[key] for key in ("message", "name", "text", "at", "edited")}
        return Line(**shown, mine=mine)

    def _send(self, kind: str, message: UUID, text: str = "") -> None:
        change = self._change(kind, message, text)
        # Before the state has arrived, no message can be checked.
        known = self._replica.live and message not in self._on_their_way
        reason = self._wrong(change) if known or kind == "say" else ""
        if reason:
            self.refused(reason, text[:LONGEST])
            return
        if kind == "say":
            self._on_their_way.add(message)
        self._replica.send(change)

    def _change(self, kind: str, message: UUID, text: str) -> dict[str, Any]:
        by, name = self._me
        return {"kind": kind, "message": message, "by": by, "name": name, "text": text, "at": datetime.now(UTC)}

    def _wrong(self, change: dict[str, Any]) -> str:
        """Why a change is invalid; empty if it is not."""
        kind, text, there = change["kind"], change["text"], self._messages.get(change["message"])
        if len(change["name"]) > LONGEST_NAME or len(change["by"]) > _LONGEST_IDENTITY:
            return "a name that long is nobody's"
        if kind == "typing":
            return ""
        if kind in ("say", "rewrite") and not text.strip():
            return "there is nothing in it"
        if len(text) > LONGEST:
            return f"a message has at most {LONGEST:,} characters, this one {len(text):,}; send it in parts"
        if kind == "say":
            return "that message was said already" if there is not None else ""
        if kind not in ("rewrite", "remove"):
            return f"nobody knows the change {kind[:20]!r}"
        if there is None:
            return "that message is not there any more"
        theirs = (there["by"], there["name"]) != (change["by"], change["name"])
        return f"only {there['name']} can change that message" if theirs else ""

    def _send_typing(self) -> None:
        now = monotonic()
        self._typing = {who: until for who, until in self._typing.items() if until > now}
        names = sorted({name for _, name in self._typing})
        if names != self._shown_typing:
            self._shown_typing = names
            self.writing(names)

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")
