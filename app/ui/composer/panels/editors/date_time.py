# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a date and time, in the user's time zone and format."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtWidgets import QDateTimeEdit

from app.runtime.references import Value
from app.ui.composer.panels.editors.value_editor import ValueEditor


class DateTimeEditor(ValueEditor):
    """A date and time, to the second."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QDateTimeEdit()
        self.field.setCalendarPopup(True)
        self.field.setDisplayFormat(f"{_date_format()} HH:mm:ss")
        self.field.dateTimeChanged.connect(self._take)
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        moment = value if isinstance(value, datetime) else datetime.now(UTC)
        shown = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
        if shown != self.field.dateTime():
            self.field.setDateTime(shown)

    def _take(self, shown: QDateTime) -> None:
        self._emit_edited(datetime.fromtimestamp(shown.toSecsSinceEpoch(), UTC), in_progress=True)


def _date_format() -> str:
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return "yyyy-MM-dd"
    short = locale.dateFormat(QLocale.FormatType.ShortFormat)
    return short if "yyyy" in short else short.replace("yy", "yyyy")
