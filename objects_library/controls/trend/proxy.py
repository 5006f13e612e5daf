# SPDX-License-Identifier: BSD-3-Clause
"""A trend: the replicated history of a number, recorded by one elected copy at a time."""

from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from time import monotonic
from typing import Annotated, Any

from app.runtime.library import (
    AgreedChannel,
    Cause,
    ChannelReference,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    live_object,
    type_name,
)
from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument
from app.runtime.types import EndpointType, dual
from app.spark.live_table import AnyTable
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.recent_rows import RecentRows
from objects_library.replication.shared_number import SharedNumber
from objects_library.values.scale import LARGEST, LONGEST_WORDS, Scale
from objects_library.values.wire_values import table_of, time_of
from objects_library.variables.leader.proxy import LeaderChange, LeaderState
from objects_library.variables.value.proxy import ValueState

_LEADER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E507
_APART = 0.25
"""The shortest time between two points, in seconds: not every step of a dragged slider is useful."""


@type_name("TrendPoint")
@dataclass(frozen=True)
class TrendPoint:
    """A point: the number, and the time by the recorder's clock."""

    at: datetime
    value: float


@live_object("46cc9da2ff5730a0d97968d28b805de3", name="Trend", group="Data and feeds", limits="keeps 10,000 points")
class Trend:
    """Draws how the number of a slider, a gauge or a shared value went; whoever comes later sees it, too."""

    trend = Endpoint()
    records = Endpoint(provides=ONCE, words="{name} records {what}")
    rows = Endpoint(words="the points of {name}")

    def __init__(
        self,
        Channel: ChannelReference[float, ValueState[float]],
        History: ChannelReference[TrendPoint, RowsState[TrendPoint]],
        Election: ObjectReference[AgreedChannel[LeaderChange, LeaderState]],
        context: Context,
        title: Annotated[str, Label("What the number is")] = "",
        unit: Annotated[str, Label("What it counts, such as °C")] = "",
        start: Annotated[float | None, Label("What stands there at first")] = None,
    ) -> None:
        self._context = context
        self._words = (title[:LONGEST_WORDS], unit[:LONGEST_WORDS])
        self._mine = False
        self._written = 0.0
        self._waiting = False
        self._last_sent: float | None = None
        self._number = SharedNumber(
            context, Channel, Scale(-LARGEST, LARGEST, 0.0, "", ""), self._number_changed, self.refused, start
        )
        self._wired: float | None = None
        self._offering = False
        self._rows = RecentRows(context, History, self._send_point, self._begin, self.refused)
        self._effects = Effects(context, self._rows.replica)
        context.spawn(self._stand(Election))

    @records.incoming("value")
    def record(self, value: float | None, cause: Cause) -> None:
        """Follow what a wire offers, instead of the number of the channel; one copy records it."""
        del cause  # the copy that was elected records, whoever caused it
        if value is None or isfinite(value):
            self._wired = value
            self._write()

    @records.incoming("happened")
    def record_event(self, value: float, cause: Cause) -> None:
        """Keep the number of an event, once."""
        if isfinite(value):
            self._effects.perform("records", cause, {"at": time_of(cause), "value": value})

    @records.disconnected
    def forget_wired(self) -> None:
        """Follow the number of the channel again."""
        if not self.records.connected:
            self._wired = None

    @rows.connected
    def offer_rows_again(self) -> None:
        """Send all points to a new wire."""
        self.offer_rows(self._table(), self._rows.replica.cause.repeated())

    @rows.outgoing("value")
    def offer_rows(self, value: AnyTable | None, cause: Cause) -> None:
        """All points, for wires."""

    def _table(self) -> Any:
        points = [row for row in self._rows.messages if isfinite(row["value"])]
        return table_of(points) if points else None

    def _offer_soon(self) -> None:
        if self.rows.connected and not self._offering:
            self._offering = True
            self._context.later(_APART, self._offer_now)

    def _offer_now(self) -> None:
        self._offering = False
        self.offer_rows(self._table(), self._rows.replica.cause)

    @trend.connected
    def show(self) -> None:
        """Send the history to a view that connects."""
        self.settings(*self._words)
        self.points([TrendPoint(**row) for row in self._rows.messages if isfinite(row["value"])])

    @trend.outgoing
    def settings(self, title: str, unit: str) -> None:
        """The title and the unit."""

    @trend.outgoing
    def points(self, points: list[TrendPoint]) -> None:
        """All stored points, the oldest first."""

    @trend.outgoing
    def point(self, at: datetime, value: float) -> None:
        """A new point."""

    @trend.outgoing
    def refused(self, reason: str) -> None:
        """The point was refused."""

    async def _stand(self, election: Reference) -> None:
        leader = Parameterized(Primitive(_LEADER), (("Channel", ReferenceArgument(election)),))
        outer = (await self._context.dereference(leader)).endpoints()["election"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = self._context.new_endpoint(inner, leader=self._led, refused=self.refused)
        self._context.connect(endpoint, outer)

    def _begin(self) -> None:
        self.show()
        self._offer_soon()
        self._write()

    def _led(self, state: dict[str, Any]) -> None:
        if self._mine != state["mine"]:
            self._mine, self._last_sent = state["mine"], None
        self._write()

    def _number_changed(self, value: float) -> None:
        del value
        self._write()

    def _send_point(self, row: dict[str, Any]) -> None:
        if isfinite(row["value"]):
            self.point(row["at"], row["value"])
            self._offer_soon()

    @property
    def _last(self) -> float | None:
        return self._rows.messages[-1]["value"] if self._rows.messages else None

    def _write(self) -> None:
        """Record the number, now or a moment later, if this copy is the recorder."""
        value, replica = self._number.value if self._wired is None else self._wired, self._rows.replica
        # The recorded point is delivered later, and no other copy records meanwhile.
        last = self._last_sent if self._last_sent is not None else self._last
        if not self._mine or self._waiting or value is None or value == last or not replica.live:
            return
        left = self._written + _APART - monotonic()
        if left > 0:
            self._waiting = True
            self._context.later(left, self._write_later)
            return
        self._written, self._last_sent = monotonic(), value
        now = datetime.now(UTC)
        if last is not None:  # it was that until now
            self._rows.add({"at": now, "value": last})
        self._rows.add({"at": now, "value": value})

    def _write_later(self) -> None:
        self._waiting = False
        self._write()
