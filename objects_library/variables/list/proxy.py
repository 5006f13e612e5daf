# SPDX-License-Identifier: BSD-3-Clause
"""A shared list: items keep their names, so that all who change it at a time get the same order."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.counted_object import CountedObject
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.sequence import Sequence
from objects_library.values.wire_values import fit_value, time_of

T = TypeVar("T")


@dataclass(frozen=True)
class Item(Generic[T]):
    """An item and its name."""

    item: UUID
    value: T


@type_name("ListChange")
@dataclass(frozen=True)
class ListChange(Generic[T]):
    """Insert, move, replace or remove an item; its place is behind another one, or first."""

    kind: str
    item: UUID
    after: UUID | None
    value: list[T]


@dataclass(frozen=True)
class ListEntry(Generic[T]):
    """An item that is there, or the place of one that was."""

    item: UUID
    value: list[T]


@type_name("ListState")
@dataclass(frozen=True)
class ListState(Generic[T]):
    """All places, and which of them are of removed items, the oldest first."""

    items: list[ListEntry[T]]
    removed: list[UUID]


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e505", name="Shared list", group="Shared documents", limits="up to 100,000 items"
)
class SharedList(CountedObject, Generic[T]):
    """Items in an order that everyone sees and changes; inserting, moving and removing at a time is safe."""

    sequence = Endpoint(name="list", provides={"merge": "last writer per part"})
    items_added = Endpoint(name="added", words="each item added to {name}")
    adds = Endpoint(provides=ONCE, words="{what} is added to {name}")

    def __init__(self, Channel: ChannelReference[ListChange[T], ListState[T]], context: Context) -> None:
        self._type = context.types["T"]
        self._sequence = Sequence()
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self.offer_count_again()

    @property
    def _item_count(self) -> int:
        return len(self._sequence.values)

    @items_added.outgoing("happened")
    def offer_added(self, value: T, cause: Cause) -> None:
        """An item that was added, for wires."""

    @adds.incoming("happened")
    def add_event(self, value: Any, cause: Cause) -> None:
        """Add the value of an event at the end."""
        made = fit_value(self._type, value, time_of(cause))
        if made is not None:  # behind an item that is not there is the end
            change = {"kind": "insert", "item": uuid4(), "after": uuid4(), "value": [made]}
            self._effects.perform("adds", cause, change)

    @sequence.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.items([Item(name, value) for name, value in self._sequence.items()])

    @sequence.incoming
    def insert(self, item: UUID, value: T, after: UUID | None = None) -> None:
        """Put a new item, with a name made by whoever inserts it, behind another one, or first."""
        self._replica.send({"kind": "insert", "item": item, "after": after, "value": [value]})

    @sequence.incoming
    def move(self, item: UUID, after: UUID | None = None) -> None:
        """Put an item behind another one, or first."""
        self._replica.send({"kind": "move", "item": item, "after": after, "value": []})

    @sequence.incoming
    def replace(self, item: UUID, value: T) -> None:
        """Give an item another value."""
        self._replica.send({"kind": "replace", "item": item, "after": None, "value": [value]})

    @sequence.incoming
    def remove(self, item: UUID) -> None:
        """Take an item away."""
        self._replica.send({"kind": "remove", "item": item, "after": None, "value": []})

    @sequence.outgoing
    def items(self, items: list[Item[T]]) -> None:
        """All items, in order."""

    @sequence.outgoing
    def inserted(self, item: UUID, value: T, after: UUID | None) -> None:
        """A new item stands behind this one, or first."""

    @sequence.outgoing
    def moved(self, item: UUID, after: UUID | None) -> None:
        """An item stands behind this one now, or first."""

    @sequence.outgoing
    def replaced(self, item: UUID, value: T) -> None:
        """An item has another value."""

    @sequence.outgoing
    def removed(self, item: UUID) -> None:
        """An item is gone."""

    @sequence.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Make one change."""
        kind, item, after, value = change["kind"], change["item"], change["after"], change["value"]
        if kind not in ("insert", "move", "replace", "remove") or len(value) != (kind in ("insert", "replace")):
            raise RefusedChangeError(f"nobody knows the change {kind[:20]!r} with {len(value)} values")
        if kind == "insert":
            self._sequence.insert(item, value[0], after)
            self.inserted(item, value[0], self._sequence.before(item))
            self.offer_added(value[0], self._replica.cause)
            self.offer_count(self._item_count, self._replica.cause)
        elif kind == "move":
            self._sequence.move(item, after)
            self.moved(item, self._sequence.before(item))
        elif kind == "replace":
            self._sequence.replace(item, value[0])
            self.replaced(item, value[0])
        else:
            self._sequence.remove(item)
            self.removed(item)
            self.offer_count(self._item_count, self._replica.cause)

    def give_state(self) -> dict[str, Any]:
        """All items and places."""
        return self._sequence.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._sequence = Sequence() if state is None else Sequence.of(state)
