# SPDX-License-Identifier: BSD-3-Clause
"""Signed references: signers, changes, and attribution of questions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.runtime.references import Composite, Document, Note, Parameterized, Primitive, ValueArgument, read, write
from app.runtime.trust import (
    Identity,
    Permission,
    Question,
    SignatureError,
    SignerAttribution,
    signed,
    signer_of,
    with_signature,
)

ANN, BOB = Identity.new(), Identity.new()
PART = Parameterized(Primitive(5), (("x", ValueArgument("here")),))
DOCUMENT = Document(Composite((("Part", PART),)), "Plan", "What we do.")
QUESTION = Question(Permission.READ_FILES, "notes.txt")


def test_whoever_signed_is_known_also_from_the_file() -> None:
    assert signer_of(DOCUMENT) is None
    content = write(signed(DOCUMENT, ANN))
    assert signer_of(read(content)) == ANN.public
    assert write(read(content)) == content


def test_signing_again_replaces_the_signature() -> None:
    twice = signed(signed(DOCUMENT, ANN), BOB)
    assert signer_of(twice) == BOB.public
    assert len(twice.annotations) == 1


@pytest.mark.parametrize(
    "changed",
    [
        replace(signed(DOCUMENT, ANN), title="Another plan"),
        replace(signed(DOCUMENT, ANN), description="Something else."),
        replace(signed(DOCUMENT, ANN), reference=PART),
        replace(signed(DOCUMENT, ANN), title="PlanWhat", description=" we do."),
    ],
    ids=["title", "description", "reference", "words moved"],
)
def test_what_was_changed_is_refused(changed: Document) -> None:
    with pytest.raises(SignatureError, match="somebody has changed it"):
        signer_of(changed)


def test_what_only_concerns_drawing_can_be_changed() -> None:
    noted = signed(DOCUMENT, ANN)
    assert signer_of(replace(noted, annotations=(*noted.annotations, Note("<!-- mine -->")))) == ANN.public


@pytest.mark.parametrize(
    "note",
    [
        '<signature xmlns="urn:liveobject:trust:1"/>',
        '<s:signature xmlns:s="urn:liveobject:trust:1" signer="0" value="0"/>',
        f'<signature xmlns="urn:liveobject:trust:1" signer="{"0" * 64}" value="{"g" * 128}"/>',
    ],
)
def test_signatures_that_are_none_are_refused(note: str) -> None:
    with pytest.raises(SignatureError, match="cannot be read"):
        signer_of(replace(DOCUMENT, annotations=(Note(note),)))


def test_two_signatures_are_none() -> None:
    (one,), (two,) = signed(DOCUMENT, ANN).annotations, signed(DOCUMENT, BOB).annotations
    with pytest.raises(SignatureError):
        signer_of(replace(DOCUMENT, annotations=(one, two)))


@given(st.text(max_size=50), st.text(max_size=50), st.integers(0, 127))
def test_a_signature_holds_for_one_document_only(title: str, description: str, place: int) -> None:
    other = replace(DOCUMENT, title=title, description=description)
    assert signer_of(signed(other, ANN)) == ANN.public
    (note,) = signed(other, ANN).annotations
    assert isinstance(note, Note)
    start = note.xml.index('value="') + 7 + place
    digit = "0" if note.xml[start] != "0" else "1"
    with pytest.raises(SignatureError):
        signer_of(replace(other, annotations=(Note(note.xml[:start] + digit + note.xml[start + 1 :]),)))


def test_what_leaves_is_on_somebodys_word() -> None:
    assert signer_of(with_signature(DOCUMENT, ANN)) == ANN.public
    assert with_signature(signed(DOCUMENT, BOB), ANN) == signed(DOCUMENT, BOB)
    altered = replace(signed(DOCUMENT, BOB), title="Other")
    assert signer_of(with_signature(altered, ANN)) == ANN.public


def test_only_what_stands_in_the_file_is_on_the_word_of_its_signer() -> None:
    voucher = SignerAttribution()
    voucher.attribute_to(DOCUMENT, ANN.public)
    assert voucher.attribute(QUESTION, PART).signer == ANN.public
    assert voucher.attribute(QUESTION, DOCUMENT.reference).signer == ANN.public
    dropped = Parameterized(Primitive(5), (("x", ValueArgument("elsewhere")),))
    assert voucher.attribute(QUESTION, dropped).signer is None
    already = replace(QUESTION, signer=BOB.public)
    assert voucher.attribute(already, PART).signer == BOB.public


def test_nobody_vouches_for_what_nobody_signed() -> None:
    voucher = SignerAttribution()
    voucher.attribute_to(DOCUMENT, None)
    assert voucher.attribute(QUESTION, PART).signer is None
