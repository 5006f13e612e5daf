"""The files to try: what each one is, and whether it would run here. No Qt in this file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import app

FOLDER = Path(app.__file__).resolve().parent.parent / "liveobject_files"
SUFFIX = ".liveobject"


class State(Enum):
    """How far we know a file."""

    UNREAD = "unread"
    READ = "read"
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
        """What the checker says, in a few words."""
        if self.state is State.WRONG:
            count = len(self.problems)
            return "1 problem" if count == 1 else f"{count} problems"
        return {State.GOOD: "checks", State.UNREADABLE: "cannot be read"}.get(self.state, "")


def list_entries(files: Sequence[Path] = (), folder: Path = FOLDER) -> list[Entry]:
    """The files given, then those of the folder, not read yet: this is instant."""
    found = sorted(folder.rglob(f"*{SUFFIX}")) if folder.is_dir() else []
    distinct = dict.fromkeys(path.resolve() for path in [*files, *found])
    return [Entry(path, _title_from_name(path)) for path in distinct]


def examine(entry: Entry) -> Entry:
    """Read and check the file; a bad file gives an entry that says what is wrong with it."""
    from app.runtime.references import LiveObjectFileError, read  # noqa: PLC0415 - not before there is a window

    try:
        document = read(entry.path)
    except (LiveObjectFileError, OSError) as error:
        return replace(entry, state=State.UNREADABLE, problems=(str(error),))
    return replace(
        entry,
        title=document.title or entry.title,
        description=document.description,
        state=State.READ,
    )


def _title_from_name(path: Path) -> str:
    words = path.stem.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
