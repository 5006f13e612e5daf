# SPDX-License-Identifier: BSD-3-Clause
"""An event for each change of a value."""

from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, adapter
from objects_library.values.operator import Operator

T = TypeVar("T")


@adapter("1af0e5b5052c4ad40656eae79e45eed7", name="When it changes", group="Operators")
class WhenChanges(Operator, Generic[T]):
    """Sends an event each time a value becomes another one."""

    takes = Endpoint(words="{name} watches {what}")
    changes = Endpoint(words="each change that {name} sees")

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    @takes.incoming("value")
    def take(self, value: T | None, cause: Cause) -> None:
        """Compare with the value before; what a new wire repeats is no change."""
        before = self.output
        self.accept("takes", value, cause)
        if self.output is not None and self.output is not before and not cause.again:
            self.tell_change(self.output, cause.through(self._context.name))

    @takes.disconnected
    def miss(self) -> None:
        """Begin again with the next wire."""
        if not self.takes.connected:
            self.forget("takes")

    @changes.outgoing("happened")
    def tell_change(self, value: T, cause: Cause) -> None:
        """The value has become this one."""

    def compute(self) -> Any:
        """The value itself."""
        return self.inputs.get("takes")
