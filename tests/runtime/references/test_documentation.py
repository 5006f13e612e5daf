# SPDX-License-Identifier: BSD-3-Clause
"""What `docs/references.md` shows is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from app.runtime.references import Checker, limits, read, write
from app.runtime.references.problems import ProblemKind
from objects_library.installed import installed_catalogue
from tests.runtime.references.hostile_cases import CASES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "references.md").read_text(encoding="utf-8")


def test_the_annotated_file_reads_and_checks() -> None:
    (text,) = re.findall(r"^```xml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    document = read(text.encode())
    assert document.title == "Shared label"
    assert len(document.drawing.items) == 2
    assert Checker(installed_catalogue()).check(document) == []
    again = write(document)
    assert text.count("<!--") == again.count(b"<!--")
    assert write(read(again)) == again


def test_the_limits_are_those_of_the_code() -> None:
    assert f"bytes ({limits.MAX_BYTES // 1024**2} MB)" in PAGE
    assert f"elements ({limits.MAX_ELEMENTS:,})" in PAGE
    assert f"depth ({limits.MAX_DEPTH})" in PAGE
    assert f"attributes ({limits.MAX_ATTRIBUTES} per element)" in PAGE
    assert f"tag ({limits.MAX_TAG // 1024} KB)" in PAGE
    assert f"up to {limits.MAX_NAME} characters" in PAGE
    assert len(CASES) >= int(re.findall(r"(\d+) kinds of attack", PAGE)[0])


def test_every_kind_of_problem_is_in_the_table() -> None:
    table = PAGE.partition("| kind | what is wrong |")[2].partition("\n\n")[0]
    named = {word for row in table.splitlines()[2:] for word in row.split("|")[1].replace(",", " ").split()}
    assert named == set(get_args(ProblemKind))
