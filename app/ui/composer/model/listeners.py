# SPDX-License-Identifier: BSD-3-Clause
"""A list of callbacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """Callbacks, called in the order of registration."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[T], None]] = {}

    def add(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Register a callback; returns an unsubscriber."""
        key = object()
        self._listeners[key] = listener

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def notify(self, news: T) -> None:
        """Call all callbacks."""
        for listener in list(self._listeners.values()):
            listener(news)
