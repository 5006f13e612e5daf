# SPDX-License-Identifier: BSD-3-Clause
"""Rows of the database of documents as changes and states, and back."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from app.runtime.storage.documents.change import Change, ChangeKind
from app.runtime.storage.documents.history import HistoryError, unpack_history
from app.runtime.storage.documents.records import StoredState
from app.runtime.storage.documents.schema import row_digest

LARGEST_STATE = 1 << 30
PENDING = 0
"""The position of a change that waits to be merged."""

CHANGE_COLUMNS = "origin, number, line, position, time, author, kind, body, signature, chain, digest"
STATE_COLUMNS = "line, position, time, author, name, history, state, digest"


class DamagedRowError(Exception):
    """A row does not have its digest; the text says what is lost."""


def put_change(
    connection: sqlite3.Connection, document: bytes, line: int, position: int, change: Change, now: int
) -> None:
    """Insert a change, or move a stored one to its new position."""
    row = _fields(line, position, change)
    connection.execute(
        f"INSERT OR REPLACE INTO changes (document, {CHANGE_COLUMNS}, stored) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608
        (document, *row, row_digest(document, *row), now),
    )


def make_pending(
    connection: sqlite3.Connection, document: bytes, line: int, changes: Iterable[tuple[int, Change]], now: int
) -> None:
    """Let stored changes, by their serial numbers, wait to be merged."""
    connection.executemany(
        "UPDATE changes SET line = ?, position = ?, digest = ?, stored = ? WHERE serial = ?",
        (
            (line, PENDING, row_digest(document, *_fields(line, PENDING, change)), now, serial)
            for serial, change in changes
        ),
    )


def _fields(line: int, position: int, change: Change) -> tuple[bytes | int, ...]:
    return (
        change.origin.to_bytes(8, "little"), change.number, line, position, change.time, change.author,
        int(change.kind), change.body, change.signature, change.chain,
    )  # fmt: skip


def change_of(document: bytes, row: tuple[Any, ...]) -> Change:
    """The change in a row of `CHANGE_COLUMNS`."""
    *fields, digest = row
    try:
        sound = row_digest(document, *fields) == digest
        origin, number, _, _, time, author, kind, body, signature, chain = fields
        if sound:
            origin = int.from_bytes(origin, "little")
            return Change(origin, number, author, time, ChangeKind(kind), body, chain, signature)
    except (TypeError, ValueError):
        pass
    raise DamagedRowError("a change")


def read_changes(
    connection: sqlite3.Connection, document: bytes, where: str, values: Iterable[Any]
) -> Iterator[Change | DamagedRowError]:
    """The changes that fulfil a condition, in their order; damaged ones as errors."""
    query = f"SELECT {CHANGE_COLUMNS} FROM changes WHERE document = ? AND {where}"  # noqa: S608
    for row in connection.execute(query, (document, *values)):
        try:
            yield change_of(document, row)
        except DamagedRowError as error:
            yield error


def put_state(connection: sqlite3.Connection, document: bytes, line: int, stored: StoredState) -> int:
    """Insert a state; returns its serial number."""
    row = (
        line, stored.position, stored.time, stored.author, stored.name, stored.history.pack(),
        zlib.compress(stored.state, 3),
    )  # fmt: skip
    done = connection.execute(
        f"INSERT INTO snapshots (document, {STATE_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?)",  # noqa: S608
        (document, *row, row_digest(document, *row)),
    )
    assert done.lastrowid is not None
    return done.lastrowid


def state_of(document: bytes, row: tuple[Any, ...]) -> StoredState:
    """The state in a row of `STATE_COLUMNS`."""
    *fields, digest = row
    try:
        if row_digest(document, *fields) == digest:
            _, _, time, author, name, history, packed = fields
            return StoredState(unpack_history(history)[0], inflate(packed), time, author, name)
    except (TypeError, ValueError, zlib.error, HistoryError):
        pass
    raise DamagedRowError("a stored state")


def inflate(packed: bytes, largest: int = LARGEST_STATE) -> bytes:
    """Decompress with a bound."""
    machine = zlib.decompressobj()
    data = machine.decompress(packed, largest)
    if not machine.eof or machine.unused_data:
        raise zlib.error("too large, or truncated")
    return data
