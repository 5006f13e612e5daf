# SPDX-License-Identifier: BSD-3-Clause
"""Statistics of a scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.transport_native._native import ffi


@dataclass(frozen=True, slots=True)
class RegionStats:
    """The state of one region, as this node sees it."""

    region: int
    channel: int
    member_count: int
    partition_count: int
    partition: int
    position: int
    partition_leader: bool
    region_leader: bool
    quick: bool
    sequence_sent: int
    sequence_stable: int
    window_bytes: int
    flight_bytes: int
    active_senders: int
    token_interval_ns: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counters of I/O and protocol, by their names in C."""

    io: dict[str, int]
    node: dict[str, int]
    membership: dict[str, int]
    crypto: dict[str, int]
    regions: tuple[RegionStats, ...]


def _numbers(struct: Any) -> dict[str, int]:
    names = [name for name, field in ffi.typeof(struct).fields if field.type.kind == "primitive"]
    return {name: int(getattr(struct, name)) for name in names}


def decode_stats(data: bytes) -> Stats:
    """Decode the statistics event of the engine."""
    view = ffi.from_buffer(data)
    head = ffi.cast("lo_statistics *", view)[0]
    first = ffi.cast("lo_region_statistics *", ffi.cast("char *", view) + ffi.sizeof("lo_statistics"))
    regions = []
    for index in range(head.region_count):
        values = {name: getattr(first[index], name) for name in RegionStats.__slots__}
        regions.append(RegionStats(**values))
    node = head.node
    return Stats(_numbers(head), _numbers(node), _numbers(node.membership), _numbers(node.crypto), tuple(regions))
