# SPDX-License-Identifier: BSD-3-Clause
"""A table or view of PostgreSQL: read, watched and written through psycopg, with parameters only."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg import sql

from objects_library.outside.database_table.address import PostgresAddress
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

_CHANNEL = "liveobjects"
_TRIGGER = "liveobjects_tell"
R = TypeVar("R")
_PATIENCE = 10
"""Seconds that a connection or a statement may take."""
_SETTLE = 0.03
"""Seconds in which several notifications are one."""
_PLAIN = {
    "int2": "int", "int4": "int", "int8": "int", "float4": "float", "float8": "float", "bool": "bool",
    "uuid": "uuid",
}  # fmt: skip
_TEXTS = {"text", "varchar", "bpchar", "name", "citext"}
_UPDATE, _INSERT, _DELETE = 4, 8, 16

_FIND = """
    SELECT c.oid, c.relkind::text, pg_relation_is_updatable(c.oid, true), n.nspname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass(%s)
"""
_COLUMNS = """
    SELECT a.attname, format_type(a.atttypid, a.atttypmod), t.typname,
        a.attnotnull AND NOT a.atthasdef AND a.attidentity = '',
        a.attgenerated = '' AND a.attidentity <> 'a' AND has_column_privilege(a.attrelid, a.attnum, 'UPDATE')
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = %s AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
"""
_KEY = """
    SELECT array(SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY k(n, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.n ORDER BY k.place)::text[]
    FROM pg_index i
    WHERE i.indrelid = %s AND i.indisunique AND i.indimmediate AND i.indisvalid
        AND i.indpred IS NULL AND i.indexprs IS NULL
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid
            AND a.attnum = ANY (i.indkey) AND NOT a.attnotnull)
    ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1
"""
_HAS_TRIGGER = "SELECT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = %s AND tgname = %s AND tgenabled <> 'D')"


class PostgresTable:
    """One table, by one connection; all of it runs in one thread."""

    def __init__(
        self, address: PostgresAddress, name: tuple[str, str], key: Sequence[str], seconds: float, *, writable: bool
    ) -> None:
        self._address = address
        self._name = sql.Identifier(*(part for part in name if part))
        self._schema = ""
        self._wanted_key = list(key)
        self._seconds = seconds
        self._writable = writable
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._oid, self._is_table = 0, False
        self._key: list[str] = []
        self._columns: dict[str, tuple[DatabaseColumn, str]] = {}
        self._polls = False
        self._last_check: tuple[Any, ...] | None = None

    def open(self) -> Layout:
        """Connect, and see what the table is like."""
        return self._asked(self._open)

    def prepare(self, *, install: bool) -> str:
        """Listen for the notifications of a trigger, if there is or may be one; otherwise poll."""
        return self._asked(lambda: self._prepare(install))

    def read(self) -> Snapshot:
        """All rows that fit."""
        return self._asked(self._read)

    def write(self, edit: dict[str, Any]) -> str:
        """Do an edit in a transaction of its own; what the database refuses is said in its words."""
        if not self._writable:
            return "whoever is connected to the database has not allowed to write to it"
        try:
            return self._asked(lambda: self._write(edit))
        except _Refusal as refusal:
            return str(refusal)

    def wait(self, wake: int) -> bool:
        """Until the database tells of a change, or it is time to look whether there was one."""
        return self._asked(lambda: self._wait(wake))

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    # ---- all below may raise what psycopg raises

    def _asked(self, work: Callable[[], R]) -> R:
        try:
            return work()
        except psycopg.OperationalError as error:
            raise OutsideError(f"{self._address}: {_in_words(error)}") from None
        except psycopg.Error as error:
            raise OutsideError(f"{self._address} refused: {_in_words(error)}") from None

    @property
    def _open_connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            raise OutsideError(f"{self._address}: the connection was lost")
        return self._connection

    def _open(self) -> Layout:
        self._connection = psycopg.connect(
            **self._address.settings,  # type: ignore[arg-type]  # all of them are texts
            autocommit=True,
            connect_timeout=_PATIENCE,
            application_name="Live Objects",
            options=f"-c statement_timeout={_PATIENCE}s -c lock_timeout=3s -c timezone=UTC -c datestyle=ISO",
            keepalives_idle=15,
            keepalives_interval=5,
            keepalives_count=3,
        )
        run = self._connection.execute
        found = run(_FIND, [self._name.as_string(self._connection)]).fetchone()
        if found is None or found[1] not in "rvmfp":
            raise OutOfReachError(f"{self._address} has no table or view {self._name.as_string(self._connection)}")
        self._oid, kind, can, self._schema = found
        self._is_table = kind in "rp"
        columns = run(_COLUMNS, [self._oid]).fetchall()[:MOST_COLUMNS]
        names = [column[0] for column in columns]
        keys = run(_KEY, [self._oid]).fetchone()
        self._key = [name for name in self._wanted_key if name in names] or (keys[0] if keys else [])
        self._key = self._key if set(self._key) <= set(names) else []
        if not self._writable or not self._key:
            can = 0
        self._columns = {}
        for name, type_, typname, required, editable in columns:
            kind = _kind(typname)
            may = bool(editable and can & _UPDATE and kind != "bytes")
            column = DatabaseColumn(name, kind, type_[:100], name in self._key, may, bool(required))
            self._columns[name] = (column, type_)
        shown = [column for column, _ in self._columns.values()]
        return Layout(shown, may_add=bool(can & _INSERT), may_remove=bool(can & _DELETE))

    def _prepare(self, install: bool) -> str:
        run = self._open_connection.execute
        self._polls = True
        row = run(_HAS_TRIGGER, [self._oid, _TRIGGER]).fetchone()
        installed = row is not None and bool(row[0])
        if not installed and install and self._is_table:
            installed = self._install()
        if installed:
            run(sql.SQL("LISTEN {}").format(sql.Identifier(_CHANNEL)))
            self._polls = False
            return "the database tells of changes"
        self._last_check = self._check()
        return f"looks for changes every {self._seconds:g} s"

    def _install(self) -> bool:
        """A function and a trigger that tell of changes; where that is not allowed, there are none."""
        run = self._open_connection.execute
        function = sql.Identifier(self._schema, _TRIGGER)
        body = f"BEGIN PERFORM pg_notify('{_CHANNEL}', TG_RELID::text); RETURN NULL; END"
        try:
            with self._open_connection.transaction():
                run(
                    sql.SQL("CREATE OR REPLACE FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS {}").format(
                        function, sql.Literal(body)
                    )
                )
                run(
                    sql.SQL(
                        "CREATE TRIGGER {} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {} "
                        "FOR EACH STATEMENT EXECUTE FUNCTION {}()"
                    ).format(sql.Identifier(_TRIGGER), self._name, function)
                )
        except psycopg.OperationalError:
            raise
        except psycopg.Error:
            return False
        return True

    def _select(self, names: Iterable[str]) -> sql.Composed:
        return sql.SQL(", ").join(_shown(self._columns[name][0]) for name in names)

    def _read(self) -> Snapshot:
        keys = [sql.SQL("{}::text").format(sql.Identifier(name)) for name in self._key]
        chosen = sql.SQL(", ").join([*keys, self._select(self._columns)])
        order = [sql.Identifier("t", name) for name in self._key]
        query = sql.SQL("SELECT {} FROM {} AS t").format(chosen, self._name)
        if order:
            query += sql.SQL(" ORDER BY ") + sql.SQL(", ").join(order)
        query += sql.SQL(" LIMIT {}").format(sql.Literal(MOST_ROWS + 1))
        cursor = self._open_connection.execute(query)
        count = len(self._key)
        if count:
            return bounded((key_of(row[:count]), tuple(map(plain, row[count:]))) for row in cursor)
        return bounded(by_content(tuple(map(plain, row)) for row in cursor))

    def _check(self) -> tuple[Any, ...]:
        """A number that is another one when a row is; the rows stay where they are."""
        query = sql.SQL(
            "SELECT count(*), md5(coalesce(string_agg(md5(q::text), ''), '')) FROM (SELECT * FROM {} {} LIMIT {}) q"
        )
        order = sql.SQL(", ").join(sql.Identifier(name) for name in self._key)
        ordered = sql.SQL("ORDER BY {}").format(order) if self._key else sql.SQL("")
        limit = sql.Literal(MOST_ROWS + 1)
        row = self._open_connection.execute(query.format(self._name, ordered, limit)).fetchone()
        return row or ()

    def _wait(self, wake: int) -> bool:
        connection = self._open_connection
        if not self._polls:
            if self._notified(0):  # what was told while something was read or written
                return True
            while True:
                readable, _, _ = select.select([connection.fileno(), wake], [], [])
                if wake in readable:
                    return self._notified(0)
                if self._notified(0):
                    self._notified(_SETTLE)  # what comes together is read together
                    return True
        until = monotonic() + self._seconds
        while (left := until - monotonic()) > 0:
            readable, _, _ = select.select([connection.fileno(), wake], [], [], left)
            if wake in readable:
                return False
            if readable:
                self._notified(0)
        before, self._last_check = self._last_check, self._check()
        return before != self._last_check

    def _notified(self, seconds: float) -> bool:
        """Whether notifications about this table have come."""
        payloads = [notice.payload for notice in self._open_connection.notifies(timeout=seconds)]
        return str(self._oid) in payloads

    # ---- writing

    def _write(self, edit: dict[str, Any]) -> str:
        with self._open_connection.transaction():
            try:
                with self._open_connection.transaction():
                    if edit["what"] == "add":
                        self._add(edit["values"])
                    else:
                        self._change(edit)
            except psycopg.OperationalError as error:
                if self._open_connection.broken:
                    raise
                raise _Refusal(_in_words(error)) from None
            except psycopg.Error as error:
                raise _Refusal(_in_words(error)) from None
        return ""

    def _where(self, key: str) -> sql.Composed:
        values = key_values(key, len(self._key))
        if not self._key or values is None:
            raise _Refusal("the rows of this table have no key, so that none can be told from the others")
        conditions = [
            sql.SQL("{} = CAST({}::text AS {})").format(
                sql.Identifier(name), sql.Literal(value), sql.SQL(self._columns[name][1])
            )
            for name, value in zip(self._key, values, strict=True)
        ]
        return sql.SQL(" AND ").join(conditions)

    def _change(self, edit: dict[str, Any]) -> None:
        run, where = self._open_connection.execute, self._where(edit["key"])
        lock = sql.SQL(" FOR UPDATE") if self._is_table else sql.SQL("")
        query = sql.SQL("SELECT {} FROM {} WHERE {}").format(self._select(self._columns), self._name, where)
        row = run(query + lock).fetchone()
        if row is None:
            raise _Refusal("the row is not there any more")
        if fingerprint([plain(value) for value in row]) != edit["seen"]:
            raise _Refusal("the row was changed meanwhile; look at it and edit again")
        if edit["what"] == "remove":
            run(sql.SQL("DELETE FROM {} WHERE {}").format(self._name, where))
            return
        column = self._columns.get(edit["column"])
        if column is None or not column[0].editable:
            raise _Refusal(f"the column {edit['column'][:60]} cannot be edited")
        place = list(self._columns).index(edit["column"])
        if isinstance(row[place], str) and len(row[place]) > LONGEST_CELL:
            raise _Refusal(f"only the first {LONGEST_CELL:,} characters of that text are here; edit it elsewhere")
        value, form = self._given(column, edit["value"])
        setting = sql.SQL("UPDATE {} SET {} = {} WHERE {}").format(
            self._name, sql.Identifier(edit["column"]), form, where
        )
        run(setting, [value])

    def _add(self, values: dict[str, Any]) -> None:
        names = list(values)
        unknown = [name for name in names if name not in self._columns]
        if unknown:
            raise _Refusal(f"the table has no column {unknown[0][:60]}")
        given = [self._given(self._columns[name], values[name]) for name in names]
        if not names:
            self._open_connection.execute(sql.SQL("INSERT INTO {} DEFAULT VALUES").format(self._name))
            return
        columns = sql.SQL(", ").join(map(sql.Identifier, names))
        forms = sql.SQL(", ").join(form for _, form in given)
        query = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(self._name, columns, forms)
        self._open_connection.execute(query, [value for value, _ in given])

    def _given(self, column: tuple[DatabaseColumn, str], value: Any) -> tuple[Any, sql.Composable]:
        """A parameter, cast from text where the database has a type that does not travel."""
        if isinstance(value, str):
            # The name of the type comes from the database itself, which quotes what needs it.
            return value, sql.SQL("CAST(%s::text AS {})").format(sql.SQL(column[1]))
        return value, sql.SQL("%s")


class _Refusal(Exception):  # noqa: N818 - an outcome, not a failure
    """Why an edit was not done."""


def _kind(typname: str) -> str:
    if typname in _TEXTS:
        return "text"
    return {"numeric": "number", "timestamptz": "timestamp", "bytea": "bytes"}.get(
        typname, _PLAIN.get(typname, "other")
    )


def _shown(column: DatabaseColumn) -> sql.Composed:
    """How a column is read: bounded, and as a value that Python has."""
    name = sql.Identifier(column.name)
    if column.kind == "bytes":
        return sql.SQL("octet_length({})::text || ' bytes'").format(name)
    if column.kind == "timestamp":
        return sql.SQL("CASE WHEN {0} BETWEEN '0001-01-02 00:00Z' AND '9999-12-30 00:00Z' THEN {0} END").format(name)
    if column.kind in ("int", "float", "bool", "uuid"):
        return sql.SQL("{}").format(name)
    return sql.SQL("left({}::text, {})").format(name, sql.Literal(LONGEST_CELL + 1))


def _in_words(error: psycopg.Error) -> str:
    """The first line of what the database says, without what only its makers understand."""
    text = error.diag.message_primary or str(error)
    detail = error.diag.message_detail or ""
    line = " ".join(text.split())
    return f"{line} ({' '.join(detail.split())})"[:400] if detail else line[:400]
