# SPDX-License-Identifier: BSD-3-Clause
"""Cyclone DDS: reliable, keep-all topics over multicast."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name, load
from bench._peers.sender import Sender


class CycloneDds(Peer):
    """With write batching when it floods, and large socket buffers."""

    modules = ("cyclonedds",)
    path = "udp"

    def environment(self, run: Run, address: str) -> dict[str, str]:
        which = 'name="lo"' if run.network == "loopback" else f'address="{address}"'
        batching = "" if run.rate else "<WriteBatch>true</WriteBatch>"
        return {
            "CYCLONEDDS_URI": "<CycloneDDS><Domain><General><Interfaces>"
            f'<NetworkInterface {which} multicast="true"/></Interfaces><AllowMulticast>true</AllowMulticast>'
            "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>1344B</FragmentSize></General>"
            "<Discovery><ParticipantIndex>auto</ParticipantIndex>"
            "<MaxAutoParticipantIndex>100</MaxAutoParticipantIndex></Discovery>"
            f'<Internal>{batching}<SocketReceiveBufferSize min="4MB"/>'
            "<Watermarks><WhcHigh>4MB</WhcHigh></Watermarks></Internal></Domain></CycloneDDS>"
        }

    def _open(self, run: Run) -> tuple[Any, Any, Any, list[Any]]:
        core, idl, types = load("cyclonedds.core"), load("cyclonedds.idl"), load("cyclonedds.idl.types")
        seconds = load("cyclonedds.util").duration
        fields = {"__annotations__": {"data": types.array[types.uint8, run.size]}, "__module__": __name__}
        kind: Any = dataclass(type("Message", (idl.IdlStruct,), fields, typename="Message"))
        globals()["Message"] = kind  # the library looks the class up by its module
        quality = core.Qos(
            core.Policy.Reliability.Reliable(seconds(seconds=10)),
            core.Policy.History.KeepAll,
            core.Policy.Durability.Volatile,
        )
        participant = load("cyclonedds.domain").DomainParticipant(run.port % 200)
        topic = load("cyclonedds.topic").Topic
        return (
            participant,
            quality,
            kind,
            [topic(participant, group_name(g), kind, qos=quality) for g in range(run.groups)],
        )

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        participant, quality, kind, topics = self._open(run)
        core, sub = load("cyclonedds.core"), load("cyclonedds.sub")
        subscriber = sub.Subscriber(participant)
        readers = [sub.DataReader(subscriber, topic, qos=quality) for topic in topics]
        waiting = core.WaitSet(participant)
        every = core.ViewState.Any | core.InstanceState.Any | core.SampleState.Any
        conditions = [core.ReadCondition(reader, every) for reader in readers]
        for condition in conditions:
            waiting.attach(condition)
        ready()
        moment = load("cyclonedds.util").duration(milliseconds=100)
        while True:
            if waiting.wait(moment) <= 0:
                if stopped():
                    return
                continue
            for reader in readers:
                while found := reader.take(N=64):
                    for sample in found:
                        if type(sample) is kind:
                            sink(sample.data)

    def send(self, run: Run, control: Control) -> None:
        participant, quality, kind, topics = self._open(run)
        pub = load("cyclonedds.pub")
        publisher = pub.Publisher(participant)
        writers = [pub.DataWriter(publisher, topic, qos=quality) for topic in topics]
        libraries = Path(load("cyclonedds").__file__).parent.parent / "cyclonedds.libs"
        library = ctypes.CDLL(str(next(libraries.glob("libddsc*"))))

        def flush() -> None:
            for writer in writers:
                library.dds_write_flush(writer._ref)

        Sender(run, control, lambda group, data: writers[group].write(kind(data=data)), flush).go()
