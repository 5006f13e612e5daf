# SPDX-License-Identifier: BSD-3-Clause
"""A sensor: every computer that has it open reports its load to everyone."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint, Label, Range, Unit, live_object, type_name
from objects_library.feeds.sensor.metrics import Machine
from objects_library.replication.recent_rows import RecentRows

T = TypeVar("T")
LONGEST_NAME = 100


@type_name("RowsState")
@dataclass(frozen=True)
class RowsState(Generic[T]):
    """The latest messages of a feed, the oldest first; a message is a row, or several as a list or table."""

    rows: list[T]


@type_name("SensorReading")
@dataclass(frozen=True)
class SensorReading:
    """How a computer is, at a time by its clock: shares in percent, network in kB/s; -1 is not known."""

    at: datetime
    machine: str
    processor: float
    memory: float
    disk: float
    received: float
    sent: float


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a22", name="Sensor", group="Data and feeds", limits="keeps 10,000 rows")
class Sensor:
    """Tells how busy each computer is that has it open: processor, memory, disk, network; for charts, too."""

    sensor = Endpoint()

    def __init__(
        self,
        Channel: ChannelReference[SensorReading, RowsState[SensorReading]],
        context: Context,
        seconds: Annotated[float, Range(0.2, 3600), Unit("s"), Label("Time between readings")] = 1.0,
        measure: Annotated[bool, Label("Whoever opens this tells of their own computer")] = True,
    ) -> None:
        self._context = context
        self._machine = Machine()
        self._feed = RecentRows(context, Channel, self._send_reading, self.show, self.refused)
        if measure:
            self._machine.read()  # rates begin here
            context.every(min(max(seconds, 0.2), 3600.0), self._read)

    @sensor.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.readings([SensorReading(**each) for each in self._feed.messages])

    @sensor.outgoing
    def readings(self, readings: list[SensorReading]) -> None:
        """All stored readings, the oldest first."""

    @sensor.outgoing
    def read(self, reading: SensorReading) -> None:
        """A reading of one computer."""

    @sensor.outgoing
    def refused(self, reason: str) -> None:
        """The message was refused."""

    def _send_reading(self, reading: dict[str, Any]) -> None:
        self.read(SensorReading(**reading))

    def _read(self) -> None:
        if not self._feed.replica.live or not self._feed.replica.writable:
            return  # old readings are of no use to anybody
        name = self._context.node_name[:LONGEST_NAME]
        self._feed.add({"at": datetime.now(UTC), "machine": name, **vars(self._machine.read())})
