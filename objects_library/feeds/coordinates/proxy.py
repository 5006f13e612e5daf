# SPDX-License-Identifier: BSD-3-Clause
"""A stream of coordinates: positions of moving things, sent many times a second."""

from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import (
    AgreedChannel,
    Cancellable,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
from objects_library.feeds.coordinates.flights import Flights
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MemberList, Membership, MembershipChange
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.coordinates import LONGEST_NAME, MOST, LatestPositions, Pose, packed, wrong_batch


@type_name("CoordinatesChange")
@dataclass(frozen=True)
class CoordinatesChange(MembershipChange):
    """Where some things are at the sender's time (`moved`), which are gone (`forgotten`), or who is here."""

    at: float
    model: str
    names: list[str]
    places: bytes
    """Of each six 32-bit floats, the lowest byte first: x, y, z, heading, pitch, roll."""


@dataclass(frozen=True)
class Batch:
    """Where things that look alike were at last."""

    at: float
    model: str
    names: list[str]
    places: bytes


Batches = list[Batch]


@type_name("CoordinatesState")
@dataclass(frozen=True)
class CoordinatesState:
    """Who is here, where everything is, and the time of the flights that are made up."""

    attendants: MemberList
    batches: Batches
    seconds: float


@live_object(
    "b3415a8e94633c417ba4a0ad108ed042",
    name="Coordinates",
    group="Data and feeds",
    limits="up to 5,000 things that move",
)
class Coordinates:
    """Tells where things are that move, so that models in a space follow; makes up flights to try it."""

    positions = Endpoint()
    coordinates = Endpoint(provides={"merge": "last writer per part"})

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[CoordinatesChange, CoordinatesState]],
        context: Context,
        flights: Annotated[int, Range(0, MOST), Label("Aircraft to make up; 0: none")] = 0,
        rate: Annotated[float, Range(0.1, 60), Unit("1/s"), Label("How often they move")] = 10.0,
        radius: Annotated[float, Range(10, 50_000), Unit("m"), Label("How far they fly")] = 500.0,
        lease: Lease = 5.0,
    ) -> None:
        self._context = context
        self._membership = Membership()
        self._where = LatestPositions()
        self._rate = min(max(rate, 0.1), 60.0)
        count = min(max(flights, 0), MOST)
        self._flights = Flights(count, min(max(radius, 10.0), 50_000.0)) if count else None
        self._seconds, self._since = 0.0, monotonic()
        self._ticking: Cancellable | None = None
        self._led_by: UUID | None = None
        self._showing = False
        self._heartbeat = Heartbeat(
            context, lambda: self._replica, lambda: self._membership, self._on_duty, lease, _nothing_new
        )
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self.refused, noticed=self._heartbeat.noticed
        )

    @positions.connected
    def send_all(self) -> None:
        """Send the present state to a client that connects."""
        for model, names, places in self._where.batches():
            self.moved(self._where.at, model, names, places)

    @coordinates.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.known(self._where.positions())
        self._send_leader()

    @coordinates.incoming
    def tell(self, positions: list[Pose]) -> None:
        """Say where some things are; those that look alike go out together."""
        alike: dict[str, list[Pose]] = {}
        for each in positions:
            alike.setdefault(each.model, []).append(each)
        for model, some in alike.items():
            numbers = [n for p in some for n in (p.x, p.y, p.z, p.heading, p.pitch, p.roll)]
            try:
                places = packed(numbers)
            except OverflowError:
                self.refused("positions are finite numbers")
                return
            self._send("moved", monotonic(), model, [each.name for each in some], places)

    @coordinates.incoming
    def forget(self, names: list[str]) -> None:
        """Say that some things are gone."""
        self._send("forgotten", 0.0, "", names, b"")

    @positions.outgoing
    def moved(self, at: float, model: str, names: list[str], places: bytes) -> None:
        """Where some things are, at a time by the sender's clock: six packed numbers each."""

    @positions.outgoing
    def forgotten(self, names: list[str]) -> None:
        """These are gone."""

    @coordinates.outgoing
    def known(self, positions: list[Pose]) -> None:
        """Where everything is: when somebody connects, and about once a second."""

    @coordinates.outgoing
    def leading(self, name: str, mine: bool) -> None:
        """Who makes up the flights; nobody: empty."""

    @coordinates.outgoing
    def refused(self, reason: str) -> None:
        """The message was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Somebody tells where things are, that they are gone, or comes and goes."""
        match change["kind"]:
            case "moved":
                self._take(change)
            case "forgotten":
                gone = self._where.forget(change["names"][:MOST])
                if not gone:
                    raise RefusedChangeError("nobody knows these")
                self.forgotten(gone)
                self.known(self._where.positions())
            case _:
                self._membership.apply(change)
                self._heartbeat.observe(change)
                self._compare()

    def give_state(self) -> dict[str, Any]:
        """Who is here, and where everything is."""
        return {
            "attendants": self._membership.state(),
            "batches": self._where.state(),
            "seconds": self._now() if self._leads else self._seconds,
        }

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._membership = Membership.of([] if state is None else state["attendants"])
        self._where = LatestPositions()
        for each in [] if state is None else state["batches"]:
            self._where.take(each["at"], each["model"], each["names"], each["places"])
        seconds = 0.0 if state is None else state["seconds"]
        self._seconds, self._since = seconds if 0 <= seconds < 1e9 else 0.0, monotonic()

    def _take(self, change: dict[str, Any]) -> None:
        at, model, names, places = (change[key] for key in ("at", "model", "names", "places"))
        if problem := self._where.take(at, model, names, places):
            raise RefusedChangeError(problem)
        if self._flights is not None and change["by"] == self._led_by:
            self._seconds, self._since = at if 0 <= at < 1e9 else 0.0, monotonic()
        self.moved(at, model, names, places)
        self._show_soon()

    def _start(self) -> None:
        self._heartbeat.arrive()
        self.send_all()
        self.show()

    @property
    def _leads(self) -> bool:
        return self._led_by == self._heartbeat.me

    def _on_duty(self) -> list[UUID]:
        """Whoever has been here longest makes up the flights."""
        return list(self._membership.parts)[:1] if self._flights is not None else []

    def _compare(self) -> None:
        """Lead from now on, or no more; flights go on from where they were seen last."""
        leader = next(iter(self._membership.parts), None)
        if leader == self._led_by:
            return
        self._led_by = leader
        self._since = monotonic()
        self._send_leader()
        if self._leads and self._flights is not None and self._ticking is None:
            self._ticking = self._context.every(1 / self._rate, self._fly)
        elif not self._leads and self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _send_leader(self) -> None:
        part = self._membership.parts.get(self._led_by) if self._led_by is not None else None
        if self._flights is not None:
            self.leading("" if part is None else part.name, self._leads)

    def _now(self) -> float:
        return self._seconds + monotonic() - self._since

    def _fly(self) -> None:
        if self._flights is None or not self._replica.live or not self._replica.writable:
            self._since = monotonic()  # no view is connected
            return
        at = self._now()
        self._send("moved", at, "aircraft", self._flights.names, self._flights.places(at))

    def _send(self, kind: str, at: float, model: str, names: list[str], places: bytes) -> None:
        if kind == "moved" and (problem := wrong_batch(at, model, names, places)):
            self.refused(problem)
        elif kind == "forgotten" and (not names or len(names) > MOST or max(map(len, names)) > LONGEST_NAME):
            self.refused(f"say 1 to {MOST:,} names")
        elif self._replica.live:  # where something was is of no use later
            self._heartbeat.send(kind, at=at, model=model, names=names, places=places)

    def _show_soon(self) -> None:
        """People read names and numbers, so once a second is often enough."""
        if not self._showing:
            self._showing = True
            self._context.later(1.0, self._show_now)

    def _show_now(self) -> None:
        self._showing = False
        self.known(self._where.positions())


def _nothing_new() -> dict[str, Any]:
    return {"at": 0.0, "model": "", "names": [], "places": b""}
