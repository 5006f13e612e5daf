# SPDX-License-Identifier: BSD-3-Clause
"""What is read from real databases and written to them, without anybody else."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from objects_library.outside.database_table.address import (
    PostgresAddress,
    SqliteAddress,
    known_here,
    parse_address,
    table_name,
)
from objects_library.outside.database_table.contents import Contents, differences
from objects_library.outside.database_table.postgres import PostgresTable
from objects_library.outside.database_table.sqlite import SqliteTable
from objects_library.outside.database_table.values import MOST_ROWS, Layout, Snapshot, bounded, fingerprint
from objects_library.replication.external_bridge import OutOfReachError, OutsideError
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.outside.tables import PLANTS, DatabaseAccess, in_postgres, in_sqlite
from tests.postgres import Server

Source = PostgresTable | SqliteTable


@pytest.fixture
def server(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseAccess:
    return in_postgres(postgres.new_database(), tmp_path, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> DatabaseAccess:
    return in_sqlite(tmp_path)


def source(place: DatabaseAccess, name: str = "plants", key: tuple[str, ...] = (), *, writable: bool = True) -> Any:
    address = parse_address(place.address)
    made: Any = PostgresTable if isinstance(address, PostgresAddress) else SqliteTable
    return made(address, table_name(name), key, 0.5, writable=writable)


def opened(place: DatabaseAccess, *arguments: Any, **more: Any) -> tuple[Any, Layout, Snapshot]:
    made = source(place, *arguments, **more)
    layout = made.open()
    return made, layout, made.read()


def edit(what: str, now: Snapshot, key: str, column: str = "", value: Any = None) -> dict[str, Any]:
    seen = fingerprint(now.rows[key])
    return {"what": what, "key": key, "column": column, "value": value, "values": {}, "seen": seen}


@pytest.mark.parametrize("kind", ["server", "file"])
def test_a_row_that_was_changed_meanwhile_is_left_alone(kind: str, request: pytest.FixtureRequest) -> None:
    place: DatabaseAccess = request.getfixturevalue(kind)
    place.do(*PLANTS)
    made, _, now = opened(place)
    place.do("UPDATE plants SET height = 9 WHERE id = 1")
    key = '["1"]'
    assert "changed meanwhile" in made.write(edit("set", now, key, "name", "x"))
    assert "changed meanwhile" in made.write(edit("remove", now, key))
    again = made.read()
    assert made.write(edit("set", again, key, "name", "x")) == ""
    assert made.write(edit("remove", made.read(), key)) == ""
    assert "not there any more" in made.write(edit("remove", again, key))
    assert place.rows("SELECT id FROM plants ORDER BY 1") == [(2,), (3,)]
    made.close()


def test_types_of_postgresql(server: DatabaseAccess) -> None:
    server.do(
        "CREATE TYPE mood AS ENUM ('calm', 'wild')",
        'CREATE TABLE "odd ""one" ("a b" int, at timestamptz, exact numeric(20,4), day date, data jsonb, '
        "parts int[], raw bytea, feeling mood, long text, who uuid, "
        "twice int GENERATED ALWAYS AS (1) STORED, "
        'PRIMARY KEY ("a b", feeling))',
        "INSERT INTO \"odd \"\"one\" VALUES (1, 'infinity', 12345678901234.5678, '2026-02-03', '{\"x\": 1}', "
        "'{1,2}', '\\x00ff', 'calm', repeat('x', 5000), '00000000-0000-0000-0000-000000000007')",
    )
    made, layout, now = opened(server, 'odd "one')
    kinds = [column.kind for column in layout.columns]
    assert kinds == [
        "int", "timestamp", "number", "other", "other", "other", "bytes", "other", "text", "uuid", "int",
    ]  # fmt: skip
    assert [column.name for column in layout.columns if not column.editable] == ["raw", "twice"]
    ((key, row),) = now.rows.items()
    assert key == '["1", "calm"]'
    assert row[1:8] == (None, "12345678901234.5678", "2026-02-03", '{"x": 1}', "{1,2}", "2 bytes", "calm")
    assert len(row[8]) == 4001
    assert row[8].endswith("…")
    assert made.write(edit("set", now, key, "exact", "0.1")) == ""
    assert "mood" in made.write(edit("set", made.read(), key, "feeling", "furious"))
    assert "first 4,000 characters" in made.write(edit("set", made.read(), key, "long", "short"))
    assert "cannot be edited" in made.write(edit("set", made.read(), key, "twice", 3))
    assert made.write(edit("set", made.read(), key, "feeling", "wild")) == ""
    now = made.read()
    assert list(now.rows) == ['["1", "wild"]']
    assert "invalid input syntax" in made.write(edit("set", now, '["1", "wild"]', "exact", "1; DROP TABLE x"))
    assert server.rows('SELECT exact::text FROM "odd ""one"') == [("0.1000",)]
    made.close()


def test_views_and_tables_without_a_key_of_postgresql(server: DatabaseAccess) -> None:
    server.do(
        *PLANTS,
        "CREATE VIEW tall AS SELECT id, name FROM plants WHERE height > 1",
        "CREATE VIEW sums AS SELECT count(*) AS n FROM plants",
        "CREATE TABLE loose (x int)",
        "INSERT INTO loose VALUES (1), (1), (2)",
    )
    made, layout, now = opened(server, "sums")
    assert not any(column.editable for column in layout.columns)
    assert list(now.rows.values()) == [(3,)]
    assert made.prepare(install=True) == "looks for changes every 0.5 s"
    server.do("DELETE FROM plants WHERE id = 3")
    reader, writer = os.pipe()
    assert waited(made, reader)
    assert list(made.read().rows.values()) == [(2,)]
    os.write(writer, b"!")
    assert made.wait(reader) is False
    made.close()
    made, layout, now = opened(server, "public.tall", ("id",))
    assert layout.may_add
    assert made.write(edit("set", now, '["2"]', "name", "tree")) == ""
    made.close()
    made, layout, now = opened(server, "loose")
    assert (layout.may_add, layout.may_remove) == (False, False)
    assert sorted(now.rows.values()) == [(1,), (1,), (2,)]
    made.close()
    for wrong in ("nothing", "plants; DROP TABLE plants", 'x".plants', "information_schema.nothing"):
        missing = source(server, wrong)
        with pytest.raises(OutOfReachError, match="no table or view"):
            missing.open()
        missing.close()
    os.close(reader)
    os.close(writer)


def waited(made: Source, wake: int) -> bool:
    """Whether a change is noticed within some looks."""
    until = monotonic() + 20
    while monotonic() < until:
        if made.wait(wake):
            return True
    return False


def test_a_trigger_tells_and_whoever_may_not_install_it_looks(server: DatabaseAccess) -> None:
    server.do(*PLANTS, "CREATE TABLE other (id int PRIMARY KEY)")
    made, _, _ = opened(server)
    assert made.prepare(install=False) == "looks for changes every 0.5 s"
    assert made.prepare(install=True) == "the database tells of changes"
    reader, writer = os.pipe()
    second, _, _ = opened(server)
    assert second.prepare(install=False) == "the database tells of changes"  # it is there already
    for statement in ("UPDATE plants SET height = 1", "TRUNCATE plants"):
        server.do("INSERT INTO other VALUES (1)", "DELETE FROM other", statement)
        assert made.wait(reader) is True
        assert second.wait(reader) is True
    assert made.read().rows == {}
    os.close(reader)
    os.close(writer)
    second.close()
    made.close()


def test_a_role_that_may_only_read(server: DatabaseAccess) -> None:
    name = f"reader_{os.getpid()}"
    server.do(*PLANTS, f"CREATE ROLE {name} LOGIN PASSWORD 'x'", f"GRANT SELECT, UPDATE (name) ON plants TO {name}")
    passwords = Path(os.environ["PGPASSFILE"])
    passwords.write_text(passwords.read_text() + f"*:*:*:{name}:x\n")
    made = source(DatabaseAccess(server.address.replace("gardener", name), server.do, server.rows))
    layout = made.open()
    assert [column.name for column in layout.columns if column.editable] == ["name"]
    assert made.prepare(install=True) == "looks for changes every 0.5 s"
    now = made.read()
    assert "permission denied" in made.write({**edit("remove", now, '["1"]'), "what": "remove"})
    server.do(f"DROP OWNED BY {name}")
    with pytest.raises(OutsideError, match="permission denied"):
        made.read()
    made.close()


def test_more_rows_than_fit_are_cut(server: DatabaseAccess) -> None:
    server.do("CREATE TABLE many (id int PRIMARY KEY)", "INSERT INTO many SELECT generate_series(1, 5005)")
    made, _, now = opened(server, "many")
    assert (len(now.rows), now.truncated) == (MOST_ROWS, True)
    made.close()
    heavy = bounded((str(number), ("x" * 4000,)) for number in range(5000))
    assert heavy.truncated
    assert 4000 < len(heavy.rows) < 5000


def test_tables_of_sqlite(file: DatabaseAccess) -> None:
    file.do(
        'CREATE TABLE "odd ""one" (x, y BLOB, z NUMERIC, flag BOOL)',
        "INSERT INTO \"odd \"\"one\" VALUES (1, x'00ff', 9e999, 1), ('1', NULL, 0.5, 7), (NULL, 1, 2, 0)",
        "CREATE TABLE packed (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
        "INSERT INTO packed VALUES ('x', 1)",
        "CREATE VIEW calm AS SELECT 1 AS one",
    )
    made, layout, now = opened(file, 'odd "one')
    assert [column.kind for column in layout.columns] == ["other", "other", "number", "bool"]
    assert list(now.rows.values()) == [
        (1, "2 bytes", "inf", True), ("1", None, 0.5, 7), (None, 1, 2, False),
    ]  # fmt: skip
    assert "no text" in made.write(edit("set", now, '["1"]', "y", "x"))
    assert made.write(edit("set", now, '["2"]', "flag", False)) == ""
    assert made.write({**edit("set", now, '["3"]'), "what": "add", "values": {}}) == ""
    made.close()
    made, layout, now = opened(file, "packed")
    assert made.write(edit("set", now, '["x", "1"]', "b", 5)) == ""
    assert list(made.read().rows) == ['["x", "5"]']
    made.close()
    made, layout, now = opened(file, "calm")
    assert not layout.may_add
    assert "cannot be changed" in made.write({**edit("remove", now, next(iter(now.rows)))})
    made.close()
    made, _, now = opened(file, "packed", writable=False)
    assert "not allowed" in made.write(edit("remove", now, '["x", "5"]'))
    made.close()
    made = source(file, "sqlite_nothing")
    with pytest.raises(OutOfReachError, match="no table or view"):
        made.open()
    made.close()


def test_a_query_that_never_ends_is_ended(file: DatabaseAccess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("objects_library.outside.database_table.sqlite._LONGEST_QUERY", 0.1)
    file.do(
        "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i FROM n WHERE i < 0"
    )
    made = source(file, "endless")
    made.open()
    with pytest.raises(OutsideError, match="took longer"):
        made.read()
    made.close()


def test_a_file_that_is_no_database_or_locked(file: DatabaseAccess, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("hello, this is not a database at all" * 100)
    made = source(DatabaseAccess(f"sqlite:{tmp_path}/text.db", file.do, file.rows))
    with pytest.raises(OutsideError, match="not a database"):
        made.open()
    made.close()
    with pytest.raises(OutsideError, match="No such file"):
        source(DatabaseAccess(f"sqlite:{tmp_path}/nothing.db", file.do, file.rows)).open()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mysql://x", "neither postgresql:// nor sqlite:"),
        ("postgresql://ann:secret@host/x", "contains a password"),
        ("postgresql://host/x?options=-cx", "options that are not allowed"),
        ("postgresql://host/x?passfile=/etc/passwd", "options that are not allowed"),
        ("postgresql://host:port/x", "a port that is no number"),
        ("sqlite:garden.db", "no whole path"),
        ("sqlite:/" + "x" * 2000, "too long"),
        ("sqlite:/a\nb", "signs that no address has"),
    ],
)
def test_addresses_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(OutOfReachError, match=reason):
        parse_address(text)


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = parse_address("postgresql://ann@db.example:5433/shop?sslmode=require")
    assert isinstance(address, PostgresAddress)
    assert address.settings == {
        "host": "db.example", "port": "5433", "user": "ann", "dbname": "shop", "sslmode": "require",
    }  # fmt: skip
    assert str(address) == "the PostgreSQL database shop on db.example:5433 as ann"
    assert parse_address("sqlite:///tmp/a%20b.db") == SqliteAddress(Path("/tmp/a b.db"))
    assert parse_address("sqlite:~/x.db") == SqliteAddress(Path.home() / "x.db")
    secrets, services = tmp_path / "pgpass", tmp_path / "services"
    monkeypatch.setenv("PGPASSFILE", str(secrets))
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    service = parse_address("postgresql://?service=shop")
    assert not known_here(address)
    assert not known_here(service)
    secrets.write_text("# comment\nbroken\nother:*:*:*:x\n")
    assert not known_here(address)
    secrets.write_text(r"db.example:5433:*:ann:a\:b" + "\n")
    services.write_text("[shop]\nhost=localhost\n")
    assert known_here(address)
    assert known_here(service)
    services.write_text("not a service file")
    assert not known_here(service)
    for wrong in ("", "a.", "a\n"):
        with pytest.raises(OutOfReachError, match="no table is named"):
            table_name(wrong)


def test_differences_lead_from_one_state_to_the_other() -> None:
    contents = Contents()
    column = {"name": "x", "kind": "int", "type": "", "key": True, "editable": True, "required": False}
    contents.lay_out([column], may_add=True, may_remove=True)
    states = [range(900), range(5, 905, 3), [3, 1, 2], [], range(10), range(-5, 15)]
    before: dict[str, tuple[Any, ...]] = {}
    for state in states:
        now = Snapshot({str(number): (number,) for number in state}, truncated=False)
        for rows, gone in differences(before, now):
            assert len(rows) <= 250
            contents.change(rows, gone)
        assert [values[0] for values in contents.rows.values()] == list(state)
        assert [row["key"] for row in contents.listed()] == list(now.rows)
        before = now.rows
    ring = [{"key": "a", "behind": "b", "values": [1]}, {"key": "b", "behind": "a", "values": [2]}]
    contents.change(ring, [])
    assert {"a", "b"} <= contents.rows.keys()
    with pytest.raises(RefusedChangeError):
        contents.change([{"key": str(n), "behind": None, "values": [n]} for n in range(9000)], [])
