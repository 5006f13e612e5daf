# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared map: keys and values in two columns."""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, ValueRefusedError, encode, view_of
from app.runtime.types import ValueType
from objects_library.variables.map.proxy import MapEntry, SharedMap
from objects_library.widgets.collection_view import CollectionView, key_title, value_title
from objects_library.widgets.fields import read_value
from objects_library.widgets.value_text import format_value, to_text

K = TypeVar("K")
V = TypeVar("V")


@view_of(SharedMap)
class SharedMapView(CollectionView, Generic[K, V]):
    """What is under each key; a value is rewritten in its place."""

    shared = Endpoint(name="map")

    def __init__(self, context: Context) -> None:
        self._key_type = cast(ValueType, context.types["K"])
        self._value_type = cast(ValueType, context.types["V"])
        self._keys: dict[Hashable, Any] = {}
        columns = [(key_title(), self._key_type), (value_title(), self._value_type)]
        super().__init__(context, columns, editable=1)
        self.rows.rewritten.connect(self._rewrite)

    @shared.outgoing
    def put(self, key: K, value: V) -> None: ...

    @shared.outgoing
    def remove(self, key: K) -> None: ...

    @shared.incoming
    def entries(self, entries: list[MapEntry[K, V]]) -> None:
        """Everything."""
        self._keys = {encode(self._key_type, entry.key): entry.key for entry in entries}
        self.rows.replace_all(
            (encode(self._key_type, entry.key), self._texts(entry.key, entry.value)) for entry in entries
        )

    @shared.incoming
    def changed(self, key: K, value: V) -> None:
        """Under a key is something else."""
        place = encode(self._key_type, key)
        self._keys[place] = key
        self.rows.put(place, *self._texts(key, value))

    @shared.incoming
    def removed(self, key: K) -> None:
        """A key is gone."""
        place = encode(self._key_type, key)
        self._keys.pop(place, None)
        self.rows.take(place)

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self.refuse(reason)

    def add_values(self, values: list[Any]) -> None:
        """Put a value under a key."""
        self.act(self.put, *values)

    def remove_row(self, key: Hashable) -> None:
        """Take a key away."""
        self.act(self.remove, self._keys[key])

    def _texts(self, key: Any, value: Any) -> tuple[str, str]:
        written = to_text(self._value_type, value)
        return format_value(self._key_type, key), written

    def _rewrite(self, place: Hashable, text: str) -> None:
        try:
            value = read_value(self._value_type, text)
        except ValueRefusedError as error:
            self.refuse(str(error))
            return
        self.act(self.put, self._keys[place], value)
