"""A channel on which all who stay agree on who takes part, and on what was said in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from app.runtime.library import Endpoint, encode, live_object
from app.transport_native import Order, Policy
from objects_library.channels.native.channel import PlainChannel, T
from objects_library.channels.native.conditions import NodeInfo, nodes_of
from objects_library.channels.native.engines import Place
from objects_library.channels.native.frames import FrameError, Message, unpack
from objects_library.channels.native.speaker import Speaker

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange


class ViewOfMembers(TypedDict):
    """Who takes part from here on."""

    number: int
    members: list[NodeInfo]


@live_object("f01c502658504b888b3f10453bcff38b", name="Virtually synchronous channel", group="Channels")
class SynchronousChannel(PlainChannel[T]):
    """All who stay hear the same messages between the same views; each message in the view it was sent in."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "virtually synchronous"})
    membership = Endpoint()
    submission = Endpoint()
    kind = "synchronous"
    policy = Policy(order=Order.VIEW)

    def _set_up(self) -> None:
        super()._set_up()
        self._speaker: Speaker | None = None
        self._early: list[tuple[bytes, UUID | None]] = []

    def _begin(self, place: Place) -> None:
        super()._begin(place)
        assert self._line is not None
        speaker = self._speaker = Speaker(
            self._line, lambda each: self._context.post(self.tell_accepted, each)
        )
        for data, request in self._early:
            speaker.say(data, request)
        self._early.clear()

    def _say(self, data: bytes) -> None:
        self._submit(data, None)

    @submission.incoming
    def submit(self, request: UUID, message: T) -> None:
        """Give everyone the message, once, however often it is submitted under this request."""
        self._submit(encode(self._type, message), request)

    @submission.outgoing("accepted")
    def tell_accepted(self, request: UUID) -> None:
        """The message of this request is safe."""

    @submission.outgoing("refused")
    def tell_refused(self, request: UUID, reason: str) -> None:
        """The message of this request was not sent, and will not be."""

    def _submit(self, data: bytes, request: UUID | None) -> None:
        if self._speaker is None:
            self._early.append((data, request))
        elif not self._speaker.say(data, request) and request is not None:
            self.tell_refused(request, "too much waits to be sent already; try again later")

    @membership.outgoing("view")
    def tell_view(self, view: ViewOfMembers) -> None:
        """Who takes part, in order with the messages."""

    @membership.incoming
    def join(self) -> None:
        """Show who takes part now."""
        if self._line is not None and self._line.last_cut is not None:
            self._tell(self._line.last_cut)

    @membership.incoming
    def leave(self) -> None:
        """Nothing: who opens the channel takes part."""

    def cut(self, cut: ViewChange) -> None:
        """From the line."""
        super().cut(cut)
        if cut.writable and self._speaker is not None:
            self._speaker.say_again(cut.rejoined)
        self._context.post(self._tell, cut)

    def _tell(self, cut: ViewChange) -> None:
        self.tell_view({"number": cut.view & (2**63 - 1), "members": nodes_of(cut.members)})

    def stable(self, count: int) -> None:
        """From the line."""
        if self._speaker is not None:
            self._speaker.stable(count)

    def _deliver(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            try:
                message = unpack(data)
            except FrameError:
                message = None
            if self._speaker is None or not isinstance(message, Message):
                self.refused += 1
            elif self._speaker.is_new(message):
                self._hear(message.body)
