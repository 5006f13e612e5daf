# SPDX-License-Identifier: BSD-3-Clause
"""Content of channels that store nothing: it is read from memory, and moved to a document that is kept."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection
from dataclasses import replace
from typing import Any
from uuid import UUID

from app.runtime.references import Parameterized, Primitive, Reference, ValueArgument
from app.runtime.storage.documents import document_id
from objects_library.channels.document.group import running_document
from objects_library.channels.native.messages import Message
from objects_library.channels.native.replicated_group import ReplicatedGroup, replicated_groups
from objects_library.channels.native.state_stream import StateStream
from objects_library.values.page_scope import with_channels

_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_DOCUMENT = Primitive(0x6B1F0C7E52D94A3C8E07D1B9F4A26C35, 1, "Document channel")
_READ_TIMEOUT = 5.0


def is_volatile(channel: Reference) -> bool:
    """Whether a channel carries a state and stores nothing, so that a document can replace it."""
    template = channel.template if isinstance(channel, Parameterized) else None
    return isinstance(template, Primitive) and template.id == _CHECKPOINTED


def volatile_group(node: str, channel: Reference) -> ReplicatedGroup | None:
    """The group of a volatile channel that is open on a node."""
    here, given = id(asyncio.get_running_loop()), _values(channel)
    scope, name = str(given.get("scope", "")), f"checkpointed/{given.get('group', 'main')}"
    for (loop, (owner, settings), group), found in replicated_groups().items():
        is_scope = settings.name == scope or settings.name.startswith(f"{scope} ")  # of a member list
        if (loop, owner, group) == (here, node, name) and is_scope:
            return found
    return None


async def read_state(group: ReplicatedGroup) -> Any:
    """The present state of a group that has one; raises TimeoutError if the object does not answer."""
    reader = _Reader()
    async with asyncio.timeout(_READ_TIMEOUT):
        # What was sent and is not applied yet belongs to the state, too.
        while group.replica.unacknowledged or not any(each.started for each in group.users):  # noqa: ASYNC110 - two events
            await asyncio.sleep(0.01)
        group.add_user(reader)
        try:
            return await reader.state
        finally:
            group.remove_user(reader)


def digest_of(group: ReplicatedGroup, state: Any) -> bytes:
    """A digest of a state."""
    digest = hashlib.blake2b(digest_size=16)
    for part in () if state is None else StateStream(group.state_type, state):
        digest.update(part)
    return digest.digest()


def with_kept_channels(reference: Reference, channels: Collection[Reference]) -> Reference:
    """The reference with documents in place of some of its volatile channels."""

    def change(channel: Parameterized) -> Parameterized:
        return replace(channel, template=_DOCUMENT) if channel in channels and is_volatile(channel) else channel

    return with_channels(reference, change)


async def restore(channel: Reference, state: Any) -> bool:
    """Give a state to the running document that has replaced a volatile channel; returns when it is kept."""
    given = _values(channel)
    document = document_id(*(str(given.get(name, usual)) for name, usual in _ADDRESS))
    async with asyncio.timeout(_READ_TIMEOUT):
        while (group := running_document(document)) is None:  # noqa: ASYNC110 - it is opened by its object, later
            await asyncio.sleep(0.02)
        await group.ready()
        return await group.restore(state)


_ADDRESS = (("scope", ""), ("group", "main"), ("key", ""))


def _values(channel: Reference) -> dict[str, object]:
    arguments = channel.arguments if isinstance(channel, Parameterized) else ()
    return {name: given.value for name, given in arguments if isinstance(given, ValueArgument)}


class _Reader:
    """A user of a channel that only wants its state."""

    def __init__(self) -> None:
        self.state: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def take(self, message: Message) -> None:
        """Ignore messages."""

    def wants_state(self, request: UUID) -> None:
        """It has no state to give: whoever has it was there before."""

    def begin_with(self, state: Any) -> None:
        """Take the state."""
        if not self.state.done():
            self.state.set_result(state)

    def accepted(self, request: UUID) -> None:
        """It submits nothing."""
