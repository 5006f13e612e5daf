# SPDX-License-Identifier: BSD-3-Clause
"""A choice between two values."""

from typing import Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, live_object
from objects_library.values.conversions import as_yes
from objects_library.values.operator import Operator

T = TypeVar("T")


@live_object("6569581d80747d2971d7ba6d36b0a4be", name="If … else", group="Operators")
class IfElse(Operator, Generic[T]):
    """Passes on one of two values: the first while the condition says yes, the second while it says no."""

    condition = Endpoint(words="{name} looks at {what}")
    first = Endpoint(words="while yes, {name} passes on {what}")
    second = Endpoint(words="while no, {name} passes on {what}")
    chosen = Endpoint(words="what {name} makes")

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    @condition.incoming("value")
    def take_condition(self, value: bool | float | None, cause: Cause) -> None:
        """Choose."""
        self.accept("condition", value, cause)

    @first.incoming("value")
    def take_first(self, value: T | None, cause: Cause) -> None:
        """What is passed on while yes."""
        self.accept("first", value, cause)

    @second.incoming("value")
    def take_second(self, value: T | None, cause: Cause) -> None:
        """What is passed on while no."""
        self.accept("second", value, cause)

    @condition.disconnected
    def miss_condition(self) -> None:
        """Choose nothing when the last wire is gone."""
        if not self.condition.connected:
            self.forget("condition")

    @first.disconnected
    def miss_first(self) -> None:
        """Nothing is passed on while yes."""
        if not self.first.connected:
            self.forget("first")

    @second.disconnected
    def miss_second(self) -> None:
        """Nothing is passed on while no."""
        if not self.second.connected:
            self.forget("second")

    @chosen.connected
    def give_again(self) -> None:
        """Send the chosen value to a new wire."""
        self.give_chosen(self.output, self.cause.repeated())

    @chosen.outgoing("value")
    def give_chosen(self, value: T | None, cause: Cause) -> None:
        """The chosen value."""

    def give(self, value: T | None, cause: Cause) -> None:
        """Offer the chosen value."""
        self.give_chosen(value, cause)

    def compute(self) -> T | None:
        """The first or the second value."""
        condition = as_yes(self.inputs.get("condition"))
        chosen: T | None = self.inputs.get("first" if condition else "second")
        return None if condition is None else chosen
