# SPDX-License-Identifier: BSD-3-Clause
"""Comments between three people: separate hosts, homes and processes, with rights that every copy enforces."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.runtime.trust import Identity
from bench._network import Bridge, can_make_namespaces
from tests.gallery_copies import copy_gallery_file

ROOT = Path(__file__).resolve().parents[2]
ANN, BOB, CARL = range(3)


@pytest.fixture
def bridge() -> Iterator[Bridge]:
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    with Bridge(3) as made:
        yield made


class Hosts:
    """A host with a home for each person."""

    def __init__(self, bridge: Bridge, folder: Path) -> None:
        self._bridge, self._folder = bridge, folder

    def start(self, who: int, *words: str | Path) -> subprocess.Popen[str]:
        environment = {**os.environ, "LIVEOBJECTS_HOME": str(self._folder / str(who))}
        command = [*self._bridge.enter(who), sys.executable, "-m", "app", *map(str, words)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, env=environment)

    def run(self, who: int, *words: str | Path) -> tuple[int, str]:
        process = self.start(who, *words)
        out, error = process.communicate(timeout=60)
        return process.returncode, out + error

    def done(self, who: int, *words: str | Path) -> str:
        code, said = self.run(who, *words)
        assert code == 0, said
        return said


def messages(said: str) -> list[Any]:
    """The threads that were told last."""
    return [value["threads"] for line in said.splitlines() if "threads" in (value := json.loads(line))][-1]  # type: ignore[no-any-return]


@pytest.mark.namespaces
def test_one_comments_another_replies_and_the_third_only_looks(
    bridge: Bridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = Hosts(bridge, tmp_path)
    shared, keys = _shared_note(tmp_path, monkeypatch)
    add = {"text": "Is this right?", "about": "", "title": ""}
    (thread,) = messages(hosts.done(ANN, "call", shared, "comments.add", json.dumps(add)))

    watching = hosts.start(ANN, "call", shared, "comments", "--count", "1000", "--timeout", "100")
    assert watching.stdout is not None
    assert "Is this right?" in watching.stdout.readline()  # after quitting it is there
    answer = json.dumps({"thread": thread["thread"], "text": "Yes"})
    (replied,) = messages(hosts.done(BOB, "call", shared, "comments.reply", answer))
    assert [each["text"] for each in replied["messages"]] == ["Is this right?", "Yes"]
    assert [each["author"] for each in replied["messages"]] == keys[:2]
    carl = hosts.start(CARL, "call", shared, "comments.reply", answer)
    code, said = hosts.run(BOB, "call", shared, "note.change", '[{"at": 0, "insert": "No "}]')
    assert code == 1
    assert "nothing has changed for the others: You may comment on it" in said
    assert "You may look at it" in "".join(carl.communicate(timeout=60))
    assert carl.returncode == 1
    hosts.done(BOB, "call", shared, "comments.resolve", json.dumps({"thread": thread["thread"], "resolved": True}))
    while 'resolved":true' not in watching.stdout.readline():
        assert watching.poll() is None
    os.kill(_program(watching), signal.SIGKILL)
    watching.communicate(timeout=20)

    dump = json.loads(hosts.done(ANN, "content", shared, "--json"))
    held = {each["path"]: each["state"] for each in dump["documents"]}
    (kept,) = held["comments"]["threads"]
    assert [each["text"] for each in kept["messages"]] == ["Is this right?", "Yes"]
    assert kept["settlement"]["turn"] == 1
    text = base64.b64decode(held["Channel"]["update"])
    assert b"Plans" in text
    assert b"No " not in text


def _shared_note(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[str]]:
    """A note of Ann's on which Bob may comment, and at which Carl may look; and the keys of all."""

    def at_home(who: int) -> None:
        monkeypatch.setenv("LIVEOBJECTS_HOME", str(folder / str(who)))

    keys = []
    for who in (ANN, BOB, CARL):
        at_home(who)
        keys.append(Identity.of_user().public)
        if who != ANN:
            assert main(["trust", "allow", "join-scope", "--signer", keys[ANN], "--what", "*"]) == 0
    at_home(ANN)
    note, shared = copy_gallery_file("shared_note", folder), folder / "shared.liveobject"
    assert main(["call", str(note), "note.change", '[{"at": 0, "insert": "Plans"}]']) == 0
    rights = ["--to-comment", keys[BOB], "--to-view", keys[CARL]]
    assert main(["share", str(note), "--who", "people", *rights, "-o", str(shared)]) == 0
    return shared, keys


def _program(process: subprocess.Popen[str]) -> int:
    """The process in the namespace: the command that enters it may stay as its parent."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(children[0]) if children else process.pid


def test_comments_go_with_a_copy_to_another_home(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = str(copy_gallery_file("shared_counter", home))
    assert main(["call", mine, "comments.add", '{"text": "More?", "about": "", "title": ""}']) == 0
    out, without = home / "out.liveobject", home / "without.liveobject"
    assert main(["share", mine, "--who", "me", "-o", str(out)]) == 0  # gets its first key: it is another document
    assert main(["share", mine, "--who", "me", "--without-content", "-o", str(without)]) == 0
    dump = home / "dump.json"
    capsys.readouterr()
    assert main(["content", mine, "--json"]) == 0
    dump.write_text(capsys.readouterr().out)
    assert main(["content", mine, "--restore", str(dump)]) == 2
    assert "comments stay as they are" in capsys.readouterr().err
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home / "other"))
    for file, texts in ((without, []), (out, ["More?"])):
        assert main(["call", str(file), "comments"]) == 0
        found = messages(capsys.readouterr().out)
        assert [each["messages"][0]["text"] for each in found] == texts
        assert all(not each["messages"][0]["mine"] for each in found)
