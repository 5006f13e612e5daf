# SPDX-License-Identifier: BSD-3-Clause
"""The gallery's example files and their check results. No Qt in this file."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import app

if TYPE_CHECKING:
    from app.runtime.references import Checker

FOLDER = Path(app.__file__).resolve().parent.parent / "liveobject_files"
SUFFIX = ".liveobject"


def is_example(file: Path) -> bool:
    """Whether a file belongs to the gallery that comes with the program."""
    return file.resolve().is_relative_to(FOLDER)


class Section(Enum):
    """The part of the gallery that a file is in."""

    FIRST = "first"
    """Things that everybody understands."""
    MORE = "more"
    DEVELOPERS = "developers"
    """Channels, protocols and parts, which open on the sheet as they are."""


_FIRST = (
    "class_room",
    "shared_note",
    "whiteboard",
    "shopping_list",
    "chat",
    "desktop",
    "control_panel",
    "map",
    "shared_form",
    "shared_video",
    "shared_counter",
    "operations_room",
)
_MORE = (
    "shop_dashboard",
    "flights_map",
    "space",
    "clock",
    "presence_list",
    "shared_image",
    "shared_text",
    "shared_switch",
    "shared_slider",
    "shared_button",
    "web_link",
    "file_link",
    "chart_of_computers",
    "table_of_computers",
    "computers",
    "exchange_ticker",
    "budget_in_a_spreadsheet",
    "plants_in_a_database",
)
_ORDER = (*_FIRST, *_MORE)
_PICTURES = FOLDER / "pictures"


def section_of(file: Path) -> Section:
    """The section that a file of the gallery is in."""
    if file.stem in _FIRST:
        return Section.FIRST
    return Section.MORE if file.stem in _MORE else Section.DEVELOPERS


def is_template(file: Path) -> bool:
    """Whether a file is opened as a page of one's own, with scopes and keys of its own."""
    return is_example(file) and section_of(file) is not Section.DEVELOPERS


def picture_of(file: Path, theme: str) -> Path:
    """The picture of a file of the gallery, which may not exist; not every thing has one for the dark theme."""
    found = _PICTURES / f"{file.stem}-{theme}.webp"
    return found if found.is_file() else _PICTURES / f"{file.stem}-light.webp"


class State(Enum):
    """How far a file has been examined."""

    UNREAD = "unread"
    GOOD = "good"
    NEEDS = "needs"
    """It is valid, and needs something that this computer does not have."""
    WRONG = "wrong"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Entry:
    """One file of the gallery."""

    path: Path
    title: str
    description: str = ""
    state: State = State.UNREAD
    problems: tuple[str, ...] = ()
    """What is wrong, or what it needs."""

    @property
    def section(self) -> Section:
        """The section of the gallery that it is in."""
        return section_of(self.path)

    @property
    def verdict(self) -> str:
        """The check result in a few words."""
        if self.state is State.WRONG:
            count = len(self.problems)
            return "1 problem" if count == 1 else f"{count} problems"
        return {
            State.GOOD: "ready to run",
            State.NEEDS: "needs a set-up first",
            State.UNREADABLE: "cannot be read",
        }.get(self.state, "")


def list_entries(files: Sequence[Path] = (), folder: Path = FOLDER) -> list[Entry]:
    """The given files, then those of the folder, not yet read."""
    found = sorted(folder.resolve().rglob(f"*{SUFFIX}"), key=_place) if folder.is_dir() else []
    distinct = dict.fromkeys([*(path.resolve() for path in files), *map(_at_its_place, found)])
    return [Entry(path, _title_from_name(path)) for path in distinct]


def examine(entry: Entry) -> Entry:
    """Read and check a file; the entry of a bad file says what is wrong."""
    from app.runtime.references import LiveObjectFileError, read  # noqa: PLC0415 - imported after the window is painted
    from app.ui.welcome.requirements import missing  # noqa: PLC0415

    try:
        document = read(entry.path)
        problems = tuple(problem.message for problem in _checker().check(document))
        needs = () if problems else tuple(missing(document))
    except (LiveObjectFileError, OSError) as error:
        return replace(entry, state=State.UNREADABLE, problems=(str(error),))
    except Exception as error:  # noqa: BLE001 - a bug in one file must not end the program
        what = f"unexpected {type(error).__name__}: {error}"
        return replace(entry, state=State.UNREADABLE, problems=(what,))
    return replace(
        entry,
        title=document.title or entry.title,
        description=document.description,
        state=State.WRONG if problems else State.NEEDS if needs else State.GOOD,
        problems=problems or needs,
    )


@functools.cache
def _checker() -> Checker:
    """The checker with the installed catalogue, created on first use."""
    from app.runtime.references import Checker  # noqa: PLC0415 - imported after the window is painted
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    return Checker(installed_catalogue())


def _at_its_place(path: Path) -> Path:
    """The target of a symbolic link, else the path itself."""
    return path.resolve() if path.is_symlink() else path


def _place(path: Path) -> tuple[int, str]:
    """The sort key: listed examples first, then others by name."""
    first = _ORDER.index(path.stem) if path.stem in _ORDER else len(_ORDER)
    return first, str(path)


def _title_from_name(path: Path) -> str:
    words = path.stem.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
