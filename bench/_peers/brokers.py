# SPDX-License-Identifier: BSD-3-Clause
"""Systems with a broker: Redis, NATS and MQTT."""

from __future__ import annotations

import asyncio
import shutil
import socket as sockets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name, load
from bench._peers.sender import Sender, send_async


class Redis(Peer):
    """Publish and subscribe; the sender uses pipelines when it floods."""

    modules = ("redis",)
    programs = ("redis-server",)

    def broker(self, run: Run, scratch: Path) -> list[str] | None:
        options = {
            "port": str(run.port),
            "bind": run.sender_address,
            "protected-mode": "no",
            "save": "",
            "appendonly": "no",
            "client-output-buffer-limit": "pubsub 0 0 0",
            "dir": str(scratch),
            "daemonize": "no",
        }
        return ["redis-server", *[word for key, value in options.items() for word in (f"--{key}", value)]]

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        redis = load("redis")

        subscription = redis.Redis(run.sender_address, run.port).pubsub(ignore_subscribe_messages=True)
        subscription.subscribe(*[group_name(group) for group in range(run.groups)])
        ready()
        while True:
            found = subscription.get_message(timeout=0.1)
            if found is not None:
                sink(found["data"])
            elif stopped():
                return

    def send(self, run: Run, control: Control) -> None:
        redis = load("redis")

        client = redis.Redis(run.sender_address, run.port)
        names = [group_name(group) for group in range(run.groups)]
        if run.rate:
            Sender(run, control, lambda group, data: client.publish(names[group], data)).go()
            return
        pipeline = client.pipeline(transaction=False)
        Sender(run, control, lambda group, data: pipeline.publish(names[group], data), flush=pipeline.execute).go()


class Nats(Peer):
    """Core NATS, with limits high enough not to disconnect slow receivers."""

    modules = ("nats",)

    def _server(self) -> str | None:
        own = Path(sys.executable).parent / "nats-server"
        return str(own) if own.exists() else shutil.which("nats-server")

    def missing(self) -> str | None:
        return super().missing() or (None if self._server() else "program nats-server")

    def broker(self, run: Run, scratch: Path) -> list[str] | None:
        config = scratch / "nats.conf"
        config.write_text(f'host: {run.sender_address}\nport: {run.port}\nmax_pending: 512MB\nwrite_deadline: "10s"\n')
        return [self._server() or "nats-server", "-c", str(config)]

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        nats = load("nats")

        async def main() -> None:
            client = await nats.connect(f"nats://{run.sender_address}:{run.port}")

            async def handle(found: Any) -> None:
                sink(found.data)

            for group in range(run.groups):
                await client.subscribe(
                    group_name(group), cb=handle, pending_msgs_limit=10**7, pending_bytes_limit=10**10
                )
            await client.flush()
            ready()
            while not stopped():
                await asyncio.sleep(0.1)

        asyncio.run(main())

    def send(self, run: Run, control: Control) -> None:
        nats = load("nats")

        async def main() -> None:
            client = await nats.connect(f"nats://{run.sender_address}:{run.port}", pending_size=64 << 20)
            names = [group_name(group) for group in range(run.groups)]
            await send_async(run, control, lambda group, data: client.publish(names[group], data), client.flush)

        asyncio.run(main())


class Mqtt(Peer):
    """Mosquitto, without limits on what it queues."""

    modules = ("paho",)
    programs = ("mosquitto",)

    def __init__(self, quality: int) -> None:
        self._quality = quality

    def broker(self, run: Run, scratch: Path) -> list[str] | None:
        config = scratch / "mosquitto.conf"
        config.write_text(
            f"listener {run.port} {run.sender_address}\nallow_anonymous true\nmax_queued_messages 0\n"
            "max_inflight_messages 0\nset_tcp_nodelay true\nuser root\n"
        )
        return ["mosquitto", "-c", str(config)]

    def _client(self, run: Run) -> Any:
        mqtt = load("paho.mqtt.client")

        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        client.on_socket_open = lambda _c, _d, s: s.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        client.max_inflight_messages_set(2000)
        client.max_queued_messages_set(0)
        client.connect(run.sender_address, run.port)
        return client

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        client = self._client(run)
        answered = 0

        def subscribed(*_: object) -> None:
            nonlocal answered
            answered += 1

        client.on_message = lambda _c, _d, found: sink(found.payload)
        client.on_subscribe = subscribed
        names = [(group_name(group), self._quality) for group in range(run.groups)]
        parts = [names[start : start + 500] for start in range(0, len(names), 500)]
        for part in parts:
            client.subscribe(part)
        end = time.monotonic() + 10
        while answered < len(parts) and time.monotonic() < end:
            client.loop(0.05)
        ready()
        while not stopped():
            client.loop(0.1)

    def send(self, run: Run, control: Control) -> None:
        client = self._client(run)
        client.loop_start()
        names = [group_name(group) for group in range(run.groups)]
        publish = client.publish
        Sender(run, control, lambda group, data: publish(names[group], data, self._quality)).go()
