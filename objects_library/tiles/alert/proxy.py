# SPDX-License-Identifier: BSD-3-Clause
"""An alert: a rule over a feed, raised once for everyone until somebody acknowledges it."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import (
    Cause,
    ChannelReference,
    Choice,
    Context,
    Endpoint,
    Label,
    live_object,
    type_name,
    wrapper_of,
)
from app.spark.live_table import TableChange, TableState
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.feed_replica import FeedCondition, FeedReplica
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.aggregation import WAYS
from objects_library.values.indicators import figure_of, first_number

T = TypeVar("T")
LONGEST_WORDS = 200
MOST_REMEMBERED = 50
SIDES = ("above", "below")
WIRED = "wire"
"""How the number is made, to a view, while a wire says whether the rule is broken."""
_WAYS = tuple(way for way in WAYS if way != "each row")


@type_name("AlertChange")
@dataclass(frozen=True)
class AlertChange:
    """The rule is broken or kept again as of a batch (`raised`, `cleared`), or was `noted` by somebody."""

    kind: str
    batch: int
    value: float
    at: datetime
    by: str


@type_name("AlertState")
@dataclass(frozen=True)
class AlertState:
    """The events so far, the newest last, and the last batch examined."""

    batch: int
    events: list[AlertChange]


_CHANGE = wrapper_of(AlertChange)
_STATE = wrapper_of(AlertState)


class NotARuleError(Exception):
    """A rule that no number could break."""


@live_object("d3a5ffbcee211468b254f203daebe83f", name="Feed alert", group="Data and feeds", limits="keeps 50 events")
class FeedAlert(Generic[T]):
    """Raises an alert for everyone when a number of a feed goes beyond a limit; somebody takes note of it."""

    alert = Endpoint(provides={"merge": "first writer"})
    broken = Endpoint(name="raised", words="whether {name} is raised")
    alerts = Endpoint(words="each alert of {name}")
    raises = Endpoint(provides=ONCE, words="{name} tells {what}")

    def __init__(
        self,
        Channel: ChannelReference[TableChange[T], TableState[T]],
        Alerts: ChannelReference[AlertChange, AlertState],
        context: Context,
        *,
        title: Annotated[str, Label("What it is about")] = "",
        column: Annotated[str, Label("Column; empty: the first with numbers")] = "",
        way: Annotated[str, Choice(*_WAYS), Label("How rows become one number")] = "last",
        side: Annotated[str, Choice(*SIDES), Label("What is too much")] = "above",
        limit: Annotated[float, Label("Limit")] = 0.0,
        unit: Annotated[str, Label("What it counts")] = "",
    ) -> None:
        if not isfinite(limit) or side not in SIDES or way not in _WAYS:
            raise NotARuleError("a rule has a limit that is a number, and is broken above or below it")
        self._context = context
        self._texts = title[:LONGEST_WORDS], column[:LONGEST_WORDS], unit[:LONGEST_WORDS]
        self._way, self._side, self._limit = way, side, limit
        self._batch = -1
        self._events: list[AlertChange] = []
        self._asked: tuple[str, int] = ("", -1)
        self._replica = Replica(context, Alerts, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)
        self._feed = FeedReplica(context, Channel, lambda _: None, self.told, self._look)

    @property
    def raised(self) -> bool:
        """Whether the rule is broken now."""
        return next((each.kind == "raised" for each in reversed(self._events) if each.kind != "noted"), False)

    def _start(self) -> None:
        self.offer_raised_again()
        self._look()

    @broken.connected
    def offer_raised_again(self) -> None:
        """Send to a new wire whether the rule is broken."""
        self.offer_raised(self.raised, self._replica.cause.repeated())

    @broken.outgoing("value")
    def offer_raised(self, value: bool | None, cause: Cause) -> None:
        """Whether the rule is broken, for wires."""

    @alerts.outgoing("happened")
    def offer_alert(self, value: str, cause: Cause) -> None:
        """What is wrong, in words, for wires."""

    @raises.incoming("value")
    def raise_wired(self, value: bool | None, cause: Cause) -> None:
        """Raise or clear the alert because a wire says so; the rule over the feed rests meanwhile."""
        if value is not None and value != self.raised:
            kind = "raised" if value else "cleared"
            self._effects.perform("raises", cause, self._change(kind, self._batch + 1, float(value)))

    @raises.incoming("happened")
    def raise_event(self, value: bool, cause: Cause) -> None:
        """Raise or clear the alert because of an event."""
        self.raise_wired(value, cause)

    @raises.connected
    @raises.disconnected
    def show_rule(self) -> None:
        """Tell the view who decides now."""
        if self.alert.connected:
            self.show()

    @alert.connected
    def show(self) -> None:
        """Send the rule and the events to a view that connects."""
        title, column, unit = self._texts
        self.rule(title, column, WIRED if self.raises.connected else self._way, self._side, self._limit, unit)
        self.events(self._events)
        self._feed.watch(True)

    @alert.disconnected
    def rest(self) -> None:
        """No view is connected; the rule is evaluated all the same."""
        self._feed.watch(False)

    @alert.incoming
    def take_note(self) -> None:
        """Acknowledge the alert for everyone."""
        if not self.raised:
            self.refused("nothing is wrong at the moment")
            return
        self._send("noted", self._batch, self._events[-1].value)

    @alert.outgoing
    def rule(self, title: str, column: str, way: str, side: str, limit: float, unit: str) -> None:
        """The rule."""

    @alert.outgoing
    def events(self, events: list[AlertChange]) -> None:
        """The events so far, the newest last."""

    @alert.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    @alert.outgoing
    def refused(self, reason: str) -> None:
        """The acknowledgement was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply an event: the first report of a batch counts, older ones are ignored."""
        update: AlertChange = _CHANGE.lift(change)
        if update.kind not in ("raised", "cleared", "noted") or not isfinite(update.value):
            raise RefusedChangeError(f"an alert is never {update.kind[:20]!r} by {update.value}")
        if update.kind == "noted":
            if not self.raised:
                return
        elif update.batch <= self._batch or (update.kind == "raised") == self.raised:
            return
        else:
            self._batch = update.batch
        self._events.append(AlertChange(**{**asdict(update), "by": update.by[:LONGEST_WORDS]}))
        del self._events[:-MOST_REMEMBERED]
        self.events(self._events)
        self._offer(update)

    def _offer(self, update: AlertChange) -> None:
        cause = self._replica.cause
        if update.kind != "noted":
            self.offer_raised(update.kind == "raised", cause)
        if update.kind == "raised":
            title, column, unit = self._texts
            value = f"{update.value:.6g} {unit}".strip()
            words = [title or column, "" if self.raises.connected else value]
            self.offer_alert(": ".join(word for word in words if word) or "!", cause)

    def give_state(self) -> Any:
        """The events so far."""
        return _STATE.lower(AlertState(self._batch, self._events))

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy."""
        known: AlertState = AlertState(-1, []) if state is None else _STATE.lift(state)
        self._batch, self._events = known.batch, known.events[-MOST_REMEMBERED:]
        self.events(self._events)

    def _look(self) -> None:
        """Evaluate the rule on the newest batch and report a change first."""
        table = self._feed.table if hasattr(self, "_feed") else None
        if table is None or table.news is None or table.table is None or not self._replica.live:
            return
        if self.raises.connected:
            return
        batch = table.last_batch(table.news.feed)
        if batch <= self._batch:
            return
        rows = table.table
        value = figure_of(rows, first_number(rows.schema, self._texts[1]), self._way)
        if value is None:
            return
        broken = value > self._limit if self._side == "above" else value < self._limit
        kind = "raised" if broken else "cleared"
        if broken != self.raised and self._asked != (kind, batch):
            self._asked = kind, batch
            self._send(kind, batch, value)

    def _send(self, kind: str, batch: int, value: float) -> None:
        self._replica.send(self._change(kind, batch, value))

    def _change(self, kind: str, batch: int, value: float) -> Any:
        by = self._context.node_name[:LONGEST_WORDS]
        return _CHANGE.lower(AlertChange(kind, batch, value, datetime.now(UTC), by))
