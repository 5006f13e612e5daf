# SPDX-License-Identifier: BSD-3-Clause
"""Conflation: a slow receiver gets the newest value and never a backlog."""

from __future__ import annotations

from typing import Annotated, Any

from app.runtime.library import Context, Label, adapter
from objects_library.channels.native.conflation import ConflatedQueue
from objects_library.channels.native.forwarding_adapter import ForwardingAdapter, T


@adapter("2a6980defcc5f65ae4dd2450fabacb38", name="Conflation", group="Services and protocols")
class Conflation(ForwardingAdapter[T]):
    """Skips values that are out of date before they were seen, of each key if the values have one."""

    inner = ForwardingAdapter.inner.stronger(requires={"reliability": "at least once, fifo"})
    outer = ForwardingAdapter.outer.stronger(provides={"reliability": "latest value, at most once"})

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

    def handle_message(self, message: T) -> None:
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
