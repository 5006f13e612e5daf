# SPDX-License-Identifier: BSD-3-Clause
"""Which states and changes of a document stay: recent ones all, older ones thinned, named ones within a bound."""

from __future__ import annotations

import sqlite3

from app.runtime.storage.documents import limits

_HOUR = 3_600_000
_DAY = 24 * _HOUR
_FIVE_MINUTES = 300_000


def thin(connection: sqlite3.Connection, document: bytes, line: int, now: int) -> None:
    """Remove states and changes that are too old, too many or too large."""
    newest = connection.execute(
        "SELECT serial, position FROM snapshots WHERE document = ? AND line = ? ORDER BY position DESC, serial DESC",
        (document, line),
    ).fetchone()
    if newest is None:
        return
    _thin_states(connection, document, newest[0], now)
    _thin_changes(connection, document, line, newest[1], now)


def bucket(age: int, time: int) -> int | None:
    """The period of which one state stays: 5 minutes in the last hour, an hour in the last day, then a day."""
    if age > limits.HISTORY_MS:
        return None
    width = _FIVE_MINUTES if age < _HOUR else _HOUR if age < _DAY else _DAY
    return time // width * width + (width // _FIVE_MINUTES)


def _thin_states(connection: sqlite3.Connection, document: bytes, newest: int, now: int) -> None:
    rows = connection.execute(
        "SELECT serial, time, name, LENGTH(state) FROM snapshots WHERE document = ? ORDER BY time DESC, serial DESC",
        (document,),
    ).fetchall()
    seen: set[int] = set()
    room = limits.HISTORY_BYTES
    for serial, time, name, size in sorted(rows, key=lambda row: row[0] != newest):
        period = bucket(now - time, time)
        stays = serial == newest or (bool(name) and size <= room) or (
            period is not None and period not in seen and size <= room
        )  # fmt: skip
        if stays:
            room -= size
            if not name and period is not None:
                seen.add(period)
        else:
            connection.execute("DELETE FROM snapshots WHERE serial = ?", (serial,))


def _thin_changes(connection: sqlite3.Connection, document: bytes, line: int, position: int, now: int) -> None:
    """Only changes that the newest state includes are removed, the oldest first; never pending ones."""
    included = "document = ? AND position > 0 AND (line < ? OR position <= ?)"
    values = (document, line, position)
    connection.execute(f"DELETE FROM changes WHERE {included} AND stored < ?", (*values, now - limits.HISTORY_MS))  # noqa: S608
    (total,) = connection.execute(
        "SELECT COALESCE(SUM(LENGTH(body) + 200), 0) FROM changes WHERE document = ?", (document,)
    ).fetchone()
    rows = connection.execute(
        f"SELECT serial, LENGTH(body) + 200 FROM changes WHERE {included} ORDER BY line, position",  # noqa: S608
        values,
    )
    old: list[int] = []
    for serial, size in rows:
        if total <= limits.HISTORY_BYTES:
            break
        total -= size
        old.append(serial)
    connection.executemany("DELETE FROM changes WHERE serial = ?", [(serial,) for serial in old])
