"""People who want to hear of something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """Functions that are called with every piece of news, in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[T], None]] = {}

    def add(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Call the listener from now on; the result stops that."""
        key = object()
        self._listeners[key] = listener

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def notify(self, news: T) -> None:
        """Call everyone."""
        for listener in list(self._listeners.values()):
            listener(news)
