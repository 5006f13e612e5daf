# SPDX-License-Identifier: BSD-3-Clause
"""A shared counter: what everyone adds counts, in whatever order it comes."""

from math import isfinite
from typing import Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object
from app.runtime.references.values import LARGEST_INT, SMALLEST_INT
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e502", name="Shared counter", group="Shared documents")
class SharedCounter:
    """A number that everyone sees and adds to; no addition is lost."""

    counter = Endpoint(provides={"merge": "adds"})
    count = Endpoint(words="the count of {name}")
    counts = Endpoint(provides=ONCE, words="{what} adds one to {name}")
    adds = Endpoint(provides=ONCE, words="{what} is added to {name}")

    def __init__(self, Channel: ChannelReference[int, int], context: Context) -> None:
        self._total = 0
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self.offer_count_again()

    @count.connected
    def offer_count_again(self) -> None:
        """Send the number to a new wire."""
        self.offer_count(self._total, self._replica.cause.repeated())

    @count.outgoing("value")
    def offer_count(self, value: float | None, cause: Cause) -> None:
        """The present number, for wires."""

    @counts.incoming("happened")
    def count_event(self, value: Any, cause: Cause) -> None:
        """Add one because of an event."""
        del value
        self._effects.perform("counts", cause, 1)

    @adds.incoming("happened")
    def add_event(self, value: float, cause: Cause) -> None:
        """Add the number of an event, without its fraction."""
        if isfinite(value) and SMALLEST_INT <= value <= LARGEST_INT:
            self._effects.perform("adds", cause, int(value))

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
        self.offer_count(self._total, self._replica.cause)

    def give_state(self) -> int:
        """The number."""
        return self._total

    def take_state(self, state: int | None) -> None:
        """Start from the state of another copy."""
        self._total = state or 0
