# SPDX-License-Identifier: BSD-3-Clause
"""An open sheet: steps, files, problems, and what a full disk does."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, LiveObjectFileError, Placed, Primitive, read, write
from app.ui.composer.model import Change, EditError, Editor, recoverable, versions
from app.ui.composer.model.edits import AddBlock, Move, RestoreVersion, SetArgument, SetTitle
from app.ui.composer.model.journal import recovery_directory

LABEL = Primitive(3, 1, "Shared label")
GALLERY = Path(__file__).parents[4] / "liveobject_files"


@pytest.fixture
def editor(home: Path, catalogue: Catalogue) -> Editor:
    return Editor.new(catalogue)


def _places(editor: Editor) -> set[tuple[str, ...]]:
    return {problem.path for problem in editor.problems}


def _modified(editor: Editor) -> bool:
    return editor.modified


def _hidden(folder: Path) -> list[Path]:
    return list(folder.glob(".*"))


def _journals() -> int:
    return len(list(recovery_directory().iterdir()))


def _names(document: Document) -> list[str]:
    assert isinstance(document.reference, Composite)
    return [name for name, _ in document.reference.components]


def test_steps_are_undone_and_redone_in_order(editor: Editor) -> None:
    assert (editor.undo_label, editor.redo_label, editor.modified) == ("", "", False)
    editor.do(AddBlock((), "A", LABEL))
    editor.do(AddBlock((), "B", LABEL))
    assert (editor.undo_label, editor.redo_label, editor.modified) == ("Add B", "", True)
    editor.undo()
    assert (_names(editor.document), editor.undo_label, editor.redo_label) == (["A"], "Add A", "Add B")
    editor.redo()
    assert _names(editor.document) == ["A", "B"]
    editor.undo()
    editor.do(SetTitle("Other", ""))
    assert editor.redo_label == ""
    editor.undo()
    editor.undo()
    assert not _modified(editor)
    editor.undo()  # nothing is left, and nothing happens
    editor.close()


def test_dragging_is_one_step(editor: Editor) -> None:
    editor.do(AddBlock((), "A", LABEL, 1, 1))
    for x in range(50):
        editor.do(Move((), (("A", float(x), 0.0),)), continues="drag 1")
    editor.do(Move((), (("A", 90.0, 0.0),)), continues="drag 2")
    editor.undo()
    assert editor.document.drawing.position_of(("A",)) == Placed(("A",), 49, 0)
    editor.undo()
    assert editor.document.drawing.position_of(("A",)) == Placed(("A",), 1, 1)
    editor.redo()
    assert editor.document.drawing.position_of(("A",)) == Placed(("A",), 49, 0)
    editor.do(Move((), (("A", 7.0, 7.0),)), continues="drag 1")  # a redo ends what went on
    editor.undo()
    assert editor.document.drawing.position_of(("A",)) == Placed(("A",), 49, 0)
    editor.close()


def test_listeners_hear_of_every_change(editor: Editor) -> None:
    heard: list[Change] = []
    stop = editor.listen(heard.append)
    editor.do(AddBlock((), "A", LABEL))
    editor.undo()
    stop()
    editor.redo()
    assert [(len(_names(c.before)), len(_names(c.after))) for c in heard] == [(0, 1), (1, 0)]
    editor.close()


def test_an_edit_that_makes_no_sense_changes_nothing(editor: Editor) -> None:
    editor.do(AddBlock((), "A", LABEL))
    before = editor.document
    with pytest.raises(EditError, match="another 'A'"):
        editor.do(AddBlock((), "A", LABEL))
    with pytest.raises(EditError, match="not there any more"):
        editor.do(SetArgument(("B",), "x", None))
    assert editor.document is before
    assert editor.undo_label == "Add A"
    editor.close()


async def test_problems_are_found_beside_and_the_latest_win(editor: Editor) -> None:
    heard = asyncio.Event()
    editor.listen_problems(lambda _: heard.set())
    editor.do(AddBlock((), "A", Primitive(0xABCDEF, name="Gone")))
    assert _places(editor) == set()  # nobody waits for it
    editor.do(AddBlock((), "B", LABEL))
    async with asyncio.timeout(20):
        while _places(editor) != {("A",), ("B",)}:
            await heard.wait()
            heard.clear()
    editor.undo()
    editor.undo()
    async with asyncio.timeout(20):
        while _places(editor):
            await heard.wait()
            heard.clear()
    editor.close()


async def test_saving_and_opening(editor: Editor, tmp_path: Path, catalogue: Catalogue) -> None:
    file = tmp_path / "sheet.liveobject"
    with pytest.raises(EditError, match="no file yet"):
        await editor.save()
    editor.do(AddBlock((), "A", LABEL))
    await editor.save(file)
    assert not _modified(editor)
    assert read(file) == editor.document
    editor.undo()
    assert _modified(editor)
    editor.redo()
    assert not _modified(editor)
    editor.close()
    again = Editor.open(file, catalogue)
    assert again.document == read(file)
    assert again.read_only == ""
    again.close()
    assert recoverable() == []


async def test_what_is_not_changed_is_written_byte_by_byte(tmp_path: Path, catalogue: Catalogue) -> None:
    for path in sorted(GALLERY.glob("*.liveobject")):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        editor = Editor.open(copy, catalogue)
        editor.do(AddBlock((), "somebody", LABEL))
        editor.undo()
        await editor.save()
        editor.close()
        assert copy.read_bytes() == path.read_bytes()


def test_a_broken_file_is_refused_by_name(tmp_path: Path, catalogue: Catalogue) -> None:
    file = tmp_path / "broken.liveobject"
    file.write_text("<liveobject>")
    with pytest.raises(LiveObjectFileError, match=r"broken\.liveobject"):
        Editor.open(file, catalogue)


async def test_the_second_who_opens_a_file_is_told(editor: Editor, tmp_path: Path, catalogue: Catalogue) -> None:
    file = tmp_path / "sheet.liveobject"
    await editor.save(file)
    second = Editor.open(file, catalogue)
    assert f"process {os.getpid()}" in second.read_only
    with pytest.raises(EditError, match="open elsewhere"):
        second.do(SetTitle("Mine", ""))
    with pytest.raises(EditError, match="open elsewhere"):
        await second.save()
    other = tmp_path / "copy.liveobject"
    await second.save(other)  # a copy of one's own can be edited
    assert second.read_only == ""
    second.do(SetTitle("Mine", ""))
    editor.close()
    third = Editor.open(file, catalogue)
    assert third.read_only == ""
    second.close()
    third.close()


async def test_a_file_that_changes_underneath_is_noticed(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "sheet.liveobject"
    await editor.save(file)
    assert not editor.changed_on_disk()
    file.write_bytes(write(Document(LABEL, "Theirs")))
    assert editor.changed_on_disk()
    editor.do(SetTitle("Mine", ""))
    with pytest.raises(EditError, match="changed by somebody else"):
        await editor.save()
    assert read(file).title == "Theirs"
    await editor.save(over=True)
    assert read(file).title == "Mine"
    assert not editor.changed_on_disk()
    editor.close()


async def test_a_save_that_fails_leaves_the_file_and_the_journal(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "sheet.liveobject"
    editor.do(SetTitle("First", ""))
    await editor.save(file)
    editor.do(SetTitle("Second", ""))
    (tmp_path / "nowhere").mkdir(mode=0o700)
    target = tmp_path / "nowhere" / "gone" / "sheet.liveobject"
    with pytest.raises(EditError, match="cannot be written"):
        await editor.save(target)
    assert _modified(editor)
    assert editor.file == file
    assert read(file).title == "First"
    assert not _hidden(tmp_path)
    assert _journals() == 1
    editor.close()


async def test_every_save_keeps_a_version_that_can_be_restored(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "sheet.liveobject"
    for number in range(3):
        editor.do(AddBlock((), f"block {number}", LABEL))
        await editor.save(file)
    await editor.save(file)  # nothing new
    kept = versions(file)
    assert [len(_names(version.document())) for version in kept] == [3, 2, 1]
    editor.do(RestoreVersion(kept[2].document(), "yesterday"))
    assert _names(editor.document) == ["block 0"]
    assert editor.undo_label == "Restore version of yesterday"
    editor.undo()
    assert len(_names(editor.document)) == 3
    assert not _modified(editor)
    editor.close()
