# SPDX-License-Identifier: BSD-3-Clause
"""What a crash leaves behind: the document and its history, to the last edit."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, Parameterized, Primitive, ValueArgument, read, write
from app.ui.composer.model import EditError, Editor, recoverable
from app.ui.composer.model.edits import AddBlock, Move, RemoveParts, SetTitle
from app.ui.composer.model.history import History
from app.ui.composer.model.journal import recovery_directory
from tests.ui.composer.model.endless_editor import digest
from tests.ui.composer.model.random_edits import Drawer, starts

ROOT = Path(__file__).parents[4]
LABEL = Primitive(3, 1, "Shared label")


def _crash(editor: Editor) -> None:
    """Simulate the end of the process: release its locks, keep its files."""
    assert editor._journal is not None
    editor._journal.release()
    if editor._file_lock is not None:
        editor._file_lock.release()


def _labels(editor: Editor) -> tuple[list[str], list[str]]:
    return [s.label for s in editor.history.steps], [s.label for s in editor.history.undone]


def _both(first: History, second: History, what: Literal["undo", "redo"]) -> None:
    """The same step leads both to the same document."""
    for history in (first, second):
        history.undo() if what == "undo" else history.redo()
    assert first.document == second.document


def _recovered(catalogue: Catalogue) -> Editor:
    (recovery,) = recoverable()
    return Editor.recover(recovery, catalogue)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), starts())
def test_the_journal_leads_to_the_same_document_and_history(
    catalogue: Catalogue, data: st.DataObject, start: Document
) -> None:
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVEOBJECTS_HOME", home)
        editor = Editor(start, catalogue)
        drawer = Drawer(data)
        for _ in range(data.draw(st.integers(1, 12))):
            try:
                what = data.draw(st.sampled_from(["do", "do", "do", "undo", "redo", "continue"]))
                if what in ("do", "continue"):
                    editor.do(drawer.edit(editor.document), continues="it" if what == "continue" else "")
                elif what == "undo":
                    editor.undo()
                else:
                    editor.redo()
            except EditError:
                continue
        if editor._journal is None:
            return
        _crash(editor)
        again = _recovered(catalogue)
        assert write(again.document) == write(editor.document)
        assert _labels(again) == _labels(editor)
        while again.redo_label:
            _both(again.history, editor.history, "redo")
        while again.undo_label:
            _both(again.history, editor.history, "undo")
        assert write(again.document) == write(start)
        again.close()


@pytest.mark.parametrize("seed", range(6))
def test_killed_at_any_moment(home: Path, tmp_path: Path, catalogue: Catalogue, seed: int) -> None:
    """A process is killed with -9; at most the current gesture is lost, and all can be undone."""
    file = tmp_path / "sheet.liveobject"
    command = [sys.executable, "-m", "tests.ui.composer.model.endless_editor", str(file), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        said = [process.stdout.readline().rstrip("\n") for _ in range(random.Random(seed).randrange(5, 150))]
        process.send_signal(signal.SIGKILL)
        said += [line.rstrip("\n") for line in process.stdout if line.endswith("\n")]
    editor = _recovered(catalogue)
    here = f"{digest(editor.document)}\t{editor.undo_label or '-'}"
    # The last word may not have come out any more, and the last record may not have been followed by a word.
    assert here == said[-1] or _one_step_further(editor, said[-1])
    if file.exists():
        read(file)
    while editor.undo_label:
        editor.undo()
    assert editor.document == Document(Composite())
    editor.close()
    assert recoverable() == []


def _one_step_further(editor: Editor, said: str) -> bool:
    """Whether the last printed digest matches the journal without its last record."""
    assert editor._journal is not None
    journal = editor._journal.directory / "edits.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    _crash(editor)
    for fewer in range(1, 4):
        journal.write_bytes(b"".join(lines[:-fewer]))
        before = _recovered(editor.catalogue)
        found = f"{digest(before.document)}\t{before.undo_label or '-'}"
        _crash(before)
        if found == said:
            journal.write_bytes(b"".join(lines))
            return True
    return False


def test_a_base_that_cannot_be_read_is_said(home: Path, catalogue: Catalogue) -> None:
    editor = Editor.new(catalogue)
    editor.do(SetTitle("Mine", ""))
    _crash(editor)
    (recovery,) = recoverable()
    (recovery.directory / "base.liveobject").write_bytes(b"<!DOCTYPE x>")
    with pytest.raises(EditError, match="cannot be recovered"):
        Editor.recover(recovery, catalogue)
    assert len(recoverable()) == 1  # it stays for whoever can mend it


async def test_everything_saved_can_still_be_undone_after_a_crash(home: Path, catalogue: Catalogue) -> None:
    editor = Editor.new(catalogue)
    editor.do(AddBlock((), "A", LABEL))
    await editor.save(home / "sheet.liveobject")
    _crash(editor)
    (recovery,) = recoverable()
    assert recovery.file == home / "sheet.liveobject"
    assert not recovery.unsaved
    again = Editor.recover(recovery, catalogue)
    was_modified = again.modified
    again.undo()
    assert (was_modified, again.modified) == (False, True)
    assert again.document == Document(Composite())
    again.close()


def test_a_living_program_keeps_its_journal(home: Path, catalogue: Catalogue) -> None:
    editor = Editor.new(catalogue)
    editor.do(SetTitle("Mine", ""))
    assert recoverable() == []
    _crash(editor)
    (recovery,) = recoverable()
    assert (recovery.title, recovery.file, recovery.unsaved) == ("", None, True)
    again = Editor.recover(recovery, catalogue)
    assert recoverable() == []
    with pytest.raises(EditError, match="recovered elsewhere"):
        Editor.recover(recovery, catalogue)
    again.close()


@pytest.mark.parametrize("harm", ["cut", "changed", "garbage", "no newline"])
def test_a_torn_end_is_dropped(home: Path, catalogue: Catalogue, harm: str) -> None:
    editor = Editor.new(catalogue)
    for number in range(5):
        editor.do(AddBlock((), f"block {number}", LABEL))
    _crash(editor)
    (recovery,) = recoverable()
    path = recovery.directory / "edits.jsonl"
    content = path.read_bytes()
    last = content.splitlines(keepends=True)[-1]
    whole = content[: -len(last)]
    path.write_bytes(
        {
            "cut": content[:-7],
            "changed": whole + last.replace(b"block", b"BLOCK"),
            "garbage": whole + b"\x00\xff{\n" + last,
            "no newline": content[:-1],
        }[harm]
    )
    again = _recovered(catalogue)
    assert len(again.history.steps) == 4
    again.do(AddBlock((), "later", LABEL))
    _crash(again)
    once_more = _recovered(catalogue)
    assert [step.label for step in once_more.history.steps][3:] == ["Add block 3", "Add later"]
    once_more.close()


@pytest.mark.parametrize(
    "record", [[], {"do": 7}, {"do": {"edit": "nothing"}}, {"do": {"edit": "title"}}, {"what": 1}, {"saved": 5}]
)
def test_a_hostile_journal_is_left_out(home: Path, catalogue: Catalogue, record: Any) -> None:
    editor = Editor.new(catalogue)
    editor.do(SetTitle("Mine", ""))
    _crash(editor)
    assert editor._journal is not None
    text = json.dumps(record).encode()
    with (editor._journal.directory / "edits.jsonl").open("ab") as journal:
        journal.write(b"%08x %b\n" % (zlib.crc32(text), text))
    (recovery,) = recoverable()
    again = Editor.recover(recovery, catalogue)
    assert again.document.title == "Mine"
    again.close()


def test_a_directory_that_is_no_journal_is_left_alone(home: Path, catalogue: Catalogue) -> None:
    for name, content in [("empty", None), ("about", b"[]"), ("words", b"words")]:
        directory = recovery_directory() / name
        directory.mkdir(parents=True)
        if content is not None:
            (directory / "about.json").write_bytes(content)
            (directory / "edits.jsonl").write_bytes(b"")
    assert recoverable() == []


def test_a_full_disk_warns_and_nothing_is_lost_when_there_is_room_again(home: Path, catalogue: Catalogue) -> None:
    """The disk is full as far as this process is concerned: its files may not grow."""
    editor = Editor.new(catalogue)
    editor.do(AddBlock((), "A", LABEL))
    warnings: list[str] = []
    editor.listen_warnings(warnings.append)
    assert editor._journal is not None
    size = (editor._journal.directory / "edits.jsonl").stat().st_size
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, hard))
        editor.do(AddBlock((), "B", LABEL))
        editor.do(Move((), (("B", 7.0, 7.0),)))
        assert (editor._journal.directory / "edits.jsonl").stat().st_size == size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert len(warnings) == 1
    assert os.strerror(errno.EFBIG) in warnings[0]
    editor.do(SetTitle("Room again", ""))
    assert warnings[1:] == [""]
    _crash(editor)
    again = _recovered(catalogue)
    assert again.document == editor.document
    assert len(again.history.steps) == 4
    again.close()


def test_a_sheet_too_large_for_a_file_is_tried_once_and_again_later(
    home: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = Parameterized(LABEL, (("words", ValueArgument("x" * 9_000_000)),))
    editor = Editor(Document(Composite((("A", large), ("B", LABEL)))), catalogue)
    editor.do(SetTitle("First", ""))
    assert "larger than 8 MB" in editor.warning
    monkeypatch.setattr("app.ui.composer.model.editor.write", _never)
    editor.do(SetTitle("Second", ""))  # costs nothing any more
    monkeypatch.undo()
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home))
    editor._try_again_at = 0.0
    editor.do(RemoveParts((), ("A",)))
    assert recoverable() == []
    editor._try_again_at = 0.0
    editor.do(SetTitle("Third", ""))
    assert editor.warning == ""
    _crash(editor)
    again = _recovered(catalogue)
    assert again.document == editor.document
    assert [step.label for step in again.history.steps] == ["Change title"]
    again.close()


def _never(document: Document) -> bytes:
    raise AssertionError("the sheet was written again")


def test_without_a_place_for_journals_editing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> None:
    (tmp_path / "home").write_text("no directory")
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    editor = Editor.new(catalogue)
    editor.do(SetTitle("Mine", ""))
    assert editor.document.title == "Mine"
    assert "cannot be kept safe" in editor.warning
    assert recoverable() == []
    editor.close()


async def test_the_journal_is_forced_to_the_disk_soon_after_an_edit(
    home: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    real = os.fdatasync

    def fdatasync(file: int) -> None:
        real(file)
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)
        loop.call_soon_threadsafe(done.set)

    monkeypatch.setattr(os, "fdatasync", fdatasync)
    monkeypatch.setattr("app.ui.composer.model.editor._SYNC_AFTER", 0.01)
    editor = Editor.new(catalogue)
    for number in range(3):
        editor.do(SetTitle(f"title {number}", ""))
    async with asyncio.timeout(20):
        await done.wait()
    assert synced == ["edits.jsonl"]  # once for all three
    editor.close()
