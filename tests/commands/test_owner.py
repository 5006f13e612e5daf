# SPDX-License-Identifier: BSD-3-Clause
"""The commands `own`, `members`, `admit` and `remove` on files; members are tested with the channels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from app.commands._people import own_name
from app.runtime.references import read
from app.runtime.trust import Identity, card_of, signer_of
from objects_library.channels.native.ownership import owned_scopes

FILES = Path(__file__).resolve().parents[2] / "liveobject_files"
BOB = Identity.new()
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def owned(home: Path) -> Path:
    file = home / "ours.liveobject"
    assert main(["own", str(FILES / "shared_text.liveobject"), "-o", str(file)]) == 0
    return file


def test_a_copy_names_the_owner_and_has_a_key(owned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = read(owned)
    (address,) = owned_scopes(document.reference)
    me = Identity.of_user().public
    assert address.owner == me
    assert len(address.key) == 64
    assert signer_of(document) == me
    capsys.readouterr()
    assert main(["check", str(owned)]) == 0
    assert main(["show", str(owned)]) == 0
    assert "  owner     you, who can remove others" in capsys.readouterr().out
    again = owned.with_name("again.liveobject")
    assert main(["own", str(owned), "-o", str(again)]) == 0
    assert owned_scopes(read(again).reference)[0].key == address.key


def test_somebody_is_admitted_and_removed(owned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["people", "add", card_of(BOB, "Bob")]) == 0
    assert main(["admit", str(owned), "Bob"]) == 0
    capsys.readouterr()
    assert main(["members", str(owned), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(each["key"], each["here"]) for each in told["members"]][1:] == [(BOB.public, False)]
    assert told["open"] is False
    assert told["members"][0] == {"key": Identity.of_user().public, "name": own_name(), "here": True}
    assert main(["remove", str(owned), "bob"]) == 0
    assert "Bob was removed from" in capsys.readouterr().out
    assert main(["members", str(owned)]) == 0
    shown = capsys.readouterr().out
    assert "only these are in" in shown
    assert "removed " in shown
    assert main(["remove", str(owned), "Nobody"]) == 1
    assert "nobody here is called 'Nobody'" in capsys.readouterr().err


def test_only_the_owner_can(
    owned: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home / "other"))
    assert main(["admit", str(owned), BOB.public]) == 1
    assert "can do this; ask them" in capsys.readouterr().err


def test_a_file_without_an_owner_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["members", str(FILES / "shared_text.liveobject")]) == 1
    assert "nobody can remove others" in capsys.readouterr().err
