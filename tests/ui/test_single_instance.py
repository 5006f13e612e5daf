# SPDX-License-Identifier: BSD-3-Clause
"""Files that are opened while the program runs open in it; invalid requests are ignored."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from app.commands import _single_instance
from app.ui.welcome.gallery import FOLDER
from tests.ui.started_program import started_program

_PROGRAM = [sys.executable, "-P", "-m", "app"]
_NOTE, _COUNTER = (str(FOLDER / f"shared_{name}.liveobject") for name in ("note", "counter"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(params=["window", "open"])
def running(home: Path, request: pytest.FixtureRequest) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A program with a window, and what it tells of its windows."""
    files = [_NOTE] if request.param == "open" else []
    with started_program([*_PROGRAM, request.param, *files]) as running:
        _wait_for_server()
        yield running


def _wait_for_server() -> None:
    for _ in range(600):
        if _single_instance.instance_socket().exists():
            return
        subprocess.run(["sleep", "0.05"], check=True)
    raise AssertionError("nobody listens")


def _open(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*_PROGRAM, "open", *arguments], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("running", ["open"], indirect=True)
def test_a_second_start_opens_a_window_in_the_first(running: tuple[subprocess.Popen[str], IO[str]]) -> None:
    process, lines = running
    assert lines.readline() == "filled\n"
    finished = _open(_COUNTER)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert [lines.readline(), lines.readline()] == ["ready\n", "filled\n"]
    assert process.poll() is None


def test_what_cannot_be_read_is_said_by_whoever_asked(
    running: tuple[subprocess.Popen[str], IO[str]], tmp_path: Path
) -> None:
    torn = tmp_path / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    finished = _open(str(torn))
    assert finished.returncode == 1
    [line] = finished.stderr.splitlines()
    assert "torn.liveobject" in line
    assert running[0].poll() is None


def test_rubbish_and_silence_do_nothing(running: tuple[subprocess.Popen[str], IO[str]]) -> None:
    lines = (b"\n", b"[]\n", b'{"open": []}\n', b'{"open": ["relative"]}\n', b'{"open": 5}\n', b"x" * 300_000)
    for rubbish in lines:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(str(_single_instance.instance_socket()))
            line.sendall(rubbish)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(100) == b""
    assert _single_instance.open_in_running_instance([Path(_COUNTER)]) == ""


def test_nobody_answers_where_none_runs(home: Path) -> None:
    assert _single_instance.open_in_running_instance([Path(_COUNTER)]) is None


def test_what_a_killed_program_left_is_in_nobodys_way(running: tuple[subprocess.Popen[str], IO[str]]) -> None:
    running[0].kill()
    running[0].wait()
    assert _single_instance.instance_socket().exists()
    assert _single_instance.open_in_running_instance([Path(_COUNTER)]) is None


def test_another_display_has_its_own_server(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _single_instance.instance_socket()
    monkeypatch.setenv("DISPLAY", ":77/../x")
    assert _single_instance.instance_socket() != before
    assert _single_instance.instance_socket().parent == before.parent
