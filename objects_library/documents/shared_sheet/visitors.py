# SPDX-License-Identifier: BSD-3-Clause
"""Other people on a sheet, with pointers and selections; they expire, and are not stored."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from objects_library.replication.presence_table import LONGEST_NAME, PresenceTable

NOWHERE = UUID(int=0)
"""The node of a person whose channel does not report it."""
LONGEST_SELECTION = 200


class Visitors(PresenceTable[dict[str, Any]]):
    """The other people on a sheet, as plain values."""

    def update(self, visitor: dict[str, Any]) -> None:
        """Set where a person is."""
        if self._has_room(visitor["by"]):
            short = {
                "name": visitor["name"][:LONGEST_NAME],
                "colour": visitor["colour"][:9],
                "selection": visitor["selection"][:LONGEST_SELECTION],
            }
            self._put(visitor["by"], {**visitor, **short})

    def only_from(self, nodes: set[UUID]) -> bool:
        """Drop the people whose node has left; returns whether there were any."""
        known = {NOWHERE, *nodes}
        return self._drop([who for who, (each, _) in self._entries.items() if each["node"] not in known])
