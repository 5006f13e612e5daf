# SPDX-License-Identifier: BSD-3-Clause
"""A channel that keeps what people make: on disk, offline, merged when those who worked apart meet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Generic

from app.errors import LiveObjectsError
from app.runtime.library import live_object
from app.runtime.storage.documents import DocumentInfo, document_id
from app.runtime.trust.identity import identity_here
from app.transport_native import Order, Partition, Policy
from objects_library.channels.checkpointed.events import CheckpointEvents
from objects_library.channels.document.group import DocumentGroup, open_document
from objects_library.channels.document.signature import DocumentSigner
from objects_library.channels.native.admission import rights_in
from objects_library.channels.native.channel import T
from objects_library.channels.native.messages import ReplicaStatus
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.state_stream import StateReader
from objects_library.channels.native.stateful_channel import S
from objects_library.channels.native.status import ChannelStatus, MeetingInfo, status_of


@live_object("6b1f0c7e52d94a3c8e07d1b9f4a26c35", name="Document channel", group="Channels", limits="state up to 1 GB")
class DocumentChannel(CheckpointEvents[T, S], Generic[T, S]):
    """Keeps everything on disk and lets everyone go on alone; those who worked apart find both works when they meet."""

    channel = CheckpointEvents.channel.stronger()
    # Every side of a partition goes on, so an event reaches the others only when they meet: this is not atomic.
    channel.provides["reliability"] = "total, exactly once, checkpointed, durable"
    policy = Policy(order=Order.TOTAL, partition=Partition.MERGE)
    kind = "document"

    def _open(self, place: ScopeAddress) -> DocumentGroup:
        context, address = self._context, self._address
        identity = identity_here(context.user)
        if identity is None:
            raise LiveObjectsError("changes of a document are signed, and there is no key here", "open it as yourself")
        document = document_id(address.scope, address.group, address.key)
        title = context.name.split("/")[0] or address.scope
        info = DocumentInfo(title, address.scope, str(self._state_type), str(self._type))
        signer = DocumentSigner(document, identity, rights_in(place))
        return open_document(place, self._name, self.policy, self._state_type, document, info, signer)

    def _earlier_state(self) -> Any:
        address = self._address
        assert self._preview is not None
        data = self._preview(document_id(address.scope, address.group, address.key))
        if not data:
            return None
        reader = StateReader(self._state_type)
        reader.feed(data)
        return reader.value()

    def _condition(self) -> ChannelStatus:
        status = super()._condition()
        group = self._replicated_group
        if isinstance(group, DocumentGroup):
            if group.replica.is_alone and group.replica.standing is ReplicaStatus.READY:
                status = status_of("live", True, ())  # what is made before the network is there is merged
            reason = group.kept_reason
            status["kept"] = reason is None or group.keeper.by_others
            if reason:
                status["kept_reason"] = reason
            if group.apart:
                status["apart"] = group.apart
            if group.companions.apart_since is not None:
                status["apart_since"] = _time(group.companions.apart_since)
            elif group.companions.meeting is not None:
                met = group.companions.meeting
                status["met"] = MeetingInfo(at=_time(met.at), theirs=met.theirs, yours=met.yours)
        return status


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
