# SPDX-License-Identifier: BSD-3-Clause
"""Systems with a C library and no Python package: NORM and corosync."""

from __future__ import annotations

import ctypes.util
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, load
from bench._peers.sender import Sender

_NORM = """
typedef const void *Handle;
typedef struct { int type; Handle session; void *sender; Handle object; } NormEvent;
Handle NormCreateInstance(bool); Handle NormCreateSession(Handle, const char *, uint16_t, uint32_t);
bool NormSetMulticastInterface(Handle, const char *); bool NormSetMulticastLoopback(Handle, bool);
void NormSetRxPortReuse(Handle, bool, const char *, const char *, uint16_t); void NormSetTTL(Handle, uint8_t);
void NormSetTxRate(Handle, double); bool NormSetTxSocketBuffer(Handle, unsigned);
bool NormSetRxSocketBuffer(Handle, unsigned); void NormSetCongestionControl(Handle, bool, bool);
void NormSetGrttEstimate(Handle, double); void NormSetGrttMax(Handle, double);
void NormSetBackoffFactor(Handle, double); void NormSetGroupSize(Handle, unsigned);
bool NormStartSender(Handle, uint16_t, uint32_t, uint16_t, uint16_t, uint16_t, uint8_t);
bool NormStartReceiver(Handle, uint32_t); Handle NormStreamOpen(Handle, uint32_t, const char *, unsigned);
unsigned NormStreamWrite(Handle, const char *, unsigned); void NormStreamFlush(Handle, bool, int);
bool NormStreamRead(Handle, char *, unsigned *); bool NormGetNextEvent(Handle, NormEvent *, bool);
int NormGetDescriptor(Handle);
"""
_NORM_RECEIVED = 19  # NORM_RX_OBJECT_UPDATED
_NORM_GROUP = b"239.192.7.9"


class Norm(Peer):
    """A stream at a fixed rate, with parity on demand and no congestion control."""

    modules = ("cffi",)
    path = "udp"

    def missing(self) -> str | None:
        return super().missing() or (None if ctypes.util.find_library("norm") else "library libnorm")

    def _open(self, run: Run, node: int) -> tuple[Any, Any, Any, Any]:
        ffi = load("cffi").FFI()
        ffi.cdef(_NORM)
        norm = ffi.dlopen("libnorm.so.1")
        instance = norm.NormCreateInstance(False)
        session = norm.NormCreateSession(instance, _NORM_GROUP, run.port, node)
        norm.NormSetMulticastInterface(session, run.interface.encode())
        norm.NormSetRxPortReuse(session, True, _NORM_GROUP, ffi.NULL, 0)
        norm.NormSetMulticastLoopback(session, True)
        norm.NormSetTTL(session, 2)
        norm.NormSetGrttEstimate(session, 0.01)
        norm.NormSetGrttMax(session, 0.1)
        return ffi, norm, instance, session

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        ffi, norm, instance, session = self._open(run, 100 + index)
        norm.NormStartReceiver(session, 32 << 20)
        norm.NormSetRxSocketBuffer(session, 4 << 20)
        event, length = ffi.new("NormEvent *"), ffi.new("unsigned *")
        room, size, have = 64 * run.size, run.size, 0
        buffer = ffi.new("char[]", room)
        memory = memoryview(ffi.buffer(buffer))
        descriptor = norm.NormGetDescriptor(instance)
        ready()
        while True:
            if not select.select([descriptor], [], [], 0.1)[0]:
                if stopped():
                    return
                continue
            while norm.NormGetNextEvent(instance, event, False):
                while event.type == _NORM_RECEIVED:
                    length[0] = room - have
                    if not norm.NormStreamRead(event.object, buffer + have, length):
                        have = 0
                    if not length[0]:
                        break
                    have += length[0]
                    whole = have - have % size
                    for offset in range(0, whole, size):
                        sink(memory, offset)
                    have -= whole
                    if have and whole:
                        ffi.memmove(buffer, buffer + whole, have)

    def send(self, run: Run, control: Control) -> None:
        ffi, norm, instance, session = self._open(run, 1)
        norm.NormSetCongestionControl(session, False, False)
        norm.NormSetTxRate(session, 600e6)
        norm.NormStartSender(session, 1, 64 << 20, 1400, 64, 16, 0)
        norm.NormSetTxSocketBuffer(session, 4 << 20)
        norm.NormSetBackoffFactor(session, 4.0)
        norm.NormSetGroupSize(session, 10)
        stream = norm.NormStreamOpen(session, 32 << 20, ffi.NULL, 0)
        event, descriptor = ffi.new("NormEvent *"), norm.NormGetDescriptor(instance)

        def poll() -> None:
            while select.select([descriptor], [], [], 0)[0] and norm.NormGetNextEvent(instance, event, False):
                pass

        def send(_: int, data: bytes) -> None:
            while data:
                data = data[norm.NormStreamWrite(stream, data, len(data)) :]
                if data:
                    select.select([descriptor], [], [], 0.05)
                    poll()

        Sender(run, control, send, lambda: norm.NormStreamFlush(stream, False, 1), poll).go()


_CPG = """
typedef uint64_t Handle;
struct cpg_name { uint32_t length; char value[128]; };
struct cpg_address { uint32_t nodeid; uint32_t pid; uint32_t reason; };
struct iovec { void *iov_base; size_t iov_len; };
typedef struct {
    void (*deliver)(Handle, const struct cpg_name *, uint32_t, uint32_t, void *, size_t);
    void (*change)(Handle, const struct cpg_name *, const struct cpg_address *, size_t,
                   const struct cpg_address *, size_t, const struct cpg_address *, size_t);
} Callbacks;
int cpg_initialize(Handle *, Callbacks *); int cpg_join(Handle, const struct cpg_name *);
int cpg_mcast_joined(Handle, int, const struct iovec *, unsigned); int cpg_dispatch(Handle, int);
int cpg_fd_get(Handle, int *);
"""
_CPG_OK, _CPG_AGREED, _CPG_ALL = 1, 2, 2


def _corosync_config(run: Run, hosts: int) -> str:
    addresses = [run.sender_address, *[run.receiver_address(index) for index in range(hosts - 1)]]
    nodes = "\n".join(
        f"node {{\nring0_addr: {address}\nname: n{number}\nnodeid: {number}\n}}"
        for number, address in enumerate(addresses, 1)
    )
    transport, network = ("udpu", "127.0.0.1") if hosts == 1 else ("udp", "10.88.0.0")
    return (
        f"totem {{\nversion: 2\ncluster_name: bench\ntransport: {transport}\n"
        "crypto_cipher: none\ncrypto_hash: none\ntoken: 3000\n"
        f"interface {{\nringnumber: 0\nbindnetaddr: {network}\n"
        "mcastaddr: 239.192.7.50\nmcastport: 5405\n}\n}\n"
        f"nodelist {{\n{nodes}\n}}\nquorum {{\n}}\n"
        "logging {\nto_stderr: yes\nto_syslog: no\nto_logfile: no\n}\n"
    )


class Corosync(Peer):
    """A closed process group in agreed order; one daemon serves all processes of this host."""

    modules = ("cffi",)
    programs = ("corosync",)
    path = "udp"

    def missing(self) -> str | None:
        return super().missing() or (None if ctypes.util.find_library("cpg") else "library libcpg")

    def brokers(self, run: Run, scratch: Path) -> dict[int, list[str]]:
        """One daemon for each host."""
        hosts = range(1 if run.network == "loopback" else run.receivers + 1)
        config = scratch / "corosync.conf"
        config.write_text(_corosync_config(run, len(hosts)))
        commands = {}
        for host in hosts:
            for name in ("lib", "run"):
                (scratch / f"{name}{host}").mkdir(exist_ok=True)
            script = (
                f"mount --bind {scratch}/lib{host} /var/lib/corosync; mount --bind {scratch}/run{host} /run; "
                f"exec corosync -f -c {config}"
            )
            commands[host] = ["unshare", "-m", "sh", "-c", script]
        return commands

    def broker_seconds(self, run: Run) -> float:
        return 4.0 if run.network == "loopback" else 8.0

    def _open(self, deliver: Callable[..., object]) -> tuple[Any, Any, Any, int, list[Any]]:
        ffi = load("cffi").FFI()
        ffi.cdef(_CPG)
        cpg = ffi.dlopen("libcpg.so.4")
        callbacks = ffi.new("Callbacks *")
        kinds = {field: kind.type for field, kind in ffi.typeof("Callbacks").fields}
        kept = [ffi.callback(kinds["deliver"], deliver), ffi.callback(kinds["change"], lambda *_: None), callbacks]
        callbacks.deliver, callbacks.change = kept[0], kept[1]
        handle, name, descriptor = ffi.new("Handle *"), ffi.new("struct cpg_name *"), ffi.new("int *")
        name.length, name.value = 5, b"bench"
        steps: list[Callable[[], int]] = [
            lambda: cpg.cpg_initialize(handle, callbacks),
            lambda: cpg.cpg_join(handle[0], name),
        ]
        for step in steps:
            end = time.monotonic() + 10
            while step() != _CPG_OK:
                if time.monotonic() > end:
                    raise RuntimeError("corosync does not answer")
                time.sleep(0.1)
        cpg.cpg_fd_get(handle[0], descriptor)
        return ffi, cpg, handle[0], descriptor[0], kept

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        ffi, cpg, handle, descriptor, _kept = self._open(
            lambda _h, _n, _i, _p, data, size: sink(ffi.buffer(data, size))
        )
        ready()
        while True:
            if select.select([descriptor], [], [], 0.1)[0]:
                cpg.cpg_dispatch(handle, _CPG_ALL)
            elif stopped():
                return

    def send(self, run: Run, control: Control) -> None:
        ffi, cpg, handle, descriptor, _kept = self._open(lambda *_: None)
        piece = ffi.new("struct iovec *")

        def poll() -> None:
            while select.select([descriptor], [], [], 0)[0]:
                cpg.cpg_dispatch(handle, _CPG_ALL)

        def send(_: int, data: bytes) -> None:
            piece.iov_base, piece.iov_len = ffi.from_buffer(data), len(data)
            while cpg.cpg_mcast_joined(handle, _CPG_AGREED, piece, 1) != _CPG_OK:
                poll()
                time.sleep(0.0002)

        Sender(run, control, send, poll=poll).go()
