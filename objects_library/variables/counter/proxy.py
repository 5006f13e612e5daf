# SPDX-License-Identifier: BSD-3-Clause
"""A shared counter: what everyone adds counts, in whatever order it comes."""

from app.runtime.library import ChannelReference, Context, Endpoint, live_object
from app.runtime.references.values import LARGEST_INT, SMALLEST_INT
from objects_library.replication.replica import RefusedChangeError, Replica


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e502", name="Shared counter", group="Shared documents")
class SharedCounter:
    """A number that everyone sees and adds to; no addition is lost."""

    counter = Endpoint(provides={"merge": "adds"})

    def __init__(self, Channel: ChannelReference[int, int], context: Context) -> None:
        self._total = 0
        self._replica = Replica(context, Channel, self, started=self.show, refused=self.refused)

    @counter.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.value(self._total)

    @counter.incoming
    def add(self, amount: int) -> None:
        """Add to the number; a negative amount takes away."""
        self._replica.send(amount)

    @counter.outgoing
    def value(self, total: int) -> None:
        """The present number."""

    @counter.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: int) -> None:
        """Add, as long as the sum is a number that can be sent."""
        if not SMALLEST_INT <= self._total + change <= LARGEST_INT:
            raise RefusedChangeError("the sum would have more than 64 bits")
        self._total += change
        self.value(self._total)

    def give_state(self) -> int:
        """The number."""
        return self._total

    def take_state(self, state: int | None) -> None:
        """Start from the state of another copy."""
        self._total = state or 0
