# SPDX-License-Identifier: BSD-3-Clause
"""The commands `seal`, `unseal`, `people`, `identity`, and those that read sealed files."""

from __future__ import annotations

import json
from email import message_from_bytes
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.cli import main
from app.runtime.references import Addressee, read_file
from app.runtime.trust import Identity, card_of, read_card, read_document, seal, signed

FILES = Path(__file__).resolve().parents[2] / "liveobject_files"
KEY = "5e" * 32
BOB, EVE = Identity.new(), Identity.new()
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "plan.liveobject"
    text = (FILES / "shared_text.liveobject").read_text()
    assert "<title>" in text
    file.write_text(text.replace("<title>", "<title>Hidden plan: "))
    return file


def test_a_file_is_sealed_for_somebody_one_knows(home: Path, plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "bob.card").write_text(card_of(BOB, "Bob"))
    assert main(["people", "add", str(home / "bob.card")]) == 0
    assert "Bob has the fingerprint" in capsys.readouterr().out
    assert main(["seal", str(plan), "--for", "bob"]) == 0
    sealed = home / "plan.sealed.liveobject"
    assert capsys.readouterr().out == f"sealed for Bob, and you: {sealed}\n"
    assert b"Hidden" not in sealed.read_bytes()
    assert read_document(sealed, BOB).title.startswith("Hidden plan")
    assert main(["show", str(sealed)]) == 0
    assert "  sealed    for Bob and " in capsys.readouterr().out
    assert main(["check", str(sealed)]) == 0
    assert main(["unseal", str(sealed), "-o", str(home / "again.liveobject")]) == 0
    assert b"Hidden plan" in (home / "again.liveobject").read_bytes()


def test_others_are_told_in_one_line(home: Path, plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sealed = home / "theirs.liveobject"
    sealed.write_bytes(seal(read_document(plan), [Addressee(EVE.public, "Eve")], BOB, "Bob"))
    said = "it is only for Eve and Bob; you are not among them; ask Bob to share it with you, too"
    for command in (["show"], ["check"], ["host"], ["unseal", "-o", str(home / "x")], ["open", "--apart"]):
        assert main([*command, str(sealed)]) != 0
        assert capsys.readouterr().err == f"liveobjects: {sealed}: {said}\n"


def test_people_are_listed_and_forgotten(home: Path, plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["people"]) == 0
    assert "you know nobody yet" in capsys.readouterr().out
    from app.runtime.references import write  # noqa: PLC0415

    plan.write_bytes(write(signed(read_document(plan), BOB)))
    assert main(["people", "add", str(plan), "--name", "Bob"]) == 0
    assert main(["people", "add", EVE.public, "--name", "Eve"]) == 0
    assert main(["people", "add", card_of(EVE, "Evelyn")]) == 0
    capsys.readouterr()
    assert main(["people", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["people"]
    assert [(each["name"], each["key"]) for each in shown] == [("Bob", BOB.public), ("Evelyn", EVE.public)]
    assert main(["people", "remove", "Bob"]) == 0
    assert main(["people", "remove", "Bob"]) == 1
    assert main(["seal", str(plan), "--for", "Bob"]) == 1
    assert "you know nobody called 'Bob'" in capsys.readouterr().err


def test_the_own_card_can_be_given_away(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identity", "card", "--name", "Ann"]) == 0
    assert read_card(capsys.readouterr().out) == Addressee(Identity.of_user().public, "Ann")
    assert main(["identity", "card", "-o", str(home / "ann.card")]) == 0
    assert main(["identity", "--json"]) == 0
    capsys.readouterr()
    assert main(["identity"]) == 0
    assert Identity.of_user().public in capsys.readouterr().out


def test_a_message_with_a_sealed_file_says_nothing_of_it(home: Path, plan: Path, qapp: QApplication) -> None:
    out = home / "plan.eml"
    assert main(["email", str(plan), "--seal-for", BOB.public, "-o", str(out)]) == 0
    content = out.read_bytes()
    assert b"Hidden" not in content
    parts = {part.get_filename(): part for part in message_from_bytes(content).walk()}
    attached = parts["sealed.liveobject"].get_payload(decode=True)
    assert isinstance(attached, bytes)
    assert read_document(attached, BOB).title.startswith("Hidden plan")
    assert "picture.png" not in parts
    sealed = home / "sealed.liveobject"
    sealed.write_bytes(attached)
    assert main(["email", str(sealed), "-o", str(out)]) == 0
    assert main(["thumbnail", str(sealed), str(home / "small.png")]) == 0
    assert (home / "small.png").read_bytes().startswith(b"\x89PNG")
    assert read_file(sealed) is not None
