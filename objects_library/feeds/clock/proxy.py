# SPDX-License-Identifier: BSD-3-Clause
"""A clock with a stopwatch that everyone starts and stops together."""

from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from time import monotonic
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.runtime.library import ChannelReference, Context, Endpoint, Label, live_object, type_name
from objects_library.replication.replica import RefusedChangeError, Replica

LONGEST = 1_000 * 3600.0
"""Seconds that a stopwatch can count."""
LONGEST_NAME = 100
_KINDS = ("start", "stop", "reset", "limit")


class ClockError(Exception):
    """A clock that cannot be made as asked."""


@type_name("ClockChange")
@dataclass(frozen=True)
class ClockChange:
    """Start, stop, reset, or count down from `seconds`; at a stop these are what the one who stopped saw."""

    kind: str
    seconds: float
    by: str


@type_name("ClockState")
@dataclass(frozen=True)
class ClockState:
    """Whether the stopwatch runs, what it shows now, from where it counts down (0: up), and who did it."""

    running: bool
    seconds: float
    limit: float
    by: str


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a21", name="Clock", group="Data and feeds", limits="up to 1,000 hours")
class Clock:
    """Tells the time, and has a stopwatch or countdown that everyone starts and stops together."""

    clock = Endpoint(provides={"merge": "last writer"})

    def __init__(
        self,
        Channel: ChannelReference[ClockChange, ClockState],
        context: Context,
        zone: Annotated[str, Label("Time zone, such as Europe/Berlin; empty: that of the viewer")] = "",
    ) -> None:
        if zone:
            _check_zone(zone)
        self._context = context
        self._zone = zone
        self._running = False
        self._seconds = 0.0
        self._since = monotonic()
        self._limit = 0.0
        self._by = ""
        self._replica = Replica(context, Channel, self, started=self.show, refused=self.refused)
        context.every(1.0, self._tick)

    @clock.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.stopwatch(self._running, self._now(), self._limit, self._by)
        self._tick()

    @clock.incoming
    def start(self) -> None:
        """Let the stopwatch run, for everyone."""
        self._send("start", self._now())

    @clock.incoming
    def stop(self) -> None:
        """Let it stand; what it shows here is what it shows everywhere."""
        self._send("stop", self._now())

    @clock.incoming
    def reset(self) -> None:
        """Back to the beginning."""
        self._send("reset", 0.0)

    @clock.incoming
    def count_down(self, seconds: float) -> None:
        """Count down from so many seconds; from 0 it counts up."""
        self._send("limit", seconds)

    @clock.outgoing
    def time(self, time: datetime, zone: str) -> None:
        """What time it is, once a second; the zone is where, or empty for that of whoever looks."""

    @clock.outgoing
    def stopwatch(self, running: bool, seconds: float, limit: float, by: str) -> None:
        """What the stopwatch does from now on."""

    @clock.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """The last one to touch it counts."""
        reason = _wrong(change)
        if reason:
            raise RefusedChangeError(reason)
        kind = change["kind"]
        if kind == "start" and not self._running:
            self._set(running=True, seconds=change["seconds"])
        elif kind == "stop" and self._running:
            self._set(running=False, seconds=change["seconds"])
        elif kind in ("reset", "limit"):
            self._limit = change["seconds"] if kind == "limit" else self._limit
            self._set(running=False, seconds=0.0)
        self._by = change["by"]
        self.show()

    def give_state(self) -> dict[str, Any]:
        """What the stopwatch shows at this moment."""
        return {"running": self._running, "seconds": self._now(), "limit": self._limit, "by": self._by}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have; nothing hostile can be in it for long, as it can be reset."""
        if state is None or _wrong({"kind": "limit", **state}) or not 0 <= state["limit"] <= LONGEST:
            state = {"running": False, "seconds": 0.0, "limit": 0.0, "by": ""}
        self._limit, self._by = state["limit"], state["by"]
        self._set(running=state["running"], seconds=state["seconds"])

    def _set(self, *, running: bool, seconds: float) -> None:
        self._running, self._seconds, self._since = running, seconds, monotonic()

    def _now(self) -> float:
        passed = monotonic() - self._since if self._running else 0.0
        return min(self._seconds + passed, LONGEST)

    def _tick(self) -> None:
        self.time(datetime.now(UTC), self._zone)

    def _send(self, kind: str, seconds: float) -> None:
        change = {"kind": kind, "seconds": seconds, "by": self._context.node_name[:LONGEST_NAME]}
        reason = _wrong(change)
        if reason:
            self.refused(reason)
        else:
            self._replica.send(change)


def _wrong(change: dict[str, Any]) -> str:
    if change["kind"] not in _KINDS:
        return f"nobody knows the change {change['kind'][:20]!r}"
    if not isfinite(change["seconds"]) or not 0 <= change["seconds"] <= LONGEST:
        return "a stopwatch counts from 0 seconds to 1,000 hours"
    return "a name that long is nobody's" if len(change["by"]) > LONGEST_NAME else ""


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone[:100])
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ClockError(f"nobody knows the time zone {zone[:40]!r}; write one such as Europe/Berlin") from None
