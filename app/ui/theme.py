"""Light and dark: the colours of the program, following the system while it runs."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


class Choice(Enum):
    """What the user asks for; `SYSTEM` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Colors:
    """Every colour that is drawn, by what it is for."""

    window: str
    surface: str
    raised: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    good: str
    bad: str


LIGHT = Colors(
    window="#f5f6fa",
    surface="#ffffff",
    raised="#eef0f8",
    border="#dfe3ee",
    text="#1b2132",
    muted="#5d6780",
    accent="#4454d6",
    on_accent="#ffffff",
    good="#17744b",
    bad="#a5420c",
)

DARK = Colors(
    window="#13161e",
    surface="#1c202b",
    raised="#262b39",
    border="#313748",
    text="#e8ebf4",
    muted="#9ca6bd",
    accent="#94a0ff",
    on_accent="#11142a",
    good="#63cf9b",
    bad="#f0a35e",
)


class Theme(QObject):
    """The colours in force; `changed` is sent when the system goes from day to night."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: Choice = Choice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self.colors = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def _apply(self) -> None:
        self.colors = DARK if self._is_dark() else LIGHT
        self._application.setPalette(_palette(self.colors))
        self._application.setStyleSheet(_style_sheet(self.colors))
        self.changed.emit()

    def _is_dark(self) -> bool:
        if self._choice is Choice.SYSTEM:
            return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice is Choice.DARK


def _palette(colors: Colors) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for name, color in {
        role.Window: colors.window,
        role.WindowText: colors.text,
        role.Base: colors.surface,
        role.AlternateBase: colors.raised,
        role.Text: colors.text,
        role.PlaceholderText: colors.muted,
        role.Button: colors.raised,
        role.ButtonText: colors.text,
        role.ToolTipBase: colors.raised,
        role.ToolTipText: colors.text,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.on_accent,
        role.Link: colors.accent,
        role.Accent: colors.accent,
        role.Mid: colors.border,
    }.items():
        palette.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colors.muted))
    return palette


def _style_sheet(colors: Colors) -> str:
    """Only what the palette cannot say."""
    return f"""
        QLabel[role="title"] {{ font-size: 22pt; font-weight: 600; }}
        QLabel[role="heading"] {{ font-size: 12pt; font-weight: 600; }}
        QLabel[role="muted"] {{ color: {colors.muted}; }}
        QPushButton[role="main"] {{
            background: {colors.accent}; color: {colors.on_accent};
            border: none; border-radius: 8px; padding: 9px 18px; font-weight: 600;
        }}
        QPushButton[role="main"]:focus {{ border: 2px solid {colors.text}; }}
        QPushButton[role="main"]:hover {{ background: {colors.text}; color: {colors.window}; }}
        QListView#gallery {{ background: transparent; border: none; }}
        QScrollBar {{ background: transparent; border: none; }}
        QScrollBar:vertical {{ width: 12px; }}
        QScrollBar:horizontal {{ height: 12px; }}
        QScrollBar::handle {{ background: {colors.border}; border-radius: 4px; margin: 2px; }}
        QScrollBar::handle:vertical {{ min-height: 32px; }}
        QScrollBar::handle:horizontal {{ min-width: 32px; }}
        QScrollBar::handle:hover {{ background: {colors.muted}; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
        QToolTip {{ background: {colors.raised}; color: {colors.text}; border: 1px solid {colors.border}; }}
        QMenuBar, QStatusBar {{ background: {colors.window}; }}
    """
