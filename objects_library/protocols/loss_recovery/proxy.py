# SPDX-License-Identifier: BSD-3-Clause
"""Loss recovery: sequence numbers, gap detection and negative acknowledgements."""

import time
from dataclasses import dataclass
from typing import Generic, TypeVar, cast
from uuid import UUID, uuid4

from app.runtime.library import Context, Endpoint, decode, encode, live_object, type_name
from app.runtime.types import ValueType
from app.transport_native import Slow
from objects_library.channels.native.protocol_stack import NativePart, Stack

T = TypeVar("T")

_KEPT = 4096
"""The number of messages that a sender buffers for retransmission."""
_SENDERS = 4096
_SILENCE = 60.0
"""Seconds of silence after which the state of a sender may be evicted."""
_ASKED_AT_ONCE = 64
_ASK_AGAIN = 0.2
_ANNOUNCE_NEWEST = 0.5
_ANNOUNCEMENTS = 8
_ANNOUNCE_SELDOM = 16
"""After the first few announcements, only every sixteenth is sent."""
_PATIENCE = 50
"""The number of requests for a lost message before its sender counts as gone."""


@type_name("RecoveryFrame")
@dataclass(frozen=True)
class Frame(Generic[T]):
    """A frame: a message, the newest sequence number, or a negative acknowledgement."""

    kind: str
    origin: UUID
    number: int
    body: list[T]


@type_name("UnreliableChannel")
class UnreliableChannel(Generic[T]):
    """A channel that may lose messages."""

    channel = Endpoint(provides={"reliability": "best effort"})

    @channel.incoming
    def send(self, message: T) -> None:
        """Send a message, which may be lost."""

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A received message."""


class _Stream(Generic[T]):
    """The receive state of one sender."""

    def __init__(self, first: int) -> None:
        self.next = first
        self.newest = first - 1
        self.waiting: dict[int, T] = {}
        self.patience = _PATIENCE
        self.received_at = 0.0

    def lost(self) -> list[int]:
        """The missing sequence numbers."""
        missing = (number for number in range(self.next, self.newest + 1) if number not in self.waiting)
        return [number for number, _ in zip(missing, range(_ASKED_AT_ONCE), strict=False)]


@live_object("6d0f5b64c3e14ae0b1a2f1b1a7c0de55", name="Loss recovery", group="Services and protocols")
class LossRecovery(Generic[T]):
    """Makes a channel that loses messages into one that does not, as long as the sender is there."""

    lossy = Endpoint(name="UnreliableChannel", requires={"reliability": "best effort"})
    safe = Endpoint(name="ReliableChannel", provides={"reliability": "exactly once, fifo"})

    def __init__(self, context: Context) -> None:
        self._context = context
        self._self = uuid4()
        self._sent: dict[int, T] = {}
        self._number = 0
        self._announcements = 0
        self._sent_at = 0.0
        self._streams: dict[UUID, _Stream[T]] = {}
        self._type = cast(ValueType, context.types["T"])
        self.crossings = 0
        """The number of frames handled in Python."""
        self._native = NativePart(context, self.lossy, self.safe, _strengthened, self._deliver_native)
        context.every(_ASK_AGAIN, self._ask_for_lost)
        context.every(_ANNOUNCE_NEWEST, self._announce_newest)

    @lossy.connected
    def below_came(self) -> None:
        """Check whether the layer below is native."""
        self._native.look()

    @lossy.disconnected
    def below_went(self) -> None:
        """The layer below has disconnected."""
        self._native.look()

    @safe.connected
    def above_came(self) -> None:
        """Check whether the layer above is native."""
        self._native.look()

    @safe.disconnected
    def above_went(self) -> None:
        """The layer above has disconnected."""
        self._native.look()

    def _deliver_native(self, data: bytes) -> None:
        self.receive(decode(self._type, data))

    @safe.incoming
    def send(self, message: T) -> None:
        """Number, buffer and send a message; the sender delivers it at once."""
        if self._native.joined:
            self._native.send(encode(self._type, message))
            return
        self._number += 1
        self._sent[self._number] = message
        self._sent.pop(self._number - _KEPT, None)
        self._announcements = 0
        self._sent_at = time.monotonic()
        self.send_frame(Frame("message", self._self, self._number, [message]))
        self.receive(message)

    @safe.outgoing
    def receive(self, message: T) -> None:
        """A message: once, and FIFO per sender."""

    @lossy.outgoing("send")
    def send_frame(self, frame: Frame[T]) -> None:
        """Send a frame, which may be lost."""

    @lossy.incoming("receive")
    def frame_arrived(self, frame: Frame[T]) -> None:
        """Process a frame."""
        self.crossings += 1
        if frame.kind == "wanted":
            self._send_again(frame)
        elif frame.origin != self._self and frame.kind in ("message", "newest"):
            self._take(frame)

    def _send_again(self, request: Frame[T]) -> None:
        if request.origin == self._self and request.number in self._sent:
            self.send_frame(Frame("message", self._self, request.number, [self._sent[request.number]]))

    def _take(self, frame: Frame[T]) -> None:
        """Insert a message by its number and deliver what is complete."""
        is_message = frame.kind == "message" and len(frame.body) == 1
        stream = self._stream(frame.origin, frame.number if is_message else frame.number + 1)
        if stream is None:
            return
        stream.newest = max(stream.newest, min(frame.number, stream.next + _KEPT))
        if is_message and stream.next <= frame.number <= stream.newest:
            stream.waiting[frame.number] = frame.body[0]
            stream.patience = _PATIENCE
        self._deliver(stream)

    def _stream(self, origin: UUID, first: int) -> _Stream[T] | None:
        """The receive state of a sender; a newcomer starts with the first number it sees."""
        now = time.monotonic()
        stream = self._streams.pop(origin, None)
        if stream is None:
            longest_silent = next(iter(self._streams), None)
            if longest_silent is not None and len(self._streams) >= _SENDERS:
                if now - self._streams[longest_silent].received_at < _SILENCE:
                    return None
                del self._streams[longest_silent]
            stream = _Stream(first)
        stream.received_at = now
        self._streams[origin] = stream
        return stream

    def _deliver(self, stream: _Stream[T]) -> None:
        while stream.next in stream.waiting:
            message = stream.waiting.pop(stream.next)
            stream.next += 1
            self.receive(message)

    def _ask_for_lost(self) -> None:
        for origin, stream in list(self._streams.items()):
            lost = stream.lost()
            if lost and stream.patience == 0:
                # The sender is gone, and its buffer with it.
                stream.next = min(stream.waiting, default=stream.newest + 1)
                stream.patience = _PATIENCE
                self._deliver(stream)
            elif lost:
                stream.patience -= 1
                for number in lost:
                    self.send_frame(Frame("wanted", origin, number, []))

    def _announce_newest(self) -> None:
        """Announce the newest number, since the loss of a last message is otherwise not detected."""
        if not self._number or time.monotonic() - self._sent_at < _ANNOUNCE_NEWEST / 2:
            return  # it must not overtake the message itself
        self._announcements += 1
        if self._announcements <= _ANNOUNCEMENTS or self._announcements % _ANNOUNCE_SELDOM == 0:
            self.send_frame(Frame("newest", self._self, self._number, []))


def _strengthened(below: Stack) -> Stack:
    """Stop recovery: the engine retransmits."""
    return below.under("recovery", reliable=True, slow=Slow.THROTTLE)
