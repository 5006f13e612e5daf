# SPDX-License-Identifier: BSD-3-Clause
"""What `docs/types.md` shows is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from app.runtime.types import STANDARD, ClauseFormalism, Formalisms, match, parse_endpoint_type, parse_type
from app.runtime.types.constraints import MAX_CLAUSES
from app.runtime.types.core import MAX_DEPTH, MAX_OPTIONS, MAX_TEXT
from app.runtime.types.formalisms.reliability import Reliability

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "types.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_notation_of_the_page_can_be_read() -> None:
    (text,) = (body for language, body in FENCES if not language)
    written = [part for line in text.splitlines() for part in re.split(r" {3,}", line.partition("#")[0]) if part]
    assert len([parse_type(part) for part in written]) == 26


def test_the_example_of_a_formalism_works() -> None:
    (code,) = (body for language, body in FENCES if language == "python")
    scope: dict[str, Any] = {
        "ClauseFormalism": ClauseFormalism,
        "Formalisms": Formalisms,
        "match": match,
        "a": parse_endpoint_type("endpoint{ requires region(eu) }"),
        "b": parse_endpoint_type("endpoint{ provides region(us) }"),
    }
    exec(code.replace("match(a, b, formalisms)", "verdict = match(a, b, formalisms)"), scope)
    assert scope["verdict"].explain("A", "B") == [
        "`A` needs data that stays in eu; `B` only promises data that stays in us"
    ]


def test_the_page_names_every_standard_type_property_and_limit() -> None:
    for known in STANDARD:
        assert f"`{known.name}`" in PAGE
    for name in Reliability.implications.properties:
        assert name in PAGE
    for limit in (MAX_TEXT, MAX_DEPTH, MAX_OPTIONS, MAX_CLAUSES):
        assert f"{limit:,} " in PAGE


def test_the_table_of_reliability_is_the_table_of_the_code() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| ([a-z, ]*) \|", PAGE, re.MULTILINE)
    shown = {name: {part.strip() for part in implied.split(",")} - {""} for name, implied in rows}
    for name, known in Reliability.implications.properties.items():
        if name in shown:
            assert shown[name] == set(known.implies) - {"best effort"}, name
    assert len(shown) >= 10
