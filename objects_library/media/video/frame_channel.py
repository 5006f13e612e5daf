# SPDX-License-Identifier: BSD-3-Clause
"""The frame channel of a video: frames, key frame requests and reports."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any
from uuid import UUID

from app.runtime.library import Context, wrapper_of
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from objects_library.media.video.packets import VideoPacket, keyframe_request, report, wrong_packet
from objects_library.media.video.reception import Reception

PACKET = wrapper_of(VideoPacket)
_SOON, _LATER = 0.15, 0.5
"""Seconds until a key frame is requested again: first, and later."""
_SOMETIMES, _MOST_TIMES = 6, 2_000


class FrameChannel:
    """One copy's end of the frame channel; it follows one stream at a time, while there are viewers."""

    def __init__(
        self,
        context: Context,
        reference: Reference,
        me: UUID,
        show: Callable[[VideoPacket], object],
        on_packet: Callable[[VideoPacket], object],
    ) -> None:
        self._context, self._me = context, me
        self._show, self._on_packet = show, on_packet
        self._watch = Reception()
        self._from: UUID | None = None
        self._watchers = 0
        self._asked = 0
        self._can_send = True
        self._endpoint: Any = None
        context.spawn(self._join(reference))

    @property
    def stream(self) -> UUID | None:
        """The stream that is followed."""
        return self._watch.stream

    def follow(self, by: UUID | None, stream: UUID | None) -> None:
        """Follow another stream, or none."""
        self._from = by
        self._watch.follow(stream)
        self._request_keyframe_until_received()

    def come(self) -> None:
        """Add a viewer, who needs a key frame."""
        self._watchers += 1
        self.restart()

    def go(self) -> None:
        """Remove a viewer."""
        self._watchers -= 1

    def restart(self) -> None:
        """Drop frames until the next key frame, and request one."""
        self._watch.restart()
        self._request_keyframe_until_received()

    def send_report(self, dropped: int, busy: float) -> None:
        """Send a report to the presenter, if it is worthwhile."""
        reception = self._watch.keeping_up(dropped, busy)
        if reception is not None and self.stream is not None:
            self.send(report(self._me, self.stream, *reception))

    def send(self, packet: VideoPacket) -> None:
        """Send a packet; if that is impossible now it is dropped, because old frames are useless."""
        if self._endpoint is not None and self._can_send:
            self._endpoint.send(PACKET.lower(packet))

    async def _join(self, reference: Reference) -> None:
        proxy = await self._context.dereference(reference)
        endpoints = proxy.endpoints()
        outer = endpoints["channel"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self._endpoint = self._context.new_endpoint(inner, receive=self._receive)
        self._context.connect(self._endpoint, outer)
        status = endpoints.get("status")
        if status is not None and "status" in dict(status.type.outgoing):
            watching = dual(status.type)
            assert isinstance(watching, EndpointType)
            self._context.connect(self._context.new_endpoint(watching, status=self.noticed), status)
        self._request_keyframe_until_received()

    def noticed(self, status: dict[str, Any]) -> None:
        """Handle the status of the channel."""
        before, self._can_send = self._can_send, status.get("writable", True) is not False
        if self._can_send and not before:
            self.restart()

    def _receive(self, reception: dict[str, Any]) -> None:
        packet: VideoPacket = PACKET.lift(reception)
        if wrong_packet(packet):
            return
        if packet.kind != "frame":
            self._on_packet(packet)
        elif packet.by == self._from and self._watchers:
            needed = self._watch.needs_key
            if self._watch.take(packet, monotonic()):
                self._show(packet)
            elif not needed and self._watch.needs_key:
                self._request_keyframe_until_received()

    def _request_keyframe_until_received(self) -> None:
        """Request a key frame, repeatedly until one arrives."""
        self._asked += 1
        self._request_keyframe(self._asked, 0)

    def _request_keyframe(self, asked: int, times: int) -> None:
        stream = self.stream
        wanted = self._watch.needs_key and self._watchers and times < _MOST_TIMES
        if asked == self._asked and wanted and stream is not None:
            self.send(keyframe_request(self._me, stream))
            wait = _SOON if times < _SOMETIMES else _LATER
            self._context.later(wait, lambda: self._request_keyframe(asked, times + 1))
