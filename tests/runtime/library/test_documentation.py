# SPDX-License-Identifier: BSD-3-Clause
"""What `docs/library.md` shows is true."""

import re
from pathlib import Path
from typing import Any

from app.runtime.library import definition_of
from app.runtime.library import hints as hints_module
from app.runtime.library.archive_reader import MAX_ARCHIVE, MAX_FILES, MAX_UNPACKED
from app.runtime.library.download import PATIENCE
from app.runtime.library.encoding import MAX_BYTES
from app.runtime.library.hints import Hint
from app.runtime.references import External, read
from app.runtime.trust import Permission

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "library.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


def test_the_example_is_an_object() -> None:
    members: dict[str, Any] = {"__name__": "an_example"}
    exec(SHOWN["python"], members)
    definition = definition_of(members["Thermometer"])
    assert str(definition.type).startswith("template[T: value type, seconds: float, log: null | reference[")
    (readings,) = definition.blueprint().endpoints
    assert {event.name for event in readings.incoming} == {"calibrate"}
    assert readings.queued


def test_the_reference_can_be_read() -> None:
    text = SHOWN["xml"].replace("endpoint{ … }", "endpoint{}")
    document = f'<liveobject xmlns="urn:liveobject:reference:1">{text}</liveobject>'
    assert isinstance(read(document.encode()).reference, External)


def test_limits_and_words_are_those_of_the_code() -> None:
    megabyte = 1024 * 1024
    assert f"(`encode`, `decode`; at most {MAX_BYTES // megabyte} MB)" in PAGE
    assert f"{MAX_ARCHIVE // megabyte} MB in {PATIENCE:.0f} s" in PAGE
    assert f"(at most {MAX_FILES:,} files, {MAX_UNPACKED // megabyte} MB)" in PAGE
    for permission in Permission:
        assert permission.value.split("-")[-1] in PAGE
    hints = [name for name, member in vars(hints_module).items() if isinstance(member, type)]
    for name in hints:
        assert f"`{name}`" in PAGE or name in (Hint.__name__, "Iterable")
