# SPDX-License-Identifier: BSD-3-Clause
"""The upper bound: GSO multicast and a shared-memory ring buffer without a protocol, in the same harness."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, load
from bench._peers.sender import Sender

_HERE = Path(__file__).resolve().parent
_BUILD = _HERE.parent.parent / "build" / "reference"
_GROUP = b"239.192.7.30"


def build() -> Path:
    """Compile the reference, once."""
    newest = max((_HERE / name).stat().st_mtime for name in ("reference.c", "reference.h"))
    for found in _BUILD.glob("_reference*.so"):
        if found.stat().st_mtime > newest:
            return found
    ffi = load("cffi").FFI()
    ffi.cdef((_HERE / "reference.h").read_text())
    ffi.set_source(
        "_reference",
        '#include "reference.h"',
        sources=[str(_HERE / "reference.c")],
        include_dirs=[str(_HERE)],
        extra_compile_args=["-O2"],
    )
    with contextlib.redirect_stdout(io.StringIO()):
        return Path(ffi.compile(tmpdir=str(_BUILD)))


def _native() -> tuple[Any, Any]:
    spec = importlib.util.spec_from_file_location("_reference", build())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ffi, module.lib


class ReferenceMulticast(Peer):
    """GSO and GRO; only the oracle prevents loss."""

    modules = ("cffi",)
    path = "udp"
    reliable = False

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        ffi, lib = _native()
        fd = lib.multicast_receiver_open(run.receiver_address(index).encode(), _GROUP, run.port)
        if fd < 0:
            raise OSError("cannot listen to multicast")
        room = 4 * 65536
        buffer = ffi.new("char[]", room)
        memory = memoryview(ffi.buffer(buffer))
        ready()
        while True:
            used = lib.multicast_receive(fd, buffer, room)
            if not used and stopped():
                return
            for offset in range(0, used, run.size):
                sink(memory, offset)

    def send(self, run: Run, control: Control) -> None:
        _ffi, lib = _native()
        sender = lib.multicast_sender_open(run.sender_address.encode(), _GROUP, run.port, run.size)
        put, size = lib.multicast_sender_put, run.size
        Sender(run, control, lambda _, data: put(sender, data, size), lambda: lib.multicast_sender_flush(sender)).go()


class ReferenceRing(Peer):
    """4,096 slots; the writer waits for the slowest reader."""

    modules = ("cffi",)
    path = "shm"
    reliable = False
    slots = 4096

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        ffi, lib = _native()
        ready()
        path, made = run.scratch / "slots", run.scratch / "slots.made"
        while not made.exists():
            if stopped():
                return
            time.sleep(0.01)
        ring = lib.slot_ring_open(str(path).encode(), run.size, self.slots, 0)
        reader = lib.slot_ring_join(ring)
        buffer = ffi.new("char[]", 64 * run.size)
        memory = memoryview(ffi.buffer(buffer))
        while True:
            count = lib.slot_ring_take(ring, reader, buffer, 64)
            if not count and stopped():
                return
            for offset in range(0, count * run.size, run.size):
                sink(memory, offset)

    def send(self, run: Run, control: Control) -> None:
        _ffi, lib = _native()
        ring = lib.slot_ring_open(str(run.scratch / "slots").encode(), run.size, self.slots, 1)
        (run.scratch / "slots.made").touch()
        time.sleep(0.5)
        put, size = lib.slot_ring_put, run.size
        Sender(run, control, lambda _, data: put(ring, data, size), lambda: lib.slot_ring_flush(ring)).go()
