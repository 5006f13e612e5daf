# SPDX-License-Identifier: BSD-3-Clause
"""Check results of gallery files in the user's language."""

from PySide6.QtCore import QCoreApplication

from app.ui.welcome.gallery import Entry, State


def verdict_text(entry: Entry) -> str:
    """The check result in the user's language."""
    if entry.state is State.WRONG:
        count = len(entry.problems)
        if count == 1:
            return QCoreApplication.translate("Gallery", "1 problem")
        return QCoreApplication.translate("Gallery", "{count} problems").format(count=count)
    words = {
        State.GOOD: QCoreApplication.translate("Gallery", "ready to run"),
        State.NEEDS: QCoreApplication.translate("Gallery", "needs a set-up first"),
        State.UNREADABLE: QCoreApplication.translate("Gallery", "cannot be read"),
    }
    return words.get(entry.state, "")
