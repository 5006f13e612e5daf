# SPDX-License-Identifier: BSD-3-Clause
"""A bridge to an external system: one copy with access operates it at a time; others take over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from app.runtime.library import Context
from app.runtime.references import Reference
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import MembershipChange
from objects_library.replication.mutual_exclusion import MutualExclusion, MutualExclusionState
from objects_library.replication.replica import RefusedChangeError, Replica, StateMachine

LONGEST_REASON = 500
_LEASE = 10.0
_SOONEST, _LATEST = 0.25, 30.0
"""Seconds until the first retry; each further one waits twice as long."""
_STEADY = 10.0
"""Seconds after which a connection counts as working."""
_OF_TENURE = ("here", "bye", "beat", "miss", "doubt", "gone", "acquire", "release")


class OutsideError(Exception):
    """The external system is unreachable, or refuses; the text is for people."""


class OutOfReachError(OutsideError):
    """This computer cannot or may not reach the external system; retrying does not help."""


@dataclass(frozen=True)
class BridgeChange(MembershipChange):
    """A membership change, or a message of the bridge: its term, and the time of its clock."""

    at: datetime
    term: int
    text: str


@dataclass(frozen=True)
class BridgeState:
    """Who has access, who operates the bridge, and whether it is connected."""

    tenure: MutualExclusionState
    up: bool
    since: datetime | None
    keeper: str
    text: str


@dataclass(frozen=True)
class BridgeStatus:
    """Whether the external system is connected, by whom, since when, and a message for people."""

    up: bool
    keeper: str
    since: datetime | None
    text: str
    mine: bool
    here: str


class Bridge:
    """One copy; `probe` checks whether this computer has access, `work` operates the bridge in a term."""

    def __init__(
        self,
        context: Context,
        channel: Reference,
        machine: StateMachine,
        *,
        probe: Callable[[], Awaitable[object]],
        work: Callable[[], Awaitable[object]],
        started: Callable[[], object],
        refused: Callable[[str], object],
        changed: Callable[[], object],
        blank: Callable[[], dict[str, Any]],
    ) -> None:
        self._context = context
        self._probe, self._work = probe, work
        self._started, self._changed = started, changed
        self._blank = blank
        self._exclusion = MutualExclusion()
        self._granted = asyncio.Event()
        self._serving: Any = None
        self.wake = asyncio.Event()
        """Set whenever `work` has something to do; `work` returns when the bridge is no longer `mine`."""
        self._shown: BridgeStatus | None = None
        self.here = ""
        """Why this computer has no access, or empty."""
        self.up, self.keeper, self.text = False, "", ""
        self.since: datetime | None = None
        self._heartbeat = Heartbeat(
            context, lambda: self.replica, lambda: self._exclusion.membership, self._on_duty, _LEASE, self._extra
        )
        self.replica = Replica(
            context, channel, machine, started=self._start, refused=refused, noticed=self._heartbeat.noticed
        )

    @property
    def me(self) -> UUID:
        """The id of this copy."""
        return self._heartbeat.me

    @property
    def mine(self) -> bool:
        """Whether this copy operates the bridge."""
        return self._exclusion.holder == self._heartbeat.me

    @property
    def term(self) -> int:
        """The number of the present term; it only grows."""
        return self._exclusion.fence

    @property
    def serving(self) -> bool:
        """Whether this computer has access, or tries."""
        return self._serving is not None

    @property
    def status(self) -> BridgeStatus:
        """The status, for display."""
        return BridgeStatus(self.up, self.keeper, self.since, self.text, self.mine, self.here)

    def serve(self) -> None:
        """This computer has access: connect, wait for its turn, and work."""
        if self._serving is None:
            self._serving = self._context.spawn(self._serve())

    def send(self, kind: str, **more: Any) -> None:
        """Send a change in the name of this copy."""
        self._heartbeat.send(kind, **more)

    def connected(self, text: str) -> None:
        """Called by `work` when it is connected."""
        self.send("up", text=text[:LONGEST_REASON])

    def apply(self, change: dict[str, Any]) -> bool:
        """Apply a change if it concerns the bridge; otherwise check its sender."""
        kind = change["kind"]
        if len(change["text"]) > LONGEST_REASON:
            raise RefusedChangeError("a text that long says nothing")
        if kind in ("up", "down"):
            self.from_keeper(change)
            self._set(kind == "up", change)
        elif kind in _OF_TENURE:
            holder = self._exclusion.holder
            self._exclusion.apply(change)
            self._heartbeat.observe(change)
            if holder != self._exclusion.holder and self.up:
                self._set(False, change)
        else:
            return False
        self._compare()
        return True

    def from_keeper(self, change: dict[str, Any]) -> None:
        """Refuse what is not sent by the bridge in its term."""
        if change["by"] != self._exclusion.holder or change["term"] != self._exclusion.fence:
            raise RefusedChangeError("somebody spoke for the bridge whose turn it is not")

    def from_member(self, change: dict[str, Any]) -> None:
        """Refuse what is sent by a non-member."""
        if change["by"] not in self._exclusion.membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        return {
            "tenure": self._exclusion.state(),
            "up": self.up,
            "since": self.since,
            "keeper": self.keeper,
            "text": self.text,
        }

    def take(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._exclusion = MutualExclusion() if state is None else MutualExclusion.of(state["tenure"])
        if state is not None:
            self.up, self.since = state["up"] and self._exclusion.holder is not None, state["since"]
            self.keeper, self.text = state["keeper"][:100], state["text"][:LONGEST_REASON]

    def notify(self, text: str) -> None:
        """Show at this copy only why its computer has no access."""
        self.here = text[:LONGEST_REASON]
        self._compare()

    def _set(self, up: bool, change: dict[str, Any]) -> None:
        self.up, self.since, self.text = up, change["at"], change["text"]
        if up:
            self.keeper = self._exclusion.holder_name

    def _start(self) -> None:
        self._heartbeat.arrive()
        self._started()
        self._compare()

    def _on_duty(self) -> list[UUID]:
        return self._exclusion.on_duty()

    def _extra(self) -> dict[str, Any]:
        return {"at": datetime.now(UTC), "term": self._exclusion.fence, "text": "", **self._blank()}

    def _compare(self) -> None:
        if self.mine:
            self._granted.set()
        else:
            self._granted.clear()
            self.wake.set()
        status = self.status
        if status != self._shown:
            self._shown = status
            self._changed()

    async def _serve(self) -> None:
        pause = _SOONEST
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._turn()
            except OutOfReachError as error:
                self.notify(str(error))
                self._serving = None
                return
            except OutsideError as error:
                self.notify(str(error))
            if asyncio.get_running_loop().time() - began > _STEADY:
                pause = _SOONEST
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
            pause = min(2 * pause, _LATEST)

    async def _turn(self) -> None:
        """Connect once, wait for the bridge, and work until the connection is lost."""
        await self._probe()
        self.notify("")
        while not self._granted.is_set():
            if self._heartbeat.me in self._exclusion.membership.parts:
                self.send("acquire")
            try:
                async with asyncio.timeout(2 * _LEASE):  # a member that was removed is no longer in the queue
                    await self._granted.wait()
            except TimeoutError:
                continue
        self.wake.set()
        try:
            await self._work()
        except OutsideError as error:
            self._give_up(str(error))
            raise
        self._give_up("")

    def _give_up(self, reason: str) -> None:
        if self.mine and self.replica.live:
            self.send("down", text=reason[:LONGEST_REASON])
            self.send("release")
        self._granted.clear()


class BridgedObject:
    """A replicated object with a bridge; a subclass declares the events `status` and `refused`."""

    _bridge: Bridge
    status: Any
    refused: Any

    def _join(self, context: Context, channel: Reference, blank: dict[str, Any]) -> None:
        """Create the bridge; `blank` has the fields of a change that most changes do not need."""
        self._bridge = Bridge(
            context,
            channel,
            self,
            probe=self._probe,
            work=self._work,
            started=self._started,
            refused=self._not_sent,
            changed=self._send_status,
            blank=lambda: dict(blank),
        )

    async def _probe(self) -> None:
        raise NotImplementedError

    async def _work(self) -> None:
        raise NotImplementedError

    def _started(self) -> None:
        raise NotImplementedError

    def _abandon(self) -> None:
        """Refuse the edits that are under way, as the bridge is down."""
        raise NotImplementedError

    def _apply_edit(self, change: dict[str, Any]) -> None:
        """Handle an edit of a member."""
        raise NotImplementedError

    def _apply_report(self, change: dict[str, Any]) -> None:
        """Apply what the copy at the bridge reports."""
        raise NotImplementedError

    def give_state(self) -> dict[str, Any]:
        """The state as a plain value."""
        raise NotImplementedError

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        raise NotImplementedError

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; only the copy at the bridge reports what is in the external system."""
        if self._bridge.apply(change):
            if not self._bridge.up:
                self._abandon()
        elif change["kind"] == "edit":
            self._bridge.from_member(change)
            self._apply_edit(change)
        else:
            self._bridge.from_keeper(change)
            self._apply_report(change)

    def _send_status(self) -> None:
        self.status(self._bridge.status)

    def _not_sent(self, reason: str) -> None:
        self.refused(None, reason)
