# SPDX-License-Identifier: BSD-3-Clause
"""The status of the channels of a running sheet: who is there, what they wait for, what is kept. No Qt in this file."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from app.runtime.activation import Proxy, TappedEvent, tap
from app.runtime.references import Parameterized, Primitive, TypeArgument, ValueArgument
from app.transport_native.settings import LOOPBACK
from objects_library.channels.document.comment_group import is_comment_channel

_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_DURABLE = 0xBD061CE84E0F7F22BCD2B01B7ECEF41F
"""The durable channel's template id; its status has no field for what is kept."""
_LONGEST_REASON = 200
_PASSING_STATES = frozenset(
    (
        *("PresenceState", "LeaderState", "LockState"),  # who is here, and who holds something now
        *("CoordinatesState", "RowsState", "TableState"),  # what machines send
        *("DatabaseState", "SpreadsheetState"),  # what is in a database or a file
    )
)
"""The types of states that are no content which people make and want to find again."""


@dataclass(frozen=True)
class Meeting:
    """When people who worked apart have met, and how many changes of others and of the user were merged."""

    at: datetime
    theirs: int
    yours: int


@dataclass(frozen=True)
class ChannelCondition:
    """What a channel reported last, as far as people are interested."""

    scope: str
    network: str
    stateful: bool
    """Whether it carries the state of an object."""
    members: int = 0
    progress: float | None = None
    reason: str = ""
    kept: bool | None = None
    """Whether its content is on the disk; `None` if the channel keeps nothing."""
    kept_reason: str = ""
    is_passing: bool = False
    """Whether the state is no content that somebody would miss, such as who is here now."""
    apart_since: datetime | None = None
    """Since when somebody is out of reach who had it open and did not close it."""
    met: Meeting | None = None
    """When those who worked apart met last, and what was merged."""

    @property
    def is_volatile(self) -> bool:
        """Whether its content is only in memory, by choice."""
        return self.stateful and self.kept is None and not self.is_passing

    @property
    def is_local(self) -> bool:
        """Whether only programs on this computer can take part."""
        return self.network == LOOPBACK


class ChannelWatch:
    """Observes the status of the channels of a node."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self._notify = notify
        self._newest: weakref.WeakKeyDictionary[Proxy, ChannelCondition] = weakref.WeakKeyDictionary()

    def add(self, proxy: Proxy) -> None:
        """Observe an object and its components, if they report a status as channels do."""
        for each in proxy.components.values():
            self.add(each)
        if proxy.over or proxy in self._newest or is_comment_channel(proxy.reference):
            return
        status = proxy.endpoints().get("status")
        if status is not None and "status" in dict(status.type.outgoing):
            self._newest[proxy] = _described(proxy)
            tap(status, partial(self._observe, weakref.ref(proxy)))

    def conditions(self) -> list[ChannelCondition]:
        """The newest condition of each channel that runs."""
        return [condition for proxy, condition in list(self._newest.items()) if not proxy.over]

    def volatile(self) -> dict[Proxy, ChannelCondition]:
        """The channels whose content is only in memory, by choice."""
        found = {proxy: each for proxy, each in list(self._newest.items()) if not proxy.over and each.is_volatile}
        return {proxy: each for proxy, each in found.items() if _template(proxy) == _CHECKPOINTED}

    def condition(self, proxy: Proxy) -> ChannelCondition | None:
        """The newest condition of a channel; None if it is none, or has ended."""
        return None if proxy.over else self._newest.get(proxy)

    def _observe(self, which: weakref.ref[Proxy], passing: TappedEvent) -> None:
        proxy = which()
        if proxy is None or passing.event != "status" or not passing.outward:
            return
        value = passing.value
        if isinstance(value, dict):
            self._newest[proxy] = _described(proxy, value)
            self._notify()


def _described(proxy: Proxy, status: dict[str, object] | None = None) -> ChannelCondition:
    """The condition of a channel; its code may be anybody's, so wrong types count as missing."""
    status = status or {}
    members, progress, kept = status.get("members"), status.get("progress"), status.get("kept")
    given = _values(proxy)
    channel = proxy.endpoints().get("channel")
    return ChannelCondition(
        scope=str(given.get("scope", "")),
        network=str(given.get("network", LOOPBACK)),
        stateful=channel is not None and "checkpoint" in dict(channel.type.incoming),
        is_passing=_is_passing(proxy),
        members=len(members) if isinstance(members, list) else 0,
        progress=progress if isinstance(progress, float) and 0 <= progress <= 1 else None,
        reason=_text(status.get("reason")),
        kept=kept if isinstance(kept, bool) else _is_durable(proxy) or None,
        kept_reason=_text(status.get("kept_reason")),
        apart_since=_time(status.get("apart_since")),
        met=_meeting(status.get("met")),
    )


def _time(value: object) -> datetime | None:
    return value if isinstance(value, datetime) and value.tzinfo is not None else None


def _meeting(value: object) -> Meeting | None:
    found = value if isinstance(value, dict) else {}
    at, theirs, yours = _time(found.get("at")), found.get("theirs"), found.get("yours")
    return Meeting(at, theirs, yours) if at and isinstance(theirs, int) and isinstance(yours, int) else None


def _text(value: object) -> str:
    return " ".join(value.split())[:_LONGEST_REASON] if isinstance(value, str) else ""


def _is_durable(proxy: Proxy) -> bool:
    return _template(proxy) == _DURABLE


def _template(proxy: Proxy) -> int | None:
    reference = proxy.reference
    template = reference.template if isinstance(reference, Parameterized) else reference
    return template.id if isinstance(template, Primitive) else None


def _is_passing(proxy: Proxy) -> bool:
    """Whether the state is of the moment, or is kept elsewhere, so that nobody would miss it."""
    given = dict(proxy.reference.arguments).get("S") if isinstance(proxy.reference, Parameterized) else None
    return isinstance(given, TypeArgument) and given.text.partition("[")[0].strip() in _PASSING_STATES


def _values(proxy: Proxy) -> dict[str, object]:
    if not isinstance(proxy.reference, Parameterized):
        return {}
    return {name: given.value for name, given in proxy.reference.arguments if isinstance(given, ValueArgument)}


def kept_state(conditions: Iterable[ChannelCondition]) -> tuple[bool | None, str]:
    """Whether all content is kept, with the reason if not; `None` if there is none.

    A reason is empty when the content is in memory by choice.
    """
    stateful = [each for each in conditions if each.stateful and (each.kept is not None or not each.is_passing)]
    if not stateful:
        return None, ""
    reasons = [each.kept_reason for each in stateful if each.kept is False and each.kept_reason]
    return all(each.kept for each in stateful), reasons[0] if reasons else ""
