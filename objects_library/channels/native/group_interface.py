"""What a replica needs of its node, and what it is told of the group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol
from uuid import UUID

from objects_library.channels.native.messages import Frame, Give, Message


class AnyMember(Protocol):
    """A node, as views and cuts tell of it."""

    @property
    def number(self) -> int: ...


class AnyViewChange(Protocol):
    """A place in the order at which the membership changes."""

    @property
    def view(self) -> int: ...
    @property
    def members(self) -> Sequence[AnyMember]: ...
    @property
    def joined(self) -> Sequence[AnyMember]: ...
    @property
    def rejoined(self) -> bool: ...
    @property
    def writable(self) -> bool: ...


class GroupInterface(Protocol):
    """What a replica needs of its node: the channel below, the application above, and time."""

    def send(self, frame: Frame) -> None:
        """Say something in the order of all."""

    def deliver(self, message: Message) -> None:
        """Hand a message to the application."""

    def observe(self, message: Message) -> None:
        """Show a message to those who only look, while nobody here has the state."""

    def ask_for_state(self, request: UUID) -> None:
        """The application is to give its state as it is now; the answer is `StateTransfer.state_given`."""

    def start_empty(self) -> None:
        """The application starts with nothing."""

    def start_with(self, state: Any) -> None:
        """The application starts with a state that came from elsewhere."""

    def expect(self, request: UUID, donor: int, give: Give) -> None:
        """Receive the state that a donor has: `StateTransfer.state_arrived` or `StateTransfer.donor_failed` follows."""

    def is_expecting(self, request: UUID) -> bool:
        """Whether the state is on its way."""

    def forget(self, request: UUID) -> None:
        """Stop receiving or giving."""

    def is_kept(self, place: int) -> bool:
        """Whether everything up to this place is kept as it was promised."""

    def keeps(self, member: int, count: int) -> None:
        """A member has so much on disk."""

    def accepted(self, request: UUID) -> None:
        """What was submitted is safe."""

    def changed(self) -> None:
        """The standing is another."""

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call after a while."""

    @property
    def load(self) -> int:
        """How many states this node is giving away at the moment."""
