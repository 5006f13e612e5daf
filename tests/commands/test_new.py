# SPDX-License-Identifier: BSD-3-Clause
"""The command `new`: what it writes works at once, as an object, a file, a view and a library."""

import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.cli import main
from app.runtime.references import Checker, read
from app.runtime.trust import Identity
from liveobjects.testing import LocalNode
from objects_library.channels.native.sharing import sharing_of
from objects_library.installed import installed_catalogue
from tests.objects_library.hosting.processes import ROOT, liveobjects
from tests.runtime.activation.conftest import settle


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run_tests(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    quiet = os.environ | {"PYTHONWARNINGS": "ignore", "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=quiet)


def lines(file: Path) -> int:
    return sum(1 for line in file.read_text().splitlines() if line.strip())


def test_its_test_passes_at_once_wherever_it_is(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Shared counter"]) == 0
    assert main(["new", "my-other tally", "--in", str(tmp_path / "here")]) == 0
    own = home / "data" / "objects" / "shared_counter"
    other = tmp_path / "here" / "my_other_tally"
    for folder in (own, other):
        done = run_tests(folder)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 passed" in done.stdout
    assert not (home / "data" / "documents.sqlite").exists()  # a test touches nothing that is kept
    printed = capsys.readouterr().out
    assert f"open it:   liveobjects open {own / 'shared_counter.liveobject'}" in printed


def test_every_printed_command_works_in_a_folder_with_spaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "my home"))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    program = shlex.join([sys.executable, "-m", "app"])
    shell = f'liveobjects() {{ {program} "$@"; }}; '

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", shell + command], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=90
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    printed = run("liveobjects new 'Shared counter' --in 'my own things'")
    steps = dict(re.findall(r"(?m)^(\w[\w ]*): +(.*)$", printed))
    assert list(steps) == ["test it", "install", "open it"]
    assert "1 passed" in run(steps["test it"])
    run(steps["install"])
    run(f"{steps['open it']} --screenshot picture.png --bare")
    assert (tmp_path / "picture.png").stat().st_size > 0


async def test_two_processes_have_one_number_and_it_is_kept(home: Path) -> None:
    assert main(["new", "Shared counter"]) == 0
    file = home / "data" / "objects" / "shared_counter" / "shared_counter.liveobject"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # it has the key
    report = sharing_of(read(file).reference, installed_catalogue())
    assert (report.parts, report.only_here, report.encrypted, report.owners) == (1, 0, 1, (Identity.of_user().public,))
    async with liveobjects(home, "host", str(file), "--json") as host:
        await host.until(state="live")  # no question: it is the user's own
        assert await answer(home, "call", str(file), "counter.add", "2") == '{"value": 2}\n'
        assert await answer(home, "call", str(file), "counter.add", "3") == '{"value": 5}\n'
        assert await answer(home, "call", str(file), "counter") == '{"value": 5}\n'
        host.kill(signal.SIGINT)
        assert await host.ended() == (0, "")
    assert await answer(home, "call", str(file), "counter") == '{"value": 5}\n'
    (held,) = json.loads(await answer(home, "content", str(file), "--json"))["documents"]
    assert held["state"] == 5


async def answer(home: Path, *arguments: str) -> str:
    """What a command prints, in a process of its own."""
    async with liveobjects(home, *arguments) as process:
        code, complaint = await process.ended()
        assert code == 0, complaint
        return await process.rest()


def test_object_and_view_are_at_most_forty_lines(home: Path) -> None:
    assert main(["new", "Counter"]) == 0
    folder = home / "data" / "objects" / "counter"
    assert lines(folder / "proxy.py") + lines(folder / "view.py") <= 40


def test_it_is_in_the_palette_with_its_icon(home: Path) -> None:
    assert main(["new", "Counter"]) == 0
    catalogue = installed_catalogue()
    (definition,) = [each for each in catalogue.definitions() if each.library == "My objects"]
    assert definition.name == "Counter"
    assert definition.icon is not None
    assert definition.icon.read_text().startswith("<svg")


def test_its_file_checks(home: Path) -> None:
    assert main(["new", "Counter"]) == 0
    catalogue = installed_catalogue()
    document = read(home / "data" / "objects" / "counter" / "counter.liveobject")
    assert document.title == "Counter"
    assert Checker(catalogue, catalogue.names).check(document) == []


@pytest.mark.parametrize("name", ["", "1st", "class", "a/b", "../up", "Zähler", "x" * 61, "a\nb"])
def test_a_bad_name_is_one_line(home: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name]) == 1
    error = capsys.readouterr().err
    assert "cannot be the name of an object; use letters, digits and spaces" in error
    assert error.count("\n") == 1
    assert not (home / "data" / "objects").exists()


def test_nothing_is_overwritten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Counter"]) == 0
    proxy = home / "data" / "objects" / "counter" / "proxy.py"
    proxy.write_text("mine")
    assert main(["new", "counter"]) == 1
    assert "exists already; choose another name, or remove it" in capsys.readouterr().err
    assert proxy.read_text() == "mine"


async def test_its_view_shows_and_changes_the_number(home: Path, tmp_path: Path, qtbot: QtBot) -> None:
    assert main(["new", "Counter", "--in", str(tmp_path)]) == 0
    async with LocalNode(tmp_path / "counter") as node:
        opened = [await node.open("counter.liveobject") for _ in range(2)]
        widgets = [widget for each in opened for widget in each.show()]
        for widget in widgets:
            qtbot.addWidget(widget)
        await settle()
        assert [widget.text() for widget in widgets] == ["0", "0"]
        for _ in range(3):
            widgets[0].click()
        widgets[1].click()
        await settle()
        assert [widget.text() for widget in widgets] == ["4", "4"]
