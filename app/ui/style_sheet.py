# SPDX-License-Identifier: BSD-3-Clause
"""The style sheet, for what `QPalette` cannot express. Distances are multiples of 4 pixels."""

from pathlib import Path

from app.ui.colors import Colors

_CONTROLS = Path(__file__).parent / "icons" / "controls"


def style_sheet(colors: Colors) -> str:
    """The style sheet of the whole program in these colours."""
    parts = (_words, _buttons, _fields, _marks, _lists, _tabs, _bars, _menus, _scrolling, _panels, _dialogs)
    return "".join(part(colors) for part in parts)


def _picture(colors: Colors, name: str) -> str:
    return f'image: url("{(_CONTROLS / colors.name / name).as_posix()}.svg");'


def _words(colors: Colors) -> str:
    return f"""
        QLabel[role="title"] {{ font-size: 22pt; font-weight: 600; }}
        QLabel[role="subtitle"] {{ font-size: 14pt; font-weight: 600; }}
        QLabel[role="heading"] {{ font-size: 12pt; font-weight: 600; }}
        QLabel[role="section"] {{ color: {colors.muted}; font-size: 8pt; font-weight: 600; }}
        QLabel[role="muted"], QLabel[role="help"] {{ color: {colors.muted}; }}
        QLabel[role="help"] {{ font-size: 8pt; }}
        QLabel[role="bad"] {{ color: {colors.bad}; }}
        QLabel[role="good"] {{ color: {colors.good}; }}
        QLabel[role="formal"] {{
            background: {colors.raised}; border: 1px solid {colors.border}; border-radius: 6px; padding: 8px;
            font-family: "DejaVu Sans Mono", monospace; font-size: 8pt;
        }}
        QLabel[role="chip"] {{
            background: {colors.raised}; color: {colors.muted}; border-radius: 8px; padding: 2px 8px;
            font-size: 8pt;
        }}
        QToolTip {{
            background: {colors.raised}; color: {colors.text}; border: 1px solid {colors.border};
            padding: 4px;
        }}
    """


def _buttons(colors: Colors) -> str:
    return f"""
        QPushButton {{
            background: {colors.surface}; color: {colors.text}; border: 1px solid {colors.outline};
            border-radius: 6px; padding: 5px 12px;
        }}
        QPushButton:hover {{ background: {colors.raised}; }}
        QPushButton:pressed {{ background: {colors.accent_soft}; }}
        QPushButton:focus {{ border: 1px solid {colors.accent}; }}
        QPushButton:disabled {{ color: {colors.muted}; border-color: {colors.border}; }}
        QPushButton:default {{ border-color: {colors.accent}; }}
        QPushButton:flat {{ background: transparent; border: 1px solid transparent; }}
        QPushButton:flat:hover {{ background: {colors.raised}; }}
        QPushButton:flat:focus {{ border-color: {colors.accent}; }}
        QPushButton[role="main"] {{
            background: {colors.accent}; color: {colors.on_accent};
            border: none; border-radius: 8px; padding: 9px 18px; font-weight: 600;
        }}
        QPushButton[role="main"]:focus {{ border: 2px solid {colors.text}; }}
        QPushButton[role="main"]:hover {{ background: {colors.text}; color: {colors.window}; }}
        QPushButton[role="main"]:disabled {{ background: {colors.raised}; color: {colors.muted}; }}
        QDialogButtonBox QPushButton {{ border-radius: 8px; padding: 8px 18px; }}
        QPushButton[role="link"] {{
            background: transparent; border: 1px solid transparent; color: {colors.accent};
            padding: 2px 0; margin-left: -1px; text-align: left;
        }}
        QPushButton[role="link"]:hover {{ text-decoration: underline; }}
        QPushButton[role="link"]:focus {{ border: 1px solid {colors.accent}; border-radius: 4px; }}
        QToolButton {{
            background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px;
        }}
        QToolButton:hover {{ background: {colors.raised}; }}
        QToolButton:pressed, QToolButton:checked {{ background: {colors.accent_soft}; }}
        QToolButton:focus {{ border-color: {colors.accent}; }}
        QToolButton[role="heading"] {{ font-size: 12pt; font-weight: 600; }}
        QToolButton[role="heading"]:checked {{ background: transparent; }}
        QPushButton[role="floating"] {{
            background: {colors.surface}; color: {colors.text}; border: 1px solid {colors.outline};
            border-radius: 16px; padding: 6px 14px; font-weight: 600;
        }}
        QPushButton[role="floating"]:hover {{ background: {colors.raised}; }}
        QToolButton::menu-indicator {{ image: none; }}
    """


def _fields(colors: Colors) -> str:
    return f"""
        QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {{
            background: {colors.field}; color: {colors.text}; border: 1px solid {colors.outline};
            border-radius: 6px; padding: 4px 8px;
            selection-background-color: {colors.accent}; selection-color: {colors.on_accent};
        }}
        QPlainTextEdit, QTextEdit {{ padding: 4px; }}
        QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover {{ border-color: {colors.muted}; }}
        QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{
            border: 1px solid {colors.accent};
        }}
        QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled, QPlainTextEdit:disabled {{
            background: {colors.window}; color: {colors.muted}; border-color: {colors.border};
        }}
        QLineEdit:read-only {{ background: {colors.window}; }}
        QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"], QAbstractSpinBox[wrong="true"],
        QComboBox[wrong="true"] {{ border: 1px solid {colors.bad}; }}
        QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{
            border: none; padding: 0; background: transparent;
        }}
        QComboBox {{ padding-right: 24px; }}
        QComboBox::drop-down {{ border: none; width: 24px; }}
        QComboBox::down-arrow {{ {_picture(colors, "down")} width: 12px; height: 12px; }}
        QComboBox QAbstractItemView {{
            background: {colors.surface}; border: 1px solid {colors.border}; padding: 4px; outline: none;
            selection-background-color: {colors.accent_soft}; selection-color: {colors.text};
        }}
        QAbstractSpinBox {{ padding-right: 24px; }}
        QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
            subcontrol-origin: border; width: 20px; border: none; background: transparent;
        }}
        QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 2px 0 0; }}
        QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 2px 0; }}
        QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{
            background: {colors.raised}; border-radius: 4px;
        }}
        QAbstractSpinBox::up-arrow {{ {_picture(colors, "up")} width: 10px; height: 10px; }}
        QAbstractSpinBox::down-arrow {{ {_picture(colors, "down")} width: 10px; height: 10px; }}
        QDateTimeEdit::drop-down {{ border: none; width: 24px; }}
        QDateTimeEdit::down-arrow {{ {_picture(colors, "down")} width: 12px; height: 12px; }}
        QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {colors.border}; }}
        QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {colors.accent}; }}
        QSlider::handle:horizontal {{
            background: {colors.surface}; border: 2px solid {colors.accent};
            width: 12px; height: 12px; margin: -6px 0; border-radius: 8px;
        }}
        QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {colors.accent}; }}
    """


def _marks(colors: Colors) -> str:
    return f"""
        QCheckBox, QRadioButton {{ spacing: 8px; padding: 2px; }}
        QCheckBox::indicator, QRadioButton::indicator {{
            width: 16px; height: 16px; background: {colors.field}; border: 1px solid {colors.outline};
        }}
        QCheckBox::indicator {{ border-radius: 4px; }}
        QRadioButton::indicator {{ border-radius: 9px; }}
        QCheckBox::indicator:hover, QRadioButton::indicator:hover,
        QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {colors.accent}; }}
        QCheckBox::indicator:checked {{
            background: {colors.accent}; border-color: {colors.accent}; {_picture(colors, "check")}
        }}
        QRadioButton::indicator:checked {{
            background: {colors.accent}; border-color: {colors.accent}; {_picture(colors, "dot")}
        }}
        QCheckBox::indicator:disabled {{ background: {colors.window}; border-color: {colors.border}; }}
        QGroupBox {{
            border: 1px solid {colors.border}; border-radius: 8px; margin-top: 12px; padding-top: 8px;
        }}
        QGroupBox::title {{ subcontrol-origin: margin; left: 12px; color: {colors.muted}; }}
        QProgressBar {{
            background: {colors.raised}; border: none; border-radius: 4px; height: 8px; color: {colors.text};
        }}
        QProgressBar::chunk {{ background: {colors.accent}; border-radius: 4px; }}
    """


def _lists(colors: Colors) -> str:
    return f"""
        QListView#gallery {{ background: transparent; border: none; }}
        QScrollArea#welcome, QScrollArea#welcome > QWidget > QWidget {{ background: transparent; }}
        QAbstractItemView {{
            background: {colors.surface}; alternate-background-color: {colors.window}; color: {colors.text};
            border: 1px solid {colors.border}; border-radius: 6px; outline: none;
            selection-background-color: {colors.accent_soft}; selection-color: {colors.text};
        }}
        QTreeView::item, QListView::item, QTableView::item {{ padding: 4px; }}
        QTreeView::item:hover, QListView::item:hover {{ background: {colors.raised}; }}
        QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {{
            background: {colors.accent_soft}; color: {colors.text};
        }}
        QTreeView#palette {{ show-decoration-selected: 0; selection-background-color: transparent; }}
        QTreeView#palette::item, QTreeView#palette::item:selected, QTreeView#palette::item:hover {{
            background: transparent;
        }}
        QTreeView::branch {{ background: transparent; }}
        QTreeView::branch:has-children:closed {{ {_picture(colors, "right")} }}
        QTreeView::branch:has-children:open {{ {_picture(colors, "down")} }}
        QHeaderView {{ background: {colors.surface}; border: none; }}
        QHeaderView::section {{
            background: {colors.surface}; color: {colors.muted}; border: none;
            border-bottom: 1px solid {colors.border}; padding: 4px 8px; font-weight: 600;
        }}
        QTableView {{ gridline-color: {colors.border}; }}
        QTableCornerButton::section {{ background: {colors.surface}; border: none; }}
    """


def _tabs(colors: Colors) -> str:
    return f"""
        QTabWidget::pane {{ border: none; }}
        QTabBar {{ background: transparent; border: none; qproperty-drawBase: 0; }}
        QTabBar::tab {{
            background: transparent; color: {colors.muted}; border: none;
            border-bottom: 2px solid transparent; padding: 8px 12px;
        }}
        QTabBar::tab:hover {{ color: {colors.text}; }}
        QTabBar::tab:selected {{ color: {colors.text}; border-bottom: 2px solid {colors.accent}; }}
        QTabBar::tab:focus {{ color: {colors.accent}; }}
        QTabBar::close-button {{ {_picture(colors, "close")} width: 14px; height: 14px; margin: 2px; }}
        QTabBar::close-button:hover {{ background: {colors.raised}; border-radius: 4px; }}
    """


def _bars(colors: Colors) -> str:
    return f"""
        QMenuBar, QStatusBar, QToolBar {{ background: {colors.window}; border: none; }}
        QMenuBar {{ padding: 2px 4px; }}
        QMenuBar::item {{ padding: 4px 8px; border-radius: 4px; background: transparent; }}
        QMenuBar::item:selected {{ background: {colors.accent_soft}; }}
        QToolBar {{ spacing: 4px; padding: 4px 8px; border-bottom: 1px solid {colors.border}; }}
        QToolBar::separator {{ background: {colors.border}; width: 1px; margin: 4px 4px; }}
        QStatusBar {{ border-top: 1px solid {colors.border}; color: {colors.muted}; }}
        QStatusBar::item {{ border: none; }}
        QSplitter::handle {{ background: {colors.border}; }}
        QSplitter::handle:horizontal {{ width: 1px; }}
        QSplitter::handle:vertical {{ height: 1px; }}
        QSplitter::handle:hover {{ background: {colors.accent}; }}
        QDockWidget {{ border: none; }}
        QDockWidget::title {{ background: {colors.window}; padding: 8px; }}
    """


def _menus(colors: Colors) -> str:
    return f"""
        QMenu {{
            background: {colors.surface}; color: {colors.text}; border: 1px solid {colors.border};
            padding: 4px;
        }}
        QMenu::item {{ padding: 5px 24px 5px 8px; border-radius: 4px; }}
        QMenu::item:selected {{ background: {colors.accent_soft}; color: {colors.text}; }}
        QMenu::item:disabled {{ color: {colors.muted}; }}
        QMenu::icon {{ padding-left: 8px; }}
        QMenu::separator {{ height: 1px; background: {colors.border}; margin: 4px 8px; }}
        QMenu::indicator {{ width: 14px; height: 14px; margin-left: 8px; }}
        QMenu::indicator:checked {{ {_picture(colors, "tick")} }}
        QMenu::right-arrow {{ {_picture(colors, "right")} width: 12px; height: 12px; }}
    """


def _scrolling(colors: Colors) -> str:
    return f"""
        QScrollBar {{ background: transparent; border: none; }}
        QScrollBar:vertical {{ width: 12px; }}
        QScrollBar:horizontal {{ height: 12px; }}
        QScrollBar::handle {{ background: {colors.border}; border-radius: 4px; margin: 2px; }}
        QScrollBar::handle:vertical {{ min-height: 32px; }}
        QScrollBar::handle:horizontal {{ min-width: 32px; }}
        QScrollBar::handle:hover {{ background: {colors.muted}; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
        QAbstractScrollArea::corner {{ background: transparent; }}
        QScrollArea {{ background: transparent; border: none; }}
    """


def _panels(colors: Colors) -> str:
    return f"""
        QWidget[role="panel"] {{ background: {colors.surface}; }}
        QFrame[role="card"] {{
            background: {colors.surface}; border: 1px solid {colors.border}; border-radius: 8px;
        }}
        QLabel[role="key"] {{
            background: {colors.raised}; border: 1px solid {colors.border}; border-radius: 4px; padding: 1px 6px;
        }}
        QFrame[role="notice"] {{
            background: {colors.accent_soft}; border: 1px solid {colors.border}; border-radius: 8px;
        }}
        QFrame[role="problem"] {{
            background: transparent; border: 1px solid transparent; border-radius: 6px;
        }}
        QFrame[role="problem"]:hover {{ background: {colors.raised}; }}
        QFrame[role="problem"]:focus {{ border-color: {colors.accent}; }}
        QFrame[role="slot"] {{
            background: {colors.window}; border: 1px dashed {colors.outline}; border-radius: 8px;
        }}
        QFrame[role="slot"][state="filled"] {{
            background: {colors.surface}; border: 1px solid {colors.border};
        }}
        QFrame[role="slot"][state="fits"] {{
            background: {colors.accent_soft}; border: 2px solid {colors.accent};
        }}
        QFrame[role="slot"][state="refuses"] {{ border: 2px dashed {colors.bad}; }}
        QFrame[role="line"] {{ background: {colors.border}; border: none; max-height: 1px; }}
        QAbstractItemView[role="plain"], QPlainTextEdit[role="plain"] {{
            background: transparent; border: none; border-radius: 0;
        }}
        QScrollArea[role="plain"], QScrollArea[role="plain"] > QWidget > QWidget {{
            background: transparent;
        }}
    """


def _dialogs(colors: Colors) -> str:
    """The buttons of Qt's file dialog, which are black on black without a rule."""
    names = {
        "backButton": "back",
        "forwardButton": "forward",
        "toParentButton": "above",
        "newFolderButton": "new-folder",
        "listModeButton": "list",
        "detailModeButton": "details",
    }
    pictures = _CONTROLS / colors.name
    return "".join(
        f'QFileDialog QToolButton#{button} {{ qproperty-icon: url("{(pictures / name).as_posix()}.svg"); }}'
        for button, name in names.items()
    )
