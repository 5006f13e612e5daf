# SPDX-License-Identifier: BSD-3-Clause
"""The status of a channel, as its endpoint `status` reports it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NotRequired, TypedDict
from uuid import UUID

from app.transport_native.view import Member, View


class NodeInfo(TypedDict):
    """A member node."""

    id: UUID
    name: str


class MeetingInfo(TypedDict):
    """People who worked apart have met: when, and how many changes of others and of this user were merged."""

    at: datetime
    theirs: int
    yours: int


class ChannelStatus(TypedDict):
    """The state is one of joining, catching up, live, read-only; the other fields explain it."""

    state: str
    writable: bool
    members: list[NodeInfo]
    me: NotRequired[UUID]
    reason: NotRequired[str]
    progress: NotRequired[float]
    waiting: NotRequired[int]
    kept: NotRequired[bool]
    """Of a document: whether everything is on this computer's disk; `kept_reason` says why not, or by whom."""
    kept_reason: NotRequired[str]
    apart: NotRequired[str]
    """The name of the version that has what could not be merged."""
    apart_since: NotRequired[datetime]
    """Since when a member of a document is out of reach that did not say goodbye."""
    met: NotRequired[MeetingInfo]
    """The last time that people who worked apart have met."""


MINORITY = "this side of the network has lost the majority; what is said waits until it is back"


def nodes_of(members: Iterable[Member]) -> list[NodeInfo]:
    """Members as values."""
    return [NodeInfo(id=UUID(bytes=each.id), name=f"{each.address}:{each.port}") for each in members]


def status_of(
    state: str,
    writable: bool,
    members: Iterable[Member],
    reason: str | None = None,
    progress: float | None = None,
    waiting: int = 0,
    view: View | None = None,
) -> ChannelStatus:
    """A status without empty fields."""
    status = ChannelStatus(state=state, writable=writable, members=nodes_of(members))
    if view is not None:
        status["me"] = UUID(bytes=view.own.id)
    if reason:
        status["reason"] = reason
    if progress is not None:
        status["progress"] = progress
    if waiting:
        status["waiting"] = waiting
    return status
