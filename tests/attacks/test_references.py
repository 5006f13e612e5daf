# SPDX-License-Identifier: BSD-3-Clause
"""References that were altered, or signed again by somebody else, as a user meets them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import main
from app.runtime.references import Document, Parameterized, Primitive, ValueArgument, read, write
from app.runtime.trust import (
    EVERYTHING,
    Gate,
    Identity,
    NotAllowedError,
    Permission,
    Question,
    SignerAttribution,
    TrustStore,
    signed,
    signer_of,
)

ANN, EVE = Identity.new(), Identity.new()
READER = Parameterized(Primitive(5), (("path", ValueArgument("notes.txt")),))
DOCUMENT = Document(READER, "Notes", "What I wrote down.")
QUESTION = Question(Permission.READ_FILES, "notes.txt")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("old", ["notes.txt", "Notes", "What I wrote", 'id="0x5"'])
def test_a_tampered_file_is_not_run(home: Path, old: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = write(signed(DOCUMENT, ANN)).decode()
    altered = content.replace(old, 'id="0x3"' if old.startswith("id") else "others")
    assert altered != content
    file = home / "notes.liveobject"
    file.write_text(altered)
    assert main(["host", str(file)]) == 1
    said = capsys.readouterr().err
    assert "the file is not what was signed: somebody has changed it" in said
    assert main(["show", str(file)]) == 0
    assert "signed    the file is not what was signed" in capsys.readouterr().out


def test_a_signature_cannot_be_taken_to_another_file() -> None:
    (note,) = signed(DOCUMENT, ANN).annotations
    other = replace(DOCUMENT, title="Other", annotations=(note,))
    with pytest.raises(Exception, match="somebody has changed it"):
        signer_of(read(write(other)))


async def test_what_was_allowed_to_one_signer_is_not_allowed_to_the_next(home: Path) -> None:
    store = TrustStore()
    store.remember(ANN.public, Permission.READ_FILES, EVERYTHING, True)
    for maker, allowed in ((ANN, True), (EVE, False)):
        document = read(write(signed(signed(DOCUMENT, ANN), maker)))
        voucher = SignerAttribution()
        voucher.attribute_to(document, signer_of(document))
        question = voucher.attribute(QUESTION, document.reference)
        assert question.signer == maker.public
        if allowed:
            await Gate(store).require(question)
        else:
            with pytest.raises(NotAllowedError, match=re.escape(f"--signer {EVE.public}")):
                await Gate(store).require(question)


async def test_taking_a_signature_off_gains_nothing(home: Path) -> None:
    store = TrustStore()
    store.remember(ANN.public, Permission.READ_FILES, EVERYTHING, True)
    voucher = SignerAttribution()
    voucher.attribute_to(DOCUMENT, signer_of(DOCUMENT))
    with pytest.raises(NotAllowedError, match="signed by nobody"):
        await Gate(store).require(voucher.attribute(QUESTION, DOCUMENT.reference))
