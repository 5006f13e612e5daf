# SPDX-License-Identifier: BSD-3-Clause
"""ZeroMQ: publishers over TCP, IPC, and PGM in UDP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name, load
from bench._peers.sender import Sender

_PREFIX = len(group_name(0))


class ZeroMq(Peer):
    """XPUB that blocks instead of dropping; multicast transports get a high rate limit."""

    modules = ("zmq",)

    def __init__(self, transport: str) -> None:
        self._transport = transport
        self._multicast = transport == "epgm"
        self.system_python = self._multicast
        self.networked = transport != "ipc"
        self.path = {"tcp": "tcp", "ipc": "ipc", "epgm": "udp"}[transport]

    def _endpoint(self, run: Run, address: str) -> str:
        if self._transport == "ipc":
            return f"ipc://{run.scratch}/zeromq"
        if self._transport == "epgm":
            return f"epgm://{address};239.192.7.1:{run.port}"
        return f"tcp://{run.sender_address}:{run.port}"

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        zmq = load("zmq")

        socket = zmq.Context().socket(zmq.SUB)
        socket.setsockopt(zmq.RCVHWM, 200000)
        socket.setsockopt(zmq.SNDHWM, 0)  # else subscriptions above the limit are dropped silently
        socket.setsockopt(zmq.RCVTIMEO, 100)
        if self._multicast:
            self._tune(socket, zmq)
            socket.setsockopt(zmq.RCVBUF, 4 << 20)
        for group in range(run.groups):
            socket.setsockopt(zmq.SUBSCRIBE, group_name(group).encode())
        socket.connect(self._endpoint(run, run.receiver_address(index)))
        ready()
        receive = socket.recv
        while True:
            try:
                while True:
                    sink(receive(), _PREFIX)
            except zmq.Again:
                if stopped():
                    break
        socket.close(0)

    def send(self, run: Run, control: Control) -> None:
        zmq = load("zmq")

        socket = zmq.Context().socket(zmq.PUB if self._multicast else zmq.XPUB)
        socket.setsockopt(zmq.SNDHWM, 200000 if run.window else 1000)
        socket.setsockopt(zmq.RCVHWM, 0)
        if self._multicast:
            self._tune(socket, zmq)
        else:
            socket.setsockopt(zmq.XPUB_NODROP, 1)
        socket.bind(self._endpoint(run, run.sender_address))
        names = [group_name(group).encode() for group in range(run.groups)]

        def read_subscriptions() -> None:
            try:
                while not self._multicast:
                    socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                pass

        Sender(run, control, lambda group, data: socket.send(names[group] + data), poll=read_subscriptions).go()
        socket.close(0)

    @staticmethod
    def _tune(socket: Any, zmq: Any) -> None:
        socket.setsockopt(zmq.RATE, 2_000_000)  # kilobits per second
        socket.setsockopt(zmq.RECOVERY_IVL, 2000)
