# SPDX-License-Identifier: BSD-3-Clause
"""The command `embed`; the documents are tested in `tests/documents`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from tests.gallery_copies import copy_gallery_file


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "app", "embed", *arguments]
    own = {**os.environ, "LIVEOBJECTS_HOME": str(home)}
    return subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=110)


def test_what_must_be_asked_for_is_not_run_for_a_picture(tmp_path: Path) -> None:
    file, page = copy_gallery_file("shared_note", tmp_path), tmp_path / "page.html"
    scope = '        <argument name="scope">'
    network = f'        <argument name="network">\n          <text>auto</text>\n        </argument>\n{scope}'
    file.write_text(file.read_text().replace(scope, network, 1))
    assert run(tmp_path / "own", str(file), str(page), "--last").returncode == 0
    before = page.read_bytes()
    done = run(tmp_path / "own", "--refresh", str(page))
    assert done.returncode == 1
    assert "1 could not be drawn; open it once by a click on the picture, and answer what it asks" in done.stderr
    assert page.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.liveobject"], "give a .liveobject file and a document"),
        (["--refresh", "a.liveobject", "b.odt"], "give the document alone"),
        (["--refresh", "none.odt"], "is no file"),
        (["note.liveobject", "report.doc"], "give an .odt, .odp, .docx, .pptx or .html file"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_gallery_file("shared_note", tmp_path).rename(tmp_path / "note.liveobject")
    assert main(["embed", *(str(tmp_path / each) if "." in each else each for each in arguments)]) in (1, 2)
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
