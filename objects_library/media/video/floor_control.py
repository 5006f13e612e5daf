# SPDX-License-Identifier: BSD-3-Clause
"""The floor control of a video: who presents, who asks, and where a film is; no I/O."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import type_name, wrapper_of
from objects_library.replication.membership import MemberList, Membership, MembershipChange
from objects_library.replication.replica import RefusedChangeError

KINDS = ("test", "film", "camera", "screen")
LONGEST_TITLE = 200
MOST_WISHES = 20
LONGEST_FILM = 7 * 86_400.0
"""Seconds."""
_OWN = ("begin", "stop", "ask", "withdraw", "hand over", "deny", "play")


@type_name("VideoChange")
@dataclass(frozen=True)
class VideoChange(MembershipChange):
    """A change of a video: membership, or what is shown."""

    stream: UUID | None
    source: str
    title: str
    duration: float
    playing: bool
    position: float


@dataclass(frozen=True)
class ShownStream:
    """A stream with an id; a film has a duration and a position."""

    by: UUID
    name: str
    stream: UUID
    source: str
    title: str
    duration: float
    playing: bool
    position: float


Wishes = list[UUID]


@type_name("VideoState")
@dataclass(frozen=True)
class VideoState:
    """Members, the stream shown, requests, the holder of the floor, and the last presenter."""

    attendants: MemberList
    showing: ShownStream | None
    wishes: Wishes
    promised: UUID | None
    last: str
    why: str


_SHOWING = wrapper_of(ShownStream)


class FloorControl:
    """The state machine: one member presents, others ask, and the presenter hands over or denies."""

    def __init__(self) -> None:
        self.membership = Membership()
        self.showing: ShownStream | None = None
        self.wishes: list[UUID] = []
        self.promised: UUID | None = None
        self.last = ""
        """The name of the last presenter."""
        self.why = ""
        """Whether that one `stopped`, `handed over`, or is `gone`."""

    def apply(self, change: dict[str, Any]) -> None:
        """Apply a change, or raise RefusedChangeError."""
        kind, by = change["kind"], change["by"]
        if kind not in _OWN:
            gone = self.membership.apply(change)
            if gone is not None:
                self._leave(gone)
            return
        if by not in self.membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        match kind:
            case "begin":
                self._begin(change)
            case "play":
                self._play(change)
            case "ask":
                self._ask(by)
            case "withdraw":
                self._withdraw(by)
            case _:
                self._check_presenter(change)

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        return {
            "attendants": self.membership.state(),
            "showing": None if self.showing is None else _SHOWING.lower(self.showing),
            "wishes": list(self.wishes),
            "promised": self.promised,
            "last": self.last,
            "why": self.why,
        }

    @classmethod
    def of(cls, state: dict[str, Any]) -> FloorControl:
        """The machine in the state of another copy."""
        made = cls()
        made.membership = Membership.of(state["attendants"])
        known = made.membership.parts
        shown = state["showing"]
        if shown is not None and shown["by"] in known and not _wrong(shown):
            made.showing = _SHOWING.lift(shown)
        made.wishes = [each for each in state["wishes"] if each in known][:MOST_WISHES]
        made.promised = state["promised"] if state["promised"] in known else None
        made.last, made.why = state["last"][:LONGEST_TITLE], state["why"][:LONGEST_TITLE]
        return made

    def name_of(self, member: UUID) -> str:
        """The name of a member."""
        part = self.membership.parts.get(member)
        return "" if part is None else part.name

    def _begin(self, change: dict[str, Any]) -> None:
        by = change["by"]
        if problem := _wrong(change):
            raise RefusedChangeError(problem)
        if self.showing is not None and self.showing.by != by:
            raise RefusedChangeError(f"{self.showing.name} shows something; ask first")
        if self.showing is None and self.promised not in (None, by):
            raise RefusedChangeError(f"it is the turn of {self.name_of(self.promised)}")
        if change["stream"] is None:
            raise RefusedChangeError("a stream has a name")
        self.promised = None
        if by in self.wishes:
            self.wishes.remove(by)
        self.showing = ShownStream(
            by,
            self.name_of(by),
            change["stream"],
            change["source"],
            change["title"],
            change["duration"],
            change["playing"],
            change["position"],
        )

    def _play(self, change: dict[str, Any]) -> None:
        now = self.showing
        if now is None or now.source != "film":
            raise RefusedChangeError("only a film can be held still or moved about in")
        if change["stream"] != now.stream:
            raise RefusedChangeError("that film is not shown any more")
        position = change["position"]
        if not math.isfinite(position):
            raise RefusedChangeError("a place in a film is a number")
        self.showing = ShownStream(
            now.by,
            now.name,
            now.stream,
            now.source,
            now.title,
            now.duration,
            change["playing"],
            max(0.0, min(now.duration or LONGEST_FILM, position)),
        )

    def _ask(self, by: UUID) -> None:
        if self.showing is None or self.showing.by == by:
            raise RefusedChangeError("nobody has to be asked")
        if by not in self.wishes:
            if len(self.wishes) >= MOST_WISHES:
                raise RefusedChangeError(f"{MOST_WISHES} others have asked already")
            self.wishes.append(by)

    def _withdraw(self, by: UUID) -> None:
        if by in self.wishes:
            self.wishes.remove(by)
        if self.promised == by:
            self.promised = None

    def _check_presenter(self, change: dict[str, Any]) -> None:
        kind, whom = change["kind"], change["whom"]
        if self.showing is None or self.showing.by != change["by"]:
            raise RefusedChangeError("only whoever shows something can do that")
        if kind == "stop":
            self._end("stopped", self.wishes.pop(0) if self.wishes else None)
        elif whom not in self.wishes:
            raise RefusedChangeError("that one has not asked")
        else:
            self.wishes.remove(whom)
            if kind == "hand over":
                self._end("handed over", whom)

    def _end(self, why: str, promised: UUID | None) -> None:
        assert self.showing is not None
        self.last, self.why = self.showing.name, why
        self.showing, self.promised = None, promised

    def _leave(self, member: UUID) -> None:
        self._withdraw(member)
        if self.showing is not None and self.showing.by == member:
            self._end("gone", self.wishes.pop(0) if self.wishes else None)


def _wrong(update: dict[str, Any]) -> str:
    if update["source"] not in KINDS:
        return f"nobody can show {update['source'][:20]!r}"
    if len(update["title"]) > LONGEST_TITLE:
        return f"a title has at most {LONGEST_TITLE} characters"
    numbers = (update["duration"], update["position"])
    if not all(math.isfinite(each) and 0 <= each <= LONGEST_FILM for each in numbers):
        return "a film is at most a week long"
    return ""
