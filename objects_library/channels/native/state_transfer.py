"""One node's part in a channel whose members have the same state: who has it, who needs it, from where.

Everything happens at a place in the one order that all members see. After every change of membership each
member says how it stands (a *round*). A newcomer then chooses the least busy of those who have the state and
says that it *wants* it: the place of that wish in the order is the exact cut. The donor gives the state as it
is there; the newcomer keeps what follows, and takes it on top of the state. Nobody else waits meanwhile.
"""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID, uuid4

from objects_library.channels.native.group_interface import AnyViewChange, GroupInterface
from objects_library.channels.native.member_table import MemberTable, remember
from objects_library.channels.native.messages import (
    Ask,
    Frame,
    Give,
    Heard,
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
"""For so long after a channel was begun with nobody who had its state, nothing is accepted: there may be
others who have it, and who were only not heard of while they had lost their leader."""
_ABSENCE = 0.05
"""Seconds after which a node that takes part without the state says so; most are gone by then."""
_PATIENCE = 5.0
"""How long a donor may be silent before another is asked."""


class StateTransfer:
    """Takes frames and cuts in the order of all, and decides."""

    def __init__(self, own: int, surroundings: GroupInterface) -> None:
        self.own = own
        self.origin = secrets.randbits(64)
        self.standing = ReplicaStatus.ABSENT
        self.view_change: AnyViewChange | None = None
        self.unacknowledged = UnacknowledgedMessages()
        self.held = False
        """Whether this node must not say anything for now."""
        self.together = False
        """Whether all move to another place at once: what is said then waits until everyone there has the
        state or has asked for it, so that nobody misses anything on the way."""
        self._awaited: set[int] | None = None
        self.seen: dict[int, int] = {}
        self.generation = 0
        """Counts the rounds that were decided: a state of a later one is never behind one of an earlier."""
        self.count = 0
        """Counts what has been said since the channel began."""
        self.donor: int | None = None
        self.refused_frames = 0
        self._around = surroundings
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
        self._debt = DelayedReply(surroundings, self._acknowledge)
        self._reminder = RetryTimer(surroundings, self._waits_for_word, self._ask_for_word)
        self._repeating = False

    # ---- what others ask

    @property
    def writable(self) -> bool:
        """Whether this side of the network may change anything."""
        return self.view_change is not None and self.view_change.writable

    @property
    def members(self) -> tuple[int, ...]:
        """Who takes part, by seniority."""
        return tuple(member.number for member in self.view_change.members) if self.view_change else ()

    @property
    def history(self) -> History:
        """What the state of this node includes."""
        return History(dict(self.seen), self._weight, self.count)

    @property
    def _weight(self) -> int:
        """The generation as others are told of it: a channel that was just begun counts for nothing yet."""
        return 0 if self._founding is not None and self._fresh else self.generation

    def gift(self, request: UUID) -> tuple[int, History] | None:
        """For whom a state was asked for, and what had been said at that place."""
        return self._given.get(request)

    # ---- the application

    def enter(self) -> None:
        """Somebody here begins to use the channel."""
        if self.standing is ReplicaStatus.ABSENT:
            self.seen = {}
            self._stand(ReplicaStatus.EMPTY)
            if self.view_change is not None and self.view_change.writable:
                self._send(Ask(secrets.randbits(64)))

    def enter_with(self, history: History) -> None:
        """Somebody here begins to use the channel, with a state from an earlier time."""
        self.seen, self.generation, self.count = dict(history.seen), history.generation, history.count
        self._had_state = True
        self._stand(ReplicaStatus.FORMER)
        if self.view_change is not None and self.view_change.writable:
            self._send(Ask(secrets.randbits(64)))

    def hold(self, held: bool) -> None:
        """Say nothing for now, or go on."""
        self.held = held
        self._say_again()

    def move(self, together: bool) -> None:
        """All go to another place together, or have come there."""
        self.together = together
        self._say_again()

    def review(self) -> None:
        """More is kept than before."""
        for entry in self.unacknowledged:
            self._settle(entry)

    def leave(self) -> None:
        """Nobody here uses the channel any more; its state is gone."""
        if self._request is not None:
            self._around.forget(self._request)
        self._request = self.donor = None
        self._kept, self.seen, self._had_state, self.generation, self.count = [], {}, False, 0, 0
        self._stand(ReplicaStatus.ABSENT)
        self._around.later(_ABSENCE, self._tell_absence)

    def _tell_absence(self) -> None:
        """The others count on whoever has the state: all say anew how they stand."""
        if self.standing is ReplicaStatus.ABSENT and self.writable and len(self.members) > 1:
            self._send(Ask(secrets.randbits(64)))

    def submit(self, body: bytes, request: UUID | None = None) -> bool:
        """Say something to everyone, once; False if too much waits already."""
        if request is not None:
            if self.unacknowledged.was_accepted(request):
                self._around.accepted(request)
                return True
            if self.unacknowledged.holds(request):
                return True
        if self.unacknowledged.full:
            return False
        entry = self.unacknowledged.add(body, request)
        if self._may_speak:
            self._say(entry)
        return True

    def state_refused(self, request: UUID) -> None:
        """The application has no state to give."""
        gift = self._given.pop(request, None)
        if gift is not None:
            self._send(Refuse(request, gift[0]))

    def state_sent(self, request: UUID) -> None:
        """The state is with the newcomer, or the newcomer is gone."""
        self._given.pop(request, None)

    def state_arrived(self, request: UUID, history: History, state: Any) -> None:
        """Begin with the state at the cut; what came after it follows."""
        if request != self._request or self.standing is not ReplicaStatus.PENDING:
            return
        self.seen, self.count = dict(history.seen), history.count
        self.generation = history.generation
        self._request = self.donor = None
        self._unlucky.clear()
        self._around.start_with(state)
        self._become_ready(found=not history.generation, fresh=True)

    def donor_failed(self, request: UUID) -> None:
        """Ask somebody else."""
        if request == self._request:
            if self.donor is not None:
                self._unlucky.add(self.donor)
            self._give_up()
            self._send(Ask(secrets.randbits(64)))

    # ---- the order of all

    def change_view(self, change: AnyViewChange) -> None:
        """The membership changes here."""
        self.view_change = change
        members = self.members
        self._round = self._awaited = None
        going_on = set() if change.rejoined else set(members) - {member.number for member in change.joined}
        self._others.go_on(going_on)
        if change.rejoined:
            self._others.begin_anew()
            for entry in self.unacknowledged:  # it is not known what became of it
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
        """Something was said, here in the order; `returned` counts what came back of what this node said."""
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
            case Heard():
                self._take_heard(sender, frame.count)
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
        """Nobody here has the state; those who only look see each message once all the same."""
        if message.number > self.seen.get(message.origin, 0):
            self.seen[message.origin] = message.number
            self._around.observe(message)
        if message.origin == self.origin:
            self._has_come_back(message.number)

    def _apply(self, message: Message) -> None:
        """Each origin's messages count once, in the order of their numbers; all nodes decide this alike."""
        last = self.seen.get(message.origin, 0)
        own = message.origin == self.origin
        if message.number == last + 1:
            remember(self.seen, message.origin, message.number)
            self.count += 1
            self._around.deliver(message)
            if message.asks:
                self._debt.incur()
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

    def _take_heard(self, sender: int, count: int) -> None:
        if not count:
            self._debt.incur()  # it is a question
        elif self._others.has(sender, count):
            self.review()

    def stable(self, count: int) -> None:
        """A majority of the members has the first so many of what this node said since it came in.

        They come back in this order. Whoever goes on will deliver them.
        """
        self._others.stable(count)
        self.review()

    def _acknowledge(self) -> None:
        """Say how much has been delivered here."""
        if self.standing is ReplicaStatus.READY and self.writable and self.count:
            self._send(Heard(self.count))

    def _settle(self, entry: Entry) -> None:
        """Accept what is safe: delivered here, at a majority, and kept as promised."""
        if not entry.delivered or self._founding is not None or not self.writable:
            return
        # Who only looks does not know the places; there it came back in the order of all.
        looks = self.standing is ReplicaStatus.ABSENT
        safe = looks or self._others.majority_has(entry, self.own, self.members)
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
            standing = ReplicaStatus.FORMER  # the state is: nothing, and what has been said since
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
        """All have said how they stand; every node decides the same at this place."""
        ready, former = found.best(ReplicaStatus.READY), found.best(ReplicaStatus.FORMER)
        if former is not None and found.is_newer(former, ready):
            # Also those who have a state must give way if somebody has a newer one.
            self._follow(former)
        elif self.standing is ReplicaStatus.READY:
            self.generation = self._decided
        elif self.standing not in (ReplicaStatus.EMPTY, ReplicaStatus.FORMER):
            return
        elif ready is not None or found.standing(ReplicaStatus.PENDING):
            self._choose(found)
        else:
            self._awaited = set()  # nobody has anything
            self._around.start_empty()
            self._become_ready(found=True, fresh=True)

    def _follow(self, former: int) -> None:
        """Somebody who was away has the newest state of all."""
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
        donors = [
            member for member in found.standing(ReplicaStatus.READY) if found.generation(member) == newest
        ]
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
            self._kept = []  # the state will be as of here
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
        """A donor that has not begun after a while is replaced; once it has, the transfer itself watches."""
        if request == self._request and not self._around.is_expecting(request):
            self.donor_failed(request)

    def _give_up(self) -> None:
        assert self._request is not None
        self._around.forget(self._request)
        self._request = self.donor = None
        self._stand(ReplicaStatus.FORMER if self._had_state else ReplicaStatus.EMPTY)

    def _become_ready(self, *, found: bool, fresh: bool) -> None:
        """Have the state: `found` without anybody else who had it, `fresh` and not from an earlier time."""
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
        self._debt.settle()  # what came with the state counts as well
        self._say_again()

    def _found(self, founding: object) -> None:
        """Nobody else has come who knew better."""
        if founding is self._founding:
            self._founding = None
            self.review()

    # ---- what this node says

    def _say_again(self) -> None:
        """Say, under the old numbers, whatever is not known to have been heard."""
        if not self._may_speak:
            return
        heard = self.seen.get(self.origin, 0)
        if heard < self.unacknowledged.first - 1:
            # This state does not know of what was accepted before; whoever has it starts to count anew.
            self.origin, heard = secrets.randbits(64), 0
            self.unacknowledged.count_anew()
        for entry in self.unacknowledged:
            if entry.number > heard:
                self._say(entry)
            else:
                # It is part of the state that all have agreed on, whatever became of the first attempt.
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
        """Of what nobody waits for, too, it must be known in the end that it is safe."""
        return bool(len(self.unacknowledged)) and self._may_speak

    def _ask_for_word(self, overdue: bool) -> None:
        if overdue or not self._all_have_state:
            self._send(Heard(0))

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
