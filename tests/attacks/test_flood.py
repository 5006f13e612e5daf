# SPDX-License-Identifier: BSD-3-Clause
"""A flood of packets against a scope in use: rubbish, replays and forgeries.

All messages still arrive once and in order, memory stays bounded, and the attempts are counted.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
import struct
import sys
from pathlib import Path

from app.transport_native import ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.scope import Group, Scope

_MESSAGES = 3000
_AT_ONCE = 50
_HOSTILE = 20_000
_MIB = 2**20

_FLOODER = """
import os, socket, sys
count, places, packets = eval(sys.stdin.read())
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
print("begun", flush=True)
for number in range(count):
    packet = packets[number % len(packets)]
    kind = number % 4
    if kind == 1:  # one bit is another
        at = number * 7 % len(packet)
        packet = packet[:at] + bytes([packet[at] ^ 1 << number % 8]) + packet[at + 1:]
    elif kind == 2:  # only the head is right
        packet = packet[:32] + os.urandom(number % 1400)
    elif kind == 3:
        packet = os.urandom(number % 1400 + 1)
    try:
        out.sendto(packet, places[number % len(places)])
    except OSError:
        pass
"""


class Tap:
    """An eavesdropper on the network, who receives multicast packets as anybody can."""

    def __init__(self, settings: ScopeSettings) -> None:
        self.places = [(_group(settings.tag, channel), settings.multicast_port) for channel in range(4)]
        self.arrived: list[bytes] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._socket.bind(("", settings.multicast_port))
        self._socket.setblocking(False)
        for group, _ in self.places:
            wanted = socket.inet_aton(group) + socket.inet_aton("127.0.0.1")
            self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, wanted)
        asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def _receive(self) -> None:
        packet = self._socket.recv(65536)
        if len(self.arrived) < 200:
            self.arrived.append(packet)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()


def _group(tag: int, channel: int) -> str:
    """Return the multicast group of a scope, which is derived from its name and is no secret."""
    every = 2**64 - 1
    mixed = ((tag << 32 | channel) * 0x9E3779B97F4A7C15) & every
    mixed ^= mixed >> 29
    return socket.inet_ntoa(struct.pack(">I", 0xEFC00000 | ((mixed * 0xBF58476D1CE4E5B9) & every) >> 46))


def _resident() -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) * 1024


async def _send(sender: Group, receiver: list[bytes], arrived: asyncio.Event, first: int, count: int) -> None:
    """Send numbers, a few at a time, and wait until they have arrived."""
    for begin in range(first, first + count, _AT_ONCE):
        for number in range(begin, begin + _AT_ONCE):
            await sender.put(number.to_bytes(4, "big"))
        async with asyncio.timeout(30):
            while len(receiver) < begin + _AT_ONCE:
                arrived.clear()
                await arrived.wait()


async def test_a_flood_stops_nobody() -> None:
    settings = ScopeSettings(name=f"test {secrets.token_hex(8)}", key=secrets.token_bytes(32), suspect_after=30.0)
    engines = [Engine() for _ in range(2)]
    tap = Tap(settings)
    try:
        scopes: list[Scope] = []
        groups: list[Group] = []
        for engine in engines:
            engine.attach()
            scopes.append(engine.open_scope(settings))
            groups.append(scopes[-1].join("group"))
        received: list[bytes] = []
        news = asyncio.Event()

        def keep(batch: object) -> None:
            received.extend(bytes(message) for message in batch)  # type: ignore[attr-defined]
            news.set()

        groups[1].on_batch = keep
        async with asyncio.timeout(30):
            for group in groups:
                await group.wait_for_members(2)
        await _send(groups[0], received, news, 0, 500)
        view = scopes[0].view
        assert view is not None
        places = tap.places + [(member.address, member.port) for member in view.members]
        packets = tap.arrived or [secrets.token_bytes(200)]
        before, memory = await scopes[1].stats(), _resident()
        flooder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-S", "-c", _FLOODER), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert flooder.stdin is not None
        assert flooder.stdout is not None
        flooder.stdin.write(repr((_HOSTILE, places, packets)).encode())
        flooder.stdin.close()
        assert await flooder.stdout.readline() == b"begun\n"
        await _send(groups[0], received, news, 500, _MESSAGES)
        assert await flooder.wait() == 0
        await _send(groups[0], received, news, 500 + _MESSAGES, _AT_ONCE)
        after = await scopes[1].stats()
        assert [int.from_bytes(each, "big") for each in received] == list(range(500 + _MESSAGES + _AT_ONCE))
        refused = {
            name: after.node[name] - before.node[name]
            for name in ("malformed", "foreign", "forged", "replayed", "unknown", "stale")
        }
        assert sum(refused.values()) > _HOSTILE // 20, refused
        assert refused["foreign"] + refused["malformed"] > 0
        assert refused["forged"] > 0
        assert after.node["memory_used"] - before.node["memory_used"] < 16 * _MIB
        assert _resident() - memory < 64 * _MIB
        assert scopes[1].view is not None
        assert len(scopes[1].view.members) == 2
        assert after.membership["views"] == before.membership["views"]
    finally:
        tap.close()
        for engine in engines:
            engine.close()
