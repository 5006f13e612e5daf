# SPDX-License-Identifier: BSD-3-Clause
"""A shared value: a last-writer-wins register."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import Replica
from objects_library.values.wire_values import fit_value, time_of

T = TypeVar("T")


@type_name("ValueState")
@dataclass(frozen=True)
class ValueState(Generic[T]):
    """A value, or none before the first write."""

    value: list[T]


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e501", name="Shared value", group="Shared documents")
class SharedValue(Generic[T]):
    """A value that everyone sees and sets; the last to set it wins."""

    value = Endpoint(provides={"merge": "last writer"})
    content = Endpoint(words="what {name} is set to")
    takes = Endpoint(provides=ONCE, words="{name} is set to {what}")

    def __init__(self, Channel: ChannelReference[T, ValueState[T]], context: Context) -> None:
        self._type = context.types["T"]
        self._values: list[T] = []
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self.offer_content_again()

    @content.connected
    def offer_content_again(self) -> None:
        """Send the value to a new wire."""
        self.offer_content(self._values[0] if self._values else None, self._replica.cause.repeated())

    @content.outgoing("value")
    def offer_content(self, value: T | None, cause: Cause) -> None:
        """The present value, for wires."""

    @takes.incoming("value")
    def take_value(self, value: Any, cause: Cause) -> None:
        """Set the value to what a wire offers; what it is already is no change, so that two wires cannot circle."""
        made = fit_value(self._type, value, time_of(cause))
        if made is not None and [made] != self._values:
            self._effects.perform("takes", cause, made)

    @takes.incoming("happened")
    def take_event(self, value: Any, cause: Cause) -> None:
        """Set the value because of an event."""
        self.take_value(value, cause)

    @value.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        for each in self._values:
            self.changed(each)

    @value.incoming
    def set(self, value: T) -> None:
        """Give everyone another value."""
        self._replica.send(value)

    @value.outgoing
    def changed(self, value: T) -> None:
        """The value is this one now."""

    @value.outgoing
    def refused(self, reason: str) -> None:
        """The value was refused."""

    def apply_change(self, change: T) -> None:
        """The last one counts."""
        self._values = [change]
        self.changed(change)
        self.offer_content(change, self._replica.cause)

    def give_state(self) -> dict[str, Any]:
        """The value, if there is one."""
        return {"value": self._values}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have; a state with more than one value has none that counts."""
        values = [] if state is None else state["value"]
        self._values = values[:1]
