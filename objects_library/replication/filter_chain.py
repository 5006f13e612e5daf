# SPDX-License-Identifier: BSD-3-Clause
"""Filters by wire: each tile forwards the filters it receives to the next one."""

from __future__ import annotations

from collections.abc import Callable

from app.runtime.library import Endpoint
from objects_library.values.filters import KINDS, FilterSetting

Filters = list[FilterSetting]
MOST = 64
_LONGEST = 200
_MOST_VALUES = 1_000


class FilterChain:
    """The filters that a tile receives, plus its own; `notify` tells its view, `pass_on` the next tile."""

    def __init__(
        self, notify: Callable[[list[FilterSetting]], object], pass_on: Callable[[list[FilterSetting]], object]
    ) -> None:
        self._notify = notify
        self._pass_on = pass_on
        self._received: list[FilterSetting] = []
        self._own: list[FilterSetting] = []

    def receive(self, filters: list[FilterSetting]) -> None:
        """Set the filters of the tiles before this one."""
        self._received = [each for each in filters[:MOST] if makes_sense(each)]
        self.show()
        self.hand_on()

    def add(self, own: FilterSetting) -> None:
        """Set the filter of this tile."""
        self._own = [own]
        self.hand_on()

    def show(self) -> None:
        """Notify the view."""
        self._notify(self._received)

    def hand_on(self) -> None:
        """Notify the next tile."""
        self._pass_on([*self._received, *self._own])


def makes_sense(setting: FilterSetting) -> bool:
    """Whether a filter is valid."""
    return (
        setting.kind in KINDS
        and len(setting.column) <= _LONGEST
        and len(setting.text) <= _LONGEST
        and len(setting.values) <= _MOST_VALUES
    )


class FilterLink:
    """A live object in a chain of filters: the endpoints for the object before it and the one after it."""

    filters = Endpoint()
    onward = Endpoint()
    use = onward.sends(Filters)
    _chain: FilterChain

    @filters.incoming("use")
    def take_filters(self, filters: Filters) -> None:
        """Apply the filters that arrive by wire."""
        self._chain.receive(filters)

    @onward.connected
    def hand_on(self) -> None:
        """Send the filters in force to the next object of the chain."""
        self._chain.hand_on()
