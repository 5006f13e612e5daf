# SPDX-License-Identifier: BSD-3-Clause
"""Plain values as MessagePack and JSON: exact round trips, and clear refusals."""

import contextlib
import json
import struct
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.library import ValueRefusedError, decode, encode, from_json, to_json
from app.runtime.library import encoding as encoding_module
from app.runtime.library.validation import check, fits, plain_classes
from app.runtime.references import Composite, Parameterized, Primitive, TypeArgument, ValueArgument
from app.runtime.types import (
    ANYTHING,
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NULL,
    TEXT,
    TIMESTAMP,
    EndpointOf,
    Field,
    ListOf,
    MapOf,
    Record,
    ReferenceTo,
    Table,
    Union,
    ValueType,
    Variable,
    parse_value_type,
    union_of,
)
from app.runtime.types import UUID as UUID_TYPE

NOW = datetime(2024, 2, 29, 12, 30, 15, 123456, tzinfo=UTC)
REFERENCE = Parameterized(Primitive(7, 2, "Pipe"), (("T", TypeArgument("int")), ("n", ValueArgument(5))))
TABLE = pa.table({"price": pa.array([1.5, 2.5]), "count": pa.array([1, 2], pa.int32()), "at": ["x", "y"]})

VALUES: list[tuple[str, object]] = [
    ("null", None),
    ("bool", True),
    ("int", -5),
    ("int", 2**64 - 1),
    ("int", -(2**63)),
    ("float", 1.5),
    ("float", 3),
    ("float", float("inf")),
    ("text", "ℵ\n\0"),
    ("bytes", b"\0\xff"),
    ("timestamp", NOW),
    ("uuid", UUID(int=5)),
    ("list[int]", [1, 2]),
    ("list[uuid]", [UUID(int=5)]),
    ("map[text, int]", {"a": 1}),
    ("map[int, text]", {1: "a"}),
    ("map[uuid, bytes]", {UUID(int=1): b"x"}),
    ("{x: int, y?: text}", {"x": 1}),
    ("{x: int, y?: text}", {"x": 1, "y": "a"}),
    ("{x: int, ...}", {"x": 1, "more": [UUID(int=1), b"x", {"deep": None}]}),
    ("int | text | null", None),
    ("int | text | null", "a"),
    ("bytes | text", b"abcd"),
    ("bytes | text", "abcd"),
    ("{a: uuid} | {b: bytes}", {"b": b"x"}),
    ("anything", [1, 1.5, "a", b"b", None, True, NOW, UUID(int=9), {"a": {"b": []}}]),
    ("anything", {1: "a", "$bytes": "not bytes", b"k": 2}),
    ("anything", {"$map": 5}),
    ("anything", float("-inf")),
    ("anything", REFERENCE),
    ("reference[Object]", REFERENCE),
    ("list[reference[Channel[int]]]", [Composite()]),
    ("map[text, reference[Object]]", {"a": REFERENCE}),
    ("endpoint[endpoint{ in a() }]", "ticket"),
    ("list[list[list[bool]]]", [[[True], []], []]),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=str)
def test_round_trips_are_exact(text: str, value: object) -> None:
    wanted = parse_value_type(text)
    assert decode(wanted, encode(wanted, value)) == value
    line = to_json(wanted, value)
    assert b"\n" not in line
    assert from_json(wanted, line) == value


def test_a_timestamp_keeps_its_instant() -> None:
    local = NOW.astimezone(timezone(timedelta(hours=5)))
    assert decode(TIMESTAMP, encode(TIMESTAMP, local)) == NOW
    assert from_json(TIMESTAMP, to_json(TIMESTAMP, local)) == NOW


def test_json_is_for_people() -> None:
    wanted = parse_value_type("{at: timestamp, who: uuid, data: bytes, what: anything, map: map[int, bool]}")
    value = {"at": NOW, "who": UUID(int=1), "data": b"ab", "what": b"ab", "map": {5: True}}
    assert json.loads(to_json(wanted, value)) == {
        "at": "2024-02-29T12:30:15.123456+00:00",
        "who": "00000000-0000-0000-0000-000000000001",
        "data": "YWI=",
        "what": {"$bytes": "YWI="},
        "map": [[5, True]],
    }


WRONG: list[tuple[str, object, str]] = [
    ("int", "a", "expected int, found text"),
    ("int", True, "expected int, found bool"),
    ("int", 2**64, "a whole number of more than 64 bits"),
    ("float", True, "expected float, found bool"),
    ("float", "a", "expected float, found text"),
    ("float", 2**70, "more than 64 bits"),
    ("bool", 1, "expected bool, found int"),
    ("null", 0, "expected null, found int"),
    ("text", b"a", "expected text, found bytes"),
    ("bytes", "a", "expected bytes, found text"),
    ("timestamp", "now", "expected timestamp, found text"),
    ("timestamp", datetime(2024, 1, 1), "a timestamp without time zone"),  # noqa: DTZ001 - the mistake itself
    ("uuid", "a", "expected uuid, found text"),
    ("list[int]", {}, "expected a list, found a map"),
    ("list[int]", [1, "a"], "expected int, found text at `[1]`"),
    ("map[text, int]", [], "expected a map, found a list"),
    ("map[text, int]", {"a": None}, "expected int, found null at `['a']`"),
    ("map[text, int]", {5: 5}, "expected text, found int at `[5]`"),
    ("map[text, int]", {"x" * 50: None}, "...]`"),
    ("{x: int}", [], "expected a record, found a list"),
    ("{x: int}", {}, "the field `x` is missing"),
    ("{x: int}", {"x": 1, "y": 2}, "there is no field `y`"),
    ("{x: int, y?: int}", {"x": 1, "z": 2}, "there is no field `z`"),
    ("{x: int, ...}", {"x": 1, 5: 2}, "5 is not the name of a field"),
    ("{x: int, ...}", {"x": 1, "y": [1j]}, "a complex is not a plain value at `y`"),
    ("list[{x: {y: list[int]}}]", [{"x": {"y": [1, None]}}], "at `[0].x.y[1]`"),
    ("int | text", None, "expected int | text, found null"),
    ("int | {x: int}", {"x": "a"}, "expected int, found text at `x`"),
    ("{x: int} | {y: int}", {"z": 1}, "expected {x: int} | {y: int}, found a map"),
    ("nothing", 1, "expected nothing, found int"),
    ("reference[Object]", 5, "expected a reference, found int"),
    ("endpoint[endpoint{}]", 5, "expected an endpoint ticket, found int"),
    ("anything", 2**65, "more than 64 bits"),
    ("anything", datetime(2024, 1, 1), "without time zone"),  # noqa: DTZ001
    ("anything", {"a": {1, 2}}, "a set is not a plain value"),
    ("table{a: int64}", 5, "expected a table, found a int"),
]


@pytest.mark.parametrize(("text", "value", "message"), WRONG, ids=str)
def test_a_value_of_another_type_is_refused_with_its_place(text: str, value: object, message: str) -> None:
    wanted = parse_value_type(text)
    with pytest.raises(ValueRefusedError) as caught:
        encode(wanted, value)
    assert message in str(caught.value)
    assert not fits(wanted, value)
    with pytest.raises(ValueRefusedError):
        to_json(wanted, value)


def test_variables_that_nobody_bound_take_anything_plain() -> None:
    check(Variable("T"), {"a": [1]})
    assert fits(Variable("T"), {"a": [1]})
    assert plain_classes(Variable("T")) == (object,)


def test_nesting_has_an_end() -> None:
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(ValueRefusedError, match="nested too deep"):
        encode(ANYTHING, deep)
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueRefusedError, match="nested too deep"):
        check(ANYTHING, deep)


HOSTILE: list[tuple[bytes, str]] = [
    (b"", "the bytes are no value"),
    (b"\xc1", "the bytes are no value"),
    (b"\x92\x01", "the bytes are no value"),
    (b"\x01\x01", "the bytes are no value"),
    (b"\xdd\xff\xff\xff\xff", "the bytes are no value"),
    (b"\xdb\xff\xff\xff\xffabc", "the bytes are no value"),
    (b"\xdf\xff\xff\xff\xff", "the bytes are no value"),
    (b"\x91" * 100_000, "nested"),
    (b"\x81\x81\x01\x01\x01", "the bytes are no value"),
    (b"\xa1\xff", "the bytes are no value"),
    (b"\xd4\x63\x00", "unknown extension 99"),
    (b"\xd4\x01\x00", "unknown extension 1"),
    (b"\xd4\x02\x00", "a reference cannot be read"),
    (b"\xd4\x03\x00", "a table cannot be read"),
    (b"\xd4\xff\x00", "the bytes are no value"),
]


@pytest.mark.parametrize(("data", "message"), HOSTILE, ids=str)
def test_hostile_bytes_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(ValueRefusedError) as caught:
        decode(ANYTHING, data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("int", "{", "this is not JSON"),
        ("int", b"\xff", "this is not JSON"),
        ("int", "[" * 100_000, "nested too deep"),
        ("int", '"5"', "expected int"),
        ("bytes", '"?"', "'?' is not a bytes"),
        ("uuid", '"?"', "'?' is not a uuid"),
        ("timestamp", '"?"', "'?' is not a timestamp"),
        ("timestamp", '"2024-01-01"', "without time zone"),
        ("anything", '{"$uuid": "?"}', "is not a uuid"),
        ("anything", '{"$map": [[[1], 2]]}', "the key of a map has parts"),
        ("map[int, int]", "[[[1], 2]]", "the key of a map has parts"),
        ("map[int, int]", "[[1]]", "expected a map"),
        ("reference[Object]", '"<a/>"', "a reference cannot be read"),
        ("anything", '{"$reference": "\\ud800"}', "not JSON"),
        ("anything", '{"$reference": "<a/>"}', "a reference cannot be read"),
        ("table{a: int64}", "[1]", "the rows are no table"),
        ("table{a: int64}", '[{"a": "x"}]', "the rows are no table"),
    ],
)
def test_json_that_is_not_meant_is_refused(text: str, line: str | bytes, message: str) -> None:
    with pytest.raises(ValueRefusedError, match=message.replace("?", r"\?")):
        from_json(parse_value_type(text), line)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('{"$bytes": 5}', {"$bytes": 5}),
        ('{"$map": 5}', {"$map": 5}),
        ('{"$map": [[1, 2]]}', {1: 2}),
        ('{"$other": "x"}', {"$other": "x"}),
        ('{"$bytes": "YQ==", "more": 1}', {"$bytes": "YQ==", "more": 1}),
    ],
)
def test_marks_mean_something_only_where_they_are_whole(line: str, value: object) -> None:
    assert from_json(ANYTHING, line) == value


def test_lone_surrogates_cannot_be_sent() -> None:
    with pytest.raises(ValueRefusedError, match="half a character"):
        encode(TEXT, "\ud800")
    with pytest.raises(ValueRefusedError, match="half a character"):
        to_json(TEXT, "\ud800")


def test_size_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding_module, "MAX_BYTES", 100)
    assert decode(BYTES, encode(BYTES, bytes(90))) == bytes(90)
    with pytest.raises(ValueRefusedError, match="a value is larger than"):
        encode(BYTES, bytes(100))
    with pytest.raises(ValueRefusedError, match="a value is larger than"):
        decode(BYTES, bytes(101))


class TestTables:
    WANTED = parse_value_type("table{price: double, count: int64, at: string}")

    def test_round_trip(self) -> None:
        assert decode(self.WANTED, encode(self.WANTED, TABLE)).equals(TABLE)
        assert decode(ANYTHING, encode(ANYTHING, [TABLE]))[0].equals(TABLE)

    def test_json_is_a_list_of_records(self) -> None:
        line = to_json(self.WANTED, TABLE)
        assert json.loads(line)[0] == {"price": 1.5, "count": 1, "at": "x"}
        assert from_json(self.WANTED, line).to_pylist() == TABLE.to_pylist()
        assert from_json(self.WANTED, line).schema.field("count").type == pa.int64()
        assert json.loads(to_json(ANYTHING, TABLE)) == json.loads(line)

    def test_json_of_open_and_unusual_columns(self) -> None:
        wanted = parse_value_type("table{a: number, ...}")
        assert from_json(wanted, '[{"a": 1, "b": "x"}]').to_pylist() == [{"a": 1, "b": "x"}]

    @pytest.mark.parametrize(
        ("table", "message"),
        [
            (TABLE.drop_columns(["price"]), "the column `price` is missing"),
            (TABLE.append_column("more", TABLE["at"]), "there is no column `more`"),
            (TABLE.append_column("at", TABLE["at"]), "two columns have the same name"),
            (pa.table({"price": ["a"], "count": [1], "at": ["x"]}), "the column `price` holds string, not double"),
            (pa.table({"price": [None, 1.0], "count": [1, 2], "at": ["x", "y"]}), "the column `price` has gaps"),
            (pa.table({"price": [{'a " b': 1}], "count": [1], "at": ["x"]}), "the column `price` holds struct"),
        ],
    )
    def test_other_tables_are_refused(self, table: pa.Table, message: str) -> None:
        with pytest.raises(ValueRefusedError, match=message):
            encode(self.WANTED, table)

    def test_open_tables_and_gaps(self) -> None:
        check(parse_value_type("table{at: string, ...}"), TABLE)
        check(parse_value_type("table{a: int64?}"), pa.table({"a": [None, 1]}))

    def test_compressed_tables_are_refused_before_they_are_unpacked(self) -> None:
        sink = pa.BufferOutputStream()
        huge = pa.table({"a": pa.array([0]).take(pa.array([0] * 1_000_000))})
        with pa.ipc.new_stream(sink, huge.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
            writer.write_table(huge)
        data = bytes(sink.getvalue())
        assert len(data) < 10_000
        with pytest.raises(ValueRefusedError, match="a table cannot be read: it is compressed"):
            decode(ANYTHING, self.packed(data))

    def test_compressed_dictionaries_too(self) -> None:
        sink = pa.BufferOutputStream()
        table = pa.table({"a": pa.array(["x" * 1000, "y"]).dictionary_encode()})
        with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
            writer.write_table(table)
        with pytest.raises(ValueRefusedError, match="compressed"):
            decode(ANYTHING, self.packed(bytes(sink.getvalue())))

    def test_dictionaries_pass(self) -> None:
        table = pa.table({"a": pa.array(["x", "y", "x"]).dictionary_encode()})
        assert decode(ANYTHING, encode(ANYTHING, table)).equals(table)

    def test_rows_that_take_no_space(self) -> None:
        with pytest.raises(ValueRefusedError, match="more rows than it holds"):
            decode(ANYTHING, encode(ANYTHING, pa.table({"a": pa.nulls(10_000_000)})))

    @staticmethod
    def packed(data: bytes) -> bytes:
        return b"\xc9" + struct.pack(">Ib", len(data), 3) + data

    @settings(max_examples=300, deadline=None)
    @given(st.data())
    def test_damaged_streams_are_refused(self, data: st.DataObject) -> None:
        good = bytearray(encode(ANYTHING, TABLE))
        for _ in range(data.draw(st.integers(1, 4))):
            good[data.draw(st.integers(6, len(good) - 1))] = data.draw(st.integers(0, 255))
        cut = data.draw(st.integers(0, len(good)))
        for attempt in (bytes(good), self.packed(bytes(good[6:cut]))):
            with contextlib.suppress(ValueRefusedError):
                decode(ANYTHING, attempt)


def plain_values(depth: int = 3) -> st.SearchStrategy[object]:
    atoms = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.floats(allow_nan=False),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
        st.binary(max_size=5),
        st.datetimes(timezones=st.just(UTC), min_value=datetime(1, 1, 2)),  # noqa: DTZ001 - hypothesis wants it so
        st.uuids(),
    )
    return st.recursive(
        atoms,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.integers(0, 9), inner, max_size=3)
        ),
        max_leaves=8,
    ).filter(_is_encodable)


def _is_encodable(value: object) -> bool:
    try:
        msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        return False
    return True


@settings(max_examples=300, deadline=None)
@given(plain_values())
def test_any_plain_value_survives_both_forms(value: object) -> None:
    assert decode(ANYTHING, encode(ANYTHING, value)) == value
    assert from_json(ANYTHING, to_json(ANYTHING, value)) == value


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=60))
def test_random_bytes_never_raise_anything_else(data: bytes) -> None:
    for wanted in (ANYTHING, parse_value_type("{a: list[int], ...} | text"), parse_value_type("map[uuid, bytes]")):
        for read in (decode, from_json):
            with contextlib.suppress(ValueRefusedError):
                read(wanted, data)


def test_kinds_of_types_and_their_classes() -> None:
    cases: list[tuple[ValueType, tuple[type, ...]]] = [
        (NULL, (type(None),)),
        (ListOf(INT), (list,)),
        (MapOf(TEXT, INT), (dict,)),
        (Record((Field("a", BOOL),)), (dict,)),
        (union_of(FLOAT, UUID_TYPE), (float, int, UUID)),
        (Union(()), ()),
    ]
    for wanted, classes in cases:
        assert plain_classes(wanted) == classes
    assert Primitive in plain_classes(parse_value_type("reference[Object]"))
    assert plain_classes(Table(())) == (object,)
    assert isinstance(parse_value_type("reference[Object]"), ReferenceTo)
    assert isinstance(parse_value_type("endpoint[endpoint{}]"), EndpointOf)
