# SPDX-License-Identifier: BSD-3-Clause
"""A shared number, as sliders, gauges and shared values have it."""

from typing import Any

from app.runtime.library import Cause, Context, Endpoint
from app.runtime.references import Reference
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.scale import Scale, ScaleError


class SharedNumber:
    """One copy of a shared number; `notify` receives it, `refuse` the reason why it was not set.

    Until somebody sets it, the number is `start`, if the reference gives one.
    """

    def __init__(
        self, context: Context, channel: Reference, scale: Scale, notify: Any, refuse: Any, start: float | None = None
    ) -> None:
        if start is not None and scale.wrong(start):
            raise ScaleError(f"the start: {scale.wrong(start)}")
        self.scale = scale
        self._start = start
        self._set: float | None = None
        self._notify = notify
        self._refuse = refuse
        self.replica = Replica(context, channel, self, started=self.show, refused=refuse, causes=True)

    @property
    def value(self) -> float | None:
        """The present number, or None."""
        return self._start if self._set is None else self._set

    def show(self) -> None:
        """Notify of the number, if there is one."""
        if self.value is not None:
            self._notify(self.value)

    def set(self, value: float) -> None:
        """Set the number for everyone."""
        reason = self.scale.wrong(value)
        if reason:
            self._refuse(reason)
        else:
            self.replica.send(value)

    def apply_change(self, change: float) -> None:
        """Apply a number; one outside the scale of this copy is shown at its end."""
        if change != change:  # noqa: PLR0124 - not a number is the only value that differs from itself
            raise RefusedChangeError("what is not a number cannot be shown")
        self._set = change
        self._notify(change)

    def give_state(self) -> dict[str, Any]:
        """The number, if it was set."""
        return {"value": [] if self._set is None else [self._set]}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        values = [] if state is None else state["value"][:1]
        self._set = values[0] if values and values[0] == values[0] else None


class NumberObject:
    """A live object with a shared number; a subclass adds the event `scale` to the endpoint `value`."""

    value = Endpoint(provides={"merge": "last writer"})
    number = Endpoint(words="what {name} is set to")

    def _replicate(self, context: Context, channel: Reference, scale: Scale, start: float | None) -> None:
        self._number = SharedNumber(context, channel, scale, self._number_changed, self.refused, start)

    def _number_changed(self, value: float) -> None:
        self.changed(value)
        self.offer_number(value, self._number.replica.cause)

    @number.connected
    def offer_number_again(self) -> None:
        """Send the number to a new wire."""
        self.offer_number(self._number.value, self._number.replica.cause.repeated())

    @number.outgoing("value")
    def offer_number(self, value: float | None, cause: Cause) -> None:
        """The present number, for wires."""

    def _send_scale(self, scale: Scale) -> None:
        raise NotImplementedError

    @value.connected
    def show(self) -> None:
        """Send the scale, and the number if there is one, to a client that connects."""
        self._send_scale(self._number.scale)
        if (shown := self._shown) is not None:
            self.changed(shown)

    @property
    def _shown(self) -> float | None:
        """The number that the view shows."""
        return self._number.value

    @value.incoming
    def set(self, value: float) -> None:
        """Set the number for everyone."""
        self._number.set(value)

    @value.outgoing
    def changed(self, value: float) -> None:
        """The present number."""

    @value.outgoing
    def refused(self, reason: str) -> None:
        """The number was refused."""
