# SPDX-License-Identifier: BSD-3-Clause
"""Tables of real databases that people see and edit together."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.runtime.activation import Node
from app.runtime.references import Reference
from objects_library.outside.database_table.address import parse_address
from objects_library.replication.external_bridge import OutOfReachError
from tests.objects_library.copies import eventually, opened, opened_in_turn
from tests.objects_library.outside.tables import (
    PLANTS,
    DatabaseAccess,
    Person,
    Reader,
    a_table,
    allow_everything,
    in_postgres,
    in_sqlite,
    nodes_of,
)
from tests.objects_library.workers import network_channel, workshop
from tests.postgres import Server

KINDS = ["postgres", "sqlite"]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseAccess:
    if request.param == "sqlite":
        made = in_sqlite(tmp_path)
    else:
        server: Server = request.getfixturevalue("postgres")
        made = in_postgres(server.new_database(), tmp_path, monkeypatch)
    made.do(*PLANTS)
    return made


async def two(nodes: list[Node], reference: Reference) -> tuple[Reader, Reader]:
    ann, bob = map(Reader, await opened_in_turn(nodes, reference, "table"))
    await ann.connected()
    await bob.connected()
    return ann, bob


async def test_everyone_sees_and_edits_what_one_has_access_to(tmp_path: Path, place: DatabaseAccess) -> None:
    keeper, viewer = Person(), Person(set())
    async with nodes_of(tmp_path, Ann=keeper, Bob=viewer) as nodes:
        ann, bob = await two(nodes, a_table(place.address))
        await bob.sees_names("fern", "oak", "rose")
        status = bob.copy.last("status")
        assert (status["up"], status["keeper"], status["mine"]) == (True, "Ann", False)
        columns = bob.copy.last("contents")["columns"]
        kinds = [(each["name"], each["kind"], each["key"], each["editable"]) for each in columns]
        assert kinds == [
            ("id", "int", True, True), ("name", "text", False, True), ("height", "float", False, True),
            ("planted", "bool", False, True),
        ]  # fmt: skip
        assert list(bob.rows.values()) == [
            [1, "fern", 0.5, True], [2, "oak", 12.0, False], [3, "rose", None, None],
        ]  # fmt: skip
        place.do("INSERT INTO plants VALUES (4, 'ivy', 2, true)", "DELETE FROM plants WHERE id = 1")
        await bob.sees_names("ivy", "oak", "rose")
        place.do("UPDATE plants SET name = 'yew' WHERE id = 2")
        await ann.sees_names("ivy", "rose", "yew")
        await bob.sees_names("ivy", "rose", "yew")
        # and back
        await bob.done(bob.write('["2"]', "name", "O'Hara; DROP TABLE plants", "yew"))
        assert place.rows("SELECT name FROM plants WHERE id = 2") == [("O'Hara; DROP TABLE plants",)]
        assert bob.rows['["2"]'][1] == "O'Hara; DROP TABLE plants"  # shown before it is said to be done
        first, second = bob.write('["3"]', "height", 1.5, None), bob.write('["3"]', "planted", True, None)
        await bob.done(first)  # two edits of one row do not stand in each other's way
        await bob.done(second)
        await bob.done(bob.add(name="elm"))
        await ann.sees(lambda: "elm" in ann.names)
        await bob.done(bob.remove('["3"]'))
        await ann.sees(lambda: "rose" not in ann.names)
        found = place.rows("SELECT name, height FROM plants ORDER BY id")
        assert found == [("O'Hara; DROP TABLE plants", 12.0), ("ivy", 2.0), ("elm", None)]


async def test_newcomers_get_the_table_and_only_the_one_at_the_bridge_speaks_for_it(
    tmp_path: Path, place: DatabaseAccess
) -> None:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        reference = a_table(place.address)
        ann, bob = await two(nodes, reference)
        late = Reader(await opened(nodes[1], reference, "table"))
        await late.connected()
        assert late.rows == ann.rows
        column = {
            "name": "x", "kind": "text", "type": "text", "key": False, "editable": True, "required": False,
        }  # fmt: skip
        row = {"key": '["9"]', "behind": None, "values": [9, "weed", None, None]}
        liar = bob.copy.body._bridge
        for kind, more in (
            ("rows", {"rows": [row]}), ("layout", {"columns": [column]}), ("cut", {"flags": ["cut"]}),
            ("up", {}), ("down", {}), ("outcome", {}), ("explode", {}),
        ):  # fmt: skip
            liar.send(kind, **more)
        keeper = ann.copy.body._bridge
        wrong: list[dict[str, Any]] = [
            {"rows": [{**row, "values": [1]}]}, {"rows": [{**row, "key": "k" * 2000}]},
            {"rows": [{**row, "values": [1, "x" * 9999, 1, 1]}]},
            {"rows": [{**row, "values": [1, [], {}, 1]}]},
        ]  # fmt: skip
        for each in wrong:
            keeper.send("rows", **each)
        keeper.send("layout", columns=[column, column])
        keeper.send("layout", columns=[{**column, "kind": "virus"}])
        keeper.send("explode")
        keeper.send("up", text="x" * 1000)
        liar.send("edit")
        replicas = [each.copy.body._bridge.replica for each in (ann, bob, late)]
        await eventually(lambda: [each.refusals for each in replicas] == [16, 16, 16])
        assert ann.rows == bob.rows == late.rows
        assert bob.names == ["fern", "oak", "rose"]


async def test_what_makes_no_sense_is_refused_with_the_reason(tmp_path: Path, place: DatabaseAccess) -> None:
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_table(place.address))
        await bob.refused(bob.write('["1"]', "name", "x", "not what it was"), "changed meanwhile")
        await bob.refused(bob.write('["77"]', "name", "x", ""), "not there any more")
        await bob.refused(bob.write('["1"]', "nothing", "x", ""), "not there any more")
        await bob.refused(bob.write('["1"]', "name", None, "fern"), "cannot be empty")
        await bob.refused(bob.write('["1"]', "name", "x" * 5000, "fern"), "at most 4,000")
        await bob.refused(bob.write('["1"]', "name", ["x"], "fern"), "a cell holds")
        await bob.refused(bob.write('["1"]', "height", float("nan"), 0.5), "not finite")
        await bob.refused(bob.add(height=1.0), "name cannot be empty")
        await bob.refused(bob.add(name="x", evil="y"), "no column evil")
        await bob.refused(bob.add(id=1, name="x"), "")
        await bob.refused(bob.remove('["77"]'), "not there any more")
        assert place.rows("SELECT count(*) FROM plants") == [(3,)]


async def test_without_leave_to_write_people_only_look(tmp_path: Path, place: DatabaseAccess) -> None:
    keeper = Person({"network", "read-files"})
    async with nodes_of(tmp_path, Ann=keeper, Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_table(place.address, seconds=0.5))
        contents = bob.copy.last("contents")
        assert contents["flags"] == []
        assert not any(column["editable"] for column in contents["columns"])
        await bob.refused(bob.write('["1"]', "name", "x", "fern"), "cannot be edited")
        await bob.refused(bob.add(name="x"), "no rows can be added")
        await bob.refused(bob.remove('["1"]'), "no rows can be removed")
        place.do("UPDATE plants SET name = 'yew' WHERE id = 2")  # nothing tells of it; somebody looks
        await bob.sees_names("fern", "rose", "yew")
        assert [question.permission.value for question in keeper.asked][-1] == "write-files"
        assert "plants" in str(keeper.asked[0])


async def test_whoever_may_not_is_told_so_and_others_say_that_nobody_is_connected(
    tmp_path: Path, place: DatabaseAccess
) -> None:
    async with nodes_of(tmp_path, Ann=Person(set())) as nodes:
        ann = Reader(await opened(nodes[0], a_table(place.address), "table"))
        await ann.sees(lambda: ann.copy.last("status") and "not allowed" in ann.copy.last("status")["here"])
        assert not ann.copy.last("status")["up"]
        ann.copy.send("connect_here", "postgresql://ann:secret@localhost/x")
        await ann.sees(lambda: "contains a password" in ann.copy.last("status")["here"])


async def test_a_server_that_restarts(tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = in_postgres(postgres.new_database(), tmp_path, monkeypatch)
    place.do(*PLANTS)
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_table(place.address))
        postgres.stop()
        await bob.sees(lambda: not bob.copy.last("status")["up"])
        lost = bob.copy.last("status")
        assert lost["since"] is not None
        assert "PostgreSQL" in lost["text"]
        await bob.refused(bob.write('["1"]', "name", "x", "fern"), "nobody is connected")
        postgres.start()
        await asyncio.to_thread(place.do, "INSERT INTO plants VALUES (7, 'moss')")
        await bob.sees_names("fern", "moss", "oak", "rose")
        await bob.connected()
        await asyncio.to_thread(place.do, "DELETE FROM plants WHERE id = 7")
        await bob.sees_names("fern", "oak", "rose")


async def test_a_file_that_goes_and_comes_back(tmp_path: Path) -> None:
    place = in_sqlite(tmp_path)
    place.do(*PLANTS)
    path = Path(place.address.removeprefix("sqlite:"))
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        _, bob = await two(nodes, a_table(place.address))
        shutil.move(path, tmp_path / "elsewhere")
        await bob.sees(lambda: not bob.copy.last("status")["up"])
        other = tmp_path / "other"
        shutil.copy(tmp_path / "elsewhere", other)
        with closing(sqlite3.connect(other, isolation_level=None)) as connection:
            connection.execute("DELETE FROM plants WHERE id > 1")
        shutil.move(other, path)
        await bob.connected()  # it goes on by itself, with what is there now
        await bob.sees_names("fern")


@pytest.mark.parametrize("kind", KINDS)
async def test_whoever_dies_at_the_bridge_is_followed_by_another(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "sqlite":
        place = in_sqlite(tmp_path)
    else:
        place = in_postgres(request.getfixturevalue("postgres").new_database(), tmp_path, monkeypatch)
    place.do(*PLANTS)
    allow_everything(tmp_path / "home", place.address, "plants")
    reference = a_table(place.address, channel=network_channel("DatabaseChange", "DatabaseState"))
    async with workshop(tmp_path, reference) as shop:
        ann = await shop.start("Ann", "table")
        await ann.until(lambda: ann.all("status")[-1]["up"])
        bob = await shop.start("Bob", "table")
        cid = await shop.start("Cid", "table")
        for worker in (bob, cid):
            await worker.until(lambda: worker.all("status") and worker.all("status")[-1]["keeper"] == "Ann")  # noqa: B023 - waited for here
        wanted = {"request": f"uuid:{uuid4()}", "key": '["1"]', "column": "name", "value": "yew", "was": "fern"}
        cid.send("table", "set", wanted)
        await cid.until(lambda: cid.all("done"))
        assert place.rows("SELECT name FROM plants WHERE id = 1") == [("yew",)]
        seen = len(cid.all("status"))
        ann.kill()
        # The next bridge may be up before this one looks again.
        await cid.until(lambda: any(not status["up"] for status in cid.all("status")[seen:]))
        assert cid.all("status")[-1]["since"]
        await cid.until(lambda: cid.all("status")[-1]["up"] and cid.all("status")[-1]["keeper"] != "Ann")
        place.do("UPDATE plants SET name = 'elm' WHERE id = 2")
        await cid.until(lambda: "elm" in str(cid.all("changed")))


async def test_a_database_of_ones_own_is_made_by_whoever_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    reference = a_table("sqlite:own/garden.db", "beds", columns="name text, size real,")
    async with nodes_of(tmp_path, Ann=Person(), Bob=Person(set())) as nodes:
        ann, bob = await two(nodes, reference)
        names = [column["name"] for column in bob.copy.last("contents")["columns"]]
        assert names == ["id", "name", "size"]
        await bob.done(bob.add(name="herbs", size=2.5))
        await ann.sees_names("herbs")
        assert (tmp_path / "home/data/databases/garden.db").is_file()
        await bob.sees(lambda: bob.copy.last("status")["keeper"] == "Ann")
        with pytest.raises(OutOfReachError, match="plain name"):
            parse_address("sqlite:own/../garden.db")
