# SPDX-License-Identifier: BSD-3-Clause
"""A hostile library: packed by the tests as the `proxy.py` of its only object."""

# Every line below is a possible attack.
# ruff: noqa: BLE001, PLC0415, PTH101, PTH107, PTH123, PTH208, S, SIM115

import asyncio
import ctypes
import mmap
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.runtime.library import Context, Endpoint, live_object
from app.runtime.references import REGISTRY_ID, Primitive
from app.runtime.trust import Permission, Question

if "packing" not in __name__ and Path(__file__).with_name("spins.txt").exists():
    while True:
        pass


@live_object("00000000000000000000000000000bad", name="Attacker")
class Attacker:
    """Does what it is told, and tells how that went."""

    orders = Endpoint()

    def __init__(self, context: Context) -> None:
        self._context = context
        self._kept: list[Any] = []

    @orders.outgoing
    def told(self, how: str) -> None:
        """What came of it."""

    @orders.outgoing
    def blob(self, data: bytes) -> None:
        """A lot."""

    @orders.incoming
    def do(self, order: str) -> None:
        """Try, and tell."""
        name, _, argument = order.partition(" ")
        attack: Callable[[str], Any] = getattr(self, f"_{name}")
        try:
            found = attack(argument)
        except MemoryError:
            raise
        except Exception as error:
            self.told(type(error).__name__)
        else:
            if found is not None:
                self.told(f"done: {str(found)[:80]}")

    def _read(self, path: str) -> Any:
        return len(open(path, "rb").read(100))

    def _write(self, path: str) -> Any:
        return open(path, "w")

    def _list(self, path: str) -> Any:
        return os.listdir(path)

    def _remove(self, path: str) -> Any:
        os.remove(path)
        return "gone"

    def _mode(self, path: str) -> Any:
        os.chmod(path, 0o777)
        return "changed"

    def _connect(self, port: str) -> Any:
        return socket.create_connection(("127.0.0.1", int(port)))

    def _listen(self, _: str) -> Any:
        return socket.create_server(("127.0.0.1", 0))

    def _datagram(self, _: str) -> Any:
        return socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def _local(self, _: str) -> Any:
        return socket.socket(socket.AF_UNIX)

    def _run(self, program: str) -> Any:
        return subprocess.run([program], check=True).returncode

    def _become(self, program: str) -> Any:
        os.execv(program, [program])

    def _fork(self, _: str) -> Any:
        for _child in range(10_000):
            if os.fork() == 0:
                os._exit(0)
        return "forked"

    def _thread(self, _: str) -> Any:
        threading.Thread(target=print).start()
        return "started"

    def _memory(self, process: str) -> Any:
        with open(f"/proc/{process}/mem", "rb") as memory:
            return memory.read(1)

    def _trace(self, process: str) -> Any:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.ptrace(16, int(process), 0, 0) < 0:
            raise OSError(ctypes.get_errno(), "refused")
        return "traced"

    def _reach(self, process: str) -> Any:
        """Read the memory of another process, by the call that debuggers use."""
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.process_vm_readv(int(process), None, 0, None, 0, 0) < 0:
            raise OSError(ctypes.get_errno(), "refused")
        return "reached"

    def _kill(self, process: str) -> Any:
        os.kill(int(process), signal.SIGTERM)
        return "killed"

    def _limit(self, process: str) -> Any:
        import resource

        return resource.prlimit(int(process), resource.RLIMIT_NOFILE, (8, 8))

    def _mount(self, _: str) -> Any:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) < 0:
            raise OSError(ctypes.get_errno(), "refused")
        return "mounted"

    def _namespace(self, _: str) -> Any:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(0x10000000) < 0:
            raise OSError(ctypes.get_errno(), "refused")
        return "left"

    def _owner(self, process: str) -> Any:
        """Make the kernel send a signal to another process."""
        import fcntl

        first, _ = os.pipe()
        return fcntl.fcntl(first, fcntl.F_SETOWN, int(process))

    def _hide(self, _: str) -> Any:
        return os.memfd_create("hidden")

    def _shared(self, size: str) -> Any:
        return len(mmap.mmap(-1, int(size)))

    def _environment(self, _: str) -> Any:
        return sorted(name for name in os.environ if not name.startswith(("LC_", "LANG", "OMP", "OPENBLAS", "PWD")))

    def _print(self, _: str) -> Any:
        print("to whom it may concern")
        sys.stderr.write("and to whom not")
        return "said"

    def _open(self, _: str) -> Any:
        """Open a reference that it was never given."""
        self._context.spawn(self._dereference())

    async def _dereference(self) -> None:
        try:
            await self._context.dereference(Primitive(REGISTRY_ID))
            self.told("opened")
        except Exception as error:
            self.told(f"{type(error).__name__}: {error}")

    def _permit(self, _: str) -> Any:
        self._context.spawn(self._ask())

    async def _ask(self) -> None:
        try:
            await self._context.permit(Question(Permission.READ_FILES, "/etc/passwd"))
            self.told("allowed")
        except Exception as error:
            self.told(type(error).__name__)

    def _allocate(self, _: str) -> Any:
        while True:
            self._kept.append(bytearray(1024 * 1024))

    def _spin(self, _: str) -> Any:
        while True:
            pass

    def _sleep(self, _: str) -> Any:
        signal.sigwait([signal.SIGUSR1])

    def _exit(self, code: str) -> Any:
        os._exit(int(code))

    def _crash(self, _: str) -> Any:
        ctypes.string_at(8)

    def _raise(self, _: str) -> Any:
        self._context.post(self._break)

    def _break(self) -> None:
        raise RuntimeError("on purpose")

    def _flood(self, _: str) -> Any:
        self._context.spawn(self._send_without_end())

    async def _send_without_end(self) -> None:
        while True:
            for _ in range(1_000):
                self.told("x" * 1_000)
            await asyncio.sleep(0)

    def _huge(self, size: str) -> Any:
        self.blob(bytes(int(size)))
        return "sent"

    def _forge(self, kind: str) -> Any:
        """Write directly to the program, bypassing all checks."""
        forged = {"length": b"\xff\xff\xff\xff", "bytes": b"\xf0" + os.urandom(100_000)}[kind]
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, forged)
            except OSError:
                continue

    def _lie(self, kind: str) -> Any:
        """Use the boundary itself, bypassing the endpoints."""
        import gc

        from app.runtime.sandbox import messages
        from app.runtime.sandbox.child import InnerSide

        (side,) = [each for each in gc.get_objects() if isinstance(each, InnerSide)]
        lies: dict[str, messages.Message] = {
            "value": messages.EventMessage(1, "orders", "told", b"\x05"),
            "event": messages.EventMessage(1, "orders", "do", b"\xa1x"),
            "endpoint": messages.EventMessage(1, "others", "told", b"\xa1x"),
            "role": messages.Fetched(1, "me", "object{}"),
            "fetch": messages.Fetch(7, "0" * 64, 1),
        }
        side.send(lies[kind])
