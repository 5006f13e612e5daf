# SPDX-License-Identifier: BSD-3-Clause
"""README, tutorial, first two minutes and `--help` are kept: every command that they show is run as it is written."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.cli import FAILED
from app.runtime.trust import Identity, card_of
from tests.commands.test_check import ORIGINAL
from tests.end_to_end.test_first_two_minutes import CAPTIONS
from tests.house.documented_commands import (
    PAGES,
    PROGRAM,
    ROOT,
    Desk,
    commands_in,
    of_help,
    of_page,
    page_text,
    parsers_without_example,
    wait_for_line,
)

TUTORIAL = "docs/tutorial.md"
SEND = "echo hello | liveobjects send liveobject_files/reliable_channel.liveobject"
TAIL = "liveobjects tail liveobject_files/reliable_channel.liveobject --json"
BENCH = "liveobjects bench startup --json"
HOST = "liveobjects host liveobject_files/shared_counter.liveobject --json"

QUICK = {
    "liveobjects --help": 0,
    "liveobjects check liveobject_files/*.liveobject": 0,
    "liveobjects show liveobject_files/shared_label.liveobject": 0,
    "liveobjects show liveobject_files/shared_label.liveobject --formal": 0,
    "liveobjects call liveobject_files/shared_counter.liveobject counter.add 5": 0,
    "liveobjects content liveobject_files/shared_counter.liveobject --json": 0,
    "liveobjects convert Text.liveobject -o text.liveobject": 0,
    "liveobjects sandbox": 0,
    "liveobjects register": 0,
    "liveobjects unregister": 0,
    "liveobjects nodes liveobject_files/reliable_channel.liveobject": 0,
    "liveobjects pack my_objects -o my_objects.zip": 0,
    "liveobjects identity card": 0,
    "liveobjects identity card -o ann.card": 0,
    "liveobjects identity keep keyring": FAILED,  # a home of its own has its key in a file
    "liveobjects people add ann.card": 0,
    "liveobjects people list": 0,
    "liveobjects seal plan.liveobject --for Ann --for Bob -o sealed.liveobject": 0,
    "liveobjects unseal sealed.liveobject -o plan.liveobject": 0,
    "liveobjects share plan.liveobject --who people --for Ann --for Bob -o for_us.liveobject": 0,
    "liveobjects own plan.liveobject -o our_plan.liveobject": 0,
    "liveobjects admit our_plan.liveobject Ann Bob": 0,
    "liveobjects members our_plan.liveobject": 0,
    "liveobjects remove our_plan.liveobject Eve": 0,
    "liveobjects people remove Ann": 0,
    "liveobjects trust allow run-code --signer 3b6a…da29": 0,
    "liveobjects trust allow run-code --what …": 0,
    "liveobjects trust deny run-code --what …": 0,
    "liveobjects trust revoke run-code --what …": 0,
    "liveobjects email plan.liveobject --to ann@example.org -o plan.eml": 0,
}
"""Commands that run in this process, in this order, with their exit codes."""
APART = {
    "liveobjects": ("--screenshot", "window.png"),
    "liveobjects --screenshot window.png": (),
    "liveobjects --theme dark --screenshot window.png": (),
    "liveobjects open liveobject_files/shared_note.liveobject": ("--screenshot", "note.png"),
    "liveobjects open liveobject_files/shared_text.liveobject": ("--screenshot", "text.png"),
    "liveobjects embed liveobject_files/whiteboard.liveobject report.odt": (),
    "liveobjects embed plan.liveobject report.odt": (),
    "liveobjects thumbnail liveobject_files/chat.liveobject chat.png": (),
    "liveobjects doctor": (),
    "liveobjects doctor --json": (),
    BENCH: ("--repeat", "1"),
}
"""Commands with windows and other processes; those that would wait for a person take a picture instead."""
FEED = (
    'liveobjects feed start --source sales.csv --sql "select country, sum(price) as sum from source group by country"'
    " --channel sales.liveobject"
)
ELSEWHERE = (FEED,)
"""Runs where Spark does: `tests/spark/test_feeds.py`."""
SCRIPTS = ("./test", "./test --quick")
"""What runs this test."""
FRIEND = "## On another computer"

Early = dict[str, "Future[tuple[int, str]]"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A folder with what the examples name; home and desktop files are below it."""
    folder = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVEOBJECTS_HOME", str(folder / "home"))
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(variable, str(folder / variable))
        made = Desk(folder)
        (folder / "Text.liveobject").write_text(ORIGINAL, encoding="utf-8")
        shutil.copy(ROOT / "liveobject_files" / "shared_note.liveobject", folder / "plan.liveobject")
        assert made.run("liveobjects new Tally --in my_objects")[0] == 0
        yield made


@pytest.fixture
def web_server(desk: Desk) -> Iterator[str]:
    """A web server with what is at the desk; yields its host and port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(desk.folder))) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base
        """Print nothing."""


@pytest.fixture(scope="module")
def early(desk: Desk) -> Iterator[Early]:
    """Results of the slow commands, which run beside the others. Embedding is last: it changes one document twice."""
    commands = {each: (*PROGRAM, *desk.words(each), *more) for each, more in APART.items()}
    with ThreadPoolExecutor(2) as pool:
        distinct: dict[tuple[str, ...], Future[tuple[int, str]]] = {}
        for command in commands.values():
            if command not in distinct and "embed" not in command:
                distinct[command] = pool.submit(desk.run_apart, command)
        before: Future[tuple[int, str]] | None = None
        for command in commands.values():
            if "embed" in command:
                before = distinct[command] = pool.submit(_run_after, before, desk, command)
        yield {each: distinct[command] for each, command in commands.items()}


def _run_after(before: Future[tuple[int, str]] | None, desk: Desk, command: tuple[str, ...]) -> tuple[int, str]:
    """Run a command when another one has ended."""
    if before is not None:
        before.result()
    return desk.run_apart(command)


def test_every_documented_command_is_run() -> None:
    shown = {*of_help(), *(command for page in PAGES for command in of_page(page))}
    tutorial = set(of_page(TUTORIAL))
    run = {*QUICK, *APART, *ELSEWHERE, *SCRIPTS, SEND, TAIL, HOST, *tutorial}
    assert shown - run == set(), "say in this file how it is run"
    assert run - shown == set(), "nobody shows it any more"
    assert parsers_without_example() == []


def test_commands_do_what_the_pages_say(desk: Desk, early: Early) -> None:
    assert early
    names = {"3b6a…da29": Identity.new().public}
    printed = {}
    for command, expected in QUICK.items():
        code, printed[command] = desk.run(command, **names)
        assert code == expected, f"{command}\n{printed[command]}"
        if command.endswith("-o ann.card"):
            _know_people(desk)
        if " own " in command:
            assert desk.run("liveobjects admit our_plan.liveobject Eve")[0] == 0
    for command, file in re.findall(r"(?m)^(liveobjects .*(?: -o |chat\.png)(\S*))$", "\n".join(QUICK)):
        assert (desk.folder / file).is_file(), command
    assert '{"value": 5}' in printed["liveobjects call liveobject_files/shared_counter.liveobject counter.add 5"]
    assert '"state": 5' in printed["liveobjects content liveobject_files/shared_counter.liveobject --json"]
    assert "Ann" in printed["liveobjects people list"]


def _know_people(desk: Desk) -> None:
    """The card that Ann made at her computer, and the people that the examples name besides."""
    (desk.folder / "ann.card").write_text(card_of(Identity.new(), "Ann"))
    for name in ("Bob", "Eve"):
        (desk.folder / f"{name}.card").write_text(card_of(Identity.new(), name))
        assert desk.run(f"liveobjects people add {name}.card")[0] == 0


def test_what_never_ends_starts_and_is_interrupted(desk: Desk) -> None:
    with desk.serve(HOST, '"live"'):
        pass
    with desk.serve(TAIL, "joined") as output:
        said, _, command = SEND.partition(" | ")
        given = subprocess.run(["bash", "-c", said], capture_output=True, text=True, check=True).stdout
        assert desk.run_apart([*PROGRAM, *desk.words(command)], given)[0] == 0
        wait_for_line(output, "hello")


def test_scripts_start_the_installer(desk: Desk) -> None:
    for name in ("run", "test"):
        script = ROOT / name
        assert os.access(script, os.X_OK)
        assert f'installer/bootstrap.py" {name} "$@"' in script.read_text()
        subprocess.run(["sh", "-n", script], check=True)
    code, text = desk.run_apart([str(ROOT / "run"), "show", "liveobject_files/shared_label.liveobject"])
    assert (code, text.splitlines()[0]) == (
        0,
        desk.run("liveobjects show liveobject_files/shared_label.liveobject")[1].splitlines()[0],
    )


@pytest.mark.timeout(300)
def test_the_tutorial_runs_from_top_to_bottom(desk: Desk, web_server: str) -> None:
    mine, theirs = (commands_in(text) for text in page_text(TUTORIAL).split(FRIEND))
    code, made = desk.run(mine[0])
    assert (mine[0], code) == ('liveobjects new "Shared counter"', 0)
    names = {"FOLDER": made.splitlines()[0], "KEY": Identity.of_user().public, "HOST": web_server}
    names["URL"] = f"http://{web_server}/shared_counter.zip"
    assert re.search(r"(?m)^test it: .* -m pytest ", made)
    printed = []
    for command in mine[1:]:
        if command.startswith("python "):
            code, text = desk.run_apart([sys.executable, *command.replace("FOLDER", names["FOLDER"]).split()[1:]])
            assert "1 passed" in text
        else:
            code, text = desk.run(command, **names)
        assert code == 0, f"{command}\n{text}"
        printed.append((command.split()[1], text.strip()))
    assert [text for name, text in printed if name == "call"] == ['{"value": 2}', '{"value": 5}']
    assert [text.splitlines()[-1].strip() for name, text in printed if name == "content"] == ["5"]
    _open_elsewhere(desk.on_another_computer(desk.folder / "friend"), theirs, names)


def _open_elsewhere(friend: Desk, commands: list[str], names: dict[str, str]) -> None:
    """Somebody else opens the file: each refusal names the next command, and then the number is there."""
    *allowing, last = commands
    for command in allowing:
        code, refusal = friend.run_apart([*PROGRAM, *friend.words(last)])
        wanted = shlex.join(["liveobjects", *friend.words(command, **names)])
        assert (code, wanted in refusal) == (FAILED, True), f"{command}\n{refusal}"
        assert friend.run_apart([*PROGRAM, *friend.words(command, **names)])[0] == 0
    code, text = friend.run_apart([*PROGRAM, *friend.words(last)])
    assert (code, text.splitlines()[-1]) == (0, '{"value": 6}')


def test_the_first_two_minutes_have_the_steps_that_are_played() -> None:
    text = (ROOT / "docs" / "first-two-minutes.md").read_text(encoding="utf-8")
    steps = re.findall(r"(?m)^(\d+)\. (.*)\n\n +!\[(\w+)\]\((\S+)\)$", text)
    played = [
        (str(number), words, name, f"pictures/first-two-minutes/{number:02}-{name}.png")
        for number, (name, words) in enumerate(CAPTIONS.items(), start=1)
    ]
    assert steps == played
    assert len(re.findall(r"(?m)^\d+\. ", text)) == len(played)


@pytest.mark.parametrize("command", APART)
def test_windows_and_pictures(desk: Desk, early: Early, command: str) -> None:
    code, text = early[command].result()
    if command == BENCH:  # whether it is quick enough is not measured beside other tests
        assert len(json.loads(text)["window_s"]) == 1
        return
    assert code == 0, text
    pictures = [word for word in (*desk.words(command), *APART[command]) if word.endswith((".png", ".odt"))]
    assert all(Path(desk.folder / picture).stat().st_size > 0 for picture in pictures)
