# SPDX-License-Identifier: BSD-3-Clause
"""The value of the last event."""

from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, adapter
from objects_library.values.operator import Operator

T = TypeVar("T")


@adapter("01bd0ab3a32fad712639db8ae1dfa849", name="Last event", group="Operators")
class LastEvent(Operator, Generic[T]):
    """Keeps the value of the last event, so that it can be shown."""

    takes = Endpoint(words="{name} uses {what}")
    latest = Endpoint(words="what {name} holds")

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    @takes.incoming("happened")
    def take(self, value: T, cause: Cause) -> None:
        """Keep the value of the event."""
        self.accept("takes", value, cause)

    @latest.connected
    def give_again(self) -> None:
        """Send the value to a new wire."""
        self.give_latest(self.output, self.cause.repeated())

    @latest.outgoing("value")
    def give_latest(self, value: T | None, cause: Cause) -> None:
        """The value of the last event."""

    def give(self, value: T | None, cause: Cause) -> None:
        """Offer the value."""
        self.give_latest(value, cause)

    def compute(self) -> Any:
        """The value itself."""
        return self.inputs.get("takes")
