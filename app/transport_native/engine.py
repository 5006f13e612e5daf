# SPDX-License-Identifier: BSD-3-Clause
"""The engine of a process: one C thread and the delivery queue that Python reads."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import mmap
import os
import time
import weakref
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Self

from app.transport_native._native import ffi, lib
from app.transport_native.batch import Batch
from app.transport_native.errors import ClosedError, EngineError, MessageTooLargeError, SendBufferFullError
from app.transport_native.scope import Group, Scope
from app.transport_native.settings import ScopeSettings

_SCOPES = 256  # LO_ENGINE_SCOPES in lo_engine.h
_FILES = 6 * _SCOPES + 1024  # open files: six for each scope, and those of the program
_PIECE = 32 << 20  # receive memory of one scope; LO_ARENA_PIECE in lo_engine.h
_TURN_SECONDS = 0.002  # time limit of one turn of the event loop
_BATCH = 256  # amortises the cost of a batch and stays in the cache

# Bound to names here: the attribute lookup costs as much as the call.
_take, _arm, _release, _send = (lib.lo_engine_take, lib.lo_engine_arm, lib.lo_engine_release, lib.lo_engine_send)
_MESSAGE, _LARGE = lib.LO_DELIVERED_MESSAGE, lib.LO_DELIVERED_LARGE
_SAME_SIZE, _SAME_GROUP, _SAME_SENDER = lib.LO_UNIFORM_SIZE, lib.LO_UNIFORM_GROUP, lib.LO_UNIFORM_SENDER


class Engine:
    """Runs scopes. Create one per process, `attach` it to the event loop, and close it at the end.

    Only `close` waits for the engine thread.
    """

    def __init__(self, *, copy_bytes: int = 4 << 20, shown_pieces: int = 8, send_bytes: int = 4 << 20) -> None:
        _allow_open_files(_FILES)
        # Unused pages cost nothing. The block outlives the engine while a message refers to it.
        size = copy_bytes + shown_pieces * _PIECE
        self._block = mmap.mmap(-1, size)
        self._memory = memoryview(self._block)
        pointer = ffi.new("lo_engine **")
        _check(lib.lo_engine_create(ffi.from_buffer(self._block), size, copy_bytes, send_bytes, pointer))
        self._handle: Any = pointer[0]
        self._taken = lib.lo_engine_taken(self._handle)
        self._head = memoryview(ffi.buffer(self._taken, 64)).cast("Q")  # its first eight words
        self._offsets = memoryview(ffi.buffer(self._taken.offsets, 8 * lib.LO_TAKE_MOST)).cast("Q")
        self._running = [True]
        # The thread writes to the block, so it must end first, also at exit.
        self._end = weakref.finalize(self, _end_thread, self._handle, self._block, self._running)
        self._outstanding: deque[Batch] = deque()
        self._scopes: dict[int, Scope] = {}
        self._groups: dict[int, Group] = {}
        self._next_group = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting_for_room: list[asyncio.Future[None]] = []
        self.on_batch: Callable[[Batch], None] | None = None
        """If set, receives the batches of all groups."""

    # ---- scopes

    def open_scope(self, settings: ScopeSettings) -> Scope:
        """Join a scope. Views are delivered later; a failure is in `scope.failure`."""
        number = next((n for n in range(_SCOPES) if n not in self._scopes), None)
        if number is None:
            raise EngineError(f"{_SCOPES} scopes are open; close one first")
        scope = Scope(self, number, settings)
        self._scopes[number] = scope
        return scope

    # ---- deliveries

    def fileno(self) -> int:
        """Descriptor that becomes readable when there is something to take, after `arm`, or room to send."""
        return int(lib.lo_engine_descriptor(self._open_handle()))

    def take(self, most: int = _BATCH) -> Batch | None:
        """Return the next messages, or None. Handles events on the way."""
        handle = self._handle or self._open_handle()
        while _take(handle, most):
            kind, count, uniform, until, offset, size, group, sender = self._head.tolist()
            if kind == _MESSAGE:
                if count == 1:
                    batch = Batch(self._memory, [offset], size, group, sender, self._give_back, until)
                else:
                    batch = self._make_batch(count, uniform, until)
                self._outstanding.append(batch)
                return batch
            data = ffi.buffer(ffi.gc(ffi.cast("char *", offset), lib.free, size), size)
            _release(handle, until)
            if kind == _LARGE:
                return Batch(memoryview(data), [0], size, group, sender, None)
            if (scope := self._scopes.get(sender)) is not None:
                scope.handle_event(group, bytes(data))
                if self._handle is None:
                    break  # a handler has closed the engine
        return None

    def arm(self) -> bool:
        """Prepare to wait on `fileno`; False if there is already something to take."""
        return bool(_arm(self._handle or self._open_handle()))

    def _make_batch(self, count: int, uniform: int, until: int) -> Batch:
        taken = self._taken
        return Batch(
            self._memory,
            self._offsets[:count].tolist(),
            taken.size if uniform & _SAME_SIZE else _column(taken.sizes, count),
            taken.group if uniform & _SAME_GROUP else _column(taken.groups, count),
            taken.sender if uniform & _SAME_SENDER else _column(taken.senders, count),
            self._give_back,
            until,
        )

    def _give_back(self, batch: Batch) -> None:
        """Release batches to the engine in order of delivery, whichever is released first."""
        outstanding = self._outstanding
        if outstanding[0] is not batch:
            return
        until = outstanding.popleft().until
        while outstanding and outstanding[0].released:
            until = outstanding.popleft().until
        if self._running:
            _release(self._handle, until)

    # ---- sending

    def send(self, group: int, data: bytes | bytearray | memoryview) -> None:
        body = data if isinstance(data, bytes) else ffi.from_buffer(data)
        code = _send(self._handle or self._open_handle(), group, body, len(data))
        if code:
            _check(code)

    def send_many(self, groups: int | Sequence[int], messages: Sequence[bytes]) -> None:
        """Send one message to each of the groups, by number, or all to one: all, or none and an exception.

        The limit is 512 KiB in total.
        """
        sizes = array("I", map(len, messages))
        numbers = array("I", (groups,)) * len(sizes) if isinstance(groups, int) else array("I", groups)
        if len(numbers) != len(sizes):
            raise ValueError("as many groups as messages are needed")
        words = ffi.from_buffer("uint32_t[]", sizes)
        code = lib.lo_engine_send_many(
            self._open_handle(), ffi.from_buffer("uint32_t[]", numbers), b"".join(messages), words, len(sizes)
        )
        if code:
            _check(code)

    async def room(self) -> None:
        """Wait until messages can be sent."""
        if lib.lo_engine_has_room(self._open_handle()):
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting_for_room.append(future)
        await future

    def has_room(self) -> bool:
        """Whether messages can be sent; if not, `fileno` becomes readable when they can."""
        return bool(lib.lo_engine_has_room(self._open_handle()))

    def _wake_senders(self) -> None:
        if self._waiting_for_room and lib.lo_engine_has_room(self._handle):
            waiting, self._waiting_for_room = self._waiting_for_room, []
            for future in waiting:
                if not future.done():
                    future.set_result(None)

    # ---- the event loop

    def attach(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Deliver batches from the event loop: to `on_batch` if set, else to the groups."""
        self._loop = loop or asyncio.get_running_loop()
        self._loop.add_reader(self.fileno(), self._on_readable)
        self._loop.call_soon(self._on_readable)

    def detach(self) -> None:
        """Stop delivery from the event loop."""
        if self._loop is not None and self._handle is not None and not self._loop.is_closed():
            self._loop.remove_reader(self.fileno())
        self._loop = None

    def _on_readable(self) -> None:
        if self._handle is None or self._loop is None:
            return
        self._wake_senders()
        end = time.monotonic() + _TURN_SECONDS
        while True:
            batch = self.take()
            if batch is not None:
                if self.on_batch is not None:
                    self.on_batch(batch)
                else:
                    self._dispatch(batch)
            if self._handle is None or self.arm():
                return
            if time.monotonic() > end:
                # Yield to other callbacks.
                self._loop.call_soon(self._on_readable)
                return

    def _dispatch(self, batch: Batch) -> None:
        if batch.group is not None:
            group = self._groups.get(batch.group)
            if group is not None:
                group.deliver(batch)
            else:
                batch.release()
            return
        with batch:
            for number, part in batch.split():
                if (group := self._groups.get(number)) is not None:
                    group.deliver_part(part)

    # ---- for scopes

    def add_group(self, group: Group) -> int:
        number = self._next_group
        while number in self._groups:
            number += 1
        self._next_group = number + 1
        self._groups[number] = group
        return number

    def drop_group(self, number: int) -> None:
        self._groups.pop(number, None)

    def drop_scope(self, number: int) -> None:
        self._scopes.pop(number, None)

    @property
    def handle(self) -> Any:
        return self._open_handle()

    def _open_handle(self) -> Any:
        if self._handle is None:
            raise ClosedError("the engine is closed; make a new one")
        return self._handle

    # ---- the end

    def close(self) -> None:
        """End the thread at once. Close scopes first for an orderly departure. Idempotent."""
        if self._handle is None:
            return
        self.detach()
        self._handle = None
        for future in self._waiting_for_room:
            future.cancel()
        for scope in list(self._scopes.values()):
            scope.engine_closed()
        self._scopes.clear()
        self._groups.clear()
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _allow_open_files(count: int) -> None:
    """Raise the soft limit of open files, as far as the hard limit allows."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # a container may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _end_thread(handle: Any, _block: mmap.mmap, running: list[bool]) -> None:
    running.clear()
    lib.lo_engine_destroy(handle)


def _column(column: Any, count: int) -> memoryview:
    return memoryview(bytes(ffi.buffer(column, 4 * count))).cast("I")


def _check(code: int) -> None:
    if code >= 0:
        return
    if code == -errno.EAGAIN:
        raise SendBufferFullError("the engine takes no more messages now; wait with `await group.room()`")
    if code == -errno.EMSGSIZE:
        raise MessageTooLargeError("a message has at most 64 MiB; split it, or send a reference to it")
    raise EngineError(f"the engine cannot do this: {os.strerror(-code)}")


check = _check
