# SPDX-License-Identifier: BSD-3-Clause
"""Cells of a range, as everyone has them: shown texts with their formulas, and who wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from app.runtime.library import type_name
from objects_library.replication.replica import RefusedChangeError

MOST_CELLS = 10_000
LONGEST = 2_000
PIECE = 500
"""How many cells travel in one message."""
_LONGEST_NAME = 100
_FARTHEST = 1_048_576
_RANGE = re.compile(r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(:\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?")


@type_name("SpreadsheetCell")
@dataclass(frozen=True)
class SpreadsheetCell:
    """A cell: its place in the range, what it shows, its formula if it has one, and who wrote it when."""

    row: int
    column: int
    text: str
    formula: str
    number: bool
    by: str
    at: datetime


@type_name("SpreadsheetEdit")
@dataclass(frozen=True)
class SpreadsheetEdit:
    """A text for a cell."""

    row: int
    column: int
    text: str


@type_name("SpreadsheetShape")
@dataclass(frozen=True)
class SpreadsheetShape:
    """How large the range is, where it begins (counted from 0), its sheet, and whether it can be edited."""

    rows: int
    columns: int
    first_row: int
    first_column: int
    sheet: str
    writable: bool


class Cells:
    """The range; whatever others send is looked at before it is taken."""

    def __init__(self) -> None:
        self.shape: dict[str, Any] = {
            "rows": 0, "columns": 0, "first_row": 0, "first_column": 0, "sheet": "", "writable": False,
        }  # fmt: skip
        self.cells: dict[tuple[int, int], dict[str, Any]] = {}

    def lay_out(self, shape: dict[str, Any]) -> None:
        """Begin with a range of this shape and empty cells."""
        sizes = (shape["rows"], shape["columns"])
        places = (shape["first_row"], shape["first_column"])
        fits = min(sizes) >= 1 and sizes[0] * sizes[1] <= MOST_CELLS and min(places) >= 0
        if not fits or max(places) > _FARTHEST or len(shape["sheet"]) > _LONGEST_NAME:
            raise RefusedChangeError(f"a range has at most {MOST_CELLS:,} cells")
        self.shape, self.cells = shape, {}

    def change(self, cells: Sequence[dict[str, Any]]) -> None:
        """Changed cells."""
        for cell in cells:
            if reason := self.wrong(cell):
                raise RefusedChangeError(reason)
            if len(cell["formula"]) > LONGEST or len(cell["by"]) > _LONGEST_NAME:
                raise RefusedChangeError("that is no cell of this range")
        for cell in cells:
            place = (cell["row"], cell["column"])
            if cell["text"] or cell["formula"]:
                self.cells[place] = cell
            else:
                self.cells.pop(place, None)

    def wrong(self, cell: dict[str, Any]) -> str:
        """Why this is no text for a cell of the range; nothing when it is."""
        inside = 0 <= cell["row"] < self.shape["rows"] and 0 <= cell["column"] < self.shape["columns"]
        if not inside:
            return "the cell is not in the range"
        if len(cell["text"]) > LONGEST:
            return f"a cell has at most {LONGEST:,} characters here; write less"
        return "" if _writable(cell["text"]) else "the text has signs that no cell can hold"


def _writable(text: str) -> bool:
    return not any(character < " " and character not in "\t\n" for character in text)


def is_range(text: str) -> bool:
    """Whether a text names a range such as A1:D20."""
    return bool(_RANGE.fullmatch(text))


def column_name(number: int) -> str:
    """A, B … Z, AA, AB …"""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


def new_document(lines: str, sheet: str) -> str:
    """A small document with these cells, columns between tabs or `|`, as LibreOffice reads it."""
    rows = [re.split(r"\t|\s*\|\s*", line.strip()) for line in lines.strip().splitlines()]
    body = "".join(f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows or [[""]])
    spaces = "".join(f" xmlns:{name}={quoteattr(space)}" for name, space in _SPACES.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document{spaces} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>'
        f"<table:table table:name={quoteattr(sheet or 'Sheet1')}>{body}</table:table>"
        "</office:spreadsheet></office:body></office:document>\n"
    )


def pieces(cells: Sequence[Any]) -> Iterable[Sequence[Any]]:
    """Few enough cells at a time to send."""
    return (cells[start : start + PIECE] for start in range(0, len(cells), PIECE))


_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = {
    "office": f"{_SPACE}office:1.0", "table": f"{_SPACE}table:1.0", "text": f"{_SPACE}text:1.0",
    "of": f"{_SPACE}of:1.2",
}  # fmt: skip


def _cell(text: str) -> str:
    if not text:
        return "<table:table-cell/>"
    if text.startswith("="):
        formula = re.sub(r"\b([A-Z]{1,3}[0-9]+)(?::([A-Z]{1,3}[0-9]+))?\b", _reference, text)
        return f"<table:table-cell table:formula={quoteattr('of:' + formula)}/>"
    try:
        float(text)
    except ValueError:
        return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value={quoteattr(text)}/>'


def _reference(found: re.Match[str]) -> str:
    first, last = found.groups()
    return f"[.{first}:.{last}]" if last else f"[.{first}]"
