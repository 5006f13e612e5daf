"""The boundary between a sandbox and the program, on either side: objects, stubs and messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from app.runtime.activation.errors import RemoteError
from app.runtime.library import ValueRefusedError
from app.runtime.sandbox import messages
from app.runtime.sandbox.errors import SandboxError
from app.runtime.sandbox.hosted_objects import HostedObject
from app.runtime.sandbox.setup import LARGEST_MESSAGE
from app.runtime.sandbox.stub import Stub

if TYPE_CHECKING:
    from app.runtime.sandbox.messages import Message
    from app.runtime.types import ValueType

_ROOM = 1024
"""What is written around a message on its way."""


class Boundary(ABC):
    """One side."""

    def __init__(self) -> None:
        self.stubs: dict[int, Stub] = {}
        """What stands here for objects on the other side."""
        self.hosted_objects: dict[int, HostedObject] = {}
        """What runs here for the other side."""

    @abstractmethod
    def say(self, message: Message) -> None:
        """Send a message to the other side."""

    @abstractmethod
    def ask(self, message: messages.Begin | messages.Fetch | messages.Fetched) -> None:
        """Do what only one of the sides is asked for."""

    def hand_over(self, wanted: ValueType, value: object) -> None:
        """A value of that type is about to go through; who keeps to what was given looks at it."""
        del wanted, value

    def forget(self, number: int) -> bool:
        """A stub is over; False if that was known."""
        return self.stubs.pop(number, None) is not None

    def written(self, message: Message) -> bytes:
        """The message as bytes, if it is not too large."""
        data = messages.write(message)
        if len(data) > LARGEST_MESSAGE - _ROOM:
            raise SandboxError(
                f"{len(data)} bytes at once are too much for a sandbox",
                f"send less than {LARGEST_MESSAGE // 1024**2} MB",
            )
        return data

    def hear(self, data: bytes) -> None:
        """Do what the other side says; what makes no sense is an error, and the end of its process."""
        message = messages.read(data)
        match message:
            case messages.Said():
                self._said(message)
            case messages.Joined():
                if (hosted := self.hosted_objects.get(message.number)) is not None:
                    hosted.join(message.endpoint)
            case messages.Parted():
                if (hosted := self.hosted_objects.get(message.number)) is not None:
                    hosted.part(message.endpoint)
            case messages.State():
                if (stub := self.stubs.get(message.number)) is not None:
                    stub.follow(message.state)
            case messages.Failed():
                self._failed(message)
            case messages.End():
                self._end(message.number)
            case _:
                self.ask(message)

    def _said(self, said: messages.Said) -> None:
        """What came for somebody who is gone meanwhile is let go."""
        place = self.stubs.get(said.number) or self.hosted_objects.get(said.number)
        if place is None:
            return
        try:
            place.deliver(said.endpoint, said.event, said.value)
        except ValueRefusedError as error:
            raise RemoteError(f"in the event {said.event[:40]!r}, {error.what}", error.hint) from None

    def _failed(self, failed: messages.Failed) -> None:
        if (stub := self.stubs.get(failed.number)) is not None:
            stub.fail(SandboxError(*split_reason(failed.reason)))

    def _end(self, number: int) -> None:
        if (hosted := self.hosted_objects.get(number)) is not None:
            hosted.end()
        elif (stub := self.stubs.get(number)) is not None:
            self.forget(number)
            stub.life.end()


def split_reason(reason: str) -> tuple[str, str]:
    """What was wrong, and what to do, out of a reason that came through the boundary."""
    what, _, to_do = " ".join(reason.split()).rpartition("; ")
    return (what, to_do) if what else (to_do, "tell whoever made it")
