# SPDX-License-Identifier: BSD-3-Clause
"""Recent files and the user's own pages as entries of the welcome page, with pictures of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale
from PySide6.QtGui import QImage

from app.ui.pages_folder import own_pages
from app.ui.welcome.gallery import Entry

_MOST = 60
_PICTURE_WIDTH = 512


def recent_entries(recent: Iterable[Path]) -> list[Entry]:
    """The files that exist, the latest first, then the other pages of the user; nothing is read."""
    files = dict.fromkeys([*(file for file in recent), *own_pages()])
    found = [(file, changed) for file in files if (changed := _changed(file)) is not None]
    return [Entry(file, file.stem, when_in_words(changed)) for file, changed in found[:_MOST]]


def read_recent(entry: Entry) -> tuple[Entry, QImage | None]:
    """The entry with the title in its file, and a picture of the file; may run in any thread."""
    from dataclasses import replace  # noqa: PLC0415 - imported after the window is painted

    from app.runtime.references import LiveObjectFileError, SealedFileError, read  # noqa: PLC0415
    from app.ui.thumbnails import sealed_thumbnail, thumbnail_of  # noqa: PLC0415

    try:
        document = read(entry.path)
    except SealedFileError:
        return entry, sealed_thumbnail("…", _PICTURE_WIDTH)
    except (LiveObjectFileError, OSError):
        return entry, None
    return replace(entry, title=document.title or entry.title), thumbnail_of(document, _PICTURE_WIDTH)


def when_in_words(changed: float) -> str:
    """A time, as a person says it on the same day or later."""
    then, today = datetime.fromtimestamp(changed), datetime.now()  # noqa: DTZ005, DTZ006 - local time
    moment = QDateTime.fromSecsSinceEpoch(int(changed))
    time = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    days = (today.date() - then.date()).days
    if days == 0:
        return QCoreApplication.translate("Recent", "today {time}").format(time=time)
    if days == 1:
        return QCoreApplication.translate("Recent", "yesterday {time}").format(time=time)
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def _changed(file: Path) -> float | None:
    try:
        return file.stat().st_mtime if file.is_file() else None
    except OSError:
        return None
