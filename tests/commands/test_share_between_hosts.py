# SPDX-License-Identifier: BSD-3-Clause
"""A file that was shared works on another computer of the network: two hosts on a bridge, each with its home."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import main
from app.runtime.trust import public_key_of_user
from bench._network import Bridge, can_make_namespaces

ROOT = Path(__file__).resolve().parents[2]
CHANNEL = ROOT / "liveobject_files" / "reliable_channel.liveobject"
pytestmark = pytest.mark.namespaces


@pytest.fixture
def bridge() -> Iterator[Bridge]:
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    with Bridge(2) as made:
        yield made


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Ann's home, which this process uses, and Bob's."""
    found = [tmp_path / "ann", tmp_path / "bob"]
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(found[0]))
    return found


def start(bridge: Bridge, host: int, home: Path, *words: str | Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "LIVEOBJECTS_HOME": str(home)}
    command = [*bridge.enter(host), sys.executable, "-m", "app", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, env=environment)


def said(process: subprocess.Popen[str], given: str = "") -> tuple[int, str]:
    out, error = process.communicate(given, timeout=60)
    return process.returncode, out + error


def allow(bridge: Bridge, homes: list[Path]) -> None:
    ann = public_key_of_user()
    words = ("trust", "allow", "join-scope", "--signer", ann, "--what", "*")
    assert said(start(bridge, 1, homes[1], *words))[0] == 0


@pytest.mark.parametrize("who", ["anyone", "people"])
def test_what_one_shares_another_can_open(bridge: Bridge, homes: list[Path], tmp_path: Path, who: str) -> None:
    bob = _public_key(bridge, homes[1])
    shared = tmp_path / "shared.liveobject"
    chosen = ["--for", bob] if who == "people" else []
    assert main(["share", str(CHANNEL), "--who", who, *chosen, "-o", str(shared)]) == 0
    sending = start(bridge, 1, homes[1], "send", shared)
    code, words = said(sending, "hello\n")
    assert code != 0
    assert "nobody is here to allow it to join the network scope" in words  # it is somebody else's
    allow(bridge, homes)
    with start(bridge, 0, homes[0], "tail", shared, "--count", "1", "--timeout", "30") as listening:  # her own
        code, words = said(
            start(bridge, 1, homes[1], "send", shared, "--wait-for", "1", "--timeout", "30"), "hello from Bob\n"
        )
        assert code == 0, words
        assert said(listening) == (0, "hello from Bob\n")


def _public_key(bridge: Bridge, home: Path) -> str:
    code, card = said(start(bridge, 1, home, "identity", "card"))
    assert code == 0
    return card.split()[2]


def test_a_file_that_is_only_mine_reaches_nobody_else(bridge: Bridge, homes: list[Path], tmp_path: Path) -> None:
    shared = tmp_path / "mine.liveobject"
    assert main(["share", str(CHANNEL), "--who", "me", "-o", str(shared)]) == 0
    with start(bridge, 0, homes[0], "tail", shared, "--count", "1") as listening:
        code, words = said(start(bridge, 1, homes[1], "send", shared, "--wait-for", "1", "--timeout", "3"), "x\n")
        assert code == 1
        assert "too few others take part" in words
        assert said(start(bridge, 0, homes[0], "send", shared, "--wait-for", "1"), "to myself\n")[0] == 0
        assert said(listening) == (0, "to myself\n")
