# SPDX-License-Identifier: BSD-3-Clause
"""Metrics of the channels of a running sheet: members, rates, latency, loss, memory. No Qt in this file."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.runtime.references import Parameterized, Reference, ValueArgument
from app.runtime.references.values import plain

if TYPE_CHECKING:
    from app.transport_native.scope import Scope
    from app.transport_native.statistics import Stats
    from objects_library.channels.native.group_member import GroupMember

_TIMEOUT = 2.0
"""The timeout of the engine's answer in seconds."""


@dataclass(frozen=True)
class Metrics:
    """The metrics of one object; `None` means not measured."""

    members: int | None = None
    messages_in: float | None = None
    messages_out: float | None = None
    latency_ms: float | None = None
    loss: float | None = None
    memory: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Sample:
    at: float
    stats: Stats


class Meter:
    """Measures all channels of one node on request."""

    def __init__(self, node_id: str) -> None:
        self._node_id = node_id
        self._samples: dict[Scope, tuple[_Sample | None, _Sample]] = {}
        self._memberships: list[GroupMember] = []

    async def measure(self) -> None:
        """Take a sample from the engine; rates are computed from the last two samples."""
        if "objects_library.channels.native.group_member" not in sys.modules:
            return  # no channel uses the engine
        from objects_library.channels.native.group_member import memberships_here  # noqa: PLC0415 - already imported

        self._memberships = [membership for membership in memberships_here() if membership.place[0] == self._node_id]
        scopes = {membership.scope for membership in self._memberships if not membership.scope.closed}
        self._samples = {scope: known for scope, known in self._samples.items() if scope in scopes}
        await asyncio.gather(*(self._ask(scope) for scope in scopes))

    async def _ask(self, scope: Scope) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT):
                stats = await scope.stats()
        except Exception:  # noqa: BLE001 - a closing scope has no statistics
            return
        before = self._samples.get(scope)
        self._samples[scope] = (before[1] if before else None, _Sample(time.monotonic(), stats))

    def of(self, reference: Reference) -> Metrics | None:
        """The metrics of the channel that a reference describes; `None` for other objects."""
        membership = self._membership(reference)
        if membership is None:
            return None
        names = tuple(f"{member.address}:{member.port}" for member in membership.members)
        samples = self._samples.get(membership.scope)
        if samples is None:
            return Metrics(members=len(membership.members) or None, names=names)
        before, now = samples
        node = now.stats.node
        return Metrics(
            members=len(membership.members) or None,
            messages_in=_rate("messages_delivered", before, now),
            messages_out=_rate("messages_sent", before, now),
            latency_ms=node["acknowledge_ns"] / 1e6 or None,
            loss=_loss(before, now),
            memory=node["memory_used"],
            names=names,
        )

    def _membership(self, reference: Reference) -> GroupMember | None:
        if not isinstance(reference, Parameterized):
            return None
        given = {
            name: plain(argument.value) for name, argument in reference.arguments if isinstance(argument, ValueArgument)
        }
        scope, group = given.get("scope"), given.get("group", "main")
        for membership in self._memberships:
            if membership.place[1].name == scope and membership.name.endswith(f"/{group}"):
                return membership
        return None


def _rate(name: str, before: _Sample | None, now: _Sample) -> float | None:
    if before is None or now.at <= before.at:
        return None
    return (now.stats.node[name] - before.stats.node[name]) / (now.at - before.at)


def _loss(before: _Sample | None, now: _Sample) -> float | None:
    if before is None:
        return None
    received, lost = (now.stats.node[name] - before.stats.node[name] for name in ("segments_received", "lost_segments"))
    return lost / (received + lost) if received + lost > 0 else 0.0
