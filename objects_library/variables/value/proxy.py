# SPDX-License-Identifier: BSD-3-Clause
"""A shared value: a last-writer-wins register."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.replica import Replica

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

    def __init__(self, Channel: ChannelReference[T, ValueState[T]], context: Context) -> None:
        self._values: list[T] = []
        self._replica = Replica(context, Channel, self, started=self.show, refused=self.refused)

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

    def give_state(self) -> dict[str, Any]:
        """The value, if there is one."""
        return {"value": self._values}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have; a state with more than one value has none that counts."""
        values = [] if state is None else state["value"]
        self._values = values[:1]
