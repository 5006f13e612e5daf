# SPDX-License-Identifier: BSD-3-Clause
"""Files of a sheet: bounded versions, locks of other programs, consecutive saves."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from app.runtime.directories import runtime_directory
from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, Primitive, read, write
from app.ui.composer.model import EditError, Editor, recoverable, versions
from app.ui.composer.model.atomic_file import replace_content
from app.ui.composer.model.edits import AddBlock, SetTitle
from app.ui.composer.model.file_lock import lock_file
from app.ui.composer.model.versions import save_version

ROOT = Path(__file__).parents[4]
LABEL = Primitive(3, 1, "Shared label")
_HOLD = """
import sys
from pathlib import Path
from app.ui.composer.model.file_lock import lock_file
held, holder = lock_file(Path(sys.argv[1]))
print(holder or "mine", flush=True)
sys.stdin.readline()
"""


def test_the_oldest_versions_go(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sheet.liveobject"
    module = sys.modules[save_version.__module__]
    monkeypatch.setattr(module, "MOST_VERSIONS", 5)
    for number in range(9):
        save_version(file, Document(Composite(), f"title {number}"))
    assert [version.document().title for version in versions(file)] == [f"title {n}" for n in (8, 7, 6, 5, 4)]
    monkeypatch.setattr(module, "MOST_BYTES", 1)
    save_version(file, Document(Composite(), "last"))
    assert [version.document().title for version in versions(file)] == ["last"]  # the latest always stays
    assert versions(tmp_path / "other.liveobject") == []


def test_a_version_that_was_tampered_with_is_said(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "sheet.liveobject"
    save_version(file, Document(Composite(), "good"))
    (version,) = versions(file)
    bomb = zlib.compress(b" " * 200_000_000)
    for content in (b"", b"words", bomb, zlib.compress(b"<!DOCTYPE x>")):
        version.path.write_bytes(content)
        with pytest.raises(EditError, match="cannot be recovered"):
            version.document()
    (version.path.parent / "notes.z").write_bytes(b"")
    assert len(versions(file)) == 1


def test_another_program_has_the_file(home: Path, tmp_path: Path, catalogue: Catalogue) -> None:
    file = tmp_path / "sheet.liveobject"
    file.write_bytes(write(Document(LABEL)))
    link = tmp_path / "link.liveobject"
    link.symlink_to(file)
    command = [sys.executable, "-c", _HOLD, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "mine\n"
        editor = Editor.open(link, catalogue)  # the same file under another name
        assert f"process {other.pid} " in editor.read_only
        editor.close()
        other.kill()
    editor = Editor.open(file, catalogue)
    assert editor.read_only == ""
    editor.close()


def test_where_no_lock_can_be_made_nobody_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    runtime_directory().parent.mkdir(parents=True, exist_ok=True)
    runtime_directory().write_text("no directory")
    assert lock_file(tmp_path / "sheet.liveobject") == (None, "")


async def test_of_saves_in_a_row_the_last_one_counts(home: Path, tmp_path: Path, catalogue: Catalogue) -> None:
    file = tmp_path / "sheet.liveobject"
    editor = Editor.new(catalogue)
    saves = []
    for number in range(8):
        editor.do(SetTitle(f"title {number}", ""))
        saves.append(asyncio.create_task(editor.save(file)))
        await asyncio.sleep(0)
    await asyncio.gather(*saves)
    assert read(file).title == "title 7"
    assert not editor.modified
    assert not editor.changed_on_disk()
    editor.close()


async def test_a_very_long_journal_begins_anew_at_a_save(
    home: Path, tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = Editor.new(catalogue)
    editor.do(AddBlock((), "A", LABEL))
    await editor.save(tmp_path / "sheet.liveobject")
    monkeypatch.setattr("app.ui.composer.model.editor._LONGEST_JOURNAL", 100)
    await editor.save()
    editor.do(AddBlock((), "B", LABEL))
    assert editor.undo_label == "Add B"
    assert len(editor.history.steps) == 2  # here nothing is forgotten
    assert editor._journal is not None
    editor._journal.release()
    (recovery,) = recoverable()
    editor._let_go()
    again = Editor.recover(recovery, catalogue)
    assert again.document == editor.document
    assert [step.label for step in again.history.steps] == ["Add B"]
    again.undo()
    assert not again.modified
    again.close()


def test_a_file_keeps_its_rights_and_links_stay_links(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    replace_content(file, b"one")
    file.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(file)
    replace_content(link, b"two")
    assert link.is_symlink()
    assert file.read_bytes() == b"two"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "sheet"]
