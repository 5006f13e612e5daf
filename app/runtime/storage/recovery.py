# SPDX-License-Identifier: BSD-3-Clause
"""Recovers a log directory after a clean end, a power cut, or damage.

Frames are intact or not; that suffices to find what is readable. Unreadable data was either never finished,
because of a power cut, or it is damaged. The intact frames tell these apart: each carries the last position
that was safely on disk when it was written. A hole at or before the highest of these is damage; a hole after
it is the end of the log.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.runtime.storage.file_names import LOG, PARTIAL, STATE, FileName
from app.runtime.storage.frames import MARK, RECORD, frames
from app.runtime.storage.log_state import Damage
from app.runtime.storage.state_files import is_whole


@dataclass
class Run:
    """Records with consecutive positions in one file; the first begins at byte `start`."""

    name: FileName
    start: int
    first: int
    last: int


@dataclass
class RecoveredLog:
    """The content of a log directory."""

    generation: int = 1
    sequence: int = 0
    state: FileName | None = None
    base: int = 0
    last: int = 0
    runs: list[Run] = field(default_factory=list)
    files: list[FileName] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    leftovers: list[FileName] = field(default_factory=list)


def recover(directory: Path) -> RecoveredLog:
    """Read everything in the directory, changing nothing."""
    names = sorted(filter(None, (FileName.parse(path.name) for path in directory.iterdir())))
    found = RecoveredLog()
    found.sequence = max((name.sequence for name in names), default=0)
    finished = [name for name in names if name.ending in (LOG, STATE)]
    found.generation = max((name.generation for name in finished), default=1)
    current = [name for name in finished if name.generation == found.generation]
    found.leftovers = [name for name in names if name.ending == PARTIAL or name.generation < found.generation]
    _choose_state(directory, [name for name in current if name.ending == STATE], found)
    _read_log(directory, [name for name in current if name.ending == LOG], found)
    return found


def _choose_state(directory: Path, states: list[FileName], found: RecoveredLog) -> None:
    """Select the newest intact state; if none is, the newest one tells what is lost."""
    newest_first = sorted(states, key=lambda name: name.position, reverse=True)
    for name in newest_first:
        if is_whole(directory / str(name), name.key):
            found.state = name
            found.base = name.position
            found.leftovers += [other for other in states if other != name]
            return
    if newest_first:
        found.base = newest_first[0].position
        found.damage.append(Damage(1, found.base, of_state=True))


def _read_log(directory: Path, files: list[FileName], found: RecoveredLog) -> None:
    found.files = sorted(files, key=lambda name: name.sequence)
    confirmed = max((name.position - 1 for name in found.files), default=0)
    runs: list[Run] = []
    for number, name in enumerate(found.files):
        # A file ends where the next begins, even if it is longer: the rest was abandoned.
        end = found.files[number + 1].position if number + 1 < len(found.files) else None
        for run, position in _runs(directory / str(name), name):
            confirmed = max(confirmed, position)
            if end is not None:
                run.last = min(run.last, end - 1)
            if run.last > found.base and run.first <= run.last:
                runs.append(run)
    found.last = found.base
    for run in sorted(runs, key=lambda run: run.first):
        if run.last <= found.last:
            continue  # duplicates, written by a faulty disk
        if run.first > found.last + 1:
            _note_hole(found, min(run.first - 1, confirmed))
            if run.first > found.last + 1:
                return  # a power cut before the missing data was on disk: the log ends here
        found.runs.append(run)
        found.last = run.last
    _note_hole(found, confirmed)


def _note_hole(found: RecoveredLog, last: int) -> None:
    if last > found.last:
        found.damage.append(Damage(found.last + 1, last))
        found.last = last


def _runs(path: Path, name: FileName) -> Iterator[tuple[Run, int]]:
    """Yield the runs in a file, each with the highest confirmed position so far."""
    run: Run | None = None
    confirmed = 0
    for kind, number, position, start in _heads(path, name.key):
        confirmed = max(confirmed, position)
        if kind != RECORD:
            continue
        if run is not None and number == run.last + 1:
            run.last = number
            continue
        if run is not None:
            yield run, confirmed
        run = Run(name, start, number, number)
    # A file may have marks only; they count, too.
    yield run or Run(name, 0, 1, 0), confirmed


def _heads(path: Path, key: bytes) -> Iterable[tuple[bytes, int, int, int]]:
    try:
        with path.open("rb") as file:
            for frame in frames(file, key):
                if frame.kind in (RECORD, MARK):
                    yield frame.kind, frame.number, frame.confirmed, frame.start
    except OSError:
        return  # the unreadable rest of a file shows as holes
