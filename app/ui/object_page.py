"""One file: what it is, what the checker says, and where it lies."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.ui.welcome.gallery import Entry, State


class ObjectPage(QWidget):
    """Everything known about a file without running it."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        back = QPushButton(self.tr("← &Gallery"))
        back.setFlat(True)
        back.clicked.connect(self.left)
        self._title = _text("title")
        self._description = _text("")
        self._verdict = _text("heading")
        self._problems = _text("")
        self._path = _text("muted")
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(32, 20, 32, 20)
        layout.setSpacing(12)
        layout.addWidget(back, alignment=Qt.AlignmentFlag.AlignLeft)
        for widget in (self._title, self._path, self._description, self._verdict, self._problems):
            layout.addWidget(widget)
        layout.addStretch()
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def show_entry(self, entry: Entry) -> None:
        """Fill the page."""
        self._title.setText(entry.title)
        self._path.setText(str(entry.path))
        self._description.setText(entry.description)
        self._verdict.setText(self._verdict_in_words(entry))
        self._problems.setText("\n".join(f"•  {problem}" for problem in entry.problems))

    def _verdict_in_words(self, entry: Entry) -> str:
        if entry.state is State.GOOD:
            return self.tr("✓  Every wire and every parameter fits.")
        if entry.state is State.UNREADABLE:
            return self.tr("This file cannot be read:")
        return self.tr("What does not fit yet:") if entry.problems else ""


def _text(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    # What a file says of itself is shown as it is; it must not be able to style or link.
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
