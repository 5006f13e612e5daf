# SPDX-License-Identifier: BSD-3-Clause
"""The table of an exchange ticker: a row per symbol, with a price line."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from objects_library.values.quotes import Quote
from objects_library.widgets.appearance import is_dark

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
SORT = Qt.ItemDataRole.UserRole
QUOTE = Qt.ItemDataRole.UserRole + 1
_ROLE = Qt.ItemDataRole
SYMBOL, PRICE, CHANGE, TREND, VOLUME = range(5)
_LOOK = """
    QTableView { background: palette(base); alternate-background-color: palette(alternate-base);
        border: 1px solid palette(mid); border-radius: 10px; padding: 6px;
        selection-background-color: palette(highlight); selection-color: palette(highlighted-text); }
    QTableView:focus { border: 1px solid palette(highlight); }
    QTableView::item { padding: 2px 10px; border: none; }
    QHeaderView { background: transparent; border: none; }
    QHeaderView::section { background: transparent; border: none; padding: 4px 11px; font-weight: 600;
        color: palette(placeholder-text); }
"""


def tone(change: float, palette: QPalette) -> QColor:
    """Green above, red below; signs and arrows show the same."""
    dark = is_dark(palette)
    if change > 0:
        return QColor("#8ce99a" if dark else "#2b8a3e")
    if change < 0:
        return QColor("#ffa8a8" if dark else "#c92a2a")
    return palette.text().color()


def format_change(change: float, locale: QLocale) -> str:
    """Format a change in percent, with an arrow."""
    shown = round(change, 2)
    arrow = "▲" if shown > 0 else "▼" if shown < 0 else "•"
    return f"{arrow} {locale.toString(abs(shown), 'f', 2)} %"


def draw_trend(painter: QPainter, box: QRectF, prices: Sequence[float], colour: QColor) -> None:
    """Draw a line through prices, from the lowest to the highest."""
    if len(prices) < 2 or box.width() < 4:
        return
    low, high = min(prices), max(prices)
    up = box.height() / (high - low) if high > low else 0.0
    across = box.width() / (len(prices) - 1)
    middle = box.bottom() if up else box.center().y()
    points = [QPointF(box.left() + place * across, middle - (price - low) * up) for place, price in enumerate(prices)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5))
    painter.drawPolyline(QPolygonF(points))
    painter.restore()


class Board(QAbstractTableModel):
    """The model of all symbols and prices."""

    def __init__(self, locale: QLocale) -> None:
        super().__init__()
        self._locale = locale
        self._places: dict[str, int] = {}
        self.symbols: list[str] = []
        self.quotes: dict[str, Quote] = {}

    def set_symbols(self, symbols: list[str]) -> None:
        """Set the symbols."""
        if symbols == self.symbols:
            return
        self.beginResetModel()
        self.symbols = list(symbols)
        self._places = {symbol: place for place, symbol in enumerate(symbols)}
        self.quotes = {symbol: quote for symbol, quote in self.quotes.items() if symbol in self._places}
        self.endResetModel()

    def take(self, quotes: list[Quote]) -> None:
        """Set prices."""
        for quote in quotes:
            place = self._places.get(quote.symbol)
            if place is not None:
                self.quotes[quote.symbol] = quote
                self.dataChanged.emit(self.index(place, PRICE), self.index(place, VOLUME))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many symbols there are."""
        return 0 if parent.isValid() else len(self.symbols)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Symbol, price, change, line and volume."""
        return 0 if parent.isValid() else VOLUME + 1

    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> Any:
        """The text of a cell, or its value for sorting and drawing."""
        if not index.isValid():
            return None
        symbol, column = self.symbols[index.row()], index.column()
        quote = self.quotes.get(symbol)
        if role == QUOTE:
            return quote
        if role == _ROLE.TextAlignmentRole:
            left = column in (SYMBOL, TREND)
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if column == SYMBOL:
            return symbol if role in (_ROLE.DisplayRole, SORT) else None
        if quote is None:
            return -1e308 if role == SORT else "–" if role == _ROLE.DisplayRole and column != TREND else None
        if role == SORT:
            return {PRICE: quote.price, VOLUME: float(quote.volume)}.get(column, quote.change)
        if role == _ROLE.DisplayRole:
            return self._words(quote, column)
        return None

    def _words(self, quote: Quote, column: int) -> str:
        if column == PRICE:
            return self._locale.toString(quote.price, "f", 2)
        if column == CHANGE:
            return format_change(quote.change, self._locale)
        return self._locale.toString(quote.volume) if column == VOLUME else ""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        """The title of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _ROLE.TextAlignmentRole:
            left = section in (SYMBOL, TREND)
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        titles = (_tr("Symbol"), _tr("Price"), _tr("Change"), _tr("Lately"), _tr("Volume"))
        return titles[section] if role == _ROLE.DisplayRole else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Rows can be dragged."""
        del index
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled


class _Cell(QStyledItemDelegate):
    """Colours changes, and draws the price line."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        quote = index.data(QUOTE)
        if index.column() == SYMBOL:
            option.font.setBold(True)
        if index.column() == CHANGE and quote is not None:
            colour = tone(round(quote.change, 2), option.palette)
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                option.palette.setColor(role, colour)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the cell, and the price line in its column."""
        super().paint(painter, option, index)
        quote = index.data(QUOTE) if index.column() == TREND else None
        if quote is not None:
            box = QRectF(option.rect).adjusted(10, 6, -10, -6)
            draw_trend(painter, box, quote.recent, tone(round(quote.change, 2), option.palette))


class BoardTable(QTableView):
    """The table; Enter or a double-click opens a row, and it can be dragged."""

    opened = Signal(str)
    dragged = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[QPointF, str] | None = None
        self.setAccessibleName(name)
        self.setStyleSheet(_LOOK)
        self.setItemDelegate(_Cell(self))
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(30)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.activated.connect(lambda index: self.opened.emit(self._symbol_at(index)))

    def chosen(self) -> str:
        """The symbol of the selected row."""
        return self._symbol_at(self.currentIndex())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag could begin."""
        super().mousePressEvent(event)
        symbol = self._symbol_at(self.indexAt(event.position().toPoint()))
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = (event.position(), symbol) if left and symbol else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the row when the mouse has moved far enough."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        start, symbol = self._pressed
        if (event.position() - start).manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            self.dragged.emit(symbol)

    def _symbol_at(self, index: QModelIndex) -> str:
        return str(index.siblingAtColumn(SYMBOL).data()) if index.isValid() else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("TickerBoard", text)
