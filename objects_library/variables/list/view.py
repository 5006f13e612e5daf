# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared list: its items in order, moved by keys or buttons."""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar, cast
from uuid import UUID, uuid4

from app.runtime.library import Context, Endpoint, ValueRefusedError, view_of
from app.runtime.types import ValueType
from objects_library.variables.list.proxy import Item, SharedList
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.collection_view import CollectionView, item_title
from objects_library.widgets.fields import read_value
from objects_library.widgets.value_text import to_text

T = TypeVar("T")
Items = list[Item[T]]
"""Written apart, because the class below has an endpoint `list`."""


@view_of(SharedList)
class SharedListView(CollectionView, Generic[T]):
    """Items that are added at the end or behind the selected one, rewritten in place, and moved."""

    shared = Endpoint(name="list")

    def __init__(self, context: Context) -> None:
        self._type = cast(ValueType, context.types["T"])
        self._on_their_way: list[UUID] = []
        self.up_button = SoftButton("↑", "")
        self.down_button = SoftButton("↓", "")
        super().__init__(context, [(item_title(), self._type)], editable=0)
        self.up_button.setAccessibleName(self.tr("Move up"))
        self.down_button.setAccessibleName(self.tr("Move down"))
        self.up_button.setToolTip(self.tr("Move up (Alt+↑)"))
        self.down_button.setToolTip(self.tr("Move down (Alt+↓)"))
        for button, step in ((self.up_button, -1), (self.down_button, 1)):
            self.below.insertWidget(self.below.count() - 1, button)
            button.clicked.connect(lambda _=False, step=step: self._move_by(self.table.chosen, step))
        self.table.move_asked.connect(self._move_by)
        self.rows.rewritten.connect(self._rewrite)

    @shared.outgoing
    def insert(self, item: UUID, value: T, after: UUID | None) -> None: ...

    @shared.outgoing("move")
    def put_behind(self, item: UUID, after: UUID | None) -> None: ...

    @shared.outgoing
    def replace(self, item: UUID, value: T) -> None: ...

    @shared.outgoing
    def remove(self, item: UUID) -> None: ...

    @shared.incoming
    def items(self, items: Items[T]) -> None:
        """All items, in order."""
        self.rows.replace_all((each.item, (to_text(self._type, each.value),)) for each in items)

    @shared.incoming
    def inserted(self, item: UUID, value: T, after: UUID | None) -> None:
        """A new item stands behind another one, or first."""
        if item in self._on_their_way:
            self._on_their_way.remove(item)
        self.rows.put(item, to_text(self._type, value), after=after, first=after is None)

    @shared.incoming
    def moved(self, item: UUID, after: UUID | None) -> None:
        """An item stands elsewhere."""
        self.rows.move(item, after)

    @shared.incoming
    def replaced(self, item: UUID, value: T) -> None:
        """An item has another value."""
        self.rows.put(item, to_text(self._type, value))

    @shared.incoming
    def removed(self, item: UUID) -> None:
        """An item is gone."""
        self.rows.take(item)

    @shared.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self._on_their_way.clear()
        self.refuse(reason)

    def add_values(self, values: list[Any]) -> None:
        """Insert behind the selected item, else at the end."""
        last = self._on_their_way[-1] if self._on_their_way else self.rows.key_at(self.rows.rowCount() - 1)
        item = uuid4()
        self._on_their_way.append(item)
        chosen = self.table.chosen
        self.act(self.insert, item, values[0], last if chosen is None else chosen)

    def remove_row(self, key: Hashable) -> None:
        """Take an item away."""
        self.act(self.remove, key)

    def _show_buttons(self) -> None:
        super()._show_buttons()
        row = self.table.currentIndex().row()
        self.up_button.setEnabled(self.writable and row > 0)
        self.down_button.setEnabled(self.writable and 0 <= row < self.rows.rowCount() - 1)

    def _move_by(self, key: Hashable | None, step: int) -> None:
        if key is None or not self.writable:
            return
        target = self.rows.row_of(key) + step
        if not 0 <= target < self.rows.rowCount():
            return
        after = self.rows.key_at(target if step > 0 else target - 1)
        self.act(self.put_behind, key, after)
        self.table.choose(key)
        self._show_buttons()

    def _rewrite(self, key: Hashable, text: str) -> None:
        try:
            value = read_value(self._type, text)
        except ValueRefusedError as error:
            self.refuse(str(error))
            return
        self.act(self.replace, key, value)
