# SPDX-License-Identifier: BSD-3-Clause
"""Many devices with one document, by a seed.

Edits, partitions, kills, clean ends, wrong clocks, late returns, mailed copies, and a hostile author.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from unittest import mock
from uuid import UUID

from app.runtime.storage.documents import document_id
from bench._documents.attacker import FORGED, OWN, Attacker
from bench._documents.device import Device, Session
from bench._documents.mailed_file import make_file
from objects_library.channels.native.messages import ReplicaStatus

NOBODY = 200
"""The sender of hostile frames."""


@dataclass(frozen=True)
class Member:
    """A member in a view."""

    number: int


@dataclass(frozen=True)
class ViewChange:
    """A view change, as the engine reports it."""

    view: int
    members: tuple[Member, ...]
    joined: tuple[Member, ...]
    rejoined: bool
    writable: bool = True


@dataclass
class Side:
    """Devices that reach each other: one order."""

    sessions: list[Session]
    log: list[tuple[int, bytes | ViewChange]] = field(default_factory=list)


class World:
    """A simulation; `run` ends with everyone together, and `violations` says what is wrong."""

    def __init__(self, seed: int, devices: int = 4) -> None:
        self.random = random.Random(seed)
        self._numbers = random.Random(-1 - seed)
        self.document = document_id(f"simulated {seed}")
        self.devices = [Device(self, number) for number in range(devices)]
        self.sides: list[Side] = []
        self.states: dict[tuple[UUID, int], list[str] | None] = {}
        self.accepted: set[UUID] = set()
        self.made: dict[UUID, str] = {}
        self.attacker = Attacker(self, seed)
        self.hostility = (0, 3, 30)[seed % 3]
        self.must_refuse: set[bytes] = set()
        """Hostile frames that every copy with a state has to count."""
        self.unrefused = 0
        self.view = 0
        self.merges = self.mails = self.attacks = 0

    @property
    def sessions(self) -> list[Session]:
        """All running sessions."""
        return [device.session for device in self.devices if device.session is not None]

    def run(self, steps: int) -> list[str]:
        """Play, bring everyone together, and check."""
        with mock.patch.object(secrets, "randbits", self._numbers.getrandbits):  # the same seed plays the same life
            return self._play(steps)

    def _play(self, steps: int) -> list[str]:
        for _ in range(steps):
            self.step()
        for device in self.devices:
            if device.session is None:
                self.start(device, alone=False)
        while len(self.sides) > 1:
            self.merge(*self.sides[:2])
        self.settle()
        return self.violations()

    def step(self) -> None:
        """One random event."""
        kind = self.random.choices(
            (
                "change",
                "move",
                "commit",
                "tick",
                "arrive",
                "snapshot",
                "start",
                "kill",
                "close",
                "cut",
                "merge",
                "clock",
                "mail",
                "attack",
            ),
            (20, 60, 15, 8, 10, 3, 4, 1, 1, 1.5, 2.5, 1, 1.5, self.hostility),
        )[0]
        getattr(self, f"_{kind}")()

    def settle(self) -> None:
        """Run until nothing happens any more."""
        for _ in range(1_000):
            busy = False
            for session in self.sessions:
                while session.outbox:
                    self._deliver(session)
                    busy = True
                while session.read() or session.arrive():
                    busy = True
                session.commit()
                busy = busy or bool(session.outbox)
            if busy:
                continue
            # Time passes only when nothing else happens.
            ticked = [session.tick() for session in self.sessions]
            if not any(ticked):
                return
        raise RuntimeError("the devices do not become quiet")

    # ---- events

    def _change(self) -> None:
        if self.sessions:
            self._change_at(self.random.choice(self.sessions))

    def _change_at(self, session: Session) -> None:
        session.device.made += 1
        text = f"{session.device.number}:{session.device.starts}:{session.device.made}"
        self.made[session.change(text)] = text

    def _move(self) -> None:
        if self.sessions:
            session = self.random.choice(self.sessions)
            if session.outbox and self.random.random() < 0.5:
                self._deliver(session)
            else:
                session.read()

    def _deliver(self, session: Session) -> None:
        assert session.side is not None
        data = session.outbox.pop(0)
        self.attacker.overhear(data)
        session.side.log.append((session.device.number, data))

    def _commit(self) -> None:
        if self.sessions:
            self.random.choice(self.sessions).commit()

    def _tick(self) -> None:
        if self.sessions:
            self.random.choice(self.sessions).tick()

    def _arrive(self) -> None:
        if self.sessions:
            self.random.choice(self.sessions).arrive()

    def _snapshot(self) -> None:
        if self.sessions:
            self.random.choice(self.sessions).snapshot()

    def _clock(self) -> None:
        device = self.random.choice(self.devices)
        device.clock = max(1, device.clock + self.random.randrange(-500_000, 500_000))

    def _mail(self) -> None:
        """Somebody sends a copy to somebody else, who opens it at some later start."""
        sender, receiver = self.random.sample(self.devices, 2)
        file = make_file(sender)
        if file is not None:
            self.mails += 1
            hostile = self.random.random() < 0.4
            receiver.mailbox.append(self.attacker.mail(file) if hostile else file)

    def _attack(self) -> None:
        if self.sides:
            data, must_refuse = self.attacker.frame()
            self.attacks += 1
            if must_refuse:
                self.must_refuse.add(data)
            self.random.choice(self.sides).log.append((NOBODY, data))

    def _start(self) -> None:
        off = [device for device in self.devices if device.session is None]
        if off:
            self.start(self.random.choice(off), alone=self.random.random() < 0.3)

    def start(self, device: Device, *, alone: bool) -> None:
        """Begin a session, alone or with a side that is there."""
        device.start()
        session = device.session
        assert session is not None
        if self.random.random() < 0.5:
            # It works before the network is there.
            for _ in range(self.random.randrange(4)):
                self._change_at(session)
                session.tick()
            if self.random.random() < 0.5:
                session.commit()
        if alone or not self.sides:
            side = Side([session])
            self.sides.append(side)
            self._join(side, [session], rejoined=False)
        else:
            self._absorb(self.random.choice(self.sides), [session], rejoined=False)

    def _kill(self) -> None:
        if self.sessions:
            self._remove(self.random.choice(self.sessions))

    def _close(self) -> None:
        if self.sessions:
            session = self.random.choice(self.sessions)
            session.close()
            self._remove(session)

    def _remove(self, session: Session) -> None:
        side = session.side
        assert side is not None
        # What it said may still be ordered, or not.
        while session.outbox and self.random.random() < 0.5:
            self._deliver(session)
        session.side = session.device.session = None
        self._split(side, [each for each in side.sessions if each is not session])
        self.sides.remove(side)

    def _cut(self) -> None:
        large = [side for side in self.sides if len(side.sessions) > 1]
        if large:
            side = self.random.choice(large)
            mixed = self.random.sample(side.sessions, len(side.sessions))
            place = self.random.randrange(1, len(mixed))
            for part in (mixed[:place], mixed[place:]):
                self._split(side, [each for each in side.sessions if each in part])
            self.sides.remove(side)

    def _split(self, side: Side, part: list[Session]) -> None:
        """Some of a side go on: all of them have the same messages before the view change."""
        if not part:
            return
        least = max(session.cursor for session in part)
        end = self.random.randrange(least, len(side.log) + 1)
        # What those who go on have sent is relayed; what others have sent may be lost.
        here = {session.device.number for session in part}
        old = Side(part, side.log[:end] + [each for each in side.log[end:] if each[0] in here])
        for session in part:
            session.side = old
            while session.read():
                pass
        made = Side(part)
        self.sides.append(made)
        change = self._view(made, [], rejoined=False)
        for session in part:
            session.side, session.cursor = made, 0
        made.log.append((0, change))

    def _merge(self) -> None:
        if len(self.sides) > 1:
            self.merge(*self.random.sample(self.sides, 2))

    def merge(self, one: Side, other: Side) -> None:
        """Two sides meet: the larger one continues, the members of the other one join it again."""
        self.merges += 1
        if len(other.sessions) > len(one.sessions):
            one, other = other, one
        self.sides.remove(other)
        self._absorb(one, other.sessions, rejoined=True)

    def _absorb(self, side: Side, newcomers: list[Session], *, rejoined: bool) -> None:
        for session in side.sessions:
            while session.read():
                pass
        side.sessions = side.sessions + newcomers
        side.log.clear()
        for session in side.sessions:
            session.cursor = 0
        self._join(side, newcomers, rejoined=rejoined)

    def _join(self, side: Side, newcomers: list[Session], *, rejoined: bool) -> None:
        change = self._view(side, newcomers, rejoined=False)
        side.log.append((0, change))
        for session in newcomers:
            session.side, session.cursor, session.returned = side, 1, 0
            session.outbox.clear()
            session.see(ViewChange(change.view, change.members, change.joined, rejoined))

    def _view(self, side: Side, newcomers: list[Session], *, rejoined: bool) -> ViewChange:
        self.view += 1
        members = tuple(Member(session.device.number) for session in side.sessions)
        joined = tuple(Member(session.device.number) for session in newcomers)
        return ViewChange(self.view, members, joined, rejoined)

    # ---- checks

    def violations(self) -> list[str]:
        """What is wrong now that everyone is together."""
        found: list[str] = []
        states = {session.device.number: session.state or [] for session in self.sessions}
        first = next(iter(states.values()))
        for number, state in states.items():
            if state != first:
                found.append(f"device {number} differs: {len(state)} and {len(first)} changes")
        for session in self.sessions:
            if session.replica.standing is not ReplicaStatus.READY:
                found.append(f"device {session.device.number} is {session.replica.standing.name}")
            if session.replica.owed:
                found.append(f"device {session.device.number} still owes {session.replica.owed.keys()}")
            if session.replica.unacknowledged:
                waiting = len(session.replica.unacknowledged)
                found.append(f"device {session.device.number} has {waiting} changes that are not applied or refused")
        if any(text.startswith(FORGED) for state in states.values() for text in state):
            found.append("a forged change was applied")
        if self.unrefused:
            found.append(f"{self.unrefused} hostile frames were not counted")
        if len(set(first)) != len(first):
            found.append("a change was applied twice")
        aside = {text for device in self.devices for state in device.apart_states() for text in state}
        lost = {self.made[request] for request in self.accepted} - set(first) - aside
        if lost:
            found.append(f"{len(lost)} kept changes are lost: {sorted(lost)[:5]}")
        return found + self._out_of_order([text for text in first if not text.startswith((OWN, FORGED))])

    def _out_of_order(self, state: list[str]) -> list[str]:
        latest: dict[str, int] = {}
        found = []
        for text in state:
            session_of, made = text.rsplit(":", 1)
            if int(made) < latest.get(session_of, 0):
                found.append(f"the changes of {session_of} are out of order")
            latest[session_of] = int(made)
        return found
