"""Filters that come by wire: each tile hands on what it hears, so that one wire leads from tile to tile."""

from __future__ import annotations

from collections.abc import Callable

from objects_library.values.filters import KINDS, FilterSetting

MOST = 64
_LONGEST = 200
_MOST_VALUES = 1_000


class FilterChain:
    """What one tile hears, and what it adds; `notify` is for its view, `pass_on` for the next tile."""

    def __init__(
        self,
        notify: Callable[[list[FilterSetting]], object],
        pass_on: Callable[[list[FilterSetting]], object],
    ) -> None:
        self._notify = notify
        self._pass_on = pass_on
        self._heard: list[FilterSetting] = []
        self._own: list[FilterSetting] = []

    def receive(self, filters: list[FilterSetting]) -> None:
        """These are the filters of those before."""
        self._heard = [each for each in filters[:MOST] if makes_sense(each)]
        self.show()
        self.hand_on()

    def add(self, own: FilterSetting) -> None:
        """This one lets through something else."""
        self._own = [own]
        self.hand_on()

    def show(self) -> None:
        """Tell the view."""
        self._notify(self._heard)

    def hand_on(self) -> None:
        """Tell whoever is next."""
        self._pass_on([*self._heard, *self._own])


def makes_sense(setting: FilterSetting) -> bool:
    """Whether a filter is one that people could have set."""
    return (
        setting.kind in KINDS
        and len(setting.column) <= _LONGEST
        and len(setting.text) <= _LONGEST
        and len(setting.values) <= _MOST_VALUES
    )
