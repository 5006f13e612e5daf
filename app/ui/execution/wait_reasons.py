# SPDX-License-Identifier: BSD-3-Clause
"""What an object that takes long to start waits for, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from app.runtime.activation import State
from app.ui.execution.channel_status import ChannelCondition
from app.ui.translations import translated

LONG_SECONDS = 10
"""Seconds after which a waiting object says what it waits for."""


def waiting_words(channels: Iterable[ChannelCondition], state: State, seconds: int) -> str:
    """What an object with these channels waits for, if it takes long to start; else nothing."""
    if state not in (State.JOINING, State.CATCHING_UP) or seconds < LONG_SECONDS:
        return ""
    waiting = [each for each in channels if each.scope]
    if state is State.JOINING:
        return _joining_words(waiting, seconds)
    progress = [each.progress for each in waiting if each.progress is not None]
    reasons = [each.reason for each in waiting if each.reason]
    others = max((each.members - 1 for each in waiting), default=0)
    if progress:
        share = round(100 * min(progress))
        words = _tr("Catching up for {seconds} s: {share} % of the content is here; the rest is on its way.")
        return words.format(seconds=seconds, share=share)
    if reasons:
        return _tr("Catching up for {seconds} s: {why}").format(seconds=seconds, why=translated(reasons[0]))
    if others > 0:
        words = _tr("Catching up for {seconds} s: waiting for the content from one of {others} others.")
        return words.format(seconds=seconds, others=others)
    words = _tr("Catching up for {seconds} s: waiting for somebody who has the content; nobody has answered yet.")
    return words.format(seconds=seconds)


def _joining_words(waiting: Sequence[ChannelCondition], seconds: int) -> str:
    networks = sorted({each.network for each in waiting if not each.is_local})
    if networks:
        words = _tr("Joining for {seconds} s: no answer on the network {network} yet. Are you connected to it?")
        return words.format(seconds=seconds, network=", ".join(networks))
    return _tr("Joining for {seconds} s: waiting for other programs on this computer.").format(seconds=seconds)


def _tr(text: str) -> str:
    return QCoreApplication.translate("WaitReasons", text)
