# SPDX-License-Identifier: BSD-3-Clause
"""The interface through which a state transfer reaches its group, its application and the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol
from uuid import UUID

from objects_library.channels.native.messages import Frame, Give, Message


class AnyMember(Protocol):
    """A member in views and view changes."""

    @property
    def number(self) -> int: ...


class AnyViewChange(Protocol):
    """A view change, at a position in the total order."""

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
    """What a state transfer needs of its node: the group below, the application above, and timers."""

    def send(self, frame: Frame) -> None:
        """Send a frame in the total order."""

    def deliver(self, message: Message) -> None:
        """Deliver a message to the application."""

    def observe(self, message: Message) -> None:
        """Deliver a message to observers while no application here has the state."""

    def ask_for_state(self, request: UUID) -> None:
        """Ask the application for its present state; the answer is `StateTransfer.state_given`."""

    def start_empty(self) -> None:
        """Start the application without a state."""

    def start_with(self, state: Any) -> None:
        """Start the application with a transferred state."""

    def expect(self, request: UUID, donor: int, give: Give) -> None:
        """Receive a donor's state: `StateTransfer.state_arrived` or `StateTransfer.donor_failed` follows."""

    def is_expecting(self, request: UUID) -> bool:
        """Whether the state is being received."""

    def forget(self, request: UUID) -> None:
        """Stop a transfer."""

    def is_kept(self, place: int) -> bool:
        """Whether everything up to this position is stored as promised."""

    def keeps(self, member: int, count: int) -> None:
        """Record how much a member has on disk."""

    def accepted(self, request: UUID) -> None:
        """Report that a submitted message is safe."""

    def changed(self) -> None:
        """Report a change of the replica's status."""

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call a function after a delay."""

    @property
    def load(self) -> int:
        """The number of states that this node is sending."""
