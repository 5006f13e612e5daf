# SPDX-License-Identifier: BSD-3-Clause
"""What people at this copy want to edit: checked here, one edit of a row at a time, until it is settled."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any
from uuid import UUID

from objects_library.outside.database_table.contents import Contents
from objects_library.outside.database_table.values import LONGEST_KEY, MOST_COLUMNS, fingerprint, wrong_value

_MOST = 1_000
"""How many edits can be under way from one copy."""


class EditQueue:
    """Keeps edits until the database has them; `send` says why one cannot be sent, or nothing."""

    def __init__(
        self,
        contents: Callable[[], Contents],
        send: Callable[[UUID, dict[str, Any]], str],
        done: Callable[[UUID], object],
        refused: Callable[[UUID | None, str], object],
    ) -> None:
        self._contents, self._send = contents, send
        self._done, self._refused = done, refused
        self._under_way: dict[UUID, str] = {}
        self._waiting: dict[str, deque[tuple[UUID, dict[str, Any]]]] = {}

    def set(self, request: UUID, key: str, column: str, value: Any, was: Any) -> None:
        """Write into a cell."""
        contents = self._contents()
        place, row = contents.place_of(column), contents.rows.get(key[:LONGEST_KEY])
        if place is None or row is None:
            self._refused(request, "the cell is not there any more")
        elif not contents.columns[place]["editable"]:
            self._refused(request, f"the column {column[:60]} cannot be edited")
        elif reason := wrong_value(value):
            self._refused(request, reason)
        elif value is None and contents.columns[place]["required"]:
            self._refused(request, f"the column {column[:60]} cannot be empty")
        elif row[place] != was and key not in self._waiting:
            self._refused(request, "the cell was changed meanwhile; look at it and edit again")
        else:
            self._line_up(request, {**_edit("set", key), "column": column, "value": value})

    def add(self, request: UUID, values: dict[str, Any]) -> None:
        """Add a row."""
        contents = self._contents()
        wrong = next((reason for value in values.values() if (reason := wrong_value(value))), "")
        missing = [each["name"] for each in contents.columns if each["required"] and values.get(each["name"]) is None]
        if not contents.may_add:
            self._refused(request, "no rows can be added here")
        elif wrong or len(values) > MOST_COLUMNS:
            self._refused(request, wrong or "the table has not that many columns")
        elif missing:
            self._refused(request, f"{', '.join(missing)[:200]} cannot be empty; fill it in")
        else:
            self._line_up(request, {**_edit("add", ""), "values": values})

    def remove(self, request: UUID, key: str) -> None:
        """Remove a row."""
        if not self._contents().may_remove:
            self._refused(request, "no rows can be removed here")
        elif key not in self._contents().rows:
            self._refused(request, "the row is not there any more")
        else:
            self._line_up(request, _edit("remove", key))

    def outcome(self, request: UUID | None, reason: str) -> None:
        """Handle the outcome of an edit, as the copy at the bridge reports it."""
        key = self._under_way.pop(request, None) if request is not None else None
        if key is None or request is None:
            return  # belongs to another member
        if reason:
            self._refused(request, reason)
        else:
            self._done(request)
        self._next(key)

    def abandon(self) -> None:
        """Refuse all edits: the bridge is gone, and the outcome of those under way is unknown."""
        under_way = [*self._under_way, *(each for line in self._waiting.values() for each, _ in line)]
        self._under_way.clear()
        self._waiting.clear()
        for request in under_way:
            self._refused(
                request, "the connection to the database was lost; look whether it was written, and edit again"
            )

    def _line_up(self, request: UUID, edit: dict[str, Any]) -> None:
        key = edit["key"] or str(request)
        if len(self._under_way) + sum(map(len, self._waiting.values())) >= _MOST:
            self._refused(request, "too much is being edited; wait until it is written")
            return
        if key in self._waiting:  # the row will look different when its turn comes
            self._waiting[key].append((request, edit))
            return
        self._waiting[key] = deque([(request, edit)])
        self._next(key)

    def _next(self, key: str) -> None:
        line = self._waiting.get(key)
        if not line:
            self._waiting.pop(key, None)
            return
        request, edit = line.popleft()
        row = self._contents().rows.get(edit["key"])
        seen = "" if row is None else fingerprint(row)
        self._under_way[request] = key
        reason = self._send(request, {**edit, "seen": seen})
        if reason:
            del self._under_way[request]
            self._refused(request, reason)
            self._next(key)


def _edit(what: str, key: str) -> dict[str, Any]:
    return {"what": what, "key": key, "column": "", "value": None, "values": {}, "seen": ""}
