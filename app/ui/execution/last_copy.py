# SPDX-License-Identifier: BSD-3-Clause
"""What would be lost with the last copy: content that is only in memory, was changed, and nobody else has open.

No Qt in this file.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from app.runtime.activation import ActivationError, Proxy, TappedEvent, tap
from app.runtime.references import Document, Reference, walk

if TYPE_CHECKING:
    from app.runtime.activation import Node
    from app.ui.execution.channel_status import ChannelWatch

_UNKNOWN = b""
"""The digest of a first state that came from others, or could not be read: whatever is there is content."""


@dataclass(frozen=True)
class Endangered:
    """The content of a channel that would be lost."""

    channel: Reference
    state: Any


class LastCopies:
    """Follows the volatile channels of a node; only those cost anything."""

    def __init__(self, node: Node, channels: ChannelWatch) -> None:
        self._node = node
        self._channels = channels
        self._first: weakref.WeakKeyDictionary[Proxy, bytes] = weakref.WeakKeyDictionary()
        self._changed: weakref.WeakSet[Proxy] = weakref.WeakSet()

    def follow(self) -> None:
        """Read the first state of each volatile channel that is live."""
        for proxy, condition in self._channels.volatile().items():
            if proxy not in self._first and condition.members:
                self._first[proxy] = _UNKNOWN
                channel = proxy.endpoints().get("channel")
                if channel is not None:
                    tap(channel, partial(self._note, weakref.ref(proxy)))
                if condition.members == 1:
                    self._node.spawn(self._read_first(proxy))
                else:
                    self._changed.add(proxy)

    def may_lose(self) -> bool:
        """Whether something was changed that is only here; `find` knows what would really be lost."""
        return bool(self._candidates())

    async def find(self) -> list[Endangered]:
        """The content that would be lost now."""
        from objects_library.volatile_content import digest_of, read_state, volatile_group  # noqa: PLC0415 - then only

        found = []
        for proxy in self._candidates():
            group = volatile_group(self._node.id, proxy.reference)
            if group is None:
                continue
            try:
                state = await read_state(group)
            except TimeoutError:
                continue  # the object has no state yet, or has failed
            if digest_of(group, state) != self._first.get(proxy):
                found.append(Endangered(proxy.reference, state))
        return found

    def kept_document(self, document: Document, endangered: list[Endangered]) -> Document | None:
        """The document with channels that keep this content; None if an object does not accept them."""
        from objects_library.volatile_content import with_kept_channels  # noqa: PLC0415 - then only

        channels = [each.channel for each in endangered]
        inside = [part for _, part in walk(document.reference)]
        if not all(each in inside for each in channels):  # such as that of an object which lies on a desktop
            return None
        kept = replace(document, reference=with_kept_channels(document.reference, channels))
        try:
            self._node.require_sound(kept.reference)
        except ActivationError:
            return None
        return kept

    def _candidates(self) -> list[Proxy]:
        volatile = self._channels.volatile().items()
        return [proxy for proxy, condition in volatile if condition.members <= 1 and proxy in self._changed]

    def _note(self, which: weakref.ref[Proxy], event: TappedEvent) -> None:
        proxy = which()
        if proxy is not None and event.event in ("receive", "send"):
            self._changed.add(proxy)

    async def _read_first(self, proxy: Proxy) -> None:
        from objects_library.volatile_content import digest_of, read_state, volatile_group  # noqa: PLC0415 - then only

        group = volatile_group(self._node.id, proxy.reference)
        if group is None:
            return
        try:
            self._first[proxy] = digest_of(group, await read_state(group))
        except TimeoutError:
            return
