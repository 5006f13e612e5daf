"""What every filter in this program lets through at the moment; a filter that ends is taken off."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from objects_library.values.filters import FilterSetting


class FilterRegistry:
    """Settings by the filter that they are of, and who wants to know of changes."""

    def __init__(self) -> None:
        self._settings: dict[UUID, FilterSetting] = {}
        self._listeners: dict[object, Callable[[UUID], object]] = {}

    def put(self, setting: FilterSetting) -> None:
        """A filter lets something else through."""
        if self._settings.get(setting.source) != setting:
            self._settings[setting.source] = setting
            self._notify(setting.source)

    def take_off(self, source: UUID) -> None:
        """A filter has ended."""
        if self._settings.pop(source, None) is not None:
            self._notify(source)

    def of(self, source: UUID) -> FilterSetting | None:
        """What a filter lets through; None when it has ended."""
        return self._settings.get(source)

    def listen(self, listener: Callable[[UUID], object]) -> Callable[[], object]:
        """Hear which filter is other than before, until the returned function is called."""
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None)

    def _notify(self, source: UUID) -> None:
        for listener in list(self._listeners.values()):
            listener(source)


BOARD = FilterRegistry()
"""The one of this program: viewers choose for themselves, so it goes nowhere."""
