# SPDX-License-Identifier: BSD-3-Clause
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
"""Bytes of the framing around a message."""


class Boundary(ABC):
    """One side of the boundary."""

    def __init__(self) -> None:
        self.stubs: dict[int, Stub] = {}
        """Stubs for objects on the other side."""
        self.hosted_objects: dict[int, HostedObject] = {}
        """Objects that run here for the other side."""

    @abstractmethod
    def send(self, message: Message) -> None:
        """Send a message to the other side."""

    @abstractmethod
    def ask(self, message: messages.Begin | messages.Fetch | messages.Fetched) -> None:
        """Handle a message that only one of the sides receives."""

    def record_references(self, wanted: ValueType, value: object) -> None:
        """Called before a value crosses the boundary; the program records the references in it."""
        del wanted, value

    def remove_stub(self, number: int) -> bool:
        """Remove a stub; False if it was removed before."""
        return self.stubs.pop(number, None) is not None

    def written(self, message: Message) -> bytes:
        """Encode a message; refuses one that is too large."""
        data = messages.write(message)
        if len(data) > LARGEST_MESSAGE - _ROOM:
            raise SandboxError(
                f"{len(data)} bytes at once are too much for a sandbox",
                f"send less than {LARGEST_MESSAGE // 1024**2} MB",
            )
        return data

    def handle_message(self, data: bytes) -> None:
        """Handle a message; an invalid one is an error, which ends the process."""
        message = messages.read(data)
        match message:
            case messages.EventMessage():
                self._deliver_event(message)
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
                self._fail_stub(message)
            case messages.End():
                self._end(message.number)
            case _:
                self.ask(message)

    def _deliver_event(self, message: messages.EventMessage) -> None:
        """Deliver an event; dropped if its target is gone."""
        place = self.stubs.get(message.number) or self.hosted_objects.get(message.number)
        if place is None:
            return
        try:
            place.deliver(message.endpoint, message.event, message.value)
        except ValueRefusedError as error:
            raise RemoteError(f"in the event {message.event[:40]!r}, {error.what}", error.hint) from None

    def _fail_stub(self, failed: messages.Failed) -> None:
        if (stub := self.stubs.get(failed.number)) is not None:
            stub.fail(SandboxError(*split_reason(failed.reason)))

    def _end(self, number: int) -> None:
        if (hosted := self.hosted_objects.get(number)) is not None:
            hosted.end()
        elif (stub := self.stubs.get(number)) is not None:
            self.remove_stub(number)
            stub.life.end()


def split_reason(reason: str) -> tuple[str, str]:
    """Split a reason from the other side into what was wrong and the hint."""
    what, _, to_do = " ".join(reason.split()).rpartition("; ")
    return (what, to_do) if what else (to_do, "tell whoever made it")
