# SPDX-License-Identifier: BSD-3-Clause
"""Preferences are written at once and validated; a damaged file is moved aside and logged."""

import logging
from pathlib import Path

import pytest

from app.ui.settings import Settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def test_what_was_put_is_there_at_the_next_start(file: Path) -> None:
    first = Settings(file)
    first.theme, first.language = "dark", "de"
    first.put_state("splitter", b"\x00\xff")
    first.put("tour done", True)
    again = Settings(file)
    assert (again.theme, again.language) == ("dark", "de")
    assert again.state("splitter") == b"\x00\xff"
    assert again.flag("tour done")
    assert file.stat().st_mode & 0o077 == 0


def test_recent_files_are_few_distinct_and_the_latest_first(file: Path, tmp_path: Path) -> None:
    settings = Settings(file)
    names = [tmp_path / f"{number}.liveobject" for number in range(15)]
    for name in [*names, names[4]]:
        settings.remember_file(name)
    kept = Settings(file).recent_files
    assert kept[:2] == (names[4], names[14])
    assert len(kept) == len(set(kept)) == 12
    settings.forget_file(names[4])
    assert names[4] not in Settings(file).recent_files


@pytest.mark.parametrize("text", ["{", "[1]", "\x00\x01", "[" * 100_000, '{"theme": "dark"'])
def test_a_damaged_file_is_put_aside_and_said(file: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    file.parent.mkdir(mode=0o700)
    file.write_text(text)
    with caplog.at_level(logging.WARNING):
        settings = Settings(file)
    assert settings.theme == "system"
    assert file.with_suffix(".damaged").read_text() == text
    assert "damaged" in caplog.text


def test_values_of_the_wrong_kind_count_as_absent(file: Path) -> None:
    file.parent.mkdir(mode=0o700)
    file.write_text('{"theme": 3, "recent_files": [1, "", "/a"], "state of x": "?", "n": true, "f": 1}')
    settings = Settings(file)
    assert settings.theme == "system"
    assert settings.recent_files == (Path("/a"),)
    assert settings.state("x") == b""
    assert settings.number("n", 7) == 7
    assert settings.flag("f") is False


def test_settings_that_cannot_be_written_are_said_and_still_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocker = tmp_path / "config"
    blocker.write_text("no directory")
    settings = Settings(blocker / "settings.json")
    with caplog.at_level(logging.WARNING):
        settings.theme = "light"
    assert settings.theme == "light"
    assert "could not be kept" in caplog.text
