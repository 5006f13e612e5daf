# SPDX-License-Identifier: BSD-3-Clause
"""Operations on the database of documents; each runs in a transaction, in the thread of the store."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from app.runtime.storage.documents.change import Change
from app.runtime.storage.documents.history import DocumentHistory
from app.runtime.storage.documents.records import DocumentInfo, Stored, StoredState, Summary, Version
from app.runtime.storage.documents.retention import thin
from app.runtime.storage.documents.rows import (
    CHANGE_COLUMNS,
    PENDING,
    STATE_COLUMNS,
    DamagedRowError,
    change_of,
    make_pending,
    put_change,
    put_state,
    read_changes,
    state_of,
)

APART = "worked apart"
_LONGEST = 200


@dataclass
class OpenRow:
    """The row of a document that this process owns."""

    id: bytes
    info: DocumentInfo
    origin: int
    next_number: int = 1


def new_origin() -> int:
    """A random origin."""
    return secrets.randbits(64)


def open_row(connection: sqlite3.Connection, document: bytes, info: DocumentInfo, now: int) -> OpenRow:
    """Become the writer of a document: its origin is reused only after a clean end, so no number is used twice."""
    found = connection.execute(
        "SELECT title, kind, state_type, change_type, origin, next_number, clean FROM documents WHERE id = ?",
        (document,),
    ).fetchone()
    if found is None:
        return OpenRow(document, info, new_origin())
    title, kind, state_type, change_type, origin, number, clean = found
    row = OpenRow(document, info, new_origin())
    if clean and len(origin) == 8 and number > 0:
        row.origin, row.next_number = int.from_bytes(origin, "little"), number
    connection.execute(
        "UPDATE documents SET opened = ?, clean = 0, origin = ?, next_number = ?, title = ?, kind = ?,"
        " state_type = ?, change_type = ? WHERE id = ?",
        (
            now, row.origin.to_bytes(8, "little"), row.next_number, title or info.title[:_LONGEST],
            info.kind[:_LONGEST] or kind, info.state_type or state_type, info.change_type or change_type, document,
        ),
    )  # fmt: skip
    return row


def append(connection: sqlite3.Connection, row: OpenRow, first: int, changes: Sequence[Change], now: int) -> None:
    """Store changes at consecutive positions from `first` on, or as pending if that is 0."""
    line = _line(connection, row, now)
    for offset, change in enumerate(changes):
        put_change(connection, row.id, line, first + offset if first else PENDING, change, now)
        if change.origin == row.origin:
            row.next_number = max(row.next_number, change.number + 1)
    connection.execute("UPDATE documents SET changed = ?, next_number = ? WHERE id = ?", (now, row.next_number, row.id))


def restart(
    connection: sqlite3.Connection, row: OpenRow, stored: StoredState, now: int
) -> tuple[list[Change], dict[int, int]]:
    """Start another line of history from a state; returns the changes that it lacks, pending now, and the floor."""
    line = _line(connection, row, now) + 1
    _name_unmergeable(connection, row.id, line - 1, stored.history)
    connection.execute("UPDATE documents SET line = ?, changed = ? WHERE id = ?", (line, now, row.id))
    put_state(connection, row.id, line, stored)
    query = f"SELECT serial, {CHANGE_COLUMNS} FROM changes WHERE document = ? AND number > ? AND origin = ?"  # noqa: S608
    pending: list[tuple[int, Change]] = []
    for (origin,) in connection.execute("SELECT DISTINCT origin FROM changes WHERE document = ?", (row.id,)).fetchall():
        last = stored.history.last(int.from_bytes(origin, "little"))
        for serial, *fields in connection.execute(query, (row.id, last, origin)).fetchall():
            try:
                pending.append((serial, change_of(row.id, tuple(fields))))
            except DamagedRowError:
                continue
    pending.sort(key=lambda each: each[0])
    make_pending(connection, row.id, line, pending, now)
    return [change for _, change in pending], _floor(connection, row.id, stored.history)


def snapshot(connection: sqlite3.Connection, row: OpenRow, stored: StoredState, now: int) -> dict[int, int]:
    """Store a state of the present line, and remove what is too old; returns the floor after that."""
    line = _line(connection, row, now)
    put_state(connection, row.id, line, stored)
    thin(connection, row.id, line, now)
    return _floor(connection, row.id, stored.history)


def keep_apart(connection: sqlite3.Connection, row: OpenRow, stored: StoredState, now: int) -> int:
    """Store a state of another line under a name."""
    _line(connection, row, now)
    return put_state(connection, row.id, 0, stored)


def close_row(connection: sqlite3.Connection, row: OpenRow, clean: bool) -> None:
    """Give a document up; after a clean end its origin is used again."""
    connection.execute(
        "UPDATE documents SET clean = ?, origin = ?, next_number = ? WHERE id = ?",
        (int(clean), row.origin.to_bytes(8, "little"), row.next_number, row.id),
    )


def read(connection: sqlite3.Connection, document: bytes, position: int | None = None) -> Stored | None:
    """The content of a document, now or at an earlier position of its present line."""
    found = connection.execute(
        "SELECT title, kind, state_type, change_type, line FROM documents WHERE id = ?", (document,)
    ).fetchone()
    if found is None:
        return None
    *words, line = found
    last = (1 << 62) if position is None else position
    damage: list[str] = []
    base = _newest_state(connection, document, line, last, damage)
    changes: list[Change] = []
    sound = read_changes(
        connection,
        document,
        "line = ? AND position > ? AND position <= ? ORDER BY position",
        (line, base.position, last),
    )
    for change in sound:
        if isinstance(change, DamagedRowError):
            damage.append("a change cannot be read any more")
        else:
            changes.append(change)
    stored = Stored(DocumentInfo(*words), base, changes, damage=damage)
    for change in read_changes(connection, document, "position = ? ORDER BY serial", (PENDING,)):
        if isinstance(change, Change):
            stored.pending.append(change)
        else:
            damage.append("a change that waited to be merged cannot be read any more")
    stored.floor = _floor(connection, document, stored.history)
    return stored


def list_documents(connection: sqlite3.Connection) -> list[Summary]:
    """All documents, the last opened first."""
    changes = _sizes(connection, "changes", "LENGTH(body) + 200")
    states = _sizes(connection, "snapshots", "LENGTH(state) + LENGTH(history) + 200")
    rows = connection.execute(
        "SELECT id, title, kind, created, opened, changed, state_type FROM documents ORDER BY opened DESC"
    )
    found: list[Summary] = []
    for document, title, kind, created, opened, changed, state_type in rows:
        (single, small), (whole, large) = changes.get(document, (0, 0)), states.get(document, (0, 0))
        found.append(Summary(document, title, kind, created, opened, changed, small + large, single, whole, state_type))
    return found


def versions(connection: sqlite3.Connection, document: bytes) -> list[Version]:
    """The stored states of a document, the newest first."""
    rows = connection.execute(
        "SELECT serial, position, time, author, name, LENGTH(state) FROM snapshots WHERE document = ?"
        " ORDER BY time DESC, serial DESC",
        (document,),
    )
    return [Version(*row) for row in rows]


def state(connection: sqlite3.Connection, document: bytes, serial: int) -> StoredState | None:
    """One stored state."""
    row = connection.execute(
        f"SELECT {STATE_COLUMNS} FROM snapshots WHERE document = ? AND serial = ?",  # noqa: S608
        (document, serial),
    ).fetchone()
    return None if row is None else state_of(document, row)


def changes_of(connection: sqlite3.Connection, document: bytes, most: int) -> list[Change]:
    """The latest single changes of a document, in their order; for people who ask who did what."""
    found = read_changes(connection, document, "position > 0 ORDER BY line DESC, position DESC LIMIT ?", (most,))
    return [each for each in found if isinstance(each, Change)][::-1]


def name_version(connection: sqlite3.Connection, document: bytes, serial: int, name: str) -> None:
    """Give a stored state a name, so that it stays, or take it away."""
    found = state(connection, document, serial)
    row = connection.execute("SELECT line FROM snapshots WHERE serial = ?", (serial,)).fetchone()
    if found is not None and row is not None:
        connection.execute("DELETE FROM snapshots WHERE serial = ?", (serial,))
        named = StoredState(found.history, found.state, found.time, found.author, name[:_LONGEST])
        put_state(connection, document, row[0], named)


def rename(connection: sqlite3.Connection, document: bytes, title: str) -> None:
    """Give a document another title in lists."""
    connection.execute("UPDATE documents SET title = ? WHERE id = ?", (title[:_LONGEST], document))


def forget(connection: sqlite3.Connection, document: bytes) -> bool:
    """Remove a document and its history; whether there was one."""
    for table in ("changes", "snapshots"):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608
    return connection.execute("DELETE FROM documents WHERE id = ?", (document,)).rowcount > 0


def _line(connection: sqlite3.Connection, row: OpenRow, now: int) -> int:
    """The present line of a document; its row is created with the first thing that is stored."""
    found = connection.execute("SELECT line FROM documents WHERE id = ?", (row.id,)).fetchone()
    if found is not None:
        return int(found[0])
    info = row.info
    connection.execute(
        "INSERT INTO documents VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            row.id, info.title[:_LONGEST], info.kind[:_LONGEST], info.state_type, info.change_type, now, now, now,
            row.origin.to_bytes(8, "little"), row.next_number, 0, 1,
        ),
    )  # fmt: skip
    return 1


def _name_unmergeable(connection: sqlite3.Connection, document: bytes, line: int, history: DocumentHistory) -> None:
    """Let the last state of a line stay if it includes changes that nobody can submit any more."""
    found = connection.execute(
        "SELECT serial FROM snapshots WHERE document = ? AND line = ? AND name = ''"
        " ORDER BY position DESC, serial DESC",
        (document, line),
    ).fetchone()
    try:
        old = None if found is None else state(connection, document, found[0])
    except DamagedRowError:
        return
    if old is not None and not history.covers(_floor(connection, document, old.history)):
        name_version(connection, document, found[0], APART)


def _newest_state(
    connection: sqlite3.Connection, document: bytes, line: int, last: int, damage: list[str]
) -> StoredState:
    rows = connection.execute(
        f"SELECT {STATE_COLUMNS} FROM snapshots WHERE document = ? AND line = ? AND position <= ?"  # noqa: S608
        " ORDER BY position DESC, serial DESC",
        (document, line, last),
    )
    for row in rows:
        try:
            return state_of(document, row)
        except DamagedRowError:
            damage.append("a stored state cannot be read any more")
    return StoredState(DocumentHistory(), b"")


def _floor(connection: sqlite3.Connection, document: bytes, history: DocumentHistory) -> dict[int, int]:
    """Of each origin the number up to which no single changes are stored."""
    floor = dict(history.numbers)
    rows = connection.execute(
        "SELECT origin, number FROM changes WHERE document = ? ORDER BY origin, number DESC", (document,)
    )
    for origin, number in rows:
        key = int.from_bytes(origin, "little")
        if floor.get(key) == number:
            floor[key] = number - 1
    return floor


def _sizes(connection: sqlite3.Connection, table: str, size: str) -> dict[bytes, tuple[int, int]]:
    rows = connection.execute(f"SELECT document, COUNT(*), SUM({size}) FROM {table} GROUP BY document")  # noqa: S608
    return {document: (count, total) for document, count, total in rows}
