# SPDX-License-Identifier: BSD-3-Clause
"""Order, state transfer and merging at one copy of a document; without I/O.

It differs from a channel with a majority in three ways: every side of a partition goes on; at a meeting the copies
choose one history, the trunk, and submit to it what it lacks, each change under its old number and signature; and
what was delivered is accepted when it is on this computer's disk.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from app.runtime.storage.documents.change import Change, ChangeKind, first_chain, next_chain
from app.runtime.storage.documents.history import MOST_ORIGINS, DocumentHistory
from objects_library.channels.document.frames import LARGEST_RUN, MOST_IN_RUN, Reach, Report, Run, run_of, runs
from objects_library.channels.document.interface import DocumentInterface, Signer
from objects_library.channels.document.merge import can_yield, choose_trunk, responsible
from objects_library.channels.native.group_interface import AnyViewChange
from objects_library.channels.native.messages import Ask, Message, ReplicaStatus
from objects_library.channels.native.state_transfer import StateTransfer
from objects_library.channels.native.status_round import Round
from objects_library.channels.native.unacknowledged import Entry

_OVERDUE = 3.0
"""Seconds after which any copy submits what the responsible one has not."""
_ATTEMPTS = 5
_PACE = 0.01
"""Seconds between two runs of a copy: the first change goes at once, those of a burst share signatures."""


class DocumentTransfer(StateTransfer):
    """Processes frames and view changes in the total order."""

    def __init__(self, own: int, surroundings: DocumentInterface, document: bytes, signer: Signer) -> None:
        super().__init__(own, surroundings)
        self.document = document
        self.past = DocumentHistory()
        self.floor: dict[int, int] = {}
        """Of each origin the number up to which this computer has no single changes."""
        self.owed: dict[int, list[Change]] = {}
        """Changes that the state lacks, by origin, to be submitted by the responsible copy."""
        self.included: tuple[int, list[Change]] = 1, []
        """This copy's changes that came back only as part of a state, and the position after its old history."""
        self.waits_for_owed = False
        """Whether what is owed is being read from the disk."""
        self._doc = surroundings
        self._signer = signer
        self._mine: dict[int, Change] = {}
        self._before: dict[int, bytes] = {}
        """The chain digest before each of this copy's changes."""
        self._chain = first_chain(document, self.origin, signer.author)
        self._unsent: list[int] = []
        self._duty: dict[int, int] = {}
        self._attempts: dict[int, int] = {}
        self._begun = False
        """Whether the application has a state."""
        self._reminding = self._paces = False

    # ---- queries

    @property
    def next_number(self) -> int:
        """The number of this copy's next change."""
        return self.unacknowledged.last + 1

    @property
    def history(self) -> DocumentHistory:  # type: ignore[override]  # what is given with the state
        """The history that this copy's state includes."""
        return self.past.copy()

    # ---- the application

    def continue_as(self, origin: int, number: int, chain: bytes) -> None:
        """Use an origin whose next change has this number and continues this chain."""
        self.origin, self._chain = origin, chain
        self.unacknowledged.start_at(number)

    def enter(self) -> None:
        """Start with an application that needs the state."""
        self.enter_past(DocumentHistory(), {}, ())

    def enter_past(self, past: DocumentHistory, floor: dict[int, int], pending: Iterable[Change]) -> None:
        """Start with a stored state, which the application has already."""
        self.past, self.count, self.floor = past.copy(), past.count, dict(floor)
        self._take_owed(pending)
        self._had_state = self._begun = bool(past.count)
        if self.is_alone:
            # Nobody waits for the network: until it is there, this copy goes on like one side of a partition.
            self._begin_empty()
            self._stand(ReplicaStatus.READY)
            self._resubmit()
            self._say_again()
            return
        self._stand(ReplicaStatus.FORMER if self._had_state else ReplicaStatus.EMPTY)
        if self.writable:
            self._send(Ask(secrets.randbits(64)))

    def _begin_empty(self) -> None:
        if not self._begun:
            self._begun = True
            self._around.start_empty()

    @property
    def is_alone(self) -> bool:
        """Whether this copy has not joined the group yet."""
        return self.view_change is None

    def leave(self) -> None:
        self._begun = False
        self.past, self.floor, self.owed = DocumentHistory(), {}, {}
        super().leave()

    def submit(self, body: bytes, request: UUID | None = None, kind: ChangeKind = ChangeKind.CHANGE) -> bool:
        return self.unacknowledged.submit(
            body, request, self._around.accepted, lambda entry: self._make(entry, body, kind)
        )

    def _make(self, entry: Entry, body: bytes, kind: ChangeKind) -> None:
        self._link(entry.number, body, kind)
        if self._may_speak:
            self._say(entry)

    def _link(self, number: int, body: bytes, kind: ChangeKind) -> None:
        """Give a change its time and its place in the chain of this origin."""
        now, self._before[number] = self._doc.now(), self._chain
        self._chain = next_chain(self._chain, kind, now, body)
        self._mine[number] = Change(self.origin, number, self._signer.author, now, kind, body, self._chain)

    def unsettled(self) -> list[Change]:
        """This copy's changes that are not in the state, signed, to be stored when it closes."""
        last = self.past.last(self.origin)
        found = [change for number, change in sorted(self._mine.items()) if number > last]
        if found:
            found[-1] = self._signed(found[-1].number)
        return found

    # ---- the total order

    def change_view(self, change: AnyViewChange) -> None:
        self._duty = {}
        if change.rejoined or (change.joined and self.standing is not ReplicaStatus.PENDING):
            self._owe_heard()
        if self.is_alone and self.standing is ReplicaStatus.READY:
            self._had_state = bool(self.past.count)
            self._stand(ReplicaStatus.FORMER if self._had_state else ReplicaStatus.EMPTY)
        super().change_view(change)

    def _owe_heard(self) -> None:
        """What came while nobody had the state is in none: those who join have not heard it, so it is submitted."""
        heard, self._kept = [each for each in self._kept if isinstance(each, Run)], []
        self._take_owed(change for run in heard if self._is_permitted(run) for change in run.changes)

    def _is_permitted(self, run: Run) -> bool:
        return self._signer.may_change(run.changes[-1]) and self._signer.is_signed(run.changes[-1])

    def _take_message(self, message: Message) -> None:
        if not isinstance(message, Run):
            self.refused_frames += 1
        else:
            super()._take_message(message)

    def _overhear(self, message: Message) -> None:
        assert isinstance(message, Run)
        if not self._is_permitted(message):
            self.refused_frames += 1
            return
        for change in message.changes:
            if change.number > self.seen.get(change.origin, 0):
                self.seen[change.origin] = change.number
                if change.kind is not ChangeKind.RESET:
                    self._around.observe(Message(change.origin, change.number, change.content))
            if change.origin == self.origin:
                self._has_come_back(change.number)

    def _apply(self, message: Message) -> None:
        """Accept each origin's changes once, in the order of their numbers; all copies decide alike."""
        assert isinstance(message, Run)
        last, own = self.past.last(message.origin), message.origin == self.origin
        if message.number > last + 1:
            if own and not self._repeating:
                self._repeating = True
                self._say_again()
            return
        new = message.changes[last + 1 - message.number :]
        if new:
            if not self._is_sound(message, new):
                self.refused_frames += 1
                if new[-1] in self.owed.get(message.origin, ()):
                    self._forgive(message.origin)  # refused by all alike; one that was spoilt on its way is not it
                return
            for change in new:
                repeated = self.past.repeats(change)
                self.past.add(change)
                self.count = self.past.count
                self.floor.setdefault(change.origin, 0)
                self._doc.deliver_change(change, repeated=repeated)
            self._settle_debt(message.origin)
            self._repeating = self._repeating and not own
        if own:
            for change in message.changes:
                self._has_come_back(change.number)

    def _is_sound(self, run: Run, new: tuple[Change, ...]) -> bool:
        head = self.past.heads.get(run.origin)
        author = new[0].author
        if not self._signer.may_change(new[-1]):
            return False
        if head is None:
            if len(self.past.heads) >= MOST_ORIGINS:
                return False
            before = first_chain(self.document, run.origin, author)
        else:
            before = head.chain
            if head.author != author:
                return False
        index = new[0].number - run.number
        continued = run.before if index == 0 else run.changes[index - 1].chain
        if continued != before:
            return False
        mine = self._mine.get(new[-1].number) if run.origin == self.origin else None
        return (mine is not None and mine.chain == new[-1].chain) or self._signer.is_signed(new[-1])

    def _settle(self, entry: Entry) -> None:
        """Accept changes that are delivered here and on this computer's disk."""
        if entry.delivered and self._around.is_kept(entry.place):
            self._accept(entry)

    def _accept(self, entry: Entry) -> None:
        self._mine.pop(entry.number, None)
        self._before.pop(entry.number, None)
        super()._accept(entry)

    # ---- rounds

    def _begin_round(self, number: int) -> None:
        if not self.writable:
            return
        self._round = Round(number, self.members)
        standing, count = self.standing, self.past.count
        kept = sum(len(each.changes) for each in self._kept if isinstance(each, Run))
        if standing is ReplicaStatus.EMPTY and kept:
            standing, count = ReplicaStatus.FORMER, kept  # the state is empty, plus the changes since
        self._send(self._report(number, standing, count))

    def _report(self, number: int, standing: ReplicaStatus, count: int) -> Report:
        return Report(number, standing, 0, count, self._around.load, self.past.order, self.origin, self._reach())

    def _reach(self) -> dict[int, Reach]:
        found = {
            origin: Reach(head.number, min(self.floor.get(origin, 0), head.number), 0)
            for origin, head in self.past.heads.items()
        }
        for origin, changes in self.owed.items():
            number = self.past.last(origin)
            floor = min(self.floor.get(origin, 0), number)
            found[origin] = Reach(number, floor, changes[-1].number)
        return found

    def _decide(self, found: Round) -> None:
        """Decide after all reports; every copy decides the same at this position."""
        reports = {member: answer for member, answer in found.answers.items() if isinstance(answer, Report)}
        if len(reports) < len(found.members):
            return
        trunk = choose_trunk(found.members, reports)
        if trunk is None:
            if self.standing is ReplicaStatus.EMPTY and not found.standing(ReplicaStatus.PENDING):
                self._awaited = set()  # nobody has a state
                self._begin_empty()
                self._become_ready(found=False, fresh=True)
            return
        self._duty = responsible(found.members, reports, trunk)
        chosen = reports[trunk]
        if chosen.standing is not ReplicaStatus.READY:
            self._follow_trunk(trunk, chosen)
        elif self.standing is ReplicaStatus.READY:
            self._resubmit()
        elif self.standing in (ReplicaStatus.EMPTY, ReplicaStatus.FORMER):
            if self._has_same(chosen):
                self._wait_no_longer(self.own)
                self._become_ready(found=False, fresh=False)
            else:
                self._yield_to(chosen)
                self._choose(found)

    def _follow_trunk(self, trunk: int, chosen: Report) -> None:
        """A returning member has the history that all continue."""
        self._wait_no_longer(trunk)
        if trunk == self.own or (self.standing is ReplicaStatus.FORMER and self._has_same(chosen)):
            if self.standing is not ReplicaStatus.READY:
                self._begin_empty()
                self._become_ready(found=False, fresh=False)
            return
        if self.standing is ReplicaStatus.PENDING:
            self._give_up()
        if self.standing is not ReplicaStatus.ABSENT:
            self._yield_to(chosen)
            self._want(trunk)

    def _has_same(self, chosen: Report) -> bool:
        return self._had_state and chosen.order == self.past.order and chosen.count == self.past.count

    def _yield_to(self, chosen: Report) -> None:
        # Single changes may have been removed since this copy reported.
        if self._had_state and not can_yield(self._report(0, self.standing, self.past.count), chosen):
            self._doc.keep_apart(self.past.copy())

    def _become_ready(self, *, found: bool, fresh: bool) -> None:
        super()._become_ready(found=found, fresh=fresh)
        self._resubmit()

    def _acknowledge(self) -> None:
        """What is accepted does not depend on others."""

    # ---- merging

    def state_arrived(self, request: UUID, history: Any, state: Any) -> None:
        """Continue from a trunk; `owe` follows when what it lacks is read."""
        past: DocumentHistory = history
        if request != self._request or self.standing is not ReplicaStatus.PENDING:
            return
        before, self.past, self.count = self.past, past.copy(), past.count
        self._find_included(before)
        # Of an origin whose last changes came with the state, no single changes up to it are here.
        self.floor = {
            origin: min(self.floor.get(origin, 0), number) if before.last(origin) >= number else number
            for origin, number in past.numbers.items()
        }
        self._request = self.donor = None
        self._unlucky.clear()
        self._begun = True
        self._around.start_with(state)
        self._become_ready(found=False, fresh=False)

    def _find_included(self, before: DocumentHistory) -> None:
        """Of its own changes, this copy has each as long as it waits: another history may lack them."""
        first, last = before.last(self.origin) + 1, self.past.last(self.origin)
        numbers = [number for number in sorted(self._mine) if first <= number <= last]
        signed = [self._signed(number) for number in numbers[-1:]]
        self.included = before.count + 1, [*(self._mine[number] for number in numbers[:-1]), *signed]

    def owe(self, changes: Iterable[Change], floor: dict[int, int] | None = None) -> None:
        """Take over what the state lacks."""
        self.waits_for_owed = False
        if floor is not None:
            self.floor = dict(floor)
        self._take_owed(changes)
        self._say_again()
        self._resubmit()
        self._around.changed()

    def raise_floor(self, floor: dict[int, int]) -> None:
        """Old single changes were removed from this computer."""
        for origin, number in floor.items():
            self.floor[origin] = max(number, self.floor.get(origin, 0))

    def _take_owed(self, changes: Iterable[Change]) -> None:
        found: dict[int, dict[int, Change]] = {}
        for change in (*changes, *(each for owed in self.owed.values() for each in owed)):
            found.setdefault(change.origin, {})[change.number] = change
        self.owed = {}
        for origin, by_number in found.items():
            number = self.past.last(origin) + 1
            while number in by_number:
                self.owed.setdefault(origin, []).append(by_number[number])
                number += 1

    @property
    def is_merging(self) -> bool:
        """Whether changes wait to be merged."""
        return bool(self.owed) or self.waits_for_owed

    def _resubmit(self, *, all_of_them: bool = False) -> None:
        """Submit what this copy is responsible for."""
        if not self._may_speak or not self.owed:
            return
        for origin, owed in list(self.owed.items()):
            duty = self._duty.get(origin, self.own)
            if not (all_of_them or origin == self.origin or duty == self.own or duty not in self.members):
                continue
            if owed[0].number == self.past.last(origin) + 1:
                before = self.past.chain(self.document, origin, owed[0].author)
                for run in runs(owed, before):
                    self._publish(run)
        if not self._reminding:
            self._reminding = True
            self._around.later(_OVERDUE, self._remind)

    def _remind(self) -> None:
        self._reminding = False
        for origin in list(self.owed):
            self._attempts[origin] = self._attempts.get(origin, 0) + 1
            if self._attempts[origin] > _ATTEMPTS:
                self._forgive(origin)
        self._resubmit(all_of_them=True)

    def _settle_debt(self, origin: int) -> None:
        if origin in self.owed:
            last = self.past.last(origin)
            left = [change for change in self.owed[origin] if change.number > last]
            if left:
                self.owed[origin] = left
            else:
                self._forgive(origin)

    def _forgive(self, origin: int) -> None:
        self._attempts.pop(origin, None)
        if self.owed.pop(origin, None) is not None and not self.owed:
            self._around.changed()

    # ---- changes of this copy

    @property
    def _may_speak(self) -> bool:
        if self.held or self.waits_for_owed or (self.together and self._awaited != set()):
            return False
        if self.is_alone:
            return self.standing is ReplicaStatus.READY
        return self.writable and self.standing in (ReplicaStatus.READY, ReplicaStatus.ABSENT)

    def _say_again(self) -> None:
        """Send again, under the old numbers, what is not in the state."""
        if not self._may_speak:
            return
        if self.standing is ReplicaStatus.READY:
            self._continue_numbers()
            last = self.past.last(self.origin)
        else:
            last = 0
        for entry in self.unacknowledged:
            if entry.number > last and not (entry.delivered and self.standing is ReplicaStatus.ABSENT):
                self._say(entry)
            elif entry.number <= last:
                entry.delivered, entry.place = True, entry.place or self.count
                self._settle(entry)

    def _continue_numbers(self) -> None:
        owed = self.owed.get(self.origin)
        reach = max(self.past.last(self.origin), owed[-1].number if owed else 0)
        if reach >= self.unacknowledged.first - 1:
            return
        # The state does not include what was accepted before, and nobody can submit it: numbering starts again.
        waiting = {entry.number: self._mine.get(entry.number) for entry in self.unacknowledged}
        kinds = [change.kind if change is not None else ChangeKind.CHANGE for change in waiting.values()]
        self.origin = secrets.randbits(64)
        self.unacknowledged.count_anew()
        self._chain, self._mine, self._unsent = first_chain(self.document, self.origin, self._signer.author), {}, []
        for entry, kind in zip(self.unacknowledged, kinds, strict=True):
            self._link(entry.number, entry.body, kind)

    def _say(self, entry: Entry) -> None:
        """Send with all others of this iteration of the event loop, or of a burst, under one signature."""
        if not self._unsent and not self._paces:
            self._around.later(0, self._flush)
        self._unsent.append(entry.number)

    def _keep_pace(self) -> None:
        self._paces = False
        if self._unsent:
            self._flush()

    def _flush(self) -> None:
        if not self._paces:
            self._paces = True
            self._around.later(_PACE, self._keep_pace)
        numbers, self._unsent = sorted(set(self._unsent)), []
        if not self._may_speak:
            return  # it is sent again when it may be
        run: list[Change] = []
        size = 0
        for number in numbers:
            change = self._mine.get(number)
            if change is None:
                continue
            if run and (number != run[-1].number + 1 or len(run) >= MOST_IN_RUN or size > LARGEST_RUN):
                self._send_run(run)
                run, size = [], 0
            run.append(change)
            size += len(change.body)
        if run:
            self._send_run(run)

    def _send_run(self, run: list[Change]) -> None:
        run[-1] = self._signed(run[-1].number)
        self._publish(run_of(run, self._before[run[0].number]))

    def _publish(self, run: Run) -> None:
        if self.is_alone:
            self._apply(run)
        else:
            self._send(run)

    def _signed(self, number: int) -> Change:
        change = self._mine[number]
        if not change.signature:
            change = self._mine[number] = replace(change, signature=self._signer.sign(change))
        return change
