# SPDX-License-Identifier: BSD-3-Clause
"""Events in one of two directions."""

from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, live_object
from objects_library.values.conversions import as_yes
from objects_library.values.operator import Operator

T = TypeVar("T")


@live_object("3866e291acc9780577d57167d388679b", name="Split", group="Operators")
class Split(Operator, Generic[T]):
    """Sends events one way while a condition says yes, and another way while it says no."""

    takes = Endpoint(words="{name} directs {what}")
    condition = Endpoint(words="{name} looks at {what}")
    while_yes = Endpoint(name="while yes", words="each event that {name} directs to yes")
    while_no = Endpoint(name="while no", words="each event that {name} directs to no")

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    @takes.incoming("happened")
    def take(self, value: T, cause: Cause) -> None:
        """Direct an event; without a condition it is dropped."""
        self.accept("takes", value, cause)
        through = cause.through(self._context.name)
        condition = as_yes(self.inputs.get("condition"))
        if condition:
            self.tell_yes(value, through)
        elif condition is not None:
            self.tell_no(value, through)

    @condition.incoming("value")
    def take_condition(self, value: bool | float | None, cause: Cause) -> None:
        """Look at the condition."""
        self.accept("condition", value, cause)

    @condition.disconnected
    def miss_condition(self) -> None:
        """There is no condition when the last wire is gone."""
        if not self.condition.connected:
            self.forget("condition")

    @while_yes.outgoing("happened")
    def tell_yes(self, value: T, cause: Cause) -> None:
        """An event while yes."""

    @while_no.outgoing("happened")
    def tell_no(self, value: T, cause: Cause) -> None:
        """An event while no."""

    def compute(self) -> Any:
        """The direction."""
        return as_yes(self.inputs.get("condition"))
