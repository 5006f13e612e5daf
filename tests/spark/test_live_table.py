# SPDX-License-Identifier: BSD-3-Clause
"""The table of a feed equals a simple model, for any order of parts, replays and limits."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from time import perf_counter
from typing import Annotated, Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.library import OfType, decode, encode, wrapper_of
from app.spark import live_table
from app.spark.live_table import (
    CHANGE_FORM,
    STATE_FORM,
    LiveTable,
    TableChange,
    TableRefusedError,
    TableState,
    batch_changes,
    split_into_parts,
    status_change,
    table_type,
)
from app.spark.table_store import TableStore, row_sizes

COLUMNS = pa.schema([("k", pa.int64()), ("g", pa.string()), ("v", pa.float64())])
Row = tuple[int, str, float]

rows = st.lists(st.tuples(st.integers(0, 12), st.sampled_from(["a", "b", "long " * 9, ""]), st.floats(0, 9)))
batches = st.lists(
    st.tuples(st.sampled_from(["append", "update", "complete"]), rows, st.integers(1, 30), st.booleans()), max_size=14
)


def a_table(some: list[Row]) -> Any:
    return pa.Table.from_pylist([dict(zip("kgv", row, strict=True)) for row in some], schema=COLUMNS)


def a_batch(number: int, some: list[Row], mode: str = "append", **more: Any) -> list[TableChange[Any]]:
    key = ["k", "g"] if mode == "update" else []
    return batch_changes(a_table(some), feed=more.pop("feed", "f"), batch=number, mode=mode, key=key, **more)


def shown(table: LiveTable[Any]) -> list[Row]:
    return [] if table.table is None else [tuple(row.values()) for row in table.table.to_pylist()]


def weight(row: Row) -> int:
    return 8 + 8 + 4 + len(row[1])


def model(before: list[Row], mode: str, some: list[Row], most: int, most_bytes: int) -> list[Row]:
    """The expected table."""
    if mode == "complete":
        after = list(some)
        while len(after) > most or sum(map(weight, after)) > most_bytes:
            after.pop()
        return after
    if mode == "append":
        after = before + some
    else:
        by_key = {}
        for row in before + some:
            by_key[row[:2]] = row
        after = list(by_key.values())
    while len(after) > most or sum(map(weight, after)) > most_bytes:
        after.pop(0)
    return after


@settings(max_examples=150, deadline=None)
@given(batches, st.integers(40, 900), st.randoms(use_true_random=False))
def test_it_equals_a_plain_model(some: list[Any], most_bytes: int, dice: random.Random) -> None:
    table: LiveTable[Any] = LiveTable()
    expected: list[Row] = []
    said: list[TableChange[Any]] = []
    for number, (mode, fresh, most, move) in enumerate(some):
        whole = a_batch(number, fresh, mode, most_rows=most, most_bytes=most_bytes)
        split = [
            replace(whole[0], rows=piece, part=place, parts=len(pieces))
            for pieces in [list(split_into_parts(whole[0].rows, 40))]
            for place, piece in enumerate(pieces)
        ]
        dice.shuffle(split)
        for part in split[:-1]:
            assert table.apply(part).rows is None
            assert shown(table) == expected
        if move:  # transfer the state in the midst of a batch
            newcomer: LiveTable[Any] = LiveTable()
            newcomer.restore(table.to_state())
            assert newcomer.to_state().cut == table.to_state().cut
            table = newcomer
        table.apply(split[-1])
        expected = model(expected, mode, fresh, most, most_bytes)
        assert shown(table) == expected
        assert table.byte_size == sum(map(weight, expected))
        said += split
        again = dice.choice(said)
        assert table.apply(again).rows is None  # a replay
        assert shown(table) == expected


def test_two_tries_never_mix() -> None:
    table: LiveTable[Any] = LiveTable()
    first = [replace(a_batch(0, [(1, "old", 1.0)])[0], part=0, parts=2)]
    second = [replace(each, part=0, parts=2) for each in a_batch(0, [(1, "new", 1.0)])]
    second.append(replace(second[0], part=1, rows=a_table([(2, "new", 2.0)])))
    for change in [*first, *second]:
        table.apply(change)
    assert [row[1] for row in shown(table)] == ["new", "new"]
    table.apply(replace(first[0], part=1))
    assert len(table) == 2
    assert table.to_state().under_way == []


def test_feeds_are_counted_apart() -> None:
    table: LiveTable[Any] = LiveTable()
    for feed in ("one", "two"):
        for number in (0, 1, 1, 0):
            for change in a_batch(number, [(number, feed, 0.0)], feed=feed):
                table.apply(change)
    assert [row[:2] for row in shown(table)] == [(0, "one"), (1, "one"), (0, "two"), (1, "two")]
    assert (table.last_batch("one"), table.last_batch("three")) == (1, -1)


def test_news_change_no_rows() -> None:
    table: LiveTable[Any] = LiveTable()
    table.apply(status_change(COLUMNS, feed="f", state="starting", reason="Spark starts"))
    assert table.table is None
    table.apply(a_batch(0, [(1, "a", 1.0)], notice="sampled")[0])
    table.apply(status_change(COLUMNS, feed="f", state="failed", reason="the folder is gone"))
    assert table.news is not None
    assert (table.news.state, table.news.reason, len(table)) == ("failed", "the folder is gone", 1)


def test_cuts_are_said() -> None:
    table: LiveTable[Any] = LiveTable()
    table.apply(a_batch(0, [(n, "a", 0.0) for n in range(10)], most_rows=4, notice="sampled")[0])
    assert [row[0] for row in shown(table)] == [6, 7, 8, 9]
    assert table.notice == "sampled; only the newest 4 rows are kept; 6 older ones are gone"
    table.apply(a_batch(1, [(n, "a", 0.0) for n in range(10)], "complete", most_rows=4)[0])
    assert [row[0] for row in shown(table)] == [0, 1, 2, 3]
    assert table.notice == "only the first 4 rows are shown; 6 more do not fit"


def hostile() -> list[tuple[dict[str, Any], str]]:
    twice = pa.table([[1], [2]], names=["k", "k"])
    lists = pa.table({"k": [[1]], "g": ["a"]})
    return [
        ({"mode": "delete"}, "nobody knows"),
        ({"state": "drunk"}, "never"),
        ({"feed": ""}, "name of a feed"),
        ({"reason": "x" * 3000}, "characters"),
        ({"batch": -1}, "cannot be"),
        ({"part": 3, "parts": 3}, "cannot be"),
        ({"parts": 10**9}, "cannot be"),
        ({"most_rows": 0}, "one row"),
        ({"rows": [1]}, "not as a list"),
        ({"rows": twice}, "names of their own"),
        ({"rows": pa.table({"x" * 300: [1]})}, "name of a column"),
        ({"rows": pa.table({})}, "columns"),
        ({"mode": "update", "key": []}, "key"),
        ({"mode": "update", "key": ["z"]}, "`z`"),
        ({"mode": "update", "key": ["k", "k"]}, "each once"),
        ({"mode": "update", "key": ["k"], "rows": lists}, "no rows apart"),
        ({"rows": pa.table({"k": ["text"], "g": ["a"], "v": [1.0]})}, "`k` holds string, not int64"),
        ({"rows": pa.table({"k": [1], "w": [1.0]})}, "`g` is gone, `v` is gone, `w` is new"),
        ({"rows": pa.table({"v": [1.0], "g": ["a"], "k": [1]})}, "order"),
        ({"rows": pa.table({"k": pa.nulls(live_table.MOST_ROWS + 1)})}, "at most"),
    ]


@pytest.mark.parametrize(("what", "said"), hostile())
def test_what_makes_no_sense_is_refused(what: dict[str, Any], said: str) -> None:
    table: LiveTable[Any] = LiveTable()
    table.apply(a_batch(0, [(1, "a", 1.0)])[0])
    with pytest.raises(TableRefusedError, match=said):
        table.apply(replace(a_batch(1, [(2, "b", 2.0)])[0], **what))
    assert shown(table) == [(1, "a", 1.0)]


def test_parts_that_do_not_belong_together() -> None:
    table: LiveTable[Any] = LiveTable()
    first = replace(a_batch(0, [(1, "a", 1.0)], "complete")[0], parts=3)
    table.apply(first)
    for other in ({"parts": 2}, {"mode": "append"}, {"rows": pa.table({"other": [1]})}):
        with pytest.raises(TableRefusedError, match="belong together"):
            table.apply(replace(first, part=1, **other))
    for number in range(1, 20):  # batches that never become complete are dropped
        table.apply(replace(a_batch(number, [(1, "a", 1.0)])[0], parts=2))
    assert len(table.to_state().under_way) == 4


def test_too_large_batches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "MOST_ROWS", 3)
    table: LiveTable[Any] = LiveTable()
    first = replace(a_batch(0, [(1, "a", 1.0), (2, "a", 1.0)])[0], parts=2)
    table.apply(first)
    with pytest.raises(TableRefusedError, match="at most 3 rows"):
        table.apply(replace(first, part=1))
    assert table.to_state().under_way == []


def test_hostile_states_are_taken_as_far_as_they_make_sense() -> None:
    donor: LiveTable[Any] = LiveTable()
    donor.apply(a_batch(3, [(1, "a", 1.0), (1, "a", 2.0)], "append")[0])
    state = donor.to_state()
    table: LiveTable[Any] = LiveTable()
    news = replace(state.news[0], state="drunk")
    table.restore(replace(state, key=["k"], mode="?", cut=-5, news=[news], under_way=[news]))
    assert shown(table) == [(1, "a", 2.0)]
    assert (table.news, table.mode, table.notice) == (None, "", "")
    table.restore(replace(state, rows=[pa.table({})], key=["z"]))
    assert table.table is None
    table.restore(None)
    assert table.last_batch("f") == -1


def test_keys_of_all_kinds() -> None:
    store = TableStore()
    now = datetime(2026, 1, 1, tzinfo=UTC)
    kinds = [
        ([1.5, float("nan"), None], pa.float64()),
        ([now, now.replace(year=2027), None], pa.timestamp("ns", "UTC")),
        ([now.date(), None, now.date().replace(year=1999)], pa.date32()),
        ([Decimal("1.5"), Decimal(2), None], pa.decimal128(9, 2)),
        ([b"x", b"", None], pa.binary()),
        ([True, False, None], pa.bool_()),
    ]
    for values, kind in kinds:
        table = pa.table({"k": pa.array(values, kind), "n": [1, 2, 3]})
        store.replace(table)
        store.update(table, ("k",))
        assert store.table.num_rows == 3, kind


def test_weights_of_nested_and_view_columns() -> None:
    table = pa.table(
        {
            "l": [[1, 2], None],
            "s": [{"a": "xy"}, {"a": ""}],
            "v": pa.array(["abc", None], pa.string_view()),
            "n": pa.nulls(2),
        }
    )
    assert len(row_sizes(table)) == 2
    assert row_sizes(table)[0] > row_sizes(table)[1]


def test_types_and_travel() -> None:
    kind = table_type(pa.schema([("price", pa.float64()), ("what", pa.dictionary(pa.int8(), pa.string()))]))
    assert kind == "table{price: double?, what: string?}"
    typed = Annotated[Any, OfType(kind)]
    change, state = wrapper_of(TableChange[typed]).sent, wrapper_of(TableState[typed]).sent
    assert f"rows: {kind}" in str(change)
    table: LiveTable[Any] = LiveTable()
    sent = batch_changes(pa.table({"price": [1.5], "what": ["x"]}), feed="f", batch=0, mode="append", key=[])[0]
    table.apply(CHANGE_FORM.lift(decode(change, encode(change, CHANGE_FORM.lower(sent)))))
    other: LiveTable[Any] = LiveTable()
    other.restore(STATE_FORM.lift(decode(state, encode(state, STATE_FORM.lower(table.to_state())))))
    assert other.table.to_pylist() == [{"price": 1.5, "what": "x"}]
    assert other.news == table.news


def test_changes_cost_what_they_change() -> None:
    """100,000 rows and changes of 1,000 of them: a small part of the cost of reading all."""
    table: LiveTable[Any] = LiveTable()
    large = [(n, "key", float(n)) for n in range(100_000)]
    for change in a_batch(0, large, "update"):
        table.apply(change)
    took = []
    for number in range(1, 6):
        changes = a_batch(number, [(n * 97, "key", 0.5) for n in range(1000)], "update")
        start = perf_counter()
        for change in changes:
            table.apply(change)
        took.append(perf_counter() - start)
    assert min(took) < 0.05
    assert len(table) == 100_000


def test_time_zones_do_not_matter() -> None:
    """Another publisher may be in another time zone; the instants are the same."""
    table: LiveTable[Any] = LiveTable()
    for number, zone in enumerate(("UTC", "Etc/UTC", "Europe/Berlin")):
        rows = pa.table({"at": pa.array([number], pa.timestamp("us", zone))})
        assert table_type(rows.schema) == "table{at: timestamp[us, tz=UTC]?}"
        for change in batch_changes(rows, feed="f", batch=number, mode="update", key=["at"]):
            table.apply(change)
    assert table.table.column("at").cast(pa.int64()).to_pylist() == [0, 1, 2]
