# SPDX-License-Identifier: BSD-3-Clause
"""The gallery reads and checks real files, good and bad."""

from pathlib import Path

import pytest

from app.runtime.references import REGISTRY_ID, Document, Primitive, write
from app.ui.welcome import gallery
from app.ui.welcome.gallery import FOLDER, SUFFIX, Entry, Section, State, examine, is_template, list_entries, picture_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    registry = Document(Primitive(REGISTRY_ID, 1), title="Names", description="What you named.")
    (tmp_path / "good.liveobject").write_bytes(write(registry))
    gone = Document(Primitive(0xABCDEF0123456789, 1, "Gone object"))
    (tmp_path / "my_missing-part.liveobject").write_bytes(write(gone))
    (tmp_path / "torn.liveobject").write_bytes(b"<liveobject")
    (tmp_path / "other.txt").touch()
    return tmp_path


def test_the_list_is_there_before_anything_is_read(folder: Path) -> None:
    entries = list_entries(folder=folder)
    assert [entry.title for entry in entries] == ["Good", "My missing part", "Torn"]
    assert {entry.state for entry in entries} == {State.UNREAD}
    assert {entry.verdict for entry in entries} == {""}


def test_files_given_come_first_and_once(folder: Path) -> None:
    entries = list_entries([folder / "torn.liveobject"], folder)
    assert [entry.path.name for entry in entries] == [
        "torn.liveobject",
        "good.liveobject",
        "my_missing-part.liveobject",
    ]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert list_entries(folder=tmp_path / "nowhere") == []


def test_a_good_file(folder: Path) -> None:
    entry = examine(Entry(folder / "good.liveobject", "Good"))
    assert (entry.title, entry.description) == ("Names", "What you named.")
    assert (entry.state, entry.verdict, entry.problems) == (State.GOOD, "ready to run", ())


def test_something_missing_is_named_and_the_file_still_opens(folder: Path) -> None:
    entry = examine(Entry(folder / "my_missing-part.liveobject", "My missing part"))
    assert (entry.state, entry.verdict) == (State.WRONG, "1 problem")
    assert entry.title == "My missing part"
    assert "Gone object" in entry.problems[0]


@pytest.mark.parametrize("name", ["torn.liveobject", "not-there.liveobject", "."])
def test_a_file_that_cannot_be_read(folder: Path, name: str) -> None:
    entry = examine(Entry(folder / name, "Torn"))
    assert (entry.state, entry.verdict) == (State.UNREADABLE, "cannot be read")
    assert len(entry.problems[0].splitlines()) == 1


def test_a_bug_met_in_a_file_stays_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(gallery, "_checker", broken)
    entry = examine(Entry(folder / "good.liveobject", "Good"))
    assert (entry.state, entry.problems) == (State.UNREADABLE, ("unexpected ZeroDivisionError: oh",))


_NEEDING = {"custom_protocol", "local_platform", "portable_channel", "shared_label"}


def test_every_file_of_the_gallery_checks_and_what_needs_something_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))  # an empty registry
    entries = [examine(entry) for entry in list_entries()]
    assert not [entry.path.name for entry in entries if entry.state not in (State.GOOD, State.NEEDS)]
    needing = {entry.path.stem: entry for entry in entries if entry.state is State.NEEDS}
    assert set(needing) == _NEEDING
    assert needing["shared_label"].problems == ("It needs “QuickSilver” in the registry of this computer.",)
    assert needing["shared_label"].verdict == "needs a set-up first"
    assert len(entries) == len(list(FOLDER.rglob(f"*{SUFFIX}"))) > 0


def test_laypeople_see_twelve_things() -> None:
    first = [entry.path.stem for entry in list_entries() if entry.section is Section.FIRST]
    assert len(first) == 12
    assert first[0] == "class_room"
    developers = {entry.path.stem for entry in list_entries() if entry.section is Section.DEVELOPERS}
    assert {"reliable_channel", "hybrid_multicast", "durable_channel_backup"} | _NEEDING <= developers
    assert not any(is_template(FOLDER / f"{name}{SUFFIX}") for name in developers)
    assert all(is_template(FOLDER / f"{name}{SUFFIX}") for name in first)


def test_everything_that_is_not_for_developers_has_a_picture() -> None:
    files = [entry.path for entry in list_entries() if entry.section is not Section.DEVELOPERS]
    assert not [file.stem for file in files if not picture_of(file, "light").is_file()]
    assert all(picture_of(file, "dark").name.endswith("-dark.webp") for file in files[:12])
    pictures = list((FOLDER / "pictures").iterdir())
    assert {picture.stem.rpartition("-")[0] for picture in pictures} <= {file.stem for file in files}
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000
