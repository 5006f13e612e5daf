# SPDX-License-Identifier: BSD-3-Clause
"""The command `trust`: answers are listed, given beforehand and revoked."""

import json
from pathlib import Path

import pytest

from app.cli import main
from app.runtime.trust import Identity, Permission, TrustStore

ALICE = Identity(bytes(32)).public


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    return tmp_path


def test_at_first_there_is_only_your_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust"]) == 0
    assert capsys.readouterr().out == (
        f"you are {Identity.of_user().public}\nyou have not allowed or denied anything yet\n"
    )


def test_answers_are_given_shown_and_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "allow", "run-code", "--signer", ALICE]) == 0
    assert main(["trust", "deny", "network", "--what", "example.org:80"]) == 0
    assert main(["trust"]) == 0
    printed = capsys.readouterr().out
    assert f"allowed  run-code     {ALICE}  *\n" in printed
    assert "denied   network      nobody  example.org:80\n" in printed
    assert TrustStore().find(ALICE, Permission.RUN_CODE, "anything") is not None
    assert main(["trust", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["you"] == Identity.of_user().public
    assert [(each["permission"], each["allowed"]) for each in shown["answers"]] == [
        ("run-code", True),
        ("network", False),
    ]
    revoke = ["trust", "revoke", "network", "--what", "example.org:80"]
    assert main(revoke) == 0
    assert main(revoke) == 1
    assert "there is no such answer" in capsys.readouterr().out
    assert len(TrustStore().answers()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["allow", "run-code"], "cannot be trusted as a whole; name one thing"),
        (["allow", "run-code", "--signer", "Alice"], "'Alice' is not a public key"),
        (["allow", "fly"], "invalid choice: 'fly'"),
        (["forget"], "invalid choice: 'forget'"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", *arguments]) != 0
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_every_permission_can_be_named() -> None:
    for permission in Permission:
        assert main(["trust", "deny", permission.value, "--what", "x"]) == 0
