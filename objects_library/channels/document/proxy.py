# SPDX-License-Identifier: BSD-3-Clause
"""A channel that keeps what people make: on disk, offline, merged when those who worked apart meet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Generic

from app.errors import LiveObjectsError
from app.runtime.library import Endpoint, encode, live_object
from app.runtime.storage.documents import DocumentInfo, document_id
from app.runtime.storage.documents.change import EFFECT_KEY_BYTES, change_id
from app.runtime.trust.identity import identity_here
from app.runtime.trust.member_list import Right
from app.transport_native import Order, Partition, Policy
from objects_library.channels.checkpointed.events import CheckpointEvents
from objects_library.channels.document.comment_group import needed_right
from objects_library.channels.document.frames import DocumentMessage
from objects_library.channels.document.group import DocumentGroup, open_document
from objects_library.channels.document.signature import DocumentSigner
from objects_library.channels.native.admission import rights_in
from objects_library.channels.native.channel import T
from objects_library.channels.native.messages import Message, ReplicaStatus
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.state_stream import StateReader
from objects_library.channels.native.stateful_channel import S
from objects_library.channels.native.status import ChannelStatus, MeetingInfo, status_of

_LATEST = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp()) * 1000


@live_object("6b1f0c7e52d94a3c8e07d1b9f4a26c35", name="Document channel", group="Channels", limits="state up to 1 GB")
class DocumentChannel(CheckpointEvents[T, S], Generic[T, S]):
    """Keeps everything on disk and lets everyone go on alone; those who worked apart find both works when they meet."""

    channel = CheckpointEvents.channel.stronger()
    # Every side of a partition goes on, so an event reaches the others only when they meet: this is not atomic.
    channel.provides["reliability"] = "total, exactly once, checkpointed, durable"
    causes = Endpoint()
    """For objects whose changes lead to others, and that are changed by others."""
    policy = Policy(order=Order.TOTAL, partition=Partition.MERGE)
    kind = "document"

    def _set_up(self) -> None:
        super()._set_up()
        self._early_effects: list[tuple[bytes, bytes]] = []

    def _begin(self, place: ScopeAddress) -> None:
        super()._begin(place)
        waiting, self._early_effects = self._early_effects, []
        for key, body in waiting:
            self._perform(key, body)

    @causes.incoming
    def perform(self, key: bytes, message: T) -> None:
        """Send a message that takes effect once, whoever else performs the effect with this key."""
        if len(key) != EFFECT_KEY_BYTES:
            self._context.log("an effect was not performed: its key has another length")
        elif why := self._why_not():
            self._context.log(f"an effect was not performed: {why}")
        else:
            self._perform(key, encode(self._type, message))

    def _perform(self, key: bytes, body: bytes) -> None:
        group = self._replicated_group
        if not isinstance(group, DocumentGroup):
            self._early_effects.append((key, body))
        elif not group.perform(key, body):
            self._context.log("an effect was not performed: too much waits to be sent already")

    @causes.outgoing
    def delivered(self, cause: bytes, own: bool, by: str, at: datetime, effect: bytes) -> None:
        """What the next message is: its id, whether it was made here, its author, time, and key as an effect."""

    def take(self, message: Message) -> None:
        self._context.post(self._deliver_message, message)

    def _deliver_message(self, message: Message) -> None:
        if self.causes.connected and isinstance(message, DocumentMessage):
            group = self._replicated_group
            own = group is not None and message.origin == group.replica.origin
            at = datetime.fromtimestamp(min(message.time, _LATEST) / 1000, UTC)
            self.delivered(change_id(message.origin, message.number), own, message.author.hex(), at, message.effect)
        self._deliver_encoded(message.body)

    def _open(self, place: ScopeAddress) -> DocumentGroup:
        context, address = self._context, self._address
        identity = identity_here(context.user)
        if identity is None:
            raise LiveObjectsError("changes of a document are signed, and there is no key here", "open it as yourself")
        document = document_id(address.scope, address.group, address.key)
        title = context.name.split("/")[0] or address.scope
        info = DocumentInfo(title, address.scope, str(self._state_type), str(self._type))
        signer = DocumentSigner(document, identity, rights_in(place), self._needed_right)
        return open_document(place, self._name, self.policy, self._state_type, document, info, signer)

    @property
    def _needed_right(self) -> Right:
        return needed_right(self._address.group)

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
