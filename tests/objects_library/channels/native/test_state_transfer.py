# SPDX-License-Identifier: BSD-3-Clause
"""Who has the state: many small worlds with one order each, in which nodes come, die and are cut off."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest

from objects_library.channels.native.messages import (
    Frame,
    Give,
    History,
    Message,
    ReplicaStatus,
    pack,
    pack_history,
    unpack,
    unpack_history,
)
from objects_library.channels.native.state_transfer import StateTransfer


@dataclass(frozen=True)
class Somebody:
    number: int


@dataclass(frozen=True)
class Change:
    view: int
    members: tuple[Somebody, ...]
    joined: tuple[Somebody, ...]
    rejoined: bool
    writable: bool


class ScopeAddress:
    """A node: its replica, and an application that remembers everything."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.cursor = 0
        self.alive = True
        self.connected = True
        self.state: list[bytes] | None = None
        self.started = 0
        self.acknowledged: set[UUID] = set()
        self.pending: list[bytes] = []
        self.heard = self.returned = 0
        self.expected: dict[UUID, tuple[History, list[bytes], int]] = {}
        self.replica = StateTransfer(number, self)
        self.replica.enter()

    # what the replica asks for
    def send(self, frame: Frame) -> None:
        if self.connected:
            self.pending.append(pack(frame))

    def deliver(self, message: Message) -> None:
        assert self.state is not None
        self.state.append(message.body)

    def observe(self, message: Message) -> None:
        pass

    def ask_for_state(self, request: UUID) -> None:
        assert self.state is not None
        gift = self.replica.gift(request)
        assert gift is not None
        self.world.states[request] = (gift[1], list(self.state), self.number)
        self.send(Give(request, gift[0], True, pack_history(gift[1])))

    def start_empty(self) -> None:
        self.state = []
        self.started += 1

    def start_with(self, state: Any) -> None:
        self.state = list(state)
        self.started += 1

    def expect(self, request: UUID, donor: int, give: Give) -> None:
        assert unpack_history(give.data)[0] == self.world.states[request][0]
        self.expected[request] = self.world.states[request]

    def is_expecting(self, request: UUID) -> bool:
        return request in self.expected

    def forget(self, request: UUID) -> None:
        self.expected.pop(request, None)

    def is_kept(self, place: int) -> bool:
        return True

    def keeps(self, member: int, count: int) -> None:
        pass

    def accepted(self, request: UUID) -> None:
        self.acknowledged.add(request)

    def changed(self) -> None:
        pass

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        self.world.timers.append((self, call))

    @property
    def load(self) -> int:
        return 0

    # what the world does
    def speak(self) -> None:
        """What it has said first gets its place in the order; all who are there will hear it."""
        self.world.log.append((self.number, self.pending.pop(0)))
        self.heard += 1

    def read(self) -> bool:
        """Take the next thing in the order."""
        if self.cursor >= len(self.world.log):
            return False
        sender, entry = self.world.log[self.cursor]
        self.cursor += 1
        if isinstance(entry, bytes):
            self.returned += sender == self.number
            self.replica.take(sender, unpack(entry), self.returned)
        else:
            self.replica.change_view(entry)
        return True

    def arrive(self) -> bool:
        """A state that was expected is there, if its donor lived long enough."""
        for request, (history, state, donor) in list(self.expected.items()):
            del self.expected[request]
            if self.world.places[donor].alive:
                self.replica.state_arrived(request, history, state)
            else:
                self.replica.donor_failed(request)
            return True
        return False


class World:
    """One order. The network may be cut: who is on the other side hears nothing and is not heard."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.log: list[tuple[int, bytes | Change]] = []
        self.view = 0
        self.places: list[ScopeAddress] = []
        self.states: dict[UUID, tuple[History, list[bytes], int]] = {}
        self.timers: list[tuple[ScopeAddress, Callable[[], object]]] = []
        self.submitted: dict[UUID, tuple[ScopeAddress, bytes]] = {}
        self.away: list[ScopeAddress] = []

    @property
    def here(self) -> list[ScopeAddress]:
        return [place for place in self.places if place.alive and place not in self.away]

    def change(self, newcomers: list[ScopeAddress] = [], back: list[ScopeAddress] = []) -> None:  # noqa: B006
        """All who were there hear everything that was said before, and then of the change."""
        self.view += 1
        members = tuple(Somebody(place.number) for place in self.here)
        joined = tuple(Somebody(place.number) for place in [*newcomers, *back])
        self.log.append((0, Change(self.view, members, joined, False, True)))
        for place in [*newcomers, *back]:
            place.cursor = len(self.log)
            place.heard = place.returned = 0
            place.replica.change_view(Change(self.view, members, joined, place in back, True))

    def join(self) -> None:
        place = ScopeAddress(self, len(self.places))
        self.places.append(place)
        self.change([place])

    def crash(self, place: ScopeAddress) -> None:
        place.alive = False
        if place in self.away:
            self.away.remove(place)
        else:
            self.change()

    def cut_off(self, place: ScopeAddress) -> None:
        """A minority of one: it hears no more, and what it says is refused."""
        place.connected = False
        place.pending.clear()
        self.away.append(place)
        self.change()
        alone = Change(1000 + self.view, (Somebody(place.number),), (), False, False)
        place.replica.change_view(alone)

    def heal(self, place: ScopeAddress) -> None:
        self.away.remove(place)
        place.connected = True
        self.change([], [place])

    def submit(self, place: ScopeAddress) -> None:
        request, body = uuid4(), f"{len(self.submitted)}".encode()
        self.submitted[request] = (place, body)
        assert place.replica.submit(body, request)

    def step(self) -> None:
        place = self.random.choice([each for each in self.places if each.alive])
        kind = self.random.random()
        if kind < 0.5 and place not in self.away:
            for _ in range(5):
                place.read()
        elif kind < 0.75 and place.pending:
            place.speak()
        elif kind < 0.8 and place not in self.away:
            place.replica.stable(place.heard)
        elif kind < 0.84:
            self.submit(place)
        elif kind < 0.93:
            place.arrive()
        elif self.timers:
            owner, call = self.timers.pop(self.random.randrange(len(self.timers)))
            if owner.alive:
                call()

    def settle(self) -> None:
        """Let everything that is under way come to its end."""
        for place in list(self.away):
            self.heal(place)
        for _ in range(2_000):
            busy = False
            for place in self.here:
                while place.read():
                    busy = True
                busy |= place.arrive()
                while place.pending:
                    place.speak()
                    busy = True
            if not busy and self.timers:
                timers, self.timers = self.timers, []
                for owner, call in timers:
                    if owner.alive:
                        call()
                busy = True
            if not busy:
                return
        raise AssertionError("the world does not come to rest")


def check(world: World) -> None:
    alive = world.here
    assert {place.replica.standing for place in alive} == {ReplicaStatus.READY}
    assert len({tuple(place.state or []) for place in alive}) == 1
    state = alive[0].state or []
    assert len(set(state)) == len(state), "a message counted twice"
    for request, (place, body) in world.submitted.items():
        if request in place.acknowledged:
            assert body in state, "what was accepted is lost"
        elif place.alive:
            raise AssertionError("something was silently dropped")
    for place in alive:  # each one's messages in the order in which they were said
        own = [body for owner, body in world.submitted.values() if owner is place]
        assert [body for body in state if body in set(own)] == own


@pytest.mark.parametrize("seed", range(60))
def test_all_who_stay_have_the_same_state(seed: int) -> None:
    world = World(seed)
    choose = world.random
    world.join()
    for _ in range(20):
        for _ in range(choose.choice((10, 100, 800))):
            world.step()
        kind = choose.random()
        here = world.here
        if kind < 0.4 and len(here) < 6:
            world.join()
        elif kind < 0.6 and len(here) > 2 and any(place.replica.standing is ReplicaStatus.READY for place in here[1:]):
            victim = choose.choice(here)
            others = [place for place in here if place is not victim]
            if any(place.replica.standing is ReplicaStatus.READY for place in others):
                world.crash(victim)
        elif kind < 0.8 and len(here) > 2 and len(world.away) < 2:
            victim = choose.choice(here)
            others = [place for place in here if place is not victim]
            if any(place.replica.standing is ReplicaStatus.READY for place in others):
                world.cut_off(victim)
        elif world.away:
            world.heal(choose.choice(world.away))
    world.settle()
    check(world)


def test_a_donor_that_dies_is_replaced() -> None:
    world = World(1)
    for _ in range(3):
        world.join()
    world.settle()
    for place in world.here:
        world.submit(place)
    world.settle()
    world.join()
    newcomer = world.places[-1]
    while newcomer.replica.standing is not ReplicaStatus.PENDING:
        for place in world.here:
            place.read()
            while place.pending:
                place.speak()
        timers, world.timers = world.timers, []
        for _, call in timers:
            call()
    assert newcomer.replica.donor is not None
    first = newcomer.replica.donor
    world.crash(world.places[first])
    world.settle()
    check(world)
    assert newcomer.state == world.here[0].state
    assert len(newcomer.state or []) == 3


def test_nobody_says_what_it_has_when_all_have_the_state() -> None:
    world = World(2)
    for _ in range(5):
        world.join()
    world.settle()
    place = world.places[0]
    world.submit(place)
    world.settle()  # after the first message all know of each other
    world.submit(place)
    before = len(world.log)
    place.speak()
    for each in world.here:
        each.read()
    assert len(place.acknowledged) == 1, "it is not known yet that a majority has the second"
    place.replica.stable(place.heard)
    assert set(world.submitted) == place.acknowledged
    assert [sender for sender, _ in world.log[before:]] == [0]
    assert not any(each.pending for each in world.here)


def test_what_engines_have_does_not_count_where_somebody_lacks_the_state() -> None:
    world = World(3)
    for _ in range(3):
        world.join()
    world.settle()
    place = world.places[0]
    for other in world.places[1:]:
        other.replica.leave()
    world.settle()
    world.submit(place)
    place.speak()
    for each in world.here:
        each.read()
    place.replica.stable(place.heard)
    assert not place.acknowledged, "whoever has no state cannot bring it back"
