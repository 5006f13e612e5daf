# SPDX-License-Identifier: BSD-3-Clause
"""A value as it was when something happened."""

from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, live_object
from objects_library.values.operator import Operator

T = TypeVar("T")


@live_object("5106c6345a75af1650017b27a9df0c38", name="Sample and hold", group="Operators")
class SampleAndHold(Operator, Generic[T]):
    """Keeps a value as it was when something happened, until it happens again."""

    samples = Endpoint(words="{name} samples {what}")
    when = Endpoint(words="{what} makes {name} sample")
    held = Endpoint(words="what {name} holds")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._held: T | None = None

    @samples.incoming("value")
    def take_sample(self, value: T | None, cause: Cause) -> None:
        """Know the present value; what is held stays."""
        self.accept("samples", value, cause)

    @samples.disconnected
    def miss(self) -> None:
        """Hold nothing new when the last wire is gone."""
        if not self.samples.connected:
            self.forget("samples")

    @when.incoming("happened")
    def hold(self, value: Any, cause: Cause) -> None:
        """Hold the present value."""
        del value
        self._held = self.inputs.get("samples")
        self.update(cause)

    @held.connected
    def give_again(self) -> None:
        """Send the held value to a new wire."""
        self.give_held(self.output, self.cause.repeated())

    @held.outgoing("value")
    def give_held(self, value: T | None, cause: Cause) -> None:
        """The held value."""

    def give(self, value: T | None, cause: Cause) -> None:
        """Offer the held value."""
        self.give_held(value, cause)

    def compute(self) -> T | None:
        """The held value."""
        return self._held
