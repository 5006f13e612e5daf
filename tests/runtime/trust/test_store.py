# SPDX-License-Identifier: BSD-3-Clause
"""The user's answers: stored per signer, permission and subject, listed, revoked, and never lost."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.runtime.directories import config_directory
from app.runtime.trust import EVERYTHING, Identity, Permission, SignatureError, TrustStore, TrustStoreError

ALICE = Identity(bytes(32)).public
BOB = Identity(bytes(31) + b"b").public
RUN, NETWORK = Permission.RUN_CODE, Permission.NETWORK


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "trust.json"


@pytest.fixture
def store(file: Path) -> TrustStore:
    return TrustStore(file)


def allowed(store: TrustStore, signer: str | None, permission: Permission, what: str) -> bool | None:
    found = store.find(signer, permission, what)
    return None if found is None else found.allowed


def test_an_answer_counts_for_signer_permission_and_thing(store: TrustStore, file: Path) -> None:
    store.remember(ALICE, RUN, "abc", True)
    store.remember(None, NETWORK, "host", False)
    for each in (store, TrustStore(file)):
        assert allowed(each, ALICE, RUN, "abc") is True
        assert allowed(each, None, NETWORK, "host") is False
        assert allowed(each, BOB, RUN, "abc") is None
        assert allowed(each, None, RUN, "abc") is None
        assert allowed(each, ALICE, NETWORK, "abc") is None
        assert allowed(each, ALICE, RUN, "abd") is None


def test_an_answer_for_everything_gives_way_to_an_exact_one(store: TrustStore) -> None:
    store.remember(ALICE, RUN, EVERYTHING, True)
    store.remember(ALICE, RUN, "bad", False)
    assert allowed(store, ALICE, RUN, "any") is True
    assert allowed(store, ALICE, RUN, "bad") is False
    assert allowed(store, ALICE, NETWORK, "any") is None
    assert allowed(store, BOB, RUN, "any") is None


def test_answers_are_listed_replaced_and_revoked(store: TrustStore, file: Path) -> None:
    first = store.remember(ALICE, RUN, "abc", True)
    second = store.remember(BOB, RUN, "abc", False)
    third = store.remember(ALICE, RUN, "abc", False)
    assert store.answers() == [second, third]
    assert store.revoke(second)
    assert not store.revoke(second)
    assert TrustStore(file).answers() == [third]
    assert store.revoke(first)
    assert TrustStore(file).answers() == []


def test_what_nobody_signed_is_never_trusted_as_a_whole(store: TrustStore) -> None:
    with pytest.raises(TrustStoreError, match="cannot be trusted as a whole; name one thing"):
        store.remember(None, RUN, EVERYTHING, True)


def test_a_signer_is_a_public_key(store: TrustStore) -> None:
    with pytest.raises(SignatureError):
        store.remember("Alice", RUN, "abc", True)


def test_other_processes_see_a_change_at_once(store: TrustStore, file: Path) -> None:
    other = TrustStore(file)
    store.remember(ALICE, RUN, "abc", True)
    assert allowed(other, ALICE, RUN, "abc") is True
    other.remember(ALICE, RUN, "abc", False)
    assert allowed(store, ALICE, RUN, "abc") is False
    file.unlink()
    assert allowed(store, ALICE, RUN, "abc") is None


def test_processes_that_write_at_once_lose_nothing(file: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from app.runtime.trust import Permission, TrustStore\n"
        "sys.stdin.readline()\n"
        "for number in range(15):\n"
        "    store = TrustStore(Path(sys.argv[1]))\n"
        "    store.remember(None, Permission.NETWORK, sys.argv[2] + str(number), True)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(file), name], stdin=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    for process in running:
        process.communicate("go\n")
        assert process.returncode == 0
    assert len(TrustStore(file).answers()) == 45


def test_the_file_is_private_and_in_the_configuration(store: TrustStore, file: Path) -> None:
    store.remember(ALICE, RUN, "abc", True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    TrustStore().remember(ALICE, RUN, "abc", True)
    assert (config_directory() / "trust.json").is_file()
    assert b"run-code" in file.read_bytes()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"format": 2, "answers": []}',
        b'{"format": 1, "answers": [{}]}',
        b'{"format": 1, "answers": [], "more": 1}',
        b'{"format": 1, "answers": [{"signer": null, "permission": "fly", "what": "", "allowed": true}]}',
        b" " * (16 * 1024 * 1024 + 1),
    ],
    ids=lambda content: repr(content[:30]),
)
def test_a_damaged_file_is_kept_aside_and_said(store: TrustStore, file: Path, content: bytes) -> None:
    for number in (1, 2):
        file.touch(0o600)
        file.write_bytes(content)
        with pytest.raises(TrustStoreError) as caught:
            store.answers()
        message = str(caught.value)
        assert f"they were kept as trust.json.damaged-{number}; from now on you are asked again" in message
        assert "\n" not in message
        assert (file.parent / f"trust.json.damaged-{number}").read_bytes() == content
        assert store.answers() == []


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_change_is_refused(store: TrustStore, file: Path, mode: int) -> None:
    store.remember(ALICE, RUN, "abc", True)
    file.chmod(mode)
    with pytest.raises(TrustStoreError, match=r"others can change your answers in .*chmod 600"):
        TrustStore(file).find(ALICE, RUN, "abc")


def test_the_file_of_another_user_is_refused(store: TrustStore, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.remember(ALICE, RUN, "abc", True)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(TrustStoreError, match="others can change your answers"):
        TrustStore(file).answers()


def test_something_that_is_not_a_file_is_refused(store: TrustStore, file: Path) -> None:
    os.mkfifo(file, 0o600)
    with pytest.raises(TrustStoreError, match="others can change your answers"):
        store.answers()


def test_a_failure_while_writing_leaves_the_old_answers(
    store: TrustStore, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.remember(ALICE, RUN, "abc", True)

    def refuse(_self: Path, _target: Path) -> Path:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(OSError, match="Permission denied"):
            store.remember(BOB, RUN, "abc", True)
    assert [answer.signer for answer in store.answers()] == [ALICE]
    assert sorted(path.name for path in file.parent.iterdir()) == ["trust.json", "trust.json.lock"]
