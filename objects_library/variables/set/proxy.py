# SPDX-License-Identifier: BSD-3-Clause
"""A shared set: each item is in it or not, as the last who added or removed it wanted."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, encode, live_object, type_name
from app.runtime.types import ValueType
from objects_library.replication.counted_object import CountedObject
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.wire_values import fit_value, time_of

T = TypeVar("T")
LARGEST = 100_000
"""How many items a set can have."""

Items = list[T]


@type_name("SetChange")
@dataclass(frozen=True)
class SetChange(Generic[T]):
    """An item that comes or goes."""

    item: T
    present: bool


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e503", name="Shared set", group="Shared documents", limits="up to 100,000 items"
)
class SharedSet(CountedObject, Generic[T]):
    """A collection without order or doubles that everyone sees and changes, item by item."""

    collection = Endpoint(provides={"merge": "last writer per part"})
    items_added = Endpoint(name="added", words="each item added to {name}")
    adds = Endpoint(provides=ONCE, words="{what} is added to {name}")

    def __init__(self, Channel: ChannelReference[SetChange[T], Items[T]], context: Context) -> None:
        self._type = cast(ValueType, context.types["T"])
        self._items: dict[bytes, T] = {}
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self.offer_count_again()

    @property
    def _item_count(self) -> int:
        return len(self._items)

    @items_added.outgoing("happened")
    def offer_added(self, value: T, cause: Cause) -> None:
        """An item that is in now, for wires."""

    @adds.incoming("happened")
    def add_event(self, value: Any, cause: Cause) -> None:
        """Put the value of an event in."""
        made = fit_value(self._type, value, time_of(cause))
        if made is not None:
            self._effects.perform("adds", cause, {"item": made, "present": True})

    @collection.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.items(list(self._items.values()))

    @collection.incoming
    def add(self, item: T) -> None:
        """Put an item in."""
        self._replica.send({"item": item, "present": True})

    @collection.incoming
    def remove(self, item: T) -> None:
        """Take an item out."""
        self._replica.send({"item": item, "present": False})

    @collection.outgoing
    def items(self, items: list[T]) -> None:
        """All items."""

    @collection.outgoing
    def added(self, item: T) -> None:
        """An item is in now."""

    @collection.outgoing
    def removed(self, item: T) -> None:
        """An item is out now."""

    @collection.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Put the item in or take it out; what is so already is left so."""
        item, key = change["item"], encode(self._type, change["item"])
        if not change["present"]:
            if self._items.pop(key, self) is not self:
                self.removed(item)
                self.offer_count(self._item_count, self._replica.cause)
        elif key not in self._items:
            if len(self._items) >= LARGEST:
                raise RefusedChangeError(f"the set has {LARGEST} items already")
            self._items[key] = item
            self.added(item)
            self.offer_added(item, self._replica.cause)
            self.offer_count(self._item_count, self._replica.cause)

    def give_state(self) -> list[T]:
        """All items, in the order in which they came."""
        return list(self._items.values())

    def take_state(self, state: list[T] | None) -> None:
        """Start from the state of another copy."""
        self._items = {encode(self._type, item): item for item in state or []}
