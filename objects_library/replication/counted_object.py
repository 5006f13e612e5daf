# SPDX-License-Identifier: BSD-3-Clause
"""A collection whose number of items can be wired."""

from app.runtime.library import Cause, Endpoint
from objects_library.replication.replica import Replica


class CountedObject:
    """A live object with items; a subclass has `_item_count` and the `_replica` of its items."""

    count = Endpoint(words="how many items {name} has")
    _replica: Replica

    @property
    def _item_count(self) -> int:
        raise NotImplementedError

    @count.connected
    def offer_count_again(self) -> None:
        """Send the number of items to a new wire."""
        self.offer_count(self._item_count, self._replica.cause.repeated())

    @count.outgoing("value")
    def offer_count(self, value: float | None, cause: Cause) -> None:
        """The number of items, for wires."""
