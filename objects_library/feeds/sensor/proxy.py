# SPDX-License-Identifier: BSD-3-Clause
"""A sensor: every computer that has it open reports its load to everyone."""

from collections import deque
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, Range, Unit, live_object, type_name
from objects_library.feeds.sensor.metrics import Machine
from objects_library.replication.recent_rows import RecentRows

T = TypeVar("T")
LONGEST_NAME = 100
_MOST_MACHINES = 200


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
    processor = Endpoint(words="the processor load that {name} measures")
    memory = Endpoint(words="the memory use that {name} measures")
    reading = Endpoint(words="each reading of {name}")

    def __init__(
        self,
        Channel: ChannelReference[SensorReading, RowsState[SensorReading]],
        context: Context,
        seconds: Annotated[float, Range(0.2, 3600), Unit("s"), Label("Time between readings")] = 1.0,
        measure: Annotated[bool, Label("Whoever opens this tells of their own computer")] = True,
    ) -> None:
        self._context = context
        self._machine = Machine()
        self._latest: deque[dict[str, Any]] = deque(maxlen=3 * _MOST_MACHINES)
        self._feed = RecentRows(context, Channel, self._send_reading, self._start, self.refused)
        if measure:
            self._machine.read()  # rates begin here
            context.every(min(max(seconds, 0.2), 3600.0), self._read)

    def _start(self) -> None:
        self._latest.clear()
        self._latest.extend(self._feed.messages[-3 * _MOST_MACHINES :])
        self.show()
        self._offer_shares(self._feed.replica.cause.repeated())

    @processor.connected
    def offer_processor_again(self) -> None:
        """Send the load to a new wire."""
        self._offer_shares(self._feed.replica.cause.repeated())

    @memory.connected
    def offer_memory_again(self) -> None:
        """Send the memory to a new wire."""
        self._offer_shares(self._feed.replica.cause.repeated())

    @processor.outgoing("value")
    def offer_processor(self, value: float | None, cause: Cause) -> None:
        """Percent, the mean of all computers that report, for wires."""

    @memory.outgoing("value")
    def offer_memory(self, value: float | None, cause: Cause) -> None:
        """Percent, the mean of all computers that report, for wires."""

    @reading.outgoing("happened")
    def offer_reading(self, value: dict[str, Any], cause: Cause) -> None:
        """A reading, for wires."""

    def _offer_shares(self, cause: Cause) -> None:
        now = self._present()
        for name, offer in (("processor", self.offer_processor), ("memory", self.offer_memory)):
            shares = [each[name] for each in now if 0 <= each[name] <= 100]
            offer(sum(shares) / len(shares) if shares else None, cause)

    def _present(self) -> list[dict[str, Any]]:
        """The last reading of each computer; one that is silent while the others report three times is left out.

        No clock decides, so all copies agree.
        """
        found: dict[str, dict[str, Any]] = {}
        for number, each in enumerate(reversed(self._latest)):
            if number >= 3 * max(1, len(found)):
                break
            found.setdefault(each["machine"], each)
        return list(found.values())

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
        made = SensorReading(**reading)
        self.read(made)
        self._latest.append(reading)
        self.offer_reading(asdict(made), self._feed.replica.cause)
        self._offer_shares(self._feed.replica.cause)

    def _read(self) -> None:
        if not self._feed.replica.live or not self._feed.replica.writable:
            return  # old readings are of no use to anybody
        name = self._context.node_name[:LONGEST_NAME]
        self._feed.add({"at": datetime.now(UTC), "machine": name, **vars(self._machine.read())})
