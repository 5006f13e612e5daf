# SPDX-License-Identifier: BSD-3-Clause
"""Versions in words: when, by whom, and under which name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_MINUTE, _HOUR = 60_000, 3_600_000
_MOST_PEOPLE = 3


def when(time: int, now: int | None = None) -> str:
    """A time in milliseconds since 1970 in words, the more exact the nearer it is."""
    locale, then = QLocale(), QDateTime.fromMSecsSinceEpoch(time)
    present = QDateTime.currentMSecsSinceEpoch() if now is None else now
    age = present - time
    clock = locale.toString(then.time(), QLocale.FormatType.ShortFormat)
    if 0 <= age < _MINUTE:
        return _tr("just now")
    if 0 <= age < _HOUR:
        minutes = age // _MINUTE
        return _tr("a minute ago") if minutes == 1 else _tr("{minutes} minutes ago").format(minutes=minutes)
    days = then.date().daysTo(QDateTime.fromMSecsSinceEpoch(present).date())
    if days == 0:
        return _tr("today, {clock}").format(clock=clock)
    if days == 1:
        return _tr("yesterday, {clock}").format(clock=clock)
    return f"{locale.toString(then.date(), QLocale.FormatType.LongFormat)}, {clock}"


def who(keys: Iterable[str], name_of: Callable[[str], str]) -> str:
    """People in words; somebody whose key has no name here by its beginning."""
    names = list(dict.fromkeys(name_of(key) or key[:8] for key in keys))
    more = " …" if len(names) > _MOST_PEOPLE else ""
    return ", ".join(names[:_MOST_PEOPLE]) + more


def version_name(name: str) -> str:
    """The name of a version; the program's own names are translated."""
    words, comma, time = name.partition(", ")
    own = {
        "before it was restored": _tr("before it was restored"),
        "worked apart": _tr("worked apart"),
        "before a file was opened": _tr("before a file was opened"),
        "before a newer file was opened": _tr("before a newer file was opened"),
        "from a file": _tr("from a file"),
    }
    return own[words] + comma + time if words in own else name


def _tr(text: str) -> str:
    return QCoreApplication.translate("VersionWords", text)
