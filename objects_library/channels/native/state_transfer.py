# SPDX-License-Identifier: BSD-3-Clause
"""State transfer and exactly-once delivery at one node of a channel with a replicated state; without I/O.

Every decision has a position in the total order. After every view change each member reports its status (a
*round*). A newcomer then requests the state of the least busy member that has it. The position of the request
is the exact point of the snapshot: the donor gives its state there, and the newcomer queues what follows and
applies it on top. Nobody else waits meanwhile.
"""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID, uuid4

from objects_library.channels.native.group_interface import AnyViewChange, GroupInterface
from objects_library.channels.native.member_table import MemberTable, remember
from objects_library.channels.native.messages import (
    Ask,
    Delivered,
    Frame,
    Give,
    History,
    Kept,
    Message,
    Refuse,
    ReplicaStatus,
    Status,
    Want,
)
from objects_library.channels.native.retry_timer import DelayedReply, RetryTimer
from objects_library.channels.native.status_round import Round
from objects_library.channels.native.unacknowledged import Entry, UnacknowledgedMessages

FOUNDING = 3.0
"""Seconds in which a channel that started without a known state accepts nothing: others may have the state
and be between two leaders."""
_ABSENCE = 0.05
"""Seconds after which a node without the state reports it; most are gone by then."""
_PATIENCE = 5.0
"""Seconds of silence before another donor is asked."""


class StateTransfer:
    """Processes frames and view changes in the total order."""

    def __init__(self, own: int, interface: GroupInterface) -> None:
        self.own = own
        self.origin = secrets.randbits(64)
        self.standing = ReplicaStatus.ABSENT
        self.view_change: AnyViewChange | None = None
        self.unacknowledged = UnacknowledgedMessages()
        self.held = False
        """Whether this node must not send for now."""
        self.together = False
        """Whether all members move to another scope: messages then wait until everyone there has the
        state or has asked for it, so that nobody misses any."""
        self._awaited: set[int] | None = None
        self.seen: dict[int, int] = {}
        self.generation = 0
        """Counts decided rounds: a state of a later one includes every state of an earlier one."""
        self.count = 0
        """Counts messages since the channel started."""
        self.donor: int | None = None
        self.refused_frames = 0
        self._around = interface
        self._round: Round | None = None
        self._request: UUID | None = None
        self._kept: list[Message] = []
        self._had_state = False
        self._given: dict[UUID, tuple[int, History]] = {}
        self._founding: object = None
        self._fresh = False
        self._unlucky: set[int] = set()
        self._decided = 0
        self._others = MemberTable()
        self._returned = 0
        self._reply = DelayedReply(interface, self._acknowledge)
        self._reminder = RetryTimer(interface, self._waits_for_word, self._ask_for_word)
        self._repeating = False

    # ---- queries

    @property
    def writable(self) -> bool:
        """Whether this side of a partition may write."""
        return self.view_change is not None and self.view_change.writable

    @property
    def members(self) -> tuple[int, ...]:
        """The members by seniority."""
        return tuple(member.number for member in self.view_change.members) if self.view_change else ()

    @property
    def history(self) -> History:
        """The history that this node's state includes."""
        return History(dict(self.seen), self._weight, self.count)

    @property
    def _weight(self) -> int:
        """The generation to report: 0 for a channel that has just started."""
        return 0 if self._founding is not None and self._fresh else self.generation

    def gift(self, request: UUID) -> tuple[int, History] | None:
        """The newcomer of a request, and the history at its position."""
        return self._given.get(request)

    # ---- the application

    def enter(self) -> None:
        """Start with an application that needs the state."""
        if self.standing is ReplicaStatus.ABSENT:
            self.seen = {}
            self._stand(ReplicaStatus.EMPTY)
            if self.view_change is not None and self.view_change.writable:
                self._send(Ask(secrets.randbits(64)))

    def enter_with(self, history: History) -> None:
        """Start with an application that has an earlier state."""
        self.seen, self.generation, self.count = dict(history.seen), history.generation, history.count
        self._had_state = True
        self._stand(ReplicaStatus.FORMER)
        if self.view_change is not None and self.view_change.writable:
            self._send(Ask(secrets.randbits(64)))

    def hold(self, held: bool) -> None:
        """Hold or release outgoing messages."""
        self.held = held
        self._say_again()

    def move(self, together: bool) -> None:
        """Begin or end a move of all members to another scope."""
        self.together = together
        self._say_again()

    def review(self) -> None:
        """Check again what is safe, as more is stored."""
        for entry in self.unacknowledged:
            self._settle(entry)

    def leave(self) -> None:
        """Stop: no application here has the state any more."""
        if self._request is not None:
            self._around.forget(self._request)
        self._request = self.donor = None
        self._kept, self.seen, self._had_state, self.generation, self.count = [], {}, False, 0, 0
        self._stand(ReplicaStatus.ABSENT)
        self._around.later(_ABSENCE, self._announce_absence)

    def _announce_absence(self) -> None:
        """Start a round, since the others rely on nodes with the state."""
        if self.standing is ReplicaStatus.ABSENT and self.writable and len(self.members) > 1:
            self._send(Ask(secrets.randbits(64)))

    def submit(self, body: bytes, request: UUID | None = None) -> bool:
        """Submit a message exactly once; False if the queue is full."""
        send = self._say if self._may_speak else None
        return self.unacknowledged.submit(body, request, self._around.accepted, send)

    def state_refused(self, request: UUID) -> None:
        """The application has no state to give."""
        gift = self._given.pop(request, None)
        if gift is not None:
            self._send(Refuse(request, gift[0]))

    def state_sent(self, request: UUID) -> None:
        """End a transfer: the newcomer has the state or is gone."""
        self._given.pop(request, None)

    def state_arrived(self, request: UUID, history: History, state: Any) -> None:
        """Start with the state at its position, then apply what followed."""
        if request != self._request or self.standing is not ReplicaStatus.PENDING:
            return
        self.seen, self.count = dict(history.seen), history.count
        self.generation = history.generation
        self._request = self.donor = None
        self._unlucky.clear()
        self._around.start_with(state)
        self._become_ready(found=not history.generation, fresh=True)

    def donor_failed(self, request: UUID) -> None:
        """Ask another donor."""
        if request == self._request:
            if self.donor is not None:
                self._unlucky.add(self.donor)
            self._give_up()
            self._send(Ask(secrets.randbits(64)))

    # ---- the total order

    def change_view(self, change: AnyViewChange) -> None:
        """Process a view change."""
        self.view_change = change
        members = self.members
        self._round = self._awaited = None
        going_on = set() if change.rejoined else set(members) - {member.number for member in change.joined}
        self._others.go_on(going_on)
        if change.rejoined:
            self._others.begin_anew()
            for entry in self.unacknowledged:  # its fate is unknown
                entry.delivered, entry.place, entry.ticket = False, 0, None
        if change.rejoined and self.standing is ReplicaStatus.READY:
            self._stand(ReplicaStatus.FORMER)
            self._kept = []
        if self._request is not None and (change.rejoined or self.donor not in members):
            self._give_up()
        for request, (newcomer, _) in list(self._given.items()):
            if newcomer not in members:
                del self._given[request]
                self._around.forget(request)
        self._repeating = False
        if change.writable:
            self._begin_round(change.view)
            self._say_again()
        self._around.changed()

    def take(self, sender: int, frame: Frame, returned: int = 0) -> None:
        """Process a frame at its position; `returned` counts this node's messages delivered so far."""
        self._returned = returned
        match frame:
            case Message():
                self._take_message(frame)
            case Status():
                self._take_status(sender, frame)
            case Ask():
                self._begin_round(frame.round)
            case Want():
                self._take_want(sender, frame)
            case Give():
                if frame.newcomer == self.own and frame.request == self._request and sender == self.donor:
                    self._around.expect(frame.request, sender, frame)
            case Delivered():
                self._handle_delivered(sender, frame.count)
            case Kept():
                self._around.keeps(sender, frame.count)
            case Refuse():
                if frame.newcomer == self.own and sender == self.donor:
                    self.donor_failed(frame.request)

    def _take_message(self, message: Message) -> None:
        if self.standing is ReplicaStatus.READY:
            self._apply(message)
        elif self.standing is ReplicaStatus.ABSENT:
            self._overhear(message)
        else:
            self._kept.append(message)

    def _overhear(self, message: Message) -> None:
        """Deliver each message once to observers, without the state."""
        if message.number > self.seen.get(message.origin, 0):
            self.seen[message.origin] = message.number
            self._around.observe(message)
        if message.origin == self.origin:
            self._has_come_back(message.number)

    def _apply(self, message: Message) -> None:
        """Accept each origin's messages once, in the order of their numbers; all nodes decide alike."""
        last = self.seen.get(message.origin, 0)
        own = message.origin == self.origin
        if message.number == last + 1:
            remember(self.seen, message.origin, message.number)
            self.count += 1
            self._around.deliver(message)
            if message.asks:
                self._reply.schedule()
            self._repeating = self._repeating and not own
        elif message.number > last + 1:
            if own and not self._repeating:
                self._repeating = True
                self._say_again()
            return
        if own:
            self._has_come_back(message.number)

    def _has_come_back(self, number: int) -> None:
        entry = self.unacknowledged.delivered(number, self.count)
        if entry is not None:
            entry.ticket = self._returned
            self._settle(entry)

    def _handle_delivered(self, sender: int, count: int) -> None:
        if not count:
            self._reply.schedule()  # a request for acknowledgements
        elif self._others.has(sender, count):
            self.review()

    def stable(self, count: int) -> None:
        """Record that a majority has the first `count` messages of this node since it joined.

        They are delivered in this order, in every later view.
        """
        self._others.stable(count)
        self.review()

    def _acknowledge(self) -> None:
        """Acknowledge what was delivered here."""
        if self.standing is ReplicaStatus.READY and self.writable and self.count:
            self._send(Delivered(self.count))

    def _settle(self, entry: Entry) -> None:
        """Accept messages that are delivered here, at a majority, and stored as promised."""
        if not entry.delivered or self._founding is not None or not self.writable:
            return
        # An observer does not know positions; delivery in the total order is enough there.
        observes = self.standing is ReplicaStatus.ABSENT
        safe = observes or self._others.majority_has(entry, self.own, self.members)
        if safe and self._around.is_kept(entry.place):
            self._accept(entry)

    @property
    def _all_have_state(self) -> bool:
        return self._others.all_have_state(self.own, self.members)

    # ---- rounds

    def _begin_round(self, number: int) -> None:
        if self.view_change is None or not self.view_change.writable:
            return
        self._round = Round(number, self.members)
        count, standing = self.count, self.standing
        if standing in (ReplicaStatus.EMPTY, ReplicaStatus.FORMER):
            count += len(self._kept)
        if standing is ReplicaStatus.EMPTY and self._kept:
            standing = ReplicaStatus.FORMER  # the state is empty, plus the messages since
        self._send(Status(number, standing, self._weight, count, self._around.load))

    def _take_status(self, sender: int, status: Status) -> None:
        found = self._round
        if found is None or status.round != found.id or sender not in found.members:
            return
        found.answers[sender] = status
        if status.standing is ReplicaStatus.READY:
            self._others.has(sender, status.count)
        else:
            self._others.lacks(sender)
        if found.complete:
            self._decided = 1 + max(answer.generation for answer in found.answers.values())
            self._awaited = set(found.standing(ReplicaStatus.FORMER, ReplicaStatus.EMPTY))
            self._decide(found)

    def _decide(self, found: Round) -> None:
        """Decide after all reports; every node decides the same at this position."""
        ready, former = found.best(ReplicaStatus.READY), found.best(ReplicaStatus.FORMER)
        if former is not None and found.is_newer(former, ready):
            # Members with a state must yield to a newer one.
            self._follow(former)
        elif self.standing is ReplicaStatus.READY:
            self.generation = self._decided
        elif self.standing not in (ReplicaStatus.EMPTY, ReplicaStatus.FORMER):
            return
        elif ready is not None or found.standing(ReplicaStatus.PENDING):
            self._choose(found)
        else:
            self._awaited = set()  # nobody has a state
            self._around.start_empty()
            self._become_ready(found=True, fresh=True)

    def _follow(self, former: int) -> None:
        """A returning member has the newest state."""
        self._wait_no_longer(former)
        if former != self.own:
            if self.standing is ReplicaStatus.PENDING:
                self._give_up()
            if self.standing is not ReplicaStatus.ABSENT:
                self._want(former)
        elif self.standing is not ReplicaStatus.READY:
            if not self._had_state:
                self._around.start_empty()
            self._become_ready(found=True, fresh=not self.generation)

    def _choose(self, found: Round) -> None:
        newest = found.generation(found.best(ReplicaStatus.READY))
        donors = [member for member in found.standing(ReplicaStatus.READY) if found.generation(member) == newest]
        lucky = [member for member in donors if member not in self._unlucky]
        if not lucky:
            self._unlucky.clear()
            lucky = donors
        if lucky:
            self._want(min(lucky, key=lambda member: (found.answers[member].load, member ^ self.own)))

    def _want(self, donor: int) -> None:
        self._request, self.donor = uuid4(), donor
        request = self._request
        self._stand(ReplicaStatus.PENDING)
        self._send(Want(request, donor))

    def _take_want(self, sender: int, want: Want) -> None:
        self._wait_no_longer(sender)
        if sender == self.own and want.request == self._request:
            self._kept = []  # the state will be as of this position
            request = want.request
            self._around.later(_PATIENCE, lambda: self._look_at(request))
        if want.donor != self.own or sender == self.own:
            return
        if self.standing is ReplicaStatus.READY:
            self._given[want.request] = (sender, self.history)
            self._around.ask_for_state(want.request)
        else:
            self._send(Refuse(want.request, sender))

    def _wait_no_longer(self, member: int) -> None:
        if self._awaited and member in self._awaited:
            self._awaited.discard(member)
            if self.together and not self._awaited:
                self._say_again()

    def _look_at(self, request: UUID) -> None:
        """Replace a donor that has not started in time; later the transfer itself has a time-out."""
        if request == self._request and not self._around.is_expecting(request):
            self.donor_failed(request)

    def _give_up(self) -> None:
        assert self._request is not None
        self._around.forget(self._request)
        self._request = self.donor = None
        self._stand(ReplicaStatus.FORMER if self._had_state else ReplicaStatus.EMPTY)

    def _become_ready(self, *, found: bool, fresh: bool) -> None:
        """Become ready: `found` without another replica, `fresh` and not from an earlier time."""
        self._had_state = True
        self._fresh = fresh
        if found:
            founding = self._founding = object()
            self._around.later(FOUNDING, lambda: self._found(founding))
        self.generation = max(self.generation, self._decided)
        kept, self._kept = self._kept, []
        self._stand(ReplicaStatus.READY)
        for message in kept:
            self._apply(message)
        self._reply.send()  # what arrived with the state counts too
        self._say_again()

    def _found(self, founding: object) -> None:
        """End the waiting time of a channel that started without a known state."""
        if founding is self._founding:
            self._founding = None
            self.review()

    # ---- messages of this node

    def _say_again(self) -> None:
        """Retransmit, under the old numbers, what is not known to be delivered."""
        if not self._may_speak:
            return
        delivered = self.seen.get(self.origin, 0)
        if delivered < self.unacknowledged.first - 1:
            # This state does not include what was accepted before; numbering starts again.
            self.origin, delivered = secrets.randbits(64), 0
            self.unacknowledged.count_anew()
        for entry in self.unacknowledged:
            if entry.number > delivered:
                self._say(entry)
            else:
                # It is part of the agreed state, whatever happened to the first attempt.
                entry.delivered, entry.place = True, entry.place or self.count
                self._settle(entry)
        if len(self.unacknowledged):
            self._reminder.begin()

    @property
    def _may_speak(self) -> bool:
        if self.held or (self.together and self._awaited != set()):
            return False
        return self.writable and self.standing in (ReplicaStatus.READY, ReplicaStatus.ABSENT)

    def _say(self, entry: Entry) -> None:
        asks = (entry.request is not None or not self._reminder.asking) and not self._all_have_state
        self._send(Message(self.origin, entry.number, entry.body, asks))
        self._reminder.begin()

    def _waits_for_word(self) -> bool:
        """Ask for acknowledgements also when no request waits for them."""
        return bool(len(self.unacknowledged)) and self._may_speak

    def _ask_for_word(self, overdue: bool) -> None:
        if overdue or not self._all_have_state:
            self._send(Delivered(0))

    def _send(self, frame: Frame) -> None:
        self._around.send(frame)

    def _accept(self, entry: Entry) -> None:
        request = self.unacknowledged.accept(entry)
        if request is not None:
            self._around.accepted(request)

    def _stand(self, standing: ReplicaStatus) -> None:
        if standing is not self.standing:
            self.standing = standing
            self._around.changed()
