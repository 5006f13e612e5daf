# SPDX-License-Identifier: BSD-3-Clause
"""The replica of a feed on one node; tiles of the same feed share its rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

from app.runtime.library import Cancellable, Cause, Context
from app.runtime.references import Reference, identity
from app.spark.live_table import CHANGE_FORM, NOBODY, STATE_FORM, FeedStatistics, LiveTable, TableRefusedError
from objects_library.replication.replica import RefusedChangeError, Replica

_SHORTEST = 0.05
"""Seconds between two updates of the views; more often is invisible, and each costs time."""


@dataclass(frozen=True)
class FeedCondition:
    """The state of a feed, for people; also `waiting` (no data yet) and `gone` (its computer left)."""

    state: str
    reason: str
    notice: str
    """A message of the feed for people."""
    mode: str
    key: list[str]
    rows: int
    cut: int
    """How many rows were dropped because there were too many."""
    at: datetime
    statistics: FeedStatistics


class _Shared:
    """The rows, and a number that grows with every change."""

    def __init__(self) -> None:
        self.table: LiveTable[Any] = LiveTable()
        self.version = 0
        self.keeper: object = None
        """The copy that takes states from others: the first one."""


_HERE: WeakValueDictionary[tuple[str, str], _Shared] = WeakValueDictionary()
"""The tables of this program, by node and channel."""


class FeedReplica:
    """Follows a feed for one tile; `shown` receives the table, `told` the state of the feed.

    Copies on one node can share the rows, because applying a change twice has no effect.
    """

    def __init__(
        self,
        context: Context,
        channel: Reference,
        shown: Callable[[Any], object],
        notify_condition: Callable[[FeedCondition], object],
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        self._context = context
        self._shown = shown
        self._notify_condition = notify_condition
        self._changed = changed
        place = (context.node_id, identity(channel))
        self._shared = _HERE.get(place) or _HERE.setdefault(place, _Shared())
        if self._shared.keeper is None:
            self._shared.keeper = self
            context.at_end(self._give_up)
        self._watched = False
        self._offer: Callable[[Any, Cause], object] | None = None
        self._seen = self._offered = -1
        self._looked_at = 0.0
        self._looking: Cancellable | None = None
        self._members: set[UUID] | None = None
        self._condition: FeedCondition | None = None
        self.me = NOBODY
        """The member id of this node, if the channel reports it."""
        self.replica = Replica(
            context, channel, self, started=self._news, refused=context.log, noticed=self._notice, causes=True
        )

    @property
    def table(self) -> LiveTable[Any]:
        """The rows and their metadata."""
        return self._shared.table

    def watch(self, watched: bool) -> None:
        """Start or stop notifying the view; without a viewer the table is only kept."""
        self._watched = watched
        self._seen, self._condition = -1, None
        if watched:
            self._look()

    def offer_to(self, offer: Callable[[Any, Cause], object] | None) -> None:
        """Start or stop telling a wire of the table."""
        self._offer, self._offered = offer, self._shared.version
        if offer is not None:
            offer(self.table.table, self.replica.cause.repeated())

    @property
    def condition(self) -> FeedCondition:
        """The state of the feed."""
        table = self._shared.table
        news = table.news
        if news is None:
            never = datetime.fromtimestamp(0, UTC)
            return FeedCondition("waiting", "", "", "", [], 0, 0, never, FeedStatistics())
        state = news.state
        if self._members is not None and news.publisher != NOBODY and news.publisher not in self._members:
            state = "gone" if state in ("starting", "live", "paused", "standby") else state
        return FeedCondition(
            state,
            news.reason,
            news.notice,
            table.mode,
            table.key,
            len(table),
            table.dropped_rows,
            news.at,
            news.statistics,
        )

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a part of a batch, or a message of the feed."""
        try:
            self._shared.table.apply(CHANGE_FORM.lift(change))
        except TableRefusedError as error:
            raise RefusedChangeError(str(error)) from None
        self._shared.version += 1
        self._news()

    def give_state(self) -> Any:
        """The whole state, for a newcomer."""
        return STATE_FORM.lower(self._shared.table.to_state())

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy, unless another tile has it already."""
        if self._shared.keeper is None:
            self._shared.keeper = self
            self._context.at_end(self._give_up)
        if self._shared.keeper is self or self._shared.version == 0:
            self._shared.table.restore(None if state is None else STATE_FORM.lift(state))
            self._shared.version += 1

    def _give_up(self) -> None:
        if self._shared.keeper is self:
            self._shared.keeper = None

    def _notice(self, status: dict[str, Any]) -> None:
        self.me = status.get("me", self.me)
        members = {each["id"] for each in status.get("members", [])}
        if status.get("state") == "live" or (status.get("state") == "read-only" and members):
            self._members = members  # a node outside the primary partition also sees that the feed is gone
            self._news()

    def _news(self) -> None:
        self._changed()
        if (not self._watched and self._offer is None) or self._looking is not None:
            return
        wait = self._looked_at + _SHORTEST - monotonic()
        if wait <= 0:
            self._look()
        else:
            self._looking = self._context.later(wait, self._look)

    def _look(self) -> None:
        self._looking = None
        self._looked_at = monotonic()
        if self._offer is not None and self._offered != self._shared.version:
            self._offered = self._shared.version
            self._offer(self._shared.table.table, self.replica.cause)
        if self._watched:
            self._notify_view()

    def _notify_view(self) -> None:
        condition = self.condition
        if condition != self._condition:
            self._condition = condition
            self._notify_condition(condition)
        if self._seen != self._shared.version:
            self._seen = self._shared.version
            table = self._shared.table.table
            if table is not None:
                self._shown(table)
