"""Conflation: a slow receiver gets the newest value and never a backlog."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import Context, Endpoint, Label, adapter
from objects_library.channels.native.conflation import ConflatedQueue

T = TypeVar("T")


@adapter("2a6980defcc5f65ae4dd2450fabacb38", name="Conflation", group="Services and protocols")
class Conflation(Generic[T]):
    """Skips values that are out of date before they were seen, of each key if the values have one."""

    inner = Endpoint(requires={"reliability": "at least once, fifo"})
    outer = Endpoint(provides={"reliability": "latest value, at most once"})

    def __init__(
        self,
        context: Context,
        key_field: Annotated[str, Label("The field that tells one value from another; empty: none")] = "",
        seconds: Annotated[float, Label("At most one value of a key in so many seconds")] = 0.0,
    ) -> None:
        self._context = context
        self._key_field = key_field
        self._seconds = seconds
        self._newest: ConflatedQueue[T] = ConflatedQueue()

    @outer.incoming
    def send(self, message: T) -> None:
        """Send a value to all members."""
        self.send_on(message)

    @outer.outgoing
    def receive(self, message: T) -> None:
        """The newest value."""

    @inner.outgoing("send")
    def send_on(self, message: T) -> None:
        """Send the value to the channel."""

    @inner.incoming("receive")
    def heard(self, message: T) -> None:
        """Queue a value until the client has processed the one before."""
        value: Any = message
        key = value.get(self._key_field) if self._key_field and isinstance(value, dict) else None
        if self._newest.put(key, message):
            if self._seconds:
                self._context.later(self._seconds, self._show)
            else:
                self._context.post(self._show)

    def _show(self) -> None:
        for value in self._newest.take():
            self.receive(value)
