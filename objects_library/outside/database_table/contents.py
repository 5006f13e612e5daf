# SPDX-License-Identifier: BSD-3-Clause
"""The copy of a table that everyone has: columns and rows by key, changed row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from objects_library.outside.database_table.values import (
    HEAVIEST,
    KINDS,
    LONGEST_KEY,
    MOST_COLUMNS,
    MOST_ROWS,
    Snapshot,
    weight,
    wrong_value,
)
from objects_library.replication.replica import RefusedChangeError

PIECE = 250
"""How many rows travel in one message."""
_PIECE_WEIGHT = 256 * 1024
_LONGEST_NAME = 200


class Contents:
    """Columns, and rows in order; whatever others send is looked at before it is taken."""

    def __init__(self) -> None:
        self.columns: list[dict[str, Any]] = []
        self.rows: dict[str, list[Any]] = {}
        self.may_add = self.may_remove = self.truncated = False
        self._weight = 0

    def lay_out(self, columns: Sequence[dict[str, Any]], *, may_add: bool, may_remove: bool) -> None:
        """Begin with these columns and no rows."""
        if len(columns) > MOST_COLUMNS or len({column["name"] for column in columns}) != len(columns):
            raise RefusedChangeError(f"a table has at most {MOST_COLUMNS} columns with names of their own")
        for column in columns:
            long = max(len(column["name"]), len(column["type"])) > _LONGEST_NAME
            if long or column["kind"] not in KINDS:
                raise RefusedChangeError("that is no column of a table")
        self.columns = list(columns)
        self.may_add, self.may_remove, self.truncated = may_add, may_remove, False
        self.rows, self._weight = {}, 0

    def change(self, rows: Sequence[dict[str, Any]], gone: Sequence[str]) -> None:
        """New, changed and removed rows."""
        for row in rows:
            if len(row["key"]) > LONGEST_KEY or len(row["values"]) != len(self.columns):
                raise RefusedChangeError("that is no row of this table")
            if any(wrong_value(value) for value in row["values"]):
                raise RefusedChangeError("a row holds what is no value of a cell")
        added = [row for row in rows if row["key"] not in self.rows]
        leaving = [key for key in gone if key in self.rows]
        grown = self._weight + sum(weight(row["values"]) for row in rows)
        if len(self.rows) + len(added) - len(leaving) > MOST_ROWS or grown > 2 * HEAVIEST:
            raise RefusedChangeError(f"a table has at most {MOST_ROWS:,} rows here")
        for key in leaving:
            self._weight -= weight(self.rows.pop(key))
        moved = False
        for row in rows:
            old = self.rows.get(row["key"])
            self._weight += weight(row["values"]) - (0 if old is None else weight(old))
            moved = moved or (old is None and row["behind"] != next(reversed(self.rows), None))
            self.rows[row["key"]] = row["values"]
        if moved:
            self._order(added)

    def fingerprinted(self, key: str) -> list[Any] | None:
        """The values of a row, if it is there."""
        return self.rows.get(key)

    def place_of(self, column: str) -> int | None:
        """Which column has that name."""
        return next((place for place, each in enumerate(self.columns) if each["name"] == column), None)

    def listed(self) -> list[dict[str, Any]]:
        """All rows, each behind the one before."""
        found, last = [], None
        for key, values in self.rows.items():
            found.append({"key": key, "behind": last, "values": values})
            last = key
        return found

    def _order(self, added: Sequence[dict[str, Any]]) -> None:
        """Put new rows behind those that they belong behind."""
        behind: dict[str | None, list[str]] = {}
        new = {row["key"] for row in added}
        for row in added:
            place = row["behind"] if row["behind"] in self.rows else None
            behind.setdefault(place if place != row["key"] else None, []).append(row["key"])
        ordered: dict[str, list[Any]] = {}

        def follow(place: str | None) -> None:
            waiting = list(reversed(behind.pop(place, [])))
            while waiting:
                key = waiting.pop()
                ordered[key] = self.rows[key]
                waiting += reversed(behind.pop(key, []))

        follow(None)
        for key in self.rows:
            if key not in new:
                ordered[key] = self.rows[key]
                follow(key)
        for key in self.rows:  # rows that name each other in a ring
            ordered.setdefault(key, self.rows[key])
        self.rows = ordered


def differences(before: dict[str, tuple[Any, ...]], now: Snapshot) -> Iterator[tuple[list[dict[str, Any]], list[str]]]:
    """What makes one state of the rows of another, in pieces small enough to send."""
    gone = [key for key in before if key not in now.rows]
    rows: list[dict[str, Any]] = []
    total, last = 0, None
    for key, values in now.rows.items():
        if before.get(key) != values:
            rows.append({"key": key, "behind": last, "values": list(values)})
            total += weight(values)
        last = key
        if len(rows) >= PIECE or total > _PIECE_WEIGHT:
            yield rows, gone[: 4 * PIECE]
            gone, rows, total = gone[4 * PIECE :], [], 0
    while rows or gone:
        yield rows, gone[: 4 * PIECE]
        gone, rows = gone[4 * PIECE :], []
