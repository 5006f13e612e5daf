# SPDX-License-Identifier: BSD-3-Clause
"""A table or view in an SQLite file: read in its thread, watched through the file system."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import quote

from app.errors import one_line
from app.runtime.directories import make_private
from objects_library.outside.database_table.address import SqliteAddress
from objects_library.outside.database_table.file_watch import FileWatch
from objects_library.outside.database_table.values import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    DatabaseColumn,
    Layout,
    Snapshot,
    bounded,
    by_content,
    fingerprint,
    key_of,
    key_values,
    plain,
)
from objects_library.replication.external_bridge import OutOfReachError, OutsideError

R = TypeVar("R")
_PATIENCE = 3.0
"""Seconds for which a file that somebody else writes to is waited for."""
_LONGEST_QUERY = 10.0
_STEPS = 50_000
_TYPES = ("text", "integer", "real", "boolean", "numeric")


class SqliteTable:
    """One table of one file; all of it runs in one thread."""

    def __init__(
        self, address: SqliteAddress, name: tuple[str, str], key: Sequence[str], seconds: float, *, writable: bool
    ) -> None:
        self._address = address
        self._table = name[1]
        self._wanted_key = list(key)
        self._seconds = seconds
        self._writable = writable
        self._connection: sqlite3.Connection | None = None
        self._watch: FileWatch | None = None
        self._columns: dict[str, DatabaseColumn] = {}
        self._key: list[str] = []
        self._file = (0, 0)
        self._version = 0
        self._until = 0.0
        self.new_columns = ""
        """What a table of one's own begins with, when it is missing."""

    def open(self) -> Layout:
        """Open the file, and see what the table is like."""
        return self._asked(self._open)

    def prepare(self, *, install: bool) -> str:
        """Watch the file; where the system does not tell of changes, look every now and then."""
        del install
        self._watch = FileWatch(self._address.path, ("", "-wal", "-journal"), self._seconds)
        self._version = self._asked(self._data_version)
        return "sees at once when the file changes" if self._watch.notified else f"looks every {self._seconds:g} s"

    def read(self) -> Snapshot:
        """All rows that fit."""
        return self._asked(self._read)

    def write(self, edit: dict[str, Any]) -> str:
        """Do an edit in a transaction of its own."""
        if not self._writable:
            return "whoever is connected to the database has not allowed to write to it"
        run = self._open_connection.execute
        try:
            run("BEGIN IMMEDIATE")
            try:
                reason = self._add(edit["values"]) if edit["what"] == "add" else self._change(edit)
                run("COMMIT" if not reason else "ROLLBACK")
            except BaseException:
                with suppress(sqlite3.Error):
                    run("ROLLBACK")
                raise
        except sqlite3.OperationalError as error:
            return _in_words(error)
        except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            return _in_words(error)
        return reason

    def wait(self, wake: int) -> bool:
        """Until the file has changed, and with it what is in it."""
        assert self._watch is not None
        if not self._watch.wait(wake):
            return False
        self._see_file()
        before, self._version = self._version, self._asked(self._data_version)
        return before != self._version

    def close(self) -> None:
        """Close the file."""
        if self._watch is not None:
            self._watch.close()
        if self._connection is not None:
            self._connection.close()

    # ---- all below may raise what sqlite3 raises

    def _asked(self, work: Callable[[], R]) -> R:
        self._until = monotonic() + _LONGEST_QUERY
        try:
            return work()
        except (sqlite3.Error, OSError) as error:
            raise OutsideError(f"{self._address}: {_in_words(error)}") from None

    @property
    def _open_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise OutsideError(f"{self._address} is not open")
        return self._connection

    def _see_file(self) -> None:
        try:
            status = self._address.path.stat()
        except OSError as error:
            raise OutsideError(f"{self._address}: {error.strerror}") from None
        found = (status.st_dev, status.st_ino)
        if self._file not in ((0, 0), found):
            raise OutsideError(f"{self._address} was replaced by another file")
        self._file = found

    def _open(self) -> Layout:
        if self._address.own and self._writable:
            self._make()
        self._see_file()
        mode = "rw" if self._writable else "ro"
        where = f"file:{quote(str(self._address.path))}?mode={mode}"
        self._connection = connection = sqlite3.connect(
            where, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA trusted_schema = OFF")  # the file may be anybody's
        connection.set_progress_handler(lambda: monotonic() > self._until, _STEPS)
        found = connection.execute(
            "SELECT type FROM sqlite_master WHERE name = ? AND type IN ('table', 'view')", [self._table]
        ).fetchone()
        if found is None:
            raise OutOfReachError(f"{self._address} has no table or view {self._table}")
        columns = connection.execute("SELECT * FROM pragma_table_xinfo(?)", [self._table]).fetchall()
        columns = [column for column in columns if column[6] != 1][:MOST_COLUMNS]
        names = [column[1] for column in columns]
        keys = [column[1] for column in sorted(columns, key=lambda each: each[5]) if column[5]]
        self._key = [name for name in self._wanted_key if name in names] or keys
        if not self._key and found[0] == "table" and self._has_rowid(names):
            self._key = ["rowid"]
        self._may = self._writable and found[0] == "table" and bool(self._key)
        alone = len(keys) == 1
        self._columns = {
            name: DatabaseColumn(
                name,
                _kind(type_),
                type_[:100],
                name in self._key,
                self._may and not hidden,
                # An INTEGER PRIMARY KEY numbers itself.
                bool((notnull or pk) and default is None and not (alone and pk and type_.upper() == "INTEGER")),
            )
            for _, name, type_, notnull, default, pk, hidden in columns
        }
        return Layout(list(self._columns.values()), may_add=self._may, may_remove=self._may)

    def _make(self) -> None:
        """A file of one's own, and the table in it, if they are not there yet."""
        make_private(self._address.path.parent)
        wanted = [_quoted("id") + " INTEGER PRIMARY KEY"]
        for part in self.new_columns.split(",")[:MOST_COLUMNS]:
            name, _, type_ = part.strip().rpartition(" ")
            if not name or type_.lower() not in _TYPES:
                if part.strip():
                    raise OutOfReachError(
                        f"“{part.strip()[:60]}” is no column; write a name and one of {', '.join(_TYPES)}"
                    )
                continue
            wanted.append(f"{_quoted(name)} {type_.upper()}")
        with closing(sqlite3.connect(self._address.path, timeout=_PATIENCE)) as connection:
            connection.execute(f"CREATE TABLE IF NOT EXISTS {_quoted(self._table)} ({', '.join(wanted)})")

    def _has_rowid(self, names: Sequence[str]) -> bool:
        if any(name.lower() in ("rowid", "_rowid_", "oid") for name in names):
            return False
        try:
            self._open_connection.execute(f"SELECT rowid FROM {_quoted(self._table)} LIMIT 0")  # noqa: S608 - quoted
        except sqlite3.OperationalError:
            return False
        return True

    def _data_version(self) -> int:
        return int(self._open_connection.execute("PRAGMA data_version").fetchone()[0])

    def _select(self) -> str:
        return ", ".join(_shown(name) for name in self._columns)

    def _read(self) -> Snapshot:
        keys = [f"CAST({_quoted(name)} AS TEXT)" for name in self._key]
        order = f" ORDER BY {', '.join(f't.{_quoted(name)}' for name in self._key)}" if self._key else ""
        chosen = ", ".join([*keys, self._select()])
        query = f"SELECT {chosen} FROM {_quoted(self._table)} AS t{order} LIMIT {MOST_ROWS + 1}"  # noqa: S608 - quoted
        rows = self._open_connection.execute(query)
        count = len(self._key)
        if count:
            return bounded((key_of(row[:count]), self._plain(row[count:])) for row in rows)
        return bounded(by_content(self._plain(row) for row in rows))

    def _plain(self, row: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(
            bool(value) if column.kind == "bool" and value in (0, 1) else plain(value)
            for column, value in zip(self._columns.values(), row, strict=True)
        )

    def _where(self, key: str) -> tuple[str, list[str]] | None:
        values = key_values(key, len(self._key))
        if not self._key or values is None:
            return None
        return " AND ".join(self._is(name) for name in self._key), values

    def _is(self, name: str) -> str:
        """SQLite compares a text with a column by the type of the column, unless that has none."""
        column = self._columns.get(name)
        typeless = column is not None and column.kind == "other"
        return f"CAST({_quoted(name)} AS TEXT) = ?" if typeless else f"{_quoted(name)} = ?"

    def _change(self, edit: dict[str, Any]) -> str:
        where = self._where(edit["key"])
        if where is None or not self._may:
            return "the rows of this table cannot be changed here"
        run, table = self._open_connection.execute, _quoted(self._table)
        row = run(f"SELECT {self._select()} FROM {table} WHERE {where[0]}", where[1]).fetchone()  # noqa: S608 - quoted
        if row is None:
            return "the row is not there any more"
        if fingerprint(self._plain(row)) != edit["seen"]:
            return "the row was changed meanwhile; look at it and edit again"
        if edit["what"] == "remove":
            run(f"DELETE FROM {table} WHERE {where[0]}", where[1])  # noqa: S608 - quoted
            return ""
        column = self._columns.get(edit["column"])
        if column is None or not column.editable:
            return f"the column {edit['column'][:60]} cannot be edited"
        name = _quoted(column.name)
        fits = run(
            f"SELECT typeof({name}) <> 'blob' AND length({name}) <= {LONGEST_CELL} "  # noqa: S608 - quoted
            f"OR {name} IS NULL FROM {table} WHERE {where[0]}",
            where[1],
        ).fetchone()[0]
        if not fits:
            return "that cell is too long to be here as a whole, or no text; edit it elsewhere"
        run(f"UPDATE {table} SET {name} = ? WHERE {where[0]}", [_stored(edit["value"]), *where[1]])  # noqa: S608 - quoted
        return ""

    def _add(self, values: dict[str, Any]) -> str:
        unknown = [name for name in values if name not in self._columns]
        if unknown or not self._may:
            return f"the table has no column {unknown[0][:60]}" if unknown else "no rows can be added here"
        table = _quoted(self._table)
        if not values:
            self._open_connection.execute(f"INSERT INTO {table} DEFAULT VALUES")
            return ""
        columns, places = ", ".join(map(_quoted, values)), ", ".join("?" * len(values))
        given = [_stored(value) for value in values.values()]
        self._open_connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", given)  # noqa: S608 - quoted
        return ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _shown(name: str) -> str:
    """How a column is read: bounded, with the size in place of bytes."""
    column = _quoted(name)
    return (
        f"CASE typeof({column}) WHEN 'text' THEN substr({column}, 1, {LONGEST_CELL + 1}) "
        f"WHEN 'blob' THEN length({column}) || ' bytes' ELSE {column} END"
    )


def _stored(value: Any) -> Any:
    return value if value is None or isinstance(value, int | float | str) else str(value)


def _kind(declared: str) -> str:
    """What people see, by the rules with which SQLite reads declared types."""
    upper = declared.upper()
    for kind, names in (
        ("bool", ("BOOL",)),
        ("int", ("INT",)),
        ("text", ("CHAR", "CLOB", "TEXT")),
        ("float", ("REAL", "FLOA", "DOUB")),
        ("number", ("NUMERIC", "DECIMAL")),
    ):
        if any(name in upper for name in names):
            return kind
    return "other"


def _in_words(error: BaseException) -> str:
    text = one_line(error)
    return {
        "database is locked": "somebody else is writing to the database file; try again",
        "interrupted": f"it took longer than {_LONGEST_QUERY:g} s",
    }.get(text, text)[:400]
