"""The page that is there when the program starts."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from app.ui.theme import Theme
from app.ui.welcome.card import CARD_GAP, CardDelegate
from app.ui.welcome.gallery import Entry
from app.ui.welcome.gallery_model import ENTRY_ROLE, GalleryModel

_MARGIN = 32


class WelcomePage(QWidget):
    """What the program is, a way to open a file, and the gallery."""

    chosen = Signal(object)
    open_asked = Signal()

    def __init__(self, model: GalleryModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gallery = _gallery_view(model, theme, self)
        self.gallery.activated.connect(self._choose)
        theme.changed.connect(self.gallery.viewport().update)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN - CARD_GAP, _MARGIN, _MARGIN - CARD_GAP, 12)
        layout.setSpacing(14)
        layout.addLayout(self._header())
        layout.addSpacing(10)
        heading = _label(self.tr("Gallery"), "heading")
        heading.setIndent(CARD_GAP)  # flush with the cards, which bring a gap of their own
        layout.addWidget(heading)
        layout.addWidget(self.gallery, stretch=1)
        if model.rowCount() == 0:
            empty = _label(self.tr("There are no files in the gallery folder."), "muted")
            empty.setIndent(CARD_GAP)
            layout.insertWidget(layout.count() - 1, empty)

    def _header(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(QIcon.fromTheme("liveobjects", self.window().windowIcon()).pixmap(56, 56))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(_label(self.tr("Live Objects"), "title"))
        words.addWidget(
            _label(
                self.tr("Wire objects on a sheet, send the file, and everyone who opens it shares it."),
                "muted",
            )
        )
        button = QPushButton(self.tr("&Open a file…"))
        button.setProperty("role", "main")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(self.open_asked)
        header = QHBoxLayout()
        header.setContentsMargins(CARD_GAP, 0, CARD_GAP + 8, 0)
        header.setSpacing(18)
        header.addWidget(picture)
        header.addLayout(words, stretch=1)
        header.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)
        return header

    def _choose(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        assert isinstance(entry, Entry)
        self.chosen.emit(entry)


def _gallery_view(model: GalleryModel, theme: Theme, parent: QWidget) -> QListView:
    view = QListView(parent)
    view.setObjectName("gallery")
    view.setAccessibleName(parent.tr("Gallery of live objects"))
    view.setModel(model)
    view.setItemDelegate(CardDelegate(theme, view))
    view.setViewMode(QListView.ViewMode.IconMode)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setMovement(QListView.Movement.Static)
    view.setContentsMargins(0, 0, 0, 0)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setMouseTracking(True)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    return view


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(role == "muted")
    return label
