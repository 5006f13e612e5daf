# SPDX-License-Identifier: BSD-3-Clause
"""A button: everyone sees who pressed it last, and how often it was pressed."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object, type_name
from app.runtime.references.values import LARGEST_INT
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.scale import LONGEST_WORDS, ScaleError

LONGEST_NAME = 100


@type_name("ButtonPress")
@dataclass(frozen=True)
class ButtonPress:
    """One press, with the person and the time by their clock."""

    by: str
    at: datetime


@type_name("ButtonState")
@dataclass(frozen=True)
class ButtonState:
    """The number of presses, and the last one if any."""

    count: int
    last: list[ButtonPress]


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a11", name="Button", group="Shared documents")
class Button:
    """A button that everyone can press; each press reaches all, with who it was and when."""

    button = Endpoint(provides={"merge": "adds"})
    presses = Endpoint(words="each press of {name}")
    count = Endpoint(words="how often {name} was pressed")

    def __init__(
        self,
        Channel: ChannelReference[ButtonPress, ButtonState],
        context: Context,
        title: Annotated[str, Label("What it says")] = "Press",
    ) -> None:
        if not title or len(title) > LONGEST_WORDS:
            raise ScaleError(f"a button says something, in at most {LONGEST_WORDS} characters")
        self._context = context
        self._title = title
        self._count = 0
        self._last: list[dict[str, Any]] = []
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)

    def _start(self) -> None:
        self.show()
        self.offer_count_again()

    @count.connected
    def offer_count_again(self) -> None:
        """Send the count to a new wire."""
        self.offer_count(self._count, self._replica.cause.repeated())

    @count.outgoing("value")
    def offer_count(self, value: float | None, cause: Cause) -> None:
        """The count, for wires."""

    @presses.outgoing("happened")
    def offer_press(self, value: None, cause: Cause) -> None:
        """A press, for wires."""

    @button.connected
    def show(self) -> None:
        """Send title and count to a view that connects."""
        last: dict[str, Any] = self._last[-1] if self._last else {"by": "", "at": None}
        self.so_far(self._title, self._count, last["by"], last["at"])

    @button.incoming
    def press(self) -> None:
        """Press the button for everyone."""
        name = self._context.node_name[:LONGEST_NAME]
        self._replica.send({"by": name, "at": datetime.now(UTC)})

    @button.outgoing
    def so_far(self, title: str, count: int, by: str, at: datetime | None) -> None:
        """The count of presses, and the last person."""

    @button.outgoing
    def pressed(self, count: int, by: str, at: datetime) -> None:
        """One press, sent exactly once."""

    @button.outgoing
    def refused(self, reason: str) -> None:
        """The press was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Count a press."""
        if len(change["by"]) > LONGEST_NAME:
            raise RefusedChangeError("a name that long is nobody's")
        if self._count >= LARGEST_INT:
            raise RefusedChangeError("nobody can count further")
        self._count += 1
        self._last = [change]
        self.pressed(self._count, change["by"], change["at"])
        self.offer_count(self._count, self._replica.cause)
        self.offer_press(None, self._replica.cause)

    def give_state(self) -> dict[str, Any]:
        """The count, and the last press."""
        return {"count": self._count, "last": self._last}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._count = 0 if state is None else max(0, state["count"])
        self._last = [] if state is None else state["last"][-1:]
