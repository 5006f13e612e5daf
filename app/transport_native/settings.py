# SPDX-License-Identifier: BSD-3-Clause
"""Settings of scopes and groups."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from uuid import UUID

LOOPBACK = "lo"
"""Only this machine: the default."""
LAN = "auto"
"""The first interface that can multicast and is not the loopback; without any, the loopback."""


class Slow(IntEnum):
    """Policy for receivers that cannot keep up."""

    THROTTLE = 0
    """The sender waits for the slowest receiver."""
    DROP = 1
    """The slow receiver gets a visible gap."""
    EVICT = 2
    """The slow receiver is evicted from the view."""


class Partition(IntEnum):
    """Policy for network partitions."""

    MAJORITY = 0
    """The minority is read-only until the network heals."""
    MERGE = 1
    """Both sides continue and merge later."""


class Order(IntEnum):
    """Delivery order of a group."""

    SENDER = 0
    """FIFO: messages of one sender are delivered in the order of sending."""
    VIEW = 1
    """Virtual synchrony: between two view changes, all continuing members get the same messages."""
    TOTAL = 2
    """Total order: as VIEW, and all members, including the sender, get them in one order."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Policy of a group; all members must choose the same."""

    slow: Slow = Slow.THROTTLE
    partition: Partition = Partition.MAJORITY
    reliable: bool = True
    hybrid: bool = False
    order: Order = Order.SENDER

    def __post_init__(self) -> None:
        if self.order is not Order.SENDER and not self.reliable:
            raise ValueError("messages that may be lost cannot be ordered; choose a reliable group")


@dataclass(frozen=True, slots=True)
class Faults:
    """Fault injection at the receiver, for tests and benchmarks. Times in seconds, rates from 0 to 1."""

    loss: float = 0.0
    duplicate: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    burst_every: float = 0.0
    burst_length: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class ScopeSettings:
    """Settings of a scope. All nodes use the same name, port, key and segment size."""

    name: str
    key: bytes | None = field(default=None, repr=False)
    """32 secret bytes; None is an open scope, which anyone on the network can read and write."""
    identity_seed: bytes | None = field(default=None, repr=False)
    """32 secret bytes, the seed of this node's Ed25519 identity; None: random."""
    interface: str = LOOPBACK
    port: int = 0
    hops: int = 1
    seeds: tuple[tuple[str, int], ...] = ()
    """Nodes to contact without multicast, by IPv4 address and port."""
    shared_directory: Path | None = None
    """A private directory of this user for the shared-memory path; None: no such path."""
    multicast: bool = True
    offload: bool = True
    aes: bool = True
    segment_bytes: int = 0
    receive_bytes: int = 0
    ring_bytes: int = 0
    memory_budget: int = 0
    repair_rate: int = 0
    partition_size: int = 0
    quick_region: int = 0
    heartbeat: float = 0.0
    suspect_after: float = 0.0
    keep_away: float = 0.0
    """Seconds for which a silent member stays in the view before it is removed."""
    batch_joins: float = 0.0

    def __post_init__(self) -> None:
        if self.key is not None and len(self.key) != 32:
            raise ValueError("a scope's key has 32 bytes")
        if self.identity_seed is not None and len(self.identity_seed) != 32:
            raise ValueError("the seed of an identity has 32 bytes")
        if not 0 <= self.port <= 65535:
            raise ValueError("a port is between 0 and 65535")

    @property
    def tag(self) -> int:
        """Tag of the scope's packets."""
        return int.from_bytes(_digest(b"scope", self.name.encode())[:4], "little")

    @property
    def multicast_port(self) -> int:
        """The given port, or one derived from the name."""
        return self.port or 20000 + int.from_bytes(_digest(b"port", self.name.encode())[:4], "little") % 12000


def group_id(name: str | UUID | bytes) -> bytes:
    """The 128-bit id of a group."""
    if isinstance(name, UUID):
        return name.bytes
    if isinstance(name, bytes):
        if len(name) != 16:
            raise ValueError("the id of a group has 16 bytes")
        return name
    return _digest(b"group", name.encode())[:16]


def _digest(purpose: bytes, text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=32, person=b"liveobj " + purpose).digest()
