# SPDX-License-Identifier: BSD-3-Clause
"""Names of states for people, and words for those who work apart."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QTime

from app.runtime.activation import State
from app.ui.execution.channel_status import ChannelCondition

_NEWS = timedelta(seconds=60)
"""For how long it is shown that people have met."""


def state_name(state: State | None) -> str:
    """The name of a state; `None` means starting."""
    words = {
        None: QCoreApplication.translate("State", "starting"),
        State.CREATED: QCoreApplication.translate("State", "starting"),
        State.JOINING: QCoreApplication.translate("State", "joining"),
        State.CATCHING_UP: QCoreApplication.translate("State", "catching up"),
        State.LIVE: QCoreApplication.translate("State", "live"),
        State.READ_ONLY: QCoreApplication.translate("State", "read-only"),
        State.FAILED: QCoreApplication.translate("State", "failed"),
        State.ENDED: QCoreApplication.translate("State", "ended"),
    }
    return words[state]


def alone_words(channels: Sequence[ChannelCondition], members: int = 0) -> str:
    """That something is live and nobody else has it; empty if somebody has, or if it is not shared at all."""
    shared = [each for each in channels if each.scope]
    if not shared or max(members, *(each.members for each in shared)) > 1:
        return ""
    if all(each.is_local for each in shared):
        return QCoreApplication.translate("State", "live, only on this computer")
    return QCoreApplication.translate("State", "live, nobody else yet")


def meeting_words(channels: Sequence[ChannelCondition]) -> str:
    """Since when one works apart from somebody, or what was merged just now; else empty."""
    since = min((each.apart_since for each in channels if each.apart_since is not None), default=None)
    if since is not None:
        return QCoreApplication.translate("State", "working apart since {time}").format(time=_time_words(since))
    met = [each.met for each in channels if each.met is not None]
    recent = [each for each in met if datetime.now(UTC) - each.at < _NEWS]
    if not recent:
        return ""
    theirs, yours = sum(each.theirs for each in recent), sum(each.yours for each in recent)
    if not theirs and not yours:
        return QCoreApplication.translate("State", "together again; nothing had changed")
    words = QCoreApplication.translate("State", "together again; merged: {theirs} from others, {yours} from you")
    return words.format(theirs=theirs, yours=yours)


def _time_words(moment: datetime) -> str:
    here = moment.astimezone()
    short = QLocale.FormatType.ShortFormat
    if here.date() == datetime.now(UTC).astimezone().date():
        return QLocale().toString(QTime(here.hour, here.minute), short)
    return QLocale().toString(QDateTime(QDate(here.year, here.month, here.day), QTime(here.hour, here.minute)), short)
