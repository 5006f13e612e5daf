"""What an application chooses about a scope and a group."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from uuid import UUID

LOOPBACK = "lo"
"""Only this machine: the default."""
LAN = "auto"
"""The first interface that can multicast and is not the loopback."""


class Slow(IntEnum):
    """What happens to a receiver that cannot keep up."""

    THROTTLE = 0
    DROP = 1
    EVICT = 2


class Partition(IntEnum):
    """What happens when the network is cut in two."""

    MAJORITY = 0
    MERGE = 1


class Order(IntEnum):
    """What the members of a group agree on about the messages."""

    SENDER = 0
    """Messages of one sender come in the order in which they were sent."""
    VIEW = 1
    """Virtual synchrony: between two cuts, all who go on get the same messages."""
    TOTAL = 2
    """... and all get them in one order, the sender too."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What the author of a group chose; all members of a group must choose the same."""

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
    """A bad network on demand, at the receiving side: for tests and benchmarks. Seconds, and parts of 1."""

    loss: float = 0.0
    duplicate: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    burst_every: float = 0.0
    burst_length: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class ScopeSettings:
    """Where a scope lives and who may take part. All nodes use the same name, port, key and segment size."""

    name: str
    key: bytes | None = field(default=None, repr=False)
    """32 secret bytes; None is an open scope, which anyone on the network can read and write."""
    identity_seed: bytes | None = field(default=None, repr=False)
    """32 secret bytes that this node's Ed25519 identity is made from; None: a fresh one."""
    interface: str = LOOPBACK
    port: int = 0
    hops: int = 1
    seeds: tuple[tuple[str, int], ...] = ()
    """Nodes to ask, by IPv4 address and port, where multicast does not reach."""
    shared_directory: Path | None = None
    """A directory of this user alone, for the shared-memory path; None: no such path."""
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
    """Seconds for which a member that fell silent stays in the view before it is removed."""
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
        """What marks the scope's packets."""
        return int.from_bytes(_digest(b"scope", self.name.encode())[:4], "little")

    @property
    def multicast_port(self) -> int:
        """The port given, or one that follows from the name."""
        return self.port or 20000 + int.from_bytes(_digest(b"port", self.name.encode())[:4], "little") % 12000


def group_id(name: str | UUID | bytes) -> bytes:
    """The 128 bits that name a group on the wire."""
    if isinstance(name, UUID):
        return name.bytes
    if isinstance(name, bytes):
        if len(name) != 16:
            raise ValueError("the id of a group has 16 bytes")
        return name
    return _digest(b"group", name.encode())[:16]


def _digest(purpose: bytes, text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=32, person=b"liveobj " + purpose).digest()
