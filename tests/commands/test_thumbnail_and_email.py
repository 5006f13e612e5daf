# SPDX-License-Identifier: BSD-3-Clause
"""The commands `thumbnail` and `email`."""

import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path

from app.mail import objects_in
from app.runtime.references import read
from app.runtime.trust import Identity, signer_of
from app.ui.welcome.gallery import FOLDER

_CHAT = FOLDER / "chat.liveobject"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "app", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_small_picture_is_drawn(tmp_path: Path) -> None:
    done = run("thumbnail", str(_CHAT), str(tmp_path / "chat"), "--size", "128")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "chat").read_bytes().startswith(b"\x89PNG")


def test_sizes_and_files_that_are_none_are_refused(tmp_path: Path) -> None:
    assert run("thumbnail", str(_CHAT), str(tmp_path / "x.png"), "--size", "9").returncode == 2
    torn = tmp_path / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    done = run("thumbnail", str(torn), str(tmp_path / "x.png"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "x.png").exists()


def test_a_message_is_written(tmp_path: Path) -> None:
    options = ("--to", "ann@example.org", "--words", "Look!", "-o", str(tmp_path / "x.eml"))
    done = run("email", str(_CHAT), *options)
    assert (done.returncode, done.stderr) == (0, "")
    content = (tmp_path / "x.eml").read_bytes()
    [(name, attached)] = objects_in(content)
    assert name == "chat.liveobject"
    assert read(attached).reference == read(_CHAT).reference
    assert signer_of(read(attached)) == Identity.of_user().public  # outgoing objects are signed
    message = message_from_bytes(content, policy=policy.default)
    assert message["To"] == "ann@example.org"
    assert "image/png" in [part.get_content_type() for part in message.walk()]


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    done = run("email", str(_CHAT), "--to", "nobody", "-o", str(tmp_path / "x.eml"))
    assert done.returncode == 1
    assert "name@example.org" in done.stderr
    assert not (tmp_path / "x.eml").exists()
