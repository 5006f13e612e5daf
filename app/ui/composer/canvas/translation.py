# SPDX-License-Identifier: BSD-3-Clause
"""Translation of canvas texts."""

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Translate a text in the context `Canvas`."""
    return QCoreApplication.translate("Canvas", text)
