# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared set: its items as rows."""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, encode, view_of
from app.runtime.types import ValueType
from objects_library.variables.set.proxy import SharedSet
from objects_library.widgets.collection_view import CollectionView, item_title
from objects_library.widgets.value_text import format_value

T = TypeVar("T")


@view_of(SharedSet)
class SharedSetView(CollectionView, Generic[T]):
    """Items that are there or not."""

    collection = Endpoint()

    def __init__(self, context: Context) -> None:
        self._type = cast(ValueType, context.types["T"])
        self._values: dict[Hashable, Any] = {}
        super().__init__(context, [(item_title(), self._type)])

    @collection.outgoing
    def add(self, item: T) -> None: ...

    @collection.outgoing
    def remove(self, item: T) -> None: ...

    @collection.incoming
    def items(self, items: list[T]) -> None:
        """All items."""
        self._values = {encode(self._type, item): item for item in items}
        self.rows.replace_all((key, (format_value(self._type, item),)) for key, item in self._values.items())

    @collection.incoming
    def added(self, item: T) -> None:
        """An item is in now."""
        key = encode(self._type, item)
        self._values[key] = item
        self.rows.put(key, format_value(self._type, item))

    @collection.incoming
    def removed(self, item: T) -> None:
        """An item is out now."""
        key = encode(self._type, item)
        self._values.pop(key, None)
        self.rows.take(key)

    @collection.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self.refuse(reason)

    def add_values(self, values: list[Any]) -> None:
        """Put an item in."""
        self.act(self.add, *values)

    def remove_row(self, key: Hashable) -> None:
        """Take an item out."""
        self.act(self.remove, self._values[key])
