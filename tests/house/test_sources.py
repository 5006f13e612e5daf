# SPDX-License-Identifier: BSD-3-Clause
"""Rules of the house that no linter knows."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
_MOST_LINES = 500
_SOURCES = {".py", ".c", ".h", ".sh", ".cdef"}


@cache
def _tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = listed.stdout.decode().rstrip("\0").split("\0")
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    hidden = {".venv", ".git", "artifacts", "build", "__pycache__"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not hidden & set(path.parts)]


def test_a_file_is_about_one_thing() -> None:
    sources = [path for path in _tracked_files() if path.suffix in _SOURCES]
    assert sources
    too_long = {
        str(path.relative_to(ROOT)): lines
        for path in sources
        if (lines := len(path.read_bytes().splitlines())) > _MOST_LINES
    }
    assert not too_long


# Spelled so that this file does not hold what it looks for.
_FORBIDDEN = {
    "a path of the machine it was written on": re.compile(
        r"(?<![\w.])/(?:root|wor[k]|home/\w+)/|/tmp/[l]o/|/opt/py[p]i"
    ),
    "the host of a package registry": re.compile(
        r"py[p]i\.org|pythonhoste[d]|files\.python\.or[g]|registry\.np[m]", re.IGNORECASE
    ),
    "who or what wrote it": re.compile(r"\b(?:chat[g]pt|clau[d]e|copi[l]ot|large language mode[l])\b", re.IGNORECASE),
}


@pytest.mark.parametrize("what", _FORBIDDEN)
def test_the_project_speaks_of_itself_only(what: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in _tracked_files()
        if (text := _text(path)) is not None
        for number, line in enumerate(text.splitlines(), start=1)
        if _FORBIDDEN[what].search(line)
    ]
    assert not found


def test_lock_files_pin_every_package_with_a_hash() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-docs.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text
        entries = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", text).strip())
        assert len(entries) > 5
        for entry in entries:
            assert re.match(r"[a-z0-9-]+==\S+", entry), entry
            assert "--hash=sha256:" in entry, entry


_PRIVATE_NAMES = re.compile(
    r"(?:test_|lo_)?(?:aligning|beside|deeds|doorbell|doorway|hands|hanging|inks|lanes|looking|looks|own_copy"
    r"|roster|several|spark_post|spoken|taking_in|undisturbed|unsaid|wardrobe)"
)


def test_modules_have_names_of_the_field() -> None:
    sources = [path for path in _tracked_files() if path.suffix in _SOURCES]
    assert not [str(path.relative_to(ROOT)) for path in sources if _PRIVATE_NAMES.fullmatch(path.stem)]


_DEFINED = re.compile(r"^\s*(?:async )?(?:def|class) (\w+)", re.MULTILINE)
_PRIVATE_WORDS = {"deed", "deeds", "doorbell", "doorway", "inks", "orderer", "roster", "rosters", "unsaid", "wardrobe"}


def test_functions_and_classes_have_names_of_the_field() -> None:
    sources = [path for path in _tracked_files() if path.suffix == ".py" and "tests" not in path.parts]
    names = [(path, name) for path in sources for name in _DEFINED.findall(_text(path) or "")]
    assert len(names) > 5_000
    assert not [(str(path), name) for path, name in names if _PRIVATE_WORDS & set(re.findall(r"[a-z]+", name.lower()))]


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
