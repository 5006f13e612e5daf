"""The texts of the canvas in the user's language."""

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """A text, translated in the context `Canvas`."""
    return QCoreApplication.translate("Canvas", text)
