"""What the checker says of a file of the gallery, in the language of the user."""

from PySide6.QtCore import QCoreApplication

from app.ui.welcome.gallery import Entry, State


def verdict_text(entry: Entry) -> str:
    """What the checker says, in the language of the user."""
    if entry.state is State.WRONG:
        count = len(entry.problems)
        if count == 1:
            return QCoreApplication.translate("Gallery", "1 problem")
        return QCoreApplication.translate("Gallery", "{count} problems").format(count=count)
    words = {
        State.GOOD: QCoreApplication.translate("Gallery", "ready to run"),
        State.UNREADABLE: QCoreApplication.translate("Gallery", "cannot be read"),
    }
    return words.get(entry.state, "")
