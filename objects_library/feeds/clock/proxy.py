# SPDX-License-Identifier: BSD-3-Clause
"""A clock with a stopwatch that everyone starts and stops together."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from time import monotonic
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object, type_name
from app.runtime.library.cause import CAUSE_BYTES
from objects_library.replication.effects import ONCE, Effects
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
    moment = Endpoint(name="time", words="the time by {name}")
    seconds = Endpoint(words="the seconds on the stopwatch of {name}")
    rings = Endpoint(words="the end of each countdown of {name}")
    starts = Endpoint(provides=ONCE, words="{what} starts {name}")
    stops = Endpoint(provides=ONCE, words="{what} stops {name}")

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
        self._rung = True
        self._replica = Replica(context, Channel, self, started=self._begin, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)
        context.every(1.0, self._tick)

    def _begin(self) -> None:
        self.show()
        self.offer_seconds_again()

    @moment.connected
    def offer_time_again(self) -> None:
        """Send the time to a new wire."""
        self._offer_now(again=True)

    @seconds.connected
    def offer_seconds_again(self) -> None:
        """Send the stopwatch to a new wire."""
        self.offer_seconds(self._left(), self._replica.cause.repeated())

    @moment.outgoing("value")
    def offer_time(self, value: datetime | None, cause: Cause) -> None:
        """The time, every second, for wires."""

    @seconds.outgoing("value")
    def offer_seconds(self, value: float | None, cause: Cause) -> None:
        """Whole seconds that the stopwatch shows, for wires; a countdown shows what is left."""

    @rings.outgoing("happened")
    def offer_ring(self, value: None, cause: Cause) -> None:
        """The countdown is over, for wires."""

    @starts.incoming("happened")
    def start_because(self, value: Any, cause: Cause) -> None:
        """Let the stopwatch run because of an event."""
        del value
        self._effects.perform("starts", cause, self._change("start", self._now()))

    @stops.incoming("happened")
    def stop_because(self, value: Any, cause: Cause) -> None:
        """Let it stand because of an event."""
        del value
        self._effects.perform("stops", cause, self._change("stop", self._now()))

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
        self._rung = not self._running or self._over
        self.show()
        self.offer_seconds(self._left(), self._replica.cause)

    def give_state(self) -> dict[str, Any]:
        """What the stopwatch shows at this moment."""
        return {"running": self._running, "seconds": self._now(), "limit": self._limit, "by": self._by}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have; nothing hostile can be in it for long, as it can be reset."""
        if state is None or _wrong({"kind": "limit", **state}) or not 0 <= state["limit"] <= LONGEST:
            state = {"running": False, "seconds": 0.0, "limit": 0.0, "by": ""}
        self._limit, self._by = state["limit"], state["by"]
        self._set(running=state["running"], seconds=state["seconds"])
        self._rung = True  # its end is the matter of whoever saw it start

    def _set(self, *, running: bool, seconds: float) -> None:
        self._running, self._seconds, self._since = running, seconds, monotonic()

    def _now(self) -> float:
        passed = monotonic() - self._since if self._running else 0.0
        return min(self._seconds + passed, LONGEST)

    @property
    def _over(self) -> bool:
        return self._limit > 0 and self._now() >= self._limit

    def _left(self) -> float:
        """What people read on the stopwatch."""
        return float(int(max(0.0, self._limit - self._now()) if self._limit else self._now()))

    def _tick(self) -> None:
        self.time(datetime.now(UTC), self._zone)
        self._offer_now()
        if self._running:
            left = self._left()
            self.offer_seconds(left, self._replica.cause.through(f"second {left:g}"))
            if self._over and not self._rung:
                self._rung = True
                self.offer_ring(None, self._replica.cause.through("rings"))

    def _offer_now(self, *, again: bool = False) -> None:
        """All copies name a second alike; none of them has caused it, so any of them may act on it."""
        now = datetime.now(UTC).replace(microsecond=0)
        made = hashlib.blake2b(now.isoformat().encode(), digest_size=CAUSE_BYTES).digest()
        self.offer_time(now, Cause(made, again=again, at=now))

    def _send(self, kind: str, seconds: float) -> None:
        change = self._change(kind, seconds)
        reason = _wrong(change)
        if reason:
            self.refused(reason)
        else:
            self._replica.send(change)

    def _change(self, kind: str, seconds: float) -> dict[str, Any]:
        return {"kind": kind, "seconds": seconds, "by": self._context.node_name[:LONGEST_NAME]}


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
