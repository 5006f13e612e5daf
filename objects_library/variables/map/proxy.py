# SPDX-License-Identifier: BSD-3-Clause
"""A shared map: under each key is what was put there last."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from app.runtime.library import ChannelReference, Context, Endpoint, encode, live_object, type_name
from app.runtime.types import ValueType
from objects_library.replication.counted_object import CountedObject
from objects_library.replication.replica import RefusedChangeError, Replica

K = TypeVar("K")
V = TypeVar("V")
LARGEST = 100_000
"""How many keys a map can have."""


@type_name("MapEntry")
@dataclass(frozen=True)
class MapEntry(Generic[K, V]):
    """A key and what is there."""

    key: K
    value: V


@type_name("MapChange")
@dataclass(frozen=True)
class MapChange(Generic[K, V]):
    """What is to be under a key: one value, or none."""

    key: K
    value: list[V]


Entries = list[MapEntry[K, V]]


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e504", name="Shared map", group="Shared documents", limits="up to 100,000 keys"
)
class SharedMap(CountedObject, Generic[K, V]):
    """Values by key that everyone sees and changes; the last to put a value under a key wins."""

    entries = Endpoint(name="map", provides={"merge": "last writer per part"})

    def __init__(self, Channel: ChannelReference[MapChange[K, V], Entries[K, V]], context: Context) -> None:
        self._keys = cast(ValueType, context.types["K"])
        self._entries: dict[bytes, dict[str, Any]] = {}
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)

    def _start(self) -> None:
        self.show()
        self.offer_count_again()

    @property
    def _item_count(self) -> int:
        return len(self._entries)

    @entries.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.all(self._listed())

    @entries.incoming
    def put(self, key: K, value: V) -> None:
        """Put a value under a key."""
        self._replica.send({"key": key, "value": [value]})

    @entries.incoming
    def remove(self, key: K) -> None:
        """Take away what is under a key."""
        self._replica.send({"key": key, "value": []})

    @entries.outgoing("entries")
    def all(self, entries: list[MapEntry[K, V]]) -> None:
        """Everything."""

    @entries.outgoing
    def changed(self, key: K, value: V) -> None:
        """Under this key is this value now."""

    @entries.outgoing
    def removed(self, key: K) -> None:
        """Under this key is nothing any more."""

    @entries.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Put or take away; the last one counts."""
        key, value = change["key"], change["value"]
        place = encode(self._keys, key)
        if len(value) > 1:
            raise RefusedChangeError("two values for one key")
        if not value:
            if self._entries.pop(place, None) is not None:
                self.removed(key)
                self.offer_count(self._item_count, self._replica.cause)
            return
        if place not in self._entries and len(self._entries) >= LARGEST:
            raise RefusedChangeError(f"the map has {LARGEST} keys already")
        self._entries[place] = {"key": key, "value": value[0]}
        self.changed(key, value[0])
        self.offer_count(self._item_count, self._replica.cause)

    def give_state(self) -> list[dict[str, Any]]:
        """Everything, in the order in which keys came."""
        return list(self._entries.values())

    def take_state(self, state: list[dict[str, Any]] | None) -> None:
        """Start from the state of another copy."""
        self._entries = {encode(self._keys, entry["key"]): entry for entry in state or []}

    def _listed(self) -> list[MapEntry[K, V]]:
        return [MapEntry(entry["key"], entry["value"]) for entry in self._entries.values()]
