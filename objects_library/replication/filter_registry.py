# SPDX-License-Identifier: BSD-3-Clause
"""The settings of all filters in this program."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from objects_library.values.filters import FilterSetting


class FilterRegistry:
    """Filter settings by filter, with listeners."""

    def __init__(self) -> None:
        self._settings: dict[UUID, FilterSetting] = {}
        self._listeners: dict[object, Callable[[UUID], object]] = {}

    def put(self, setting: FilterSetting) -> None:
        """Set what a filter lets through."""
        if self._settings.get(setting.source) != setting:
            self._settings[setting.source] = setting
            self._notify(setting.source)

    def take_off(self, source: UUID) -> None:
        """Remove a filter."""
        if self._settings.pop(source, None) is not None:
            self._notify(source)

    def of(self, source: UUID) -> FilterSetting | None:
        """The setting of a filter; None when it has ended."""
        return self._settings.get(source)

    def listen(self, listener: Callable[[UUID], object]) -> Callable[[], object]:
        """Call the listener with each filter that changes, until the returned function is called."""
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None)

    def _notify(self, source: UUID) -> None:
        for listener in list(self._listeners.values()):
            listener(source)


BOARD = FilterRegistry()
"""The registry of this program; filters are local to each viewer."""
