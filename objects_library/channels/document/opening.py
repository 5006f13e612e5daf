# SPDX-License-Identifier: BSD-3-Clause
"""Opening a document whose file carries content: a meeting of what is stored here and what the file has."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from app.runtime.storage.documents import Change, DocumentHistory, DocumentInfo, Stored, StoredState
from app.runtime.storage.documents.carried import CarriedContent
from objects_library.channels.document.frames import Reach, Report
from objects_library.channels.document.merge import can_yield, choose_trunk
from objects_library.channels.document.signature import is_signed
from objects_library.channels.native.messages import ReplicaStatus

_HERE, _FILE = 0, 1


class Keeper(Protocol):
    """What a meeting needs of the document's store; `DocumentKeeper` has it."""

    info: DocumentInfo

    def append(self, position: int, change: Change) -> None: ...
    def pend(self, changes: Sequence[Change]) -> None: ...
    def keep_apart(self, history: DocumentHistory, state: bytes, name: str) -> None: ...
    async def restart(self, history: DocumentHistory, state: bytes) -> tuple[list[Change], dict[int, int] | None]: ...


async def meet_carried(
    keeper: Keeper, stored: Stored | None, content: CarriedContent
) -> tuple[Stored | None, str | None]:
    """What to begin with, and the name of the version that could not be merged, if there is one."""
    reach = content.reach
    if not reach.count or not _is_sound(content):
        return stored, None
    if stored is not None and stored.history.covers(reach.numbers):
        return stored, None
    if stored is None or not stored.history.count:
        return await _begin_with(keeper, stored, content), None
    here = _report(stored.history, stored.floor)
    there = _report(reach, content.history.numbers)
    if choose_trunk((_HERE, _FILE), {_HERE: here, _FILE: there}) == _FILE:
        name = None if can_yield(here, there) else _name("before a file was opened")
        keeper.keep_apart(stored.base.history, stored.base.state, name or _name("before a newer file was opened"))
        return await _begin_with(keeper, stored, content), name
    history = stored.history
    lacking = [change for change in content.changes if change.number > history.last(change.origin)]
    keeper.pend(lacking)
    stored.pending += lacking
    name = None if can_yield(there, here) else _name("from a file")
    if name is not None:
        keeper.keep_apart(content.history, content.state, name)
    return stored, name


async def _begin_with(keeper: Keeper, stored: Stored | None, content: CarriedContent) -> Stored:
    """Continue from the content of the file; what it lacks is pending."""
    pending, floor = await keeper.restart(content.history, content.state)
    for position, change in enumerate(content.changes, content.history.count + 1):
        keeper.append(position, change)
    reach = content.reach
    if stored is not None:
        pending = [*pending, *stored.pending]
    lacking = {(each.origin, each.number): each for each in pending if each.number > reach.last(each.origin)}
    base = StoredState(content.history, content.state, content.time, content.author)
    floors = content.history.numbers if floor is None else floor
    return Stored(keeper.info, base, list(content.changes), list(lacking.values()), dict(floors))


def _is_sound(content: CarriedContent) -> bool:
    """Whether the changes of each origin follow its history and are signed by its author."""
    history, last = content.history.copy(), dict[int, Change]()
    for change in content.changes:
        head = history.heads.get(change.origin)
        if change.number != history.last(change.origin) + 1 or (head is not None and head.author != change.author):
            return False
        history.add(change)
        last[change.origin] = change
    return all(is_signed(content.document, change) for change in last.values())


def _report(history: DocumentHistory, floor: Mapping[int, int]) -> Report:
    reach = {origin: Reach(number, min(floor.get(origin, 0), number), 0) for origin, number in history.numbers.items()}
    return Report(0, ReplicaStatus.FORMER, 0, history.count, 0, history.order, 0, reach)


def _name(words: str) -> str:
    return f"{words}, {time.strftime('%Y-%m-%d %H:%M')}"
