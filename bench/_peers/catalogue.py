# SPDX-License-Identifier: BSD-3-Clause
"""All systems that can be measured, by name."""

from __future__ import annotations

from bench._peers.brokers import Mqtt, Nats, Redis
from bench._peers.dds import CycloneDds
from bench._peers.engine_c import LiveObjectsInC, RawSockets
from bench._peers.engine_python import LiveObjects
from bench._peers.jgroups import JGroups
from bench._peers.lcm_iceoryx import Iceoryx, Lcm
from bench._peers.norm_corosync import Corosync, Norm
from bench._peers.peer import Peer
from bench._peers.reference import ReferenceMulticast, ReferenceRing
from bench._peers.zenoh_nng import Nng, Zenoh
from bench._peers.zeromq import ZeroMq

OWN: dict[str, Peer] = {
    "liveobjects": LiveObjects(shared=False),
    "liveobjects-encrypted": LiveObjects(shared=False, encrypted=True),
    "liveobjects-shm": LiveObjects(shared=True),
    "liveobjects-c": LiveObjectsInC(shared=False),
    "liveobjects-c-shm": LiveObjectsInC(shared=True),
}
REFERENCES: dict[str, Peer] = {
    "ref-gso": ReferenceMulticast(),
    "ref-shm": ReferenceRing(),
    "ref-raw": RawSockets(coalesced=False),
    "ref-raw-gro": RawSockets(coalesced=True),
}
PEERS: dict[str, Peer] = {
    "zenoh": Zenoh(),
    "zeromq": ZeroMq("tcp"),
    "zeromq-ipc": ZeroMq("ipc"),
    "zeromq-epgm": ZeroMq("epgm"),
    "iceoryx2": Iceoryx(),
    "lcm": Lcm(),
    "jgroups": JGroups(),
    "nats": Nats(),
    "norm": Norm(),
    "cyclonedds": CycloneDds(),
    "corosync": Corosync(),
    "redis": Redis(),
    "mqtt0": Mqtt(0),
    "mqtt1": Mqtt(1),
    "nng": Nng(),
}
ALL: dict[str, Peer] = {**OWN, **REFERENCES, **PEERS}
