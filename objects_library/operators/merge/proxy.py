# SPDX-License-Identifier: BSD-3-Clause
"""Several wires as one."""

from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, live_object
from objects_library.values.operator import Operator

T = TypeVar("T")


@live_object("6da0080d1d05e6fca65ebc5ac47a5eac", name="Merge", group="Operators")
class Merge(Operator, Generic[T]):
    """Makes one wire of several: whatever came last is its value, and all their events are its events."""

    takes = Endpoint(words="{name} passes on {what}")
    latest = Endpoint(words="what came to {name} last")
    events = Endpoint(words="each event that comes to {name}")

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    @takes.incoming("value")
    def take(self, value: T | None, cause: Cause) -> None:
        """Pass on a value."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: T, cause: Cause) -> None:
        """Pass on an event; its value is the last one."""
        self.accept("takes", value, cause)
        self.tell_event(value, cause.through(self._context.name))

    @takes.disconnected
    def miss(self) -> None:
        """There is no value when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")

    @latest.connected
    def give_again(self) -> None:
        """Send the value to a new wire."""
        self.give_latest(self.output, self.cause.repeated())

    @latest.outgoing("value")
    def give_latest(self, value: T | None, cause: Cause) -> None:
        """What came last."""

    @events.outgoing("happened")
    def tell_event(self, value: T, cause: Cause) -> None:
        """An event of one of the wires."""

    def give(self, value: T | None, cause: Cause) -> None:
        """Offer what came last."""
        self.give_latest(value, cause)

    def compute(self) -> Any:
        """The value itself."""
        return self.inputs.get("takes")
