# SPDX-License-Identifier: BSD-3-Clause
"""The lexer and completion of SQL, and the editor."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui.spark.sql_completion import completions, tokens
from app.ui.spark.sql_editor import SqlEditor
from app.ui.spark.tiles import fitting
from app.ui.theme import Theme

TABLES = {"sales": [("country", "string"), ("price", "double")], "rooms": [("price", "int"), ("size", "int")]}


def _offered(sql: str) -> list[str]:
    place = sql.index("|")
    return [offer.text for offer in completions(sql.replace("|", ""), place, TABLES)]


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        ("select * from |", ["sales", "rooms"]),
        ("select * from ro|", ["rooms"]),
        ("select s.| from sales s", ["country", "price"]),
        ("select r.s| from sales s join rooms as r on s.price = r.price", ["size"]),
        ("select coun| from sales", ["country"]),
        ("select 'coun| from sales", []),
        ("select 1 -- coun|", []),
        ("select 12| from sales", []),
    ],
)
def test_what_may_come_next(sql: str, first: list[str]) -> None:
    assert _offered(sql)[: len(first) or None] == first


def test_columns_of_tables_in_use_come_before_everything() -> None:
    assert _offered("select | from rooms") == ["price", "size", "sales", "rooms"]


def test_tokens_cover_texts_comments_and_names() -> None:
    found = [(token.kind, token.text) for token in tokens("select sum(`a b`), 'it''s' /* no */ from t -- end")]
    assert found == [
        ("keyword", "select"), ("function", "sum"), ("sign", "("), ("quoted", "`a b`"), ("sign", ")"),
        ("sign", ","), ("text", "'it''s'"), ("comment", "/* no */"), ("keyword", "from"), ("name", "t"),
        ("comment", "-- end"),
    ]  # fmt: skip


def test_unfinished_texts_and_comments_end_with_the_query() -> None:
    assert [token.kind for token in tokens("select 'open")] == ["keyword", "text"]
    assert [token.kind for token in tokens("select /* open")] == ["keyword", "comment"]
    assert list(tokens("")) == []


def test_the_editor_completes_by_key(theme: Theme) -> None:
    editor = SqlEditor(theme)
    editor.set_tables(TABLES)
    editor.resize(400, 200)
    editor.show()
    editor.write("select  from sales")
    cursor = editor.textCursor()
    cursor.setPosition(7)
    editor.setTextCursor(cursor)
    QTest.keyClicks(editor, "co")
    popup = editor.completer.popup()
    assert popup is not None
    assert popup.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.sql == "select country from sales"
    editor.mark_error(1, 8, "what is this")
    assert editor.error_words == "country"
    editor.mark_error(9, 9, "somewhere else")
    assert editor.error_words
    QTest.keyClicks(editor, ",")
    assert not editor.error_words
    editor.close()
    editor.deleteLater()


def test_tiles_fit_the_columns() -> None:
    assert list(fitting([("a", "string")])) == ["Feed table", "Feed filter"]
    full = fitting([("at", "timestamp[us, tz=UTC]"), ("lat", "double"), ("lon", "double"), ("who", "string")])
    assert {"Feed chart", "Feed number", "Feed gauge", "Feed map"} <= set(full)
    assert full["Feed chart"] == {"kind": "line", "x": "at", "y": "lat"}
