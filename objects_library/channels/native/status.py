"""How a channel is doing, as its endpoint `status` tells it."""

from collections.abc import Iterable
from typing import NotRequired, TypedDict
from uuid import UUID

from app.transport_native.view import Member, View


class NodeInfo(TypedDict):
    """A node that takes part."""

    id: UUID
    name: str


class ChannelStatus(TypedDict):
    """State is one of joining, catching up, live, read-only; the rest says more."""

    state: str
    writable: bool
    members: list[NodeInfo]
    me: NotRequired[UUID]
    reason: NotRequired[str]
    progress: NotRequired[float]
    waiting: NotRequired[int]


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
    """A status without the fields that there is nothing to say about."""
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
