# SPDX-License-Identifier: BSD-3-Clause
"""The local checkpointed channel: newcomers get the state at the very place where they come in."""

from __future__ import annotations

from uuid import UUID, uuid4

from objects_library.channels.local.checkpoints import ChannelUser, CheckpointHub, Node


class Ear:
    """A member whose state is the list of what it has heard; it answers when it is told to."""

    def __init__(self, hub: CheckpointHub) -> None:
        self.state: list[bytes] | None = None
        self.wanted: list[tuple[UUID, bytes]] = []
        self.members: tuple[Node, ...] = ()
        self.hub = hub
        self.user: ChannelUser = hub.join(Node(uuid4(), "n"), self)

    @property
    def started(self) -> bool:
        return self.state is not None

    def deliver(self, message: bytes) -> None:
        assert self.state is not None, "a message before the state"
        self.state.append(message)

    def ask_for_state(self, request: UUID) -> None:
        assert self.state is not None
        self.wanted.append((request, b",".join(self.state)))

    def start_from(self, state: bytes | None) -> None:
        assert self.state is None
        self.state = [each for each in (state or b"").split(b",") if each]

    def see_members(self, members: tuple[Node, ...]) -> None:
        self.members = members

    def answer(self) -> None:
        for request, state in self.wanted:
            self.hub.give_state(self.user, request, state)
        self.wanted.clear()


def test_the_first_starts_from_nothing_and_a_newcomer_at_its_place() -> None:
    hub = CheckpointHub()
    first = Ear(hub)
    hub.send(b"a")
    second = Ear(hub)
    hub.send(b"b")
    assert not second.started
    first.answer()
    hub.send(b"c")
    assert first.state == second.state == [b"a", b"b", b"c"]
    assert first.members == second.members == hub.members()
    assert len(first.members) == 2


def test_another_gives_the_state_when_the_first_asked_leaves() -> None:
    hub = CheckpointHub()
    first, second = Ear(hub), Ear(hub)
    first.answer()
    hub.send(b"a")
    third = Ear(hub)
    hub.send(b"b")
    hub.leave(first.user)
    hub.send(b"c")
    first.answer()  # too late: it is not asked any more
    assert not third.started
    second.answer()
    assert third.state == second.state == [b"a", b"b", b"c"]


def test_when_all_who_knew_the_state_are_gone_the_next_starts_from_nothing() -> None:
    hub = CheckpointHub()
    first = Ear(hub)
    hub.send(b"a")
    second, third = Ear(hub), Ear(hub)
    hub.send(b"b")
    hub.leave(first.user)
    assert second.state == [b"b"]
    second.answer()
    hub.send(b"c")
    assert third.state == second.state == [b"b", b"c"]
    hub.leave(first.user)  # twice is once


def test_what_nobody_asked_for_is_let_go() -> None:
    hub = CheckpointHub()
    first, second = Ear(hub), Ear(hub)
    hub.give_state(first.user, uuid4(), b"wrong")
    hub.give_state(second.user, first.wanted[0][0], b"from the wrong one")
    assert not second.started
    first.answer()
    assert second.state == []
