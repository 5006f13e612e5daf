# SPDX-License-Identifier: BSD-3-Clause
"""Identities: a key in a private file, and signatures for one purpose only."""

import gc
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.runtime.directories import data_directory
from app.runtime.trust import Identity, IdentityError, SignatureError, fingerprint, verify
from app.runtime.trust import identity as module
from app.runtime.trust.identity import identity_here

ALICE = Identity(bytes(32))


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    file = tmp_path / "identity"
    first = Identity.of_user(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Identity.of_user(file).public == first.public
    assert [path.name for path in tmp_path.iterdir()] == ["identity"]


def test_the_key_of_the_user_is_in_the_data_directory() -> None:
    identity = Identity.of_user()
    assert Identity.of_user().public == identity.public
    assert (data_directory() / "identity").is_file()


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from app.runtime.trust import Identity;"
        "sys.stdin.readline(); print(Identity.of_user(Path(sys.argv[1])).public)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "identity")]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    found = {process.communicate("go\n")[0] for process in running}
    assert len(found) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["identity"]


def test_one_who_comes_second_takes_the_first_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "identity"
    first = Identity.of_user(file)
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert Identity.of_user(file).public == first.public


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o622, 0o660])
def test_a_key_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "identity"
    Identity.of_user(file)
    file.chmod(mode)
    with pytest.raises(IdentityError, match=f"others can read or change the key .*; run: chmod 600 {file}"):
        Identity.of_user(file)


def test_a_link_is_refused(tmp_path: Path) -> None:
    Identity.of_user(tmp_path / "real")
    (tmp_path / "identity").symlink_to(tmp_path / "real")
    with pytest.raises(IdentityError, match="cannot read the key"):
        Identity.of_user(tmp_path / "identity")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(IdentityError, match="cannot read the key"):
        Identity.of_user(tmp_path / "dangling")
    assert not (tmp_path / "nowhere").exists()


def test_something_that_is_not_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir(mode=0o700)
    os.mkfifo(tmp_path / "pipe", 0o600)
    for name in ("folder", "pipe"):
        with pytest.raises(IdentityError, match="is not a file; move it away"):
            Identity.of_user(tmp_path / name)


def test_the_key_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "identity"
    Identity.of_user(file)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(IdentityError, match="belongs to another user"):
        Identity.of_user(file)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 96,
        b"liveobjects identity 1 ed25519 " + b"0" * 63 + b"\n",
        b"liveobjects identity 1 ed25519 " + b"0" * 65 + b"\n",
        b"liveobjects identity 1 ed25519 " + b"z" * 64 + b"\n",
        b"liveobjects identity 1 ed25519 " + b"\xff" * 64 + b"\n",
        b"liveobjects identity 1 ed25519 " + b"0" * 65,
        b"liveobjects identity 2 ed25519 " + b"0" * 64 + b"\n",
        b"y" * 10_000_000,
    ],
    ids=lambda content: repr(content[-40:]),
)
def test_a_damaged_key_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "identity"
    file.touch(0o600)
    file.write_bytes(content)
    with pytest.raises(IdentityError, match="is damaged; restore it from a backup"):
        Identity.of_user(file)
    assert file.read_bytes() == content


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        Identity.of_user(tmp_path / "identity")
    assert list(tmp_path.iterdir()) == []


@given(st.binary(), st.text(max_size=20))
def test_what_one_signs_all_can_verify(message: bytes, purpose: str) -> None:
    verify(ALICE.public, purpose, message, ALICE.sign(purpose, message))


def test_a_signature_is_bound_to_signer_message_and_purpose() -> None:
    signature = ALICE.sign("a", b"message")
    for public, purpose, message, given_signature in [
        (Identity.new().public, "a", b"message", signature),
        (ALICE.public, "b", b"message", signature),
        (ALICE.public, "a", b"massage", signature),
        (ALICE.public, "am", b"essage", signature),
        (ALICE.public, "a", b"message", signature[:-1]),
        (ALICE.public, "a", b"message", signature + b"\0"),
        (ALICE.public, "a", b"message", b""),
        (ALICE.public, "a", b"message", bytes(64)),
        ("0" * 64, "a", b"message", signature),
    ]:
        with pytest.raises(SignatureError):
            verify(public, purpose, message, given_signature)


@pytest.mark.parametrize("public", ["", "0", "g" * 64, "A" * 64, "0" * 65, "٣" * 64])
def test_a_public_key_has_64_digits(public: str) -> None:
    with pytest.raises(SignatureError, match="is not a public key"):
        verify(public, "a", b"", bytes(64))


def test_people_see_a_fingerprint_and_never_the_key() -> None:
    assert fingerprint(ALICE.public) == "3b6a-27bc-ceb6-a42d"
    assert repr(ALICE) == "Identity(3b6a-27bc-ceb6-a42d)"
    assert module.checked_public(ALICE.public) == ALICE.public


def test_a_key_is_found_as_long_as_anybody_uses_it() -> None:
    seed = bytes(range(32))
    used = Identity(seed)
    Identity(seed)  # somebody else signs once with the same key
    gc.collect()
    assert identity_here(used.public) is used
