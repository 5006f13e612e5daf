"""States as people call them."""

from PySide6.QtCore import QCoreApplication

from app.runtime.activation import State


def state_name(state: State | None) -> str:
    """A state as people call it; what has none yet is starting."""
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
