# SPDX-License-Identifier: BSD-3-Clause
"""A switch: on or off, the same for everyone."""

from typing import Annotated, Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import Replica
from objects_library.values.scale import LONGEST_WORDS
from objects_library.variables.value.proxy import ValueState


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a14", name="Switch", group="Shared documents")
class SharedSwitch:
    """On or off, the same for everyone who opens it; the last to move it wins."""

    value = Endpoint(provides={"merge": "last writer"})
    label = Endpoint()
    """The title, beside what a shared value of type `bool` has."""
    on = Endpoint(words="whether {name} is on")
    takes = Endpoint(provides=ONCE, words="{name} is set to {what}")
    toggles = Endpoint(provides=ONCE, words="{what} moves {name} to the other side")

    def __init__(
        self,
        Channel: ChannelReference[bool, ValueState[bool]],
        context: Context,
        title: Annotated[str, Label("What is switched")] = "",
    ) -> None:
        self._title = title[:LONGEST_WORDS]
        self._on: bool | None = None
        self._expected: bool | None = None
        """Where it is when all that this copy has sent because of presses is back."""
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self.offer_on_again()

    @value.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._on is not None:
            self.changed(self._on)

    @label.connected
    def show_title(self) -> None:
        """Send the title to a view that connects."""
        self.titled(self._title)

    @on.connected
    def offer_on_again(self) -> None:
        """Send to a new wire whether it is on."""
        self.offer_on(self._on, self._replica.cause.repeated())

    @on.outgoing("value")
    def offer_on(self, value: bool | None, cause: Cause) -> None:
        """Whether it is on, for wires."""

    @takes.incoming("value")
    def take_value(self, value: bool | None, cause: Cause) -> None:
        """Switch to what a wire offers; where it is already it stays, so that two wires cannot circle."""
        if value is not None and value != self._on:
            self._effects.perform("takes", cause, value)

    @takes.incoming("happened")
    def take_event(self, value: bool, cause: Cause) -> None:
        """Switch because of an event."""
        self.take_value(value, cause)

    @toggles.incoming("happened")
    def toggle_event(self, value: Any, cause: Cause) -> None:
        """Switch to the other side because of an event; two people at once are one."""
        del value
        side = not (self._on if self._expected is None else self._expected)
        if cause.own:
            self._expected = side
        self._effects.perform("toggles", cause, side)

    @value.incoming
    def set(self, value: bool) -> None:
        """Switch it for everyone."""
        self._replica.send(value)

    @value.outgoing
    def changed(self, value: bool) -> None:
        """Whether it is on."""

    @value.outgoing
    def refused(self, reason: str) -> None:
        """It was not moved."""

    @label.outgoing
    def titled(self, title: str) -> None:
        """What is switched."""

    def apply_change(self, change: bool) -> None:
        """The last one counts."""
        self._on = change
        if change == self._expected:
            self._expected = None
        self.changed(change)
        self.offer_on(change, self._replica.cause)

    def give_state(self) -> dict[str, Any]:
        """Where it is, if it was moved."""
        return {"value": [] if self._on is None else [self._on]}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        values = [] if state is None else state["value"][:1]
        self._on = values[0] if values else None
        self._expected = None
