# SPDX-License-Identifier: BSD-3-Clause
"""Validation against the schema, also of hostile files."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.runtime.references.limits import MAX_BYTES, MAX_ELEMENTS
from app.runtime.references.schema import SchemaViolation, schema_violations

GALLERY = sorted((Path(__file__).resolve().parents[3] / "liveobject_files").glob("*.liveobject"))
FILE = b'<liveobject xmlns="urn:liveobject:reference:1">\n%s\n</liveobject>'


def test_the_gallery_follows_the_schema() -> None:
    assert GALLERY
    assert [file.name for file in GALLERY if schema_violations(file.read_bytes())] == []


def test_violations_have_lines_and_short_names() -> None:
    found = schema_violations(FILE % b'<primitive id="0x12"/>\n<oops/>')
    assert found == [SchemaViolation(3, "Element 'oops': This element is not expected. Expected is ( ##other* )")]


def test_text_from_the_file_is_shown_safely() -> None:
    name = "x\u202e" + "y" * 2000
    ((line, message),) = schema_violations(FILE % f'<primitive id="{name}"/>'.encode())
    assert line == 2
    assert len(message) <= 400
    assert message.isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"<a>",
        b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        FILE % (b" " * MAX_BYTES),
        FILE % (b"<a/>" * 3 * MAX_ELEMENTS),
        FILE % (b"<composite>" * 1000),
    ],
    ids=["not well-formed", "document type", "too large", "too many elements", "too deep"],
)
def test_what_is_no_safe_xml_is_not_validated(data: bytes) -> None:
    assert schema_violations(data) == []
