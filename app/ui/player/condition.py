# SPDX-License-Identifier: BSD-3-Clause
"""The condition of a running sheet in words: live and alone, failed and why, kept or not, waiting for what."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.runtime.activation import State
from app.runtime.references import Path
from app.ui.execution import RunningSheet
from app.ui.execution.channel_status import kept_state
from app.ui.execution.state_names import alone_words, meeting_words, state_name
from app.ui.translations import translated


@dataclass(frozen=True)
class Kept:
    """Whether what people make is kept, in words; the words are empty where there is nothing to keep."""

    words: str = ""
    is_kept: bool = True
    is_failure: bool = False


def state_words(sheet: RunningSheet) -> str:
    """The state of a sheet, with what a person should know about it."""
    state = sheet.overall()
    if state is State.FAILED:
        reason = next((sheet.failure(path) for path in deepest_failures(sheet) if sheet.failure(path)), "")
        return _tr("failed: {why}").format(why=translated(reason)) if reason else state_name(state)
    if state is not State.LIVE:
        return state_name(state)
    meeting = meeting_words(sheet.channels())
    if meeting or sheet.people():
        return meeting or state_name(state)
    return alone_words(sheet.channels(), sheet.members() or 0) or state_name(state)


def is_apart(sheet: RunningSheet) -> bool:
    """Whether somebody is out of reach who had something of the sheet open."""
    return any(each.apart_since is not None for each in sheet.channels())


def kept_words(sheet: RunningSheet) -> Kept:
    """Whether the shared content of a sheet is kept."""
    if sheet.overall() in (None, State.FAILED, State.CREATED, State.ENDED):
        return Kept()
    kept, reason = kept_state(sheet.channels())
    if kept is None:
        return Kept()
    if kept:
        return Kept(_tr("kept"))
    if reason:
        return Kept(_tr("cannot be kept: {why}").format(why=translated(reason)), is_kept=False, is_failure=True)
    return Kept(_tr("only in memory"), is_kept=False)


def deepest_failures(sheet: RunningSheet) -> list[Path]:
    """The failed objects, without those that failed because of a part of theirs."""
    failed = [path for path in sheet.paths() if sheet.state(path) is State.FAILED]
    return [path for path in failed if not any(_is_inside(other, path) for other in failed)]


def _is_inside(path: Path, outer: Path) -> bool:
    return path != outer and path[: len(outer)] == outer


def _tr(text: str) -> str:
    return QCoreApplication.translate("Condition", text)
