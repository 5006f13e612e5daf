# SPDX-License-Identifier: BSD-3-Clause
"""Envelopes of sealed files: round trip, schema, and refusal of malformed ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.runtime import references as refs
from app.runtime.references.limits import MAX_ADDRESSEES
from app.runtime.references.schema import schema_violations

ANN, BOB, CAROL = (refs.Addressee(digit * 64, name) for digit, name in zip("abc", ("Ann", "Bob", ""), strict=True))
ENVELOPE = refs.Envelope(ANN, (BOB, CAROL), (b"b" * 80, b"c" * 80), b"ciphertext" * 10)


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return refs.write_envelope(ENVELOPE)


def test_an_envelope_is_valid_and_is_read_and_written_alike(sealed: bytes, tmp_path: Path) -> None:
    assert schema_violations(sealed) == []
    assert refs.read_file(sealed) == ENVELOPE
    file = tmp_path / "sealed.liveobject"
    file.write_bytes(sealed)
    with pytest.raises(refs.SealedFileError, match=f"^{file}: it is sealed for Bob and cccc-cccc…, and is not opened"):
        refs.read(file)


def test_every_part_of_the_header_counts() -> None:
    headers = {
        refs.Envelope(sender, people, boxes, ENVELOPE.content).header
        for sender in (ANN, BOB)
        for people in ((BOB, CAROL), (CAROL, BOB))
        for boxes in (ENVELOPE.boxes, ENVELOPE.boxes[::-1])
    }
    assert len(headers) == 8


def test_a_document_from_a_sealed_file_is_not_written_as_plain_text() -> None:
    with pytest.raises(refs.SealedFileError, match="is not written for all to read"):
        refs.write(refs.Document(refs.Primitive(5), sealed_for=(BOB,)))


def test_too_many_addressees_are_refused() -> None:
    people = tuple(refs.Addressee(f"{number:064x}") for number in range(MAX_ADDRESSEES + 1))
    many = refs.Envelope(ANN, people, (b"b" * 80,) * len(people), ENVELOPE.content)
    with pytest.raises(refs.LiveObjectFileError, match=f"more than {MAX_ADDRESSEES} people"):
        refs.read_file(refs.write_envelope(many))
    assert refs.names_in_words(people[:6]).endswith(" and 2 more")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (rb"<for [^>]*>", b'<for key="12">', "not a public key"),
        (rb">[A-Za-z0-9+/=]{100,120}<", b">AAAA<", "wrong length"),
        (rb"<content>[^<]*<", b"<content>&lt;plain&gt;<", "not base64"),
        (rb"<content>[^<]*</content>", b"", "no content"),
        (rb"    <for (?s:.*)</for>\n", b"", "for nobody"),
        (rb'name="Bob"', b'name="Bob\xe2\x80\xae"', "cannot be seen"),
        (rb'name="Bob"', b'name="%s"' % (b"B" * 65), "more than 64 characters"),
        (rb"(    <for .*?</for>\n)", rb"\1\1", "somebody twice"),
        (rb"</sealed>", b"</sealed><sealed/>", "does not belong"),
        (rb"<sealed ", b'<sealed more="1" ', "no attribute"),
        (rb"<content>", b"<title>Plan</title><content>", "does not belong into <sealed>"),
    ],
)
def test_what_is_no_envelope_is_refused(sealed: bytes, old: bytes, new: bytes, why: str) -> None:
    altered, count = re.subn(old, new, sealed, count=1)
    assert count == 1
    with pytest.raises(refs.LiveObjectFileError, match=why):
        refs.read_file(altered)
