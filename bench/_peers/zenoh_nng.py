# SPDX-License-Identifier: BSD-3-Clause
"""Systems that send to each receiver separately: Zenoh and nng."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name, load
from bench._peers.sender import Sender


class Zenoh(Peer):
    """Peers connected over TCP, publishers that block when congested."""

    modules = ("zenoh",)

    def _session(self, run: Run, *, listen: bool) -> Any:
        zenoh = load("zenoh")

        endpoint = json.dumps([f"tcp/{run.sender_address}:{run.port}"])
        config = zenoh.Config()
        config.insert_json5("mode", json.dumps("peer"))
        config.insert_json5("scouting/multicast/enabled", "false")
        config.insert_json5("scouting/gossip/enabled", "false")
        config.insert_json5("listen/endpoints", endpoint if listen else "[]")
        config.insert_json5("connect/endpoints", "[]" if listen else endpoint)
        return zenoh.open(config)

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        session = self._session(run, listen=False)
        kept = [
            session.declare_subscriber(f"bench/{group_name(group)}", lambda sample: sink(sample.payload.to_bytes()))
            for group in range(run.groups)
        ]
        ready()
        while not stopped():
            time.sleep(0.1)
        del kept

    def send(self, run: Run, control: Control) -> None:
        zenoh = load("zenoh")

        session = self._session(run, listen=True)
        publishers = [
            session.declare_publisher(
                f"bench/{group_name(group)}",
                congestion_control=zenoh.CongestionControl.BLOCK,
                reliability=zenoh.Reliability.RELIABLE,
                express=bool(run.rate),
            )
            for group in range(run.groups)
        ]
        Sender(run, control, lambda group, data: publishers[group].put(data)).go()


class Nng(Peer):
    """nng's publish and subscribe, which drops when a receiver is slow."""

    modules = ("pynng",)
    reliable = False

    def _endpoint(self, run: Run) -> str:
        return f"tcp://{run.sender_address}:{run.port}"

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        pynng = load("pynng")

        socket = pynng.Sub0(recv_timeout=100, recv_buffer_size=8192)
        for group in range(run.groups):
            socket.subscribe(group_name(group))
        socket.dial(self._endpoint(run), block=False)
        ready()
        offset = len(group_name(0))
        while True:
            try:
                while True:
                    sink(socket.recv(), offset)
            except pynng.Timeout:
                if stopped():
                    return

    def send(self, run: Run, control: Control) -> None:
        pynng = load("pynng")

        socket = pynng.Pub0(send_buffer_size=8192)
        socket.listen(self._endpoint(run))
        names = [group_name(group).encode() for group in range(run.groups)]
        Sender(run, control, lambda group, data: socket.send(names[group] + data)).go()
