# SPDX-License-Identifier: BSD-3-Clause
"""Systems for one host or one link: LCM and iceoryx2."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name, load
from bench._peers.sender import Sender


class Lcm(Peer):
    """UDP multicast without recovery."""

    modules = ("lcm",)
    path = "udp"
    reliable = False

    def _open(self, run: Run) -> Any:
        return load("lcm").LCM(f"udpm://239.255.76.68:{run.port}?ttl=1&recv_buf_size=4194304")

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        channel = self._open(run)
        for group in range(run.groups):
            channel.subscribe(group_name(group), lambda _, data: sink(data)).set_queue_capacity(200000)
        ready()
        while channel.handle_timeout(100) or not stopped():
            pass

    def send(self, run: Run, control: Control) -> None:
        channel = self._open(run)
        names = [group_name(group) for group in range(run.groups)]
        Sender(run, control, lambda group, data: channel.publish(names[group], data)).go()


class Iceoryx(Peer):
    """Shared memory without copies; the sender waits for a full receiver."""

    modules = ("iceoryx2",)
    path = "shm"

    def __init__(self) -> None:
        self._node: Any = None

    def _open(self, run: Run) -> tuple[list[Any], Any]:
        iox = load("iceoryx2")
        self._node = iox.NodeBuilder.new().create(iox.ServiceType.Ipc)
        room = 4096 if run.groups == 1 else 64
        services = [
            self._node.service_builder(iox.ServiceName.new(f"bench{run.port}/{group_name(group)}"))
            .publish_subscribe(iox.Slice[ctypes.c_uint8])
            .max_subscribers(64)
            .subscriber_max_buffer_size(room)
            .enable_safe_overflow(False)
            .open_or_create()
            for group in range(run.groups)
        ]
        bell = self._node.service_builder(iox.ServiceName.new(f"bench{run.port}/bell"))
        return services, bell.event().max_listeners(64).open_or_create()

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        services, bell = self._open(run)
        subscribers = [service.subscriber_builder().create() for service in services]
        listener = bell.listener_builder().create()
        moment = load("iceoryx2").Duration.from_millis(100)
        ready()
        while True:
            for subscriber in subscribers:
                while (sample := subscriber.receive()) is not None:
                    sink(sample.payload().as_memory_view())
                    sample.delete()
            if not listener.timed_wait(moment) and stopped():
                return

    def send(self, run: Run, control: Control) -> None:
        iox = load("iceoryx2")
        services, bell = self._open(run)
        waits = iox.BackpressureStrategy.RetryUntilDelivered
        publishers = [
            service.publisher_builder().initial_max_slice_len(run.size).backpressure_strategy(waits).create()
            for service in services
        ]
        notifier = bell.notifier_builder().create()

        def send(group: int, data: bytes) -> None:
            sample = publishers[group].loan_slice_uninit(run.size)
            ctypes.memmove(sample.payload_ptr, data, run.size)
            sample.assume_init().send()

        Sender(run, control, send, flush=notifier.notify).go()
