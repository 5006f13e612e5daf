# SPDX-License-Identifier: BSD-3-Clause
"""The database of documents: its tables, its settings, and the digests of its rows."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path

from app.runtime import directories
from app.runtime.storage.errors import LogDamagedError

_VERSION = 1
_DIGEST = 16
_BUSY = 5.0
"""Seconds to wait for another process."""

_SETTINGS = (
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 256",
    "PRAGMA journal_size_limit = 1048576",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)

_TABLES = """
CREATE TABLE IF NOT EXISTS documents (
    id BLOB PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL, state_type TEXT NOT NULL, change_type TEXT NOT NULL,
    created INTEGER NOT NULL, opened INTEGER NOT NULL, changed INTEGER NOT NULL,
    origin BLOB NOT NULL, next_number INTEGER NOT NULL, clean INTEGER NOT NULL, line INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    serial INTEGER PRIMARY KEY, document BLOB NOT NULL, line INTEGER NOT NULL, position INTEGER NOT NULL,
    time INTEGER NOT NULL, author BLOB NOT NULL, name TEXT NOT NULL, history BLOB NOT NULL, state BLOB NOT NULL,
    digest BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS snapshot_order ON snapshots (document, line, position);
CREATE TABLE IF NOT EXISTS changes (
    serial INTEGER PRIMARY KEY, document BLOB NOT NULL, origin BLOB NOT NULL, number INTEGER NOT NULL,
    line INTEGER NOT NULL, position INTEGER NOT NULL, time INTEGER NOT NULL, author BLOB NOT NULL,
    kind INTEGER NOT NULL, body BLOB NOT NULL, signature BLOB NOT NULL, chain BLOB NOT NULL, digest BLOB NOT NULL,
    stored INTEGER NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS change_identity ON changes (document, origin, number);
CREATE INDEX IF NOT EXISTS change_order ON changes (document, line, position);
"""


def store_path() -> Path:
    """The database of this user."""
    return directories.data_directory() / "documents.sqlite"


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the database; private to the user."""
    directories.make_private(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
    try:
        for line in _SETTINGS:
            connection.execute(line)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > _VERSION:
            raise LogDamagedError(
                f"{path.name} was written by a newer version of the program", "update this one, or move the file away"
            )
        if version < _VERSION:
            create_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables of an empty database."""
    connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")


def row_digest(*values: bytes | str | int) -> bytes:
    """The digest of a row, so that a damaged one is reported instead of used."""
    parts: list[bytes] = []
    for value in values:
        data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        parts += (len(data).to_bytes(8, "little"), data)
    return hashlib.blake2b(b"".join(parts), digest_size=_DIGEST).digest()
