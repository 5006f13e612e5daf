# SPDX-License-Identifier: BSD-3-Clause
"""Hostile files get a one-line error with its line number, within a second and 200 MB."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.runtime.references import Composite, LiveObjectFileError, read
from app.runtime.references.limits import MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, MAX_TAG
from tests.runtime.references.hostile_cases import CASES, wrapped

ROOT = Path(__file__).resolve().parents[3]
MOST_SECONDS = 1.0
MOST_MEGABYTES = 200


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, object]]:
    """Every case, read in one process of its own; its peak memory is that of the worst."""
    program = [sys.executable, "-m", "tests.runtime.references.hostile_cases"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=100, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    return {result["name"]: result for result in results}


@pytest.mark.parametrize("name", CASES)
def test_refused_in_time(measured: dict[str, dict[str, object]], name: str) -> None:
    result = measured[name]
    message = result["error"]
    assert isinstance(message, str), "it was accepted"
    assert "\n" not in message
    assert message.isprintable()
    assert len(message) < 300
    assert "; " in message, "it does not say what to do"
    _, line = CASES[name]
    if line is not None:
        assert result["line"] == line
    assert isinstance(result["seconds"], float)
    assert result["seconds"] < MOST_SECONDS
    assert isinstance(result["megabytes"], float)
    assert result["megabytes"] < MOST_MEGABYTES


def _refused(path: str | os.PathLike[str]) -> str:
    begin = time.monotonic()
    with pytest.raises(LiveObjectFileError) as caught:
        read(path)
    assert time.monotonic() - begin < MOST_SECONDS
    message = str(caught.value)
    assert message.startswith(f"{os.fspath(path)}:")
    assert "\n" not in message
    return message


def test_things_that_are_not_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "is not a file" in _refused(pipe)
    assert "is not a file" in _refused(tmp_path)
    assert "is not a file" in _refused("/dev/zero")
    assert "is not a file" in _refused("/dev/null")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    assert "No such file" in _refused(tmp_path / "none")
    assert "cannot be read" in _refused(str(tmp_path / ("x" * 300)))
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "cannot be read" in _refused(loop)
    with pytest.raises(LiveObjectFileError, match="cannot be read"):
        read("a\0b")


def test_a_file_that_grows_without_end_is_read_only_so_far(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.liveobject"
    with sparse.open("wb") as file:
        file.truncate(2**40)
    assert "larger than 8 MB" in _refused(sparse)


def test_errors_name_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.liveobject"
    path.write_bytes(b"<a>\n<b>\n")
    assert _refused(path).startswith(f"{path}:1: the root is <a>")


SMALL = [name for name in CASES if not name.startswith(("a million", "many", "huge", "gigantic"))]


@pytest.mark.parametrize("name", SMALL)
def test_refused_here_too(name: str) -> None:
    make, line = CASES[name]
    with pytest.raises(LiveObjectFileError) as caught:
        read(make())
    assert line is None or caught.value.line == line


def test_the_limits_are_where_they_should_be() -> None:
    comments = b"<!---->" * (MAX_ELEMENTS - 2)
    assert read(wrapped(comments + b"<composite/>")).reference == Composite()
    with pytest.raises(LiveObjectFileError, match="more than 120,000 elements"):
        read(wrapped(comments + b"<!----><composite/>"))
    deep = b"<x:a xmlns:x='u:u'>" * (MAX_DEPTH - 1) + b"</x:a>" * (MAX_DEPTH - 1)
    assert read(wrapped(deep + b"<composite/>")).reference == Composite()
    with pytest.raises(LiveObjectFileError, match="nested more than 96 deep"):
        read(wrapped(b"<x:a xmlns:x='u:u'>" * MAX_DEPTH))
    many = b" ".join(b"x:a%d=''" % number for number in range(MAX_ATTRIBUTES - 1))
    assert read(wrapped(b"<composite xmlns:x='u:u' " + many + b"/>")).reference == Composite()
    with pytest.raises(LiveObjectFileError, match="more than 32 attributes"):
        read(wrapped(b"<composite xmlns:x='u:u' x:b='' " + many + b"/>"))
    assert read(wrapped(b"<!--" + b"x" * (MAX_TAG - 7) + b"--><composite/>")).reference == Composite()
    with pytest.raises(LiveObjectFileError, match="a tag or comment is longer than 512 KB"):
        read(wrapped(b"<!--" + b"x" * (MAX_TAG + 1) + b"-->"))
    with pytest.raises(LiveObjectFileError, match="a tag or comment is longer than 512 KB"):
        read(wrapped(b"<composite xmlns:x='u:u' x:a='" + b"x" * MAX_TAG + b"'/>"))


def test_the_garbage_collector_is_left_as_it_was() -> None:
    before = gc.isenabled()
    try:
        gc.disable()
        read(wrapped(b"<composite/>"))
        assert not gc.isenabled()
        gc.enable()
        with pytest.raises(LiveObjectFileError):
            read(b"<")
        assert gc.isenabled()
    finally:
        (gc.enable if before else gc.disable)()
