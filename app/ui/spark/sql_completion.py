# SPDX-License-Identifier: BSD-3-Clause
"""The SQL editor's lexer and completion. No Qt here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

KEYWORDS = frozenset(
    """all and anti any array as asc between both bucket by case cast cluster cross cube current date
    day days desc distinct distribute else end escape except exists extract false fetch filter first
    following for from full group grouping having hour hours if ignore in inner intersect interval
    into is join last lateral left like limit map minus minute minutes month months natural not null
    nulls of offset on or order outer over partition percent pivot preceding range regexp rlike
    right rollup row rows second seconds select semi sets show some sort struct table tablesample
    then timestamp to true try unbounded union unpivot using values view watermark week when where
    window with within year years""".split()  # noqa: SIM905 - easier to read
)
FUNCTIONS = """abs approx_count_distinct avg ceil coalesce collect_list collect_set concat concat_ws contains
    corr count count_if current_date current_timestamp date_add date_diff date_format date_sub
    date_trunc dayofweek dense_rank element_at endswith exp explode first_value floor from_json
    get_json_object greatest hash hour ifnull initcap instr lag last_value lead least length ln
    log10 lower lpad ltrim max max_by mean median min min_by minute mode month months_between
    named_struct now ntile nullif nvl percentile percentile_approx pmod pow quarter rand rank
    regexp_extract regexp_replace replace round row_number rpad rtrim second session_window sign
    size sort_array split sqrt startswith stddev substring sum to_date to_json to_timestamp
    transform trim try_cast unix_timestamp upper uuid variance weekofyear window year""".split()  # noqa: SIM905 - easier to read
_TOKEN = re.compile(
    r"(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<text>'(?:[^'\\]|\\.|'')*(?:'|\Z)|\"(?:[^\"\\]|\\.)*(?:\"|\Z))"
    r"|(?P<quoted>`[^`]*(?:`|\Z))"
    r"|(?P<number>\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[A-Za-z]{0,2}\b)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<sign>[^\s\w])",
    re.DOTALL,
)
_MOST_OFFERED = 200
_LONGEST = 200_000


@dataclass(frozen=True)
class Token:
    """A word, text, number, sign or comment with its position."""

    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Completion:
    """A completion; `detail` says what it is."""

    text: str
    kind: str
    detail: str = ""


def tokens(sql: str) -> Iterator[Token]:
    """Split a query into tokens; words are keywords, functions or names."""
    for found in _TOKEN.finditer(sql[:_LONGEST]):
        kind = found.lastgroup or "sign"
        text = found.group()
        if kind == "word":
            lower = text.lower()
            follows = sql[found.end() : found.end() + 1]
            kind = "keyword" if lower in KEYWORDS else "function" if follows == "(" else "name"
        yield Token(kind, found.start(), found.end(), text)


def word_before(sql: str, position: int) -> tuple[str, str]:
    """The prefix of a word that ends at a position, and the qualifier before its dot."""
    found = re.search(r"(?:(`[^`]+`|\w+)\.)?(\w*)$", sql[:position])
    if found is None:
        return "", ""
    return found[2], (found[1] or "").strip("`")


def completions(sql: str, position: int, tables: Mapping[str, Sequence[tuple[str, str]]]) -> list[Completion]:
    """The completions at a position: columns of the tables in use, tables, functions and keywords."""
    inside = next((token for token in tokens(sql) if token.start < position <= token.end), None)
    if inside is not None and inside.kind in ("comment", "text", "number"):
        return []
    start, owner = word_before(sql, position)
    names = _names_in_use(sql, tables)
    if owner:
        table = names.get(owner.lower())
        return _matching([Completion(name, "column", kind) for name, kind in tables.get(table or owner, ())], start)
    before = [token for token in tokens(sql) if token.end <= position - len(start) and token.kind != "comment"]
    expects_table = bool(before) and before[-1].text.lower() in ("from", "join")
    of_tables = [Completion(name, "table") for name in tables]
    if expects_table:
        return _matching(of_tables, start)
    used = dict.fromkeys(names.values()) or dict.fromkeys(tables)
    columns = [
        Completion(column, "column", f"{kind} · {table}") for table in used for column, kind in tables.get(table, ())
    ]
    known = {completion.text: completion for completion in reversed(columns)}
    functions = [Completion(name, "function") for name in FUNCTIONS] if start else []
    keywords = [Completion(word.upper() if start.isupper() else word, "keyword") for word in sorted(KEYWORDS)]
    return _matching([*reversed(known.values()), *of_tables, *functions, *(keywords if start else [])], start)


def _names_in_use(sql: str, tables: Mapping[str, object]) -> dict[str, str]:
    """The tables of a query by name and alias."""
    found: dict[str, str] = {}
    parts = [token for token in tokens(sql) if token.kind != "comment"]
    by_lower = {name.lower(): name for name in tables}
    for number, token in enumerate(parts):
        table = by_lower.get(token.text.strip("`").lower())
        if table is None or not number or parts[number - 1].text.lower() not in ("from", "join", ","):
            continue
        found[table.lower()] = table
        rest = parts[number + 1 : number + 3]
        if rest and rest[0].text.lower() == "as":
            rest = rest[1:]
        if rest and rest[0].kind == "name":
            found[rest[0].text.lower()] = table
    return found


def _matching(found: Sequence[Completion], start: str) -> list[Completion]:
    low = start.lower()
    first = [
        completion for completion in found if completion.text.lower().startswith(low) and completion.text.lower() != low
    ]
    inside = [
        completion for completion in found if low and low in completion.text.lower()[1:] and completion not in first
    ]
    return [*first, *(completion for completion in inside if completion.kind in ("column", "table"))][:_MOST_OFFERED]
