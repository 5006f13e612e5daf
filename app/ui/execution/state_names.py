# SPDX-License-Identifier: BSD-3-Clause
"""Names of states for people."""

from PySide6.QtCore import QCoreApplication

from app.runtime.activation import State


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
