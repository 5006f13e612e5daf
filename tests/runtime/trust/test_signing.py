# SPDX-License-Identifier: BSD-3-Clause
"""Signed references: signers, changes, and attribution of questions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.runtime.references import (
    Composite,
    ContentPart,
    Document,
    Note,
    Parameterized,
    Primitive,
    Sidecar,
    ValueArgument,
    read,
    write,
)
from app.runtime.trust import (
    Identity,
    Permission,
    Question,
    SignatureError,
    SignerAttribution,
    content_signer_of,
    signed,
    signer_of,
    with_signature,
    without_content,
)

ANN, BOB, CAROL = Identity.new(), Identity.new(), Identity.new()
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


PARTS = (ContentPart(bytes(16), "ab" * 32, 5, b"packed"), ContentPart(b"1" * 16, "ab" * 32, 5, b"more"))
CARRYING = replace(DOCUMENT, content=PARTS)


def test_content_is_signed_by_whoever_saved_it() -> None:
    saved = with_signature(replace(signed(DOCUMENT, ANN), content=PARTS), BOB)
    content = write(saved)
    assert (signer_of(read(content)), content_signer_of(read(content))) == (ANN.public, BOB.public)
    assert write(read(content)) == content
    assert with_signature(saved, CAROL) == saved
    again = with_signature(replace(saved, content=PARTS[:1]), CAROL)
    assert (signer_of(again), content_signer_of(again)) == (ANN.public, CAROL.public)
    assert signer_of(signed(CARRYING, ANN)) == content_signer_of(signed(CARRYING, ANN)) == ANN.public
    assert content_signer_of(CARRYING) is None


def test_programs_that_do_not_know_content_find_the_signature_valid() -> None:
    old = write(signed(CARRYING, ANN)).replace(b"urn:liveobject:content:1", b"urn:liveobject:content:9")
    old = old.replace(b"urn:liveobject:content-trust:1", b"urn:liveobject:content-trust:9")
    assert signer_of(read(old)) == ANN.public


@pytest.mark.parametrize(
    "changed",
    [
        replace(signed(CARRYING, ANN), content=PARTS[:1]),
        replace(signed(CARRYING, ANN), content=PARTS[::-1]),
        replace(signed(CARRYING, ANN), content=(replace(PARTS[0], time=6), PARTS[1])),
        replace(signed(CARRYING, ANN), content=()),
        replace(signed(CARRYING, ANN), content=(), sidecar=Sidecar("ef" * 32, 5)),
        replace(signed(CARRYING, ANN), reference=PART, annotations=signed(CARRYING, ANN).annotations[1:]),
    ],
    ids=["a part removed", "order", "time", "all removed", "elsewhere", "of another object"],
)
def test_changed_content_is_refused(changed: Document) -> None:
    with pytest.raises(SignatureError, match="somebody has changed it"):
        signer_of(changed)


def test_content_that_nobody_signed_is_refused_in_a_signed_file() -> None:
    with pytest.raises(SignatureError, match="somebody has added content"):
        signer_of(replace(signed(DOCUMENT, ANN), content=PARTS))


def test_a_template_has_neither_content_nor_its_signature() -> None:
    assert without_content(signed(CARRYING, ANN)) == signed(DOCUMENT, ANN)
    assert without_content(replace(DOCUMENT, sidecar=Sidecar("ef" * 32, 5))) == DOCUMENT


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
