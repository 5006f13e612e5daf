# SPDX-License-Identifier: BSD-3-Clause
"""The identity in the keyring of the desktop: a real gnome-keyring on a session bus of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.runtime.trust import Identity, IdentityError
from app.runtime.trust.key_file import keep_in_file, keep_in_keyring, key_of_user

ROOT = Path(__file__).resolve().parents[3]
_UNLOCKED = "printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1"
_NEVER_USED = "true"

pytestmark = pytest.mark.skipif(
    not (shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session")),
    reason="no keyring here; ./test brings one",
)


class Desktop:
    """A user with a home and a session, in which Python programs run."""

    def __init__(self, home: Path) -> None:
        self.file = home / "data" / "liveobjects" / "identity"
        for name in ("data", "config", "cache", "run"):
            (home / name).mkdir(mode=0o700)
        kept = {name: value for name, value in os.environ.items() if name != "LIVEOBJECTS_HOME"}
        kept.pop("DBUS_SESSION_BUS_ADDRESS", None)
        self._around = {
            **kept,
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_RUNTIME_DIR": str(home / "run"),
            "HOME": str(home),
        }

    def says(self, program: str, before: str = _UNLOCKED) -> Any:
        """Return what a program prints as JSON in a session."""
        start = "import json; from app.runtime.trust import *\nfrom app.runtime.trust import key_file, keyring\n"
        inside = f'{before}; exec "$0" -c "$1"'
        command = ["dbus-run-session", "--", "sh", "-c", inside, sys.executable, start + program]
        done = subprocess.run(
            command, cwd=ROOT, env=self._around, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def test_a_new_identity_is_kept_in_the_keyring_and_found_there_again(desktop: Desktop) -> None:
    who = "i = Identity.of_user(); print(json.dumps([i.public, i.kept, i.sign('x', b'y').hex()]))"
    first = desktop.says(who)
    assert first[1] == "in the keyring of the desktop"
    content = desktop.file.read_bytes()
    assert content == b"liveobjects identity 1 keyring " + first[0].encode() + b"\n"
    assert desktop.file.stat().st_mode & 0o077 == 0
    assert desktop.says(who) == first


def test_it_moves_in_both_directions_and_stays_the_same(desktop: Desktop) -> None:
    told = desktop.says(
        "who = lambda: [(i := Identity.of_user()).public, i.kept.split()[2]]\n"
        "told = [who()]\n"
        "for move in (key_file.keep_in_file, key_file.keep_in_file, key_file.keep_in_keyring,\n"
        "             key_file.keep_in_keyring, key_file.keep_in_file):\n"
        "    move(); key_file._known.clear(); told.append(who())\n"
        "told.append(keyring.get(told[0][0]))\n"
        "print(json.dumps(told))"
    )
    assert len({public for public, _ in told[:-1]}) == 1
    assert [where for _, where in told[:-1]] == ["keyring", "file", "file", "keyring", "keyring", "file"]
    assert told[-1] is None


def test_two_programs_at_once_make_one_identity(desktop: Desktop) -> None:
    program = (
        "import subprocess, sys\n"
        "code = 'from app.runtime.trust import Identity; print(Identity.of_user().public)'\n"
        "many = [subprocess.Popen([sys.executable, '-c', code], stdout=-1, text=True) for _ in range(4)]\n"
        "print(json.dumps([each.communicate()[0].strip() for each in many]))"
    )
    found = desktop.says(program)
    assert len(set(found)) == 1
    assert len(found[0]) == 64


def test_a_keyring_that_is_not_there_makes_nobody_somebody_else(desktop: Desktop) -> None:
    public = desktop.says("print(json.dumps(Identity.of_user().public))")
    with pytest.raises(IdentityError, match=f"your identity {public[:4]}-.* is in the keyring of the desktop"):
        key_of_user(desktop.file)
    assert public.encode() in desktop.file.read_bytes()


def test_without_a_keyring_that_is_open_a_private_file_is_made(desktop: Desktop) -> None:
    told = desktop.says("print(json.dumps([keyring.is_open(), Identity.of_user().kept]))", _NEVER_USED)
    assert told == [False, f"in the file {desktop.file}"]


def test_a_home_of_ones_own_keeps_its_key_in_a_file(tmp_path: Path) -> None:
    kept = Identity.of_user(tmp_path / "identity")
    assert kept.kept == f"in the file {tmp_path / 'identity'}"
    keep_in_file(tmp_path / "identity")
    assert Identity.of_user(tmp_path / "identity").public == kept.public


def test_what_no_keyring_takes_stays_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    kept = Identity.of_user(tmp_path / "identity")
    with pytest.raises(IdentityError, match="the keyring does not take it"):
        keep_in_keyring(tmp_path / "identity")
    assert Identity.of_user(tmp_path / "identity").public == kept.public


def test_a_damaged_secret_in_the_keyring_is_not_used(desktop: Desktop) -> None:
    told = desktop.says(
        "p = Identity.of_user().public; keyring.put(p, '00' * 32); key_file._known.clear()\n"
        "try:\n    Identity.of_user(); why = ''\n"
        "except IdentityError as error:\n    why = str(error)\n"
        "print(json.dumps(why))"
    )
    assert "what is in it is damaged" in told
