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


_FIRST = (
    "shared_note",
    "class_room",
    "operations_room",
    "shop_dashboard",
    "whiteboard",
    "flights_map",
    "control_panel",
    "shopping_list",
    "chat",
    "shared_video",
    "exchange_ticker",
    "space",
    "desktop",
    "map",
    "chart_of_computers",
    "table_of_computers",
    "computers",
    "clock",
    "presence_list",
    "shared_image",
    "shared_form",
    "budget_in_a_spreadsheet",
    "plants_in_a_database",
    "shared_counter",
    "shared_switch",
    "shared_slider",
    "shared_gauge",
    "shared_button",
    "shared_text",
    "shared_label",
    "shared_lock",
    "calculator_service",
    "web_link",
    "file_link",
    "counter_on_a_platform",
)


class State(Enum):
    """How far a file has been examined."""

    UNREAD = "unread"
    GOOD = "good"
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

    @property
    def verdict(self) -> str:
        """The check result in a few words."""
        if self.state is State.WRONG:
            count = len(self.problems)
            return "1 problem" if count == 1 else f"{count} problems"
        return {State.GOOD: "ready to run", State.UNREADABLE: "cannot be read"}.get(self.state, "")


def list_entries(files: Sequence[Path] = (), folder: Path = FOLDER) -> list[Entry]:
    """The given files, then those of the folder, not yet read."""
    found = sorted(folder.resolve().rglob(f"*{SUFFIX}"), key=_place) if folder.is_dir() else []
    distinct = dict.fromkeys([*(path.resolve() for path in files), *map(_at_its_place, found)])
    return [Entry(path, _title_from_name(path)) for path in distinct]


def examine(entry: Entry) -> Entry:
    """Read and check a file; the entry of a bad file says what is wrong."""
    from app.runtime.references import LiveObjectFileError, read  # noqa: PLC0415 - imported after the window is painted

    try:
        document = read(entry.path)
        problems = tuple(problem.message for problem in _checker().check(document))
    except (LiveObjectFileError, OSError) as error:
        return replace(entry, state=State.UNREADABLE, problems=(str(error),))
    except Exception as error:  # noqa: BLE001 - a bug in one file must not end the program
        what = f"unexpected {type(error).__name__}: {error}"
        return replace(entry, state=State.UNREADABLE, problems=(what,))
    return replace(
        entry,
        title=document.title or entry.title,
        description=document.description,
        state=State.WRONG if problems else State.GOOD,
        problems=problems,
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
    first = _FIRST.index(path.stem) if path.stem in _FIRST else len(_FIRST)
    return first, str(path)


def _title_from_name(path: Path) -> str:
    words = path.stem.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
