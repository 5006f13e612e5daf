# SPDX-License-Identifier: BSD-3-Clause
"""Scopes and groups: join, send, receive."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from app.transport_native._native import ffi, lib
from app.transport_native.batch import Batch
from app.transport_native.errors import ClosedError, EngineError, ScopeFailedError, SendBufferFullError
from app.transport_native.settings import Faults, Order, Policy, ScopeSettings, group_id
from app.transport_native.statistics import Stats, decode_stats
from app.transport_native.view import Member, View, ViewChange, decode_view_change

if TYPE_CHECKING:
    from app.transport_native.engine import Engine

_LENT_BATCHES = 8  # batches of a slow reader that stay in the queue before they are copied
_BACKLOG_BYTES = 32 << 20  # limit of copied batches of a slow reader before the oldest is dropped
_NO_GROUP = 0xFFFFFFFF
_SILENT = (lib.LO_EVENT_STATISTICS, lib.LO_EVENT_STABLE)  # these do not wake `change`
_PROTOCOL_ERROR = 10000  # offset of protocol errors, to distinguish them from errno


class Scope:
    """A set of nodes that discover each other under one name. Created by `Engine.open_scope`."""

    def __init__(self, engine: Engine, number: int, settings: ScopeSettings) -> None:
        self._engine = engine
        self.number = number
        self.settings = settings
        self.view: View | None = None
        self.failure: ScopeFailedError | None = None
        self.lost_segments = 0
        """Lost packets: their sender died, or a policy dropped them."""
        self.refused_messages = 0
        self.evictions = 0
        self.closed = False
        self.on_view: Callable[[View], None] | None = None
        self._waiters: list[asyncio.Future[None]] = []
        self._groups: dict[int, Group] = {}
        self._stats: list[asyncio.Future[Stats]] = []
        self._handlers: dict[int, Callable[[bytes], None]] = {
            lib.LO_EVENT_VIEW: self._on_view,
            lib.LO_EVENT_VIEW_CHANGE: self._on_view_change,
            lib.LO_EVENT_STABLE: self._on_stable,
            lib.LO_EVENT_STATISTICS: self._on_statistics,
            lib.LO_EVENT_GAP: self._on_gap,
            lib.LO_EVENT_CLOSED: self._evicted,
            lib.LO_EVENT_REFUSED: self._refused,
            lib.LO_EVENT_FAILED: self._fail,
            lib.LO_EVENT_LEFT: self._end,
        }
        _check(lib.lo_engine_open_scope(engine.handle, number, _options(settings)))

    def join(self, name: str | UUID | bytes, policy: Policy | None = None, *, deliver_own: bool | None = None) -> Group:
        """Join a group. It is usable once a view contains it; earlier messages are queued.

        `deliver_own`: whether own messages are delivered; by default only in totally ordered groups.
        """
        policy = policy or Policy()
        own = policy.order is Order.TOTAL if deliver_own is None else deliver_own
        return Group(self._engine, self, group_id(name), policy, deliver_own=own)

    async def wait_for_view(self, accept: Callable[[View], bool] = lambda _: True) -> View:
        """The first view that is accepted, starting with the current one."""
        while True:
            if self.failure is not None:
                raise self.failure
            if self.closed:
                raise ClosedError("the scope was closed; open it again")
            if self.view is not None and accept(self.view):
                return self.view
            await self.change()

    async def stats(self) -> Stats:
        """Return the statistics of the scope."""
        future: asyncio.Future[Stats] = asyncio.get_running_loop().create_future()
        self._stats.append(future)
        _check(lib.lo_engine_ask_statistics(self._engine.handle, self.number))
        return await future

    def set_faults(self, faults: Faults) -> None:
        """Inject network faults from now on."""
        config = ffi.new("lo_faults_config *")
        config.loss, config.duplicate = round(faults.loss * 1e6), round(faults.duplicate * 1e6)
        config.delay, config.jitter = round(faults.delay * 1e9), round(faults.jitter * 1e9)
        config.burst_every, config.burst_length = (round(faults.burst_every * 1e9), round(faults.burst_length * 1e9))
        config.seed = faults.seed
        _check(lib.lo_engine_faults(self._engine.handle, self.number, config))

    def ban(self, member: Member) -> None:
        """Remove a member permanently, by its identity, for the lifetime of the scope.

        The others continue with a new key and ignore its packets. In an open scope identities can be forged.
        The leader and this node cannot be banned.
        """
        if self.view is None or member.id in (self.view.own.id, self.view.leader.id):
            raise EngineError("this node and the leader cannot be banned; leave the scope instead")
        _check(lib.lo_engine_ban(self._engine.handle, self.number, member.id))

    def start_closing(self) -> None:
        """Leave once everything sent is stable. `closed` becomes true soon after."""
        if not self.closed:
            _check(lib.lo_engine_close_scope(self._engine.handle, self.number))

    async def close(self) -> None:
        """Leave once everything sent is stable, and wait for it."""
        while not self.closed:
            try:
                self.start_closing()
                break
            except SendBufferFullError:
                await self._engine.room()
        while not self.closed:
            await self.change()

    async def change(self) -> None:
        """Wait for the next event of the scope: a view, a view change, its end."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(future)
        await future

    # ---- called by the engine

    def handle_event(self, event: int, data: bytes) -> None:
        """Handle an event of the engine."""
        handler = self._handlers.get(event)
        if handler is not None:
            handler(data)
        if event not in _SILENT:
            self._wake()

    def _on_view(self, data: bytes) -> None:
        self.view = View(data)
        if self.on_view is not None:
            self.on_view(self.view)
        for group in list(self._groups.values()):
            group.view_changed(self.view)

    def _on_view_change(self, data: bytes) -> None:
        if (group := self._groups.get(int.from_bytes(data[:4], "little"))) is not None:
            group.deliver_view_change(data)

    def _on_stable(self, data: bytes) -> None:
        number, count = struct.unpack("<QQ", data)
        if (group := self._groups.get(number)) is not None:
            group.deliver_stable(count)

    def _on_statistics(self, data: bytes) -> None:
        if self._stats and not (future := self._stats.pop(0)).done():
            future.set_result(decode_stats(data))

    def _on_gap(self, data: bytes) -> None:
        self.lost_segments += struct.unpack("<II", data)[1]

    def _evicted(self, _: bytes) -> None:
        self.evictions += 1

    def _refused(self, data: bytes) -> None:
        self.refused_messages += struct.unpack("<iIi", data)[2]

    def engine_closed(self) -> None:
        self._end()
        self._wake()

    def _end(self, _: bytes = b"") -> None:
        self.closed = True
        self._engine.drop_scope(self.number)
        for group in list(self._groups.values()):
            group.end()
        for future in self._stats:
            if not future.done():
                future.cancel()

    def _fail(self, data: bytes) -> None:
        code, group = struct.unpack("<iI", data)
        error = ScopeFailedError(_explain(code, self.settings))
        if group != _NO_GROUP and group in self._groups:
            self._groups[group].failure = error
            return
        self.failure = error
        for future in self._stats:
            if not future.done():
                future.set_exception(error)
        self._stats.clear()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for future in waiters:
            if not future.done():
                future.set_result(None)

    def add_group(self, group: Group) -> None:
        self._groups[group.number] = group

    def drop_group(self, group: Group) -> None:
        self._groups.pop(group.number, None)


class Group:
    """A multicast group of a scope. Created by `Scope.join`."""

    def __init__(self, engine: Engine, scope: Scope, id_: bytes, policy: Policy, *, deliver_own: bool) -> None:
        self._engine = engine
        self.scope = scope
        self.id = id_
        self.policy = policy
        self.number = engine.add_group(self)
        self.failure: EngineError | None = None
        self.members: tuple[Member, ...] = ()
        self.on_batch: Callable[[Batch], None] | None = None
        """Called with each batch, which is released afterwards."""
        self.on_members: Callable[[tuple[Member, ...]], None] | None = None
        self.view_change: ViewChange | None = None
        """The last view change; only groups with virtual synchrony or total order have them."""
        self.on_view_change: Callable[[ViewChange], None] | None = None
        """Called in sequence with `on_batch`: earlier batches belong to the previous members."""
        self.stable = 0
        """Own messages that a majority has, since this node was last in `joined` of a view change."""
        self.on_stable: Callable[[int], None] | None = None
        self._queue: deque[Batch] = deque()
        self._lent: deque[Batch] = deque()
        self._backlog = 0
        self.dropped_batches = 0
        self._reader: asyncio.Future[None] | None = None
        self._ended = False
        join = ffi.new("lo_join *")
        join.scope, join.id = scope.number, list(id_)
        join.slow, join.partition, join.order = policy.slow, policy.partition, policy.order
        join.reliability, join.hybrid, join.deliver_own = (0 if policy.reliable else 1, policy.hybrid, deliver_own)
        scope.add_group(self)
        _check(lib.lo_engine_join(engine.handle, self.number, join))

    # ---- sending

    def send(self, data: bytes | bytearray | memoryview) -> None:
        """Send a message now, or raise `SendBufferFullError`."""
        if self._ended:
            raise ClosedError("the group was left; join it again")
        self._engine.send(self.number, data)

    def send_many(self, messages: Sequence[bytes]) -> None:
        """Send several messages, 512 KiB in total, all or (raising `SendBufferFullError`) none."""
        if self._ended:
            raise ClosedError("the group was left; join it again")
        self._engine.send_many(self.number, messages)

    async def put(self, data: bytes | bytearray | memoryview) -> None:
        """Send a message as soon as there is room."""
        while True:
            try:
                self.send(data)
                return
            except SendBufferFullError:
                await self._engine.room()

    async def room(self) -> None:
        """Wait until messages can be sent."""
        await self._engine.room()

    # ---- receiving

    async def batches(self) -> AsyncIterator[Batch]:
        """Yield batches, each valid until the next one. Needs an attached engine."""
        while True:
            while self._queue:
                batch = self._queue.popleft()
                if batch.released or batch not in self._lent:
                    self._backlog -= sum(batch.sizes)
                else:
                    self._lent.remove(batch)
                with batch:
                    yield batch
            if self._ended:
                return
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader

    async def wait_for_view_change(self, accept: Callable[[ViewChange], bool] = lambda _: True) -> ViewChange:
        """Wait for an accepted view change, starting with the last one."""
        while True:
            if self.failure is not None:
                raise self.failure
            if self._ended or self.scope.closed:
                raise ClosedError("the group was left; join it again")
            if self.view_change is not None and accept(self.view_change):
                return self.view_change
            await self.scope.change()

    async def wait_for_members(self, count: int) -> tuple[Member, ...]:
        """Wait for at least so many members."""
        await self.scope.wait_for_view(lambda view: len(view.members_of(self.number)) >= count)
        return self.members

    def leave(self) -> None:
        """Leave the group, after what was sent before."""
        if not self._ended:
            _check(lib.lo_engine_leave(self._engine.handle, self.number))
            self.end()

    # ---- called by the engine and the scope

    def deliver(self, batch: Batch) -> None:
        """Deliver a batch of this group."""
        if self.on_batch is not None:
            with batch:
                self.on_batch(batch)
            return
        if len(self._lent) < _LENT_BATCHES:
            self._lent.append(batch)
        else:
            batch = batch.detach()
            self._backlog += sum(batch.sizes)
        self._enqueue(batch)

    def deliver_part(self, part: Batch) -> None:
        """Deliver part of a batch of several groups, valid during the call."""
        if self.on_batch is not None:
            self.on_batch(part)
            return
        copy = part.detach()
        self._backlog += sum(copy.sizes)
        self._enqueue(copy)

    def _enqueue(self, batch: Batch) -> None:
        self._queue.append(batch)
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def deliver_view_change(self, data: bytes) -> None:
        own = self.scope.view.own.number if self.scope.view is not None else 0
        self.view_change = decode_view_change(data, self.view_change, own)
        if self.view_change.rejoined:
            self.stable = 0
        if self.on_view_change is not None:
            self.on_view_change(self.view_change)

    def deliver_stable(self, count: int) -> None:
        self.stable = count
        if self.on_stable is not None:
            self.on_stable(count)

    def view_changed(self, view: View) -> None:
        members = view.members_of(self.number)
        if members != self.members:
            self.members = members
            if self.on_members is not None:
                self.on_members(members)

    def end(self) -> None:
        """Mark the group as left: nothing more is delivered."""
        self._ended = True
        self._engine.drop_group(self.number)
        self.scope.drop_group(self)
        self._wake()


def _options(settings: ScopeSettings) -> Any:
    options = ffi.new("lo_scope_options *")
    options.scope = settings.tag
    options.number = secrets.randbelow(2**32 - 1) + 1
    options.id = list(secrets.token_bytes(16))
    options.salt = list(secrets.token_bytes(16))
    options.seed = secrets.randbits(64)
    options.interface = settings.interface.encode()[:63]
    if settings.shared_directory is not None:
        settings.shared_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory = str(settings.shared_directory).encode()
        options.directory = directory if len(directory) < 200 else b""
    options.port, options.hops = settings.multicast_port, settings.hops
    options.no_multicast, options.no_offload = not settings.multicast, not settings.offload
    options.no_aes = not settings.aes
    options.segment_bytes, options.receive_bytes = settings.segment_bytes, settings.receive_bytes
    options.ring_bytes, options.memory_budget = settings.ring_bytes, settings.memory_budget
    options.repair_rate = settings.repair_rate
    options.partition_size, options.quick_region = settings.partition_size, settings.quick_region
    options.heartbeat = round(settings.heartbeat * 1e9)
    options.suspect_after = round(settings.suspect_after * 1e9)
    options.keep_away = round(settings.keep_away * 1e9)
    options.batch_joins = round(settings.batch_joins * 1e9)
    if len(settings.seeds) > 16:
        raise EngineError("a scope has at most 16 seeds; name fewer")
    options.seed_count = len(settings.seeds)
    for index, (address, port) in enumerate(settings.seeds):
        try:
            options.seed_addresses[index] = int.from_bytes(socket.inet_aton(address), "little")
        except OSError:
            raise EngineError(f"{address} is not an IPv4 address; seeds need one") from None
        options.seed_ports[index] = socket.htons(port)
    if settings.key is not None:
        _add_keys(options, settings)
    return options


def _add_keys(options: Any, settings: ScopeSettings) -> None:
    identity = ffi.new("lo_identity *")
    _check(lib.lo_identity_from_seed(identity, settings.identity_seed or secrets.token_bytes(32)))
    options.encrypted = 1
    options.scope_key = list(settings.key or b"")
    options.public_key, options.secret_key = identity.public_key, identity.secret_key


def _check(code: int) -> None:
    from app.transport_native.engine import check  # noqa: PLC0415  the engine imports this module

    check(code)


def _explain(code: int, settings: ScopeSettings) -> str:
    if code <= -_PROTOCOL_ERROR:
        reason = ffi.string(lib.lo_error_text(code + _PROTOCOL_ERROR)).decode()
        return f"the scope {settings.name} cannot be opened: {reason}"
    if code == -errno.ENODEV:
        return f"there is no network interface {settings.interface}; choose another (`ip address` lists them)"
    if code == -errno.EAFNOSUPPORT:
        return (
            f"the interface {settings.interface} has no IPv4 address or is down; scopes need IPv4,"
            " so give it an address or choose another interface"
        )
    if code == -errno.EADDRINUSE:
        return f"port {settings.multicast_port} is taken; choose another port for the scope {settings.name}"
    return f"the scope {settings.name} cannot be opened: {os.strerror(-code)}"
