# SPDX-License-Identifier: BSD-3-Clause
"""Sealed files: only addressees open them, others learn nothing, and any change is detected."""

from __future__ import annotations

import base64
import os
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from app.runtime import references
from app.runtime import references as refs
from app.runtime.references import ContentPart, Envelope, Sidecar, read_file
from app.runtime.references.limits import MAX_ADDRESSEES, MAX_CONTENT
from app.runtime.trust import Identity, SealingError, content_signer_of, read_document, seal, signer_of, unseal

ANN, BOB, CAROL, EVE = (Identity.new() for _ in range(4))
FOR_BOB = refs.Addressee(BOB.public, "Bob")
FOR_CAROL = refs.Addressee(CAROL.public, "Carol")
KEY = "5e" * 32
PLACE = "our secret place"
PART = refs.Parameterized(refs.Primitive(5), (("key", refs.ValueArgument(KEY)), ("scope", refs.ValueArgument(PLACE))))
DOCUMENT = refs.Document(refs.Composite((("Part", PART),)), "Our plan", "What we do.")


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return seal(DOCUMENT, [FOR_BOB, FOR_CAROL], ANN, "Ann")


def test_content_is_sealed_too_unless_it_lies_beside() -> None:
    part = ContentPart(bytes(16), ANN.public, 5, b"what we wrote")
    sealed = seal(replace(DOCUMENT, content=(part,)), [FOR_BOB], ANN, "Ann")
    assert base64.b64encode(b"what we wrote") not in sealed
    opened = read_document(sealed, BOB)
    assert opened.content == (part,)
    assert content_signer_of(opened) == ANN.public
    with pytest.raises(SealingError, match="cannot be sealed; seal it without content"):
        seal(replace(DOCUMENT, sidecar=Sidecar("ef" * 32, 5)), [FOR_BOB], ANN)


def test_the_most_content_can_be_sealed() -> None:
    part = ContentPart(bytes(16), ANN.public, 5, os.urandom(MAX_CONTENT))
    opened = read_document(seal(replace(DOCUMENT, content=(part,)), [FOR_BOB], ANN), BOB)
    assert opened.content == (part,)


def envelope_of(content: bytes) -> Envelope:
    found = read_file(content)
    assert isinstance(found, Envelope)
    return found


@pytest.mark.parametrize("who", [BOB, CAROL, ANN], ids=["Bob", "Carol", "the sender"])
def test_those_open_it_whom_it_is_for(sealed: bytes, who: Identity) -> None:
    opened = read_document(sealed, who)
    assert (opened.title, opened.reference) == (DOCUMENT.title, DOCUMENT.reference)
    assert signer_of(opened) == ANN.public
    assert [each.name for each in opened.sealed_for] == ["Bob", "Carol", "Ann"]


def test_others_are_told_for_whom_it_is(sealed: bytes, tmp_path: Path) -> None:
    file = tmp_path / "plan.liveobject"
    file.write_bytes(sealed)
    with pytest.raises(refs.SealedFileError) as refused:
        read_document(file, EVE)
    assert str(refused.value) == (
        f"{file}: it is only for Bob, Carol and Ann; you are not among them; ask Ann to share it with you, too"
    )


def test_nothing_of_it_can_be_read_in_the_file(sealed: bytes) -> None:
    hidden = b"".join(base64.b64decode(text) for text in re.findall(rb">([A-Za-z0-9+/=]+)<", sealed))
    for secret in (KEY, PLACE, "Our plan", "What we do", "<primitive"):
        assert secret.encode() not in sealed
        assert secret.encode() not in hidden
    assert bytes.fromhex(KEY) not in hidden


def test_it_is_valid_and_is_read_and_written_alike(sealed: bytes) -> None:
    folder = Path(references.__file__).parent
    schema = etree.XMLSchema(etree.parse(str(folder / "liveobject.xsd")))
    schema.assertValid(etree.fromstring(sealed))
    assert refs.write_envelope(envelope_of(sealed)) == sealed


def test_the_plain_reader_does_not_open_it(sealed: bytes) -> None:
    with pytest.raises(refs.SealedFileError, match="sealed for Bob, Carol and Ann"):
        refs.read(sealed)


def test_what_came_sealed_is_never_written_as_plain_text(sealed: bytes) -> None:
    opened = read_document(sealed, BOB)
    with pytest.raises(refs.SealedFileError, match="is not written for all to read"):
        refs.write(opened)
    again = seal(opened, opened.sealed_for, BOB, "Bob")
    assert KEY.encode() not in again
    assert read_document(again, CAROL).reference == DOCUMENT.reference
    assert envelope_of(again).sender == refs.Addressee(BOB.public, "Bob")


@pytest.mark.parametrize("part", ["sender", "sender name", "name", "one less", "box", "content", "cut", "order"])
def test_whatever_is_altered_it_is_refused(sealed: bytes, part: str) -> None:
    envelope = envelope_of(sealed)
    people, boxes = envelope.addressees, envelope.boxes
    altered = {
        "sender": replace(envelope, sender=refs.Addressee(EVE.public, "Ann")),
        "sender name": replace(envelope, sender=refs.Addressee(ANN.public, "The boss")),
        "name": replace(envelope, addressees=(replace(people[0], name="Everybody"), *people[1:])),
        "one less": replace(envelope, addressees=people[:1], boxes=boxes[:1]),
        "box": replace(envelope, boxes=(boxes[1], *boxes[1:])),
        "content": replace(envelope, content=envelope.content[:-1] + bytes([envelope.content[-1] ^ 1])),
        "cut": replace(envelope, content=envelope.content[:-10]),
        "order": replace(envelope, addressees=people[::-1], boxes=boxes[::-1]),
    }[part]
    with pytest.raises(refs.SealedFileError, match="somebody has changed it"):
        read_document(refs.write_envelope(altered), BOB)


def test_nobody_can_pass_it_on_in_the_senders_name(sealed: bytes) -> None:
    """Bob has the content's key and the sender's signature; both are useless for others."""
    mine = envelope_of(sealed)
    inside = unseal(mine, BOB)
    theirs = envelope_of(seal(inside, [refs.Addressee(EVE.public, "Eve")], BOB))
    pretended = replace(theirs, sender=mine.sender)
    with pytest.raises(refs.SealedFileError, match="somebody has changed it"):
        unseal(pretended, EVE)


def test_a_file_that_ends_early_is_refused(sealed: bytes) -> None:
    for length in range(1, len(sealed) - 1, 97):
        with pytest.raises(refs.LiveObjectFileError):
            read_document(sealed[:length], BOB)


def test_ten_thousand_addressees_are_refused_at_once(sealed: bytes) -> None:
    one = re.search(rb"    <for .*?</for>\n", sealed)
    assert one is not None
    many = sealed.replace(one[0], b"".join(one[0].replace(b'key="', b'key="%04x' % n, 1)[:] for n in range(10_000)))
    begun = time.process_time()
    with pytest.raises(refs.LiveObjectFileError, match=f"more than {MAX_ADDRESSEES} people"):
        read_document(many, BOB)
    assert time.process_time() - begun < 5
    people = [refs.Addressee(Identity.new().public) for _ in range(MAX_ADDRESSEES + 1)]
    with pytest.raises(SealingError, match="256 people at most"):
        seal(DOCUMENT, people, ANN)


def test_it_must_be_for_somebody_with_a_real_key() -> None:
    with pytest.raises(SealingError, match="for nobody"):
        seal(DOCUMENT, [], ANN)
    for key in ("00" * 32, "ff" * 32, "ann"):
        with pytest.raises(SealingError, match="not a public key"):
            seal(DOCUMENT, [refs.Addressee(key)], ANN)


def test_an_envelope_in_an_envelope_is_not_opened(sealed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content is read as a plain file; a chain of envelopes is not followed."""
    monkeypatch.setattr("app.runtime.trust.sealing.refs.write", lambda _: sealed)
    nested = seal(DOCUMENT, [FOR_BOB], ANN)
    with pytest.raises(refs.SealedFileError, match="is not opened here"):
        read_document(nested, BOB)


def test_of_many_people_the_first_few_are_named(tmp_path: Path) -> None:
    people = tuple(refs.Addressee(f"{number:064x}", f"P{number}") for number in range(6))
    assert refs.names_in_words(people) == "P0, P1, P2, P3 and 2 more"
    assert refs.names_in_words((refs.Addressee("12345678" + 56 * "0"),)) == "1234-5678…"
    torn = tmp_path / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    with pytest.raises(refs.LiveObjectFileError, match=re.escape(str(torn))):
        refs.read_file(torn)
