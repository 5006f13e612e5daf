# SPDX-License-Identifier: BSD-3-Clause
"""Generates correct traces of a channel: nodes join, send and die."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

Line = dict[str, Any]


@dataclass
class Life:
    """One node: its trace lines, and the last delivered number of each sender."""

    name: str
    lines: list[Line] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    alive: bool = True
    sent: int = 0

    def write(self, event: str, **fields: Any) -> None:
        process, incarnation = self.name.split("/")
        facts = {"process": process, "incarnation": int(incarnation), "time": float(len(self.lines))}
        self.lines.append({**facts, "event": event, **fields})


@dataclass
class Story:
    """A group and its history."""

    lives: list[Life] = field(default_factory=list)
    view: int = 0

    @property
    def members(self) -> list[Life]:
        return [life for life in self.lives if life.alive]

    def join(self) -> None:
        old = self.members
        process = len(self.lives)
        newcomer = Life(f"p{process}/1")
        through = dict(old[0].held) if old else {}
        self.lives.append(newcomer)
        self._cut([newcomer.name])
        for life in old:
            life.write("state", label=f"view {self.view}", state=_digest(life.held))
        newcomer.held = through
        newcomer.write("initialized", view=self.view, through=dict(through), state=_digest(through))

    def die(self, number: int, lag: int) -> None:
        """Kill one of the later nodes before it has delivered its last messages of this view."""
        mortal = self.members[2:]
        if not mortal:
            return
        life = mortal[number % len(mortal)]
        life.alive = False
        while lag and life.lines[-1]["event"] == "delivered":
            life.lines.pop()
            lag -= 1
        self._cut([])

    def send(self, number: int, accepted: bool) -> None:
        sender = self.members[number % len(self.members)]
        sender.sent += 1
        sender.write("sent", number=sender.sent, view=self.view)
        for life in self.members:
            life.held[sender.name] = sender.sent
            life.write("delivered", sender=sender.name, number=sender.sent, view=self.view)
        if accepted:
            sender.write("accepted", sender=sender.name, number=sender.sent)

    def traces(self) -> dict[str, list[Line]]:
        """The lines of each file, and of the harness, which records the survivors."""
        files = {life.name.partition("/")[0]: life.lines for life in self.lives}
        harness = Life("harness/1")
        for life in self.members:
            life.write("state", label="end", state=_digest(life.held))
            harness.write("survived", sender=life.name)
        return {**files, "harness": harness.lines}

    def _cut(self, joined: list[str]) -> None:
        self.view += 1
        names = [life.name for life in self.members]
        for life in self.members:
            life.write("cut", view=self.view, members=names, joined=joined)


def _digest(held: dict[str, int]) -> str:
    return hashlib.sha256(repr(sorted(held.items())).encode()).hexdigest()[:16]


_NUMBER = st.integers(0, 7)
_STEP = st.one_of(
    st.tuples(st.just("send"), _NUMBER, st.booleans()),
    st.tuples(st.just("send"), _NUMBER, st.booleans()),
    st.tuples(st.just("send"), _NUMBER, st.booleans()),
    st.tuples(st.just("join"), _NUMBER, st.booleans()),
    st.tuples(st.just("die"), _NUMBER, st.booleans()),
)


@st.composite
def stories(draw: st.DrawFn) -> dict[str, list[Line]]:
    """Correct traces with enough content for each mutation."""
    story = Story()
    for _ in range(3):
        story.join()
        story.send(0, accepted=True)
        story.send(len(story.members) - 1, accepted=True)
    for what, number, flag in draw(st.lists(_STEP, max_size=30)):
        if what == "join" and len(story.lives) < 8:
            story.join()
        elif what == "die":
            story.die(number, number if flag else 0)
        else:
            story.send(number, accepted=flag)
    for number in (0, 1, 0, 1):
        story.send(number, accepted=True)
    return story.traces()
