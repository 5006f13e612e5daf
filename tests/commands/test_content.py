# SPDX-License-Identifier: BSD-3-Clause
"""The command `content`: what objects hold, kept here or carried by a file, and bringing it back."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.cli import main
from app.runtime.references import (
    Document,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    write,
)
from tests.objects_library.hosting.processes import liveobjects

DOCUMENT_CHANNEL = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35
COUNTER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502

Out = pytest.CaptureFixture[str]


def counter(scope: str, key: str = "") -> Reference:
    values = (("scope", ValueArgument(scope)), ("key", ValueArgument(key)))
    channel = Parameterized(
        Primitive(DOCUMENT_CHANNEL), (("T", TypeArgument("int")), ("S", TypeArgument("int")), *values)
    )
    return Parameterized(Primitive(COUNTER), (("Channel", ReferenceArgument(channel)),))


@pytest.fixture
def file(home: Path) -> str:
    path = home / "counter.liveobject"
    path.write_bytes(write(Document(counter(str(uuid4())), "Score")))
    return str(path)


def content(file: str, capsys: Out, *options: str) -> Any:
    assert main(["content", file, "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_counter_in_a_new_home_costs_little(file: str, tmp_path: Path) -> None:
    home = tmp_path / "new"
    command = [sys.executable, "-m", "app", "call", file, "counter.add", "5"]
    subprocess.run(command, env={**os.environ, "LIVEOBJECTS_HOME": str(home)}, check=True)
    sizes = {path.relative_to(home).parts[0]: path.stat().st_size for path in home.rglob("*") if path.is_file()}
    assert {"cache", "data"} <= sizes.keys()  # the definitions of all objects, once; and the documents
    assert sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) < 100 << 10, sizes


def test_what_is_kept_here_is_printed(file: str, capsys: Out) -> None:
    assert main(["call", file, "counter.add", "5"]) == 0
    assert capsys.readouterr().err == ""  # it is kept, so nothing is lost with the command
    dump = content(file, capsys)
    (record,) = dump["documents"]
    assert (dump["title"], record["path"], record["from"], record["state"]) == ("Score", "Channel", "store", 5)
    assert len(record["author"]) == 64
    assert main(["content", file]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Channel: kept here, ")
    assert printed.endswith("\n  5\n")


def test_a_dump_is_brought_back(file: str, capsys: Out, tmp_path: Path) -> None:
    assert main(["call", file, "counter.add", "5"]) == 0
    capsys.readouterr()
    dump = content(file, capsys)
    assert main(["call", file, "counter.add", "100"]) == 0
    saved = tmp_path / "dump.json"
    saved.write_text(json.dumps(dump))
    capsys.readouterr()
    assert main(["content", file, "--restore", str(saved)]) == 0
    assert capsys.readouterr().out == "1 restored\n"
    assert main(["call", file, "counter"]) == 0
    assert capsys.readouterr().out == '{"value": 5}\n'
    assert main(["content", file, "--versions", "--json"]) == 0
    versions = json.loads(capsys.readouterr().out)
    (before,) = [each for each in versions if each["name"] == "before it was restored"]
    earlier = content(file, capsys, "--at", before["time"])
    assert [each["state"] for each in earlier["documents"]] == [105]
    assert main(["content", file, "--versions"]) == 0
    assert "before it was restored\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("dump", "words"),
    [
        ("no json", "is not a dump"),
        ("[]", "is not a dump"),
        ('{"documents": [{"document": "ab", "state": 1}]}', "is not a dump"),
        ('{"documents": []}', "the dump is empty"),
        ('{"documents": [{"document": "%s", "state": 1}]}' % ("00" * 16), "content of something else"),
    ],
)
def test_what_is_no_dump_of_the_file_is_refused(file: str, capsys: Out, tmp_path: Path, dump: str, words: str) -> None:
    saved = tmp_path / "dump.json"
    saved.write_text(dump)
    assert main(["content", file, "--restore", str(saved)]) == 2
    assert words in capsys.readouterr().err


def test_a_state_of_another_type_is_refused(file: str, capsys: Out, tmp_path: Path) -> None:
    assert main(["call", file, "counter.add", "5"]) == 0
    capsys.readouterr()
    dump = content(file, capsys)
    dump["documents"][0]["state"] = "five"
    saved = tmp_path / "dump.json"
    saved.write_text(json.dumps(dump))
    assert main(["content", file, "--restore", str(saved)]) == 2
    assert "expected int, found text" in capsys.readouterr().err


def test_a_time_without_versions_is_no_content(file: str, capsys: Out) -> None:
    assert main(["content", file, "--at", "2001-01-01"]) == 1
    assert "there is no content" in capsys.readouterr().err
    assert main(["content", file, "--at", "yesterday"]) == 2
    assert main(["content", file, "--at", "2001-01-01", "--carried"]) == 2


def test_without_content_the_code_says_so(file: str, home: Path, capsys: Out) -> None:
    assert main(["content", file]) == 1
    assert "open it and change something" in capsys.readouterr().err
    plain = home / "plain.liveobject"
    plain.write_bytes(write(Document(Primitive(5))))
    assert main(["content", str(plain)]) == 1
    assert "its objects need a Document channel" in capsys.readouterr().err
    assert main(["content", str(home / "none.liveobject")]) == 2


async def run_in(home: Path, *arguments: str) -> str:
    """Run a command in a process with a home of its own; it must succeed and complain of nothing."""
    async with liveobjects(home, *arguments) as process:
        printed = await process.text()
        assert await process.ended() == (0, "")
        return printed


async def test_a_file_brings_its_content_to_another_home(file: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    sent, back = (str(tmp_path / f"{name}.liveobject") for name in ("sent", "back"))
    assert await run_in(here, "call", file, "counter.add", "5") == '{"value": 5}'
    assert "carries the content of 1 object" in await run_in(here, "content", file, "--save", sent)
    # Nobody else is there, and nothing is kept in the other home.
    assert await run_in(there, "call", sent, "counter") == '{"value": 5}'
    # Both go on apart; the file that comes back brings both together.
    assert await run_in(there, "call", sent, "counter.add", "30") == '{"value": 35}'
    assert await run_in(here, "call", file, "counter.add", "100") == '{"value": 105}'
    await run_in(there, "content", sent, "--save", back)
    await run_in(here, "call", back, "counter")
    assert await run_in(here, "call", file, "counter") == '{"value": 135}'
