# SPDX-License-Identifier: BSD-3-Clause
"""The view of a ticker: a board of all symbols, sorted and searched by whoever looks."""

from PySide6.QtCore import QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from app.runtime.library import Context, Endpoint, view_of
from app.runtime.references import Document, Reference
from objects_library.feeds.ticker.proxy import Ticker
from objects_library.values.quotes import Quote
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.object_transfer import carried
from objects_library.widgets.ticker_board import SORT, SYMBOL, Board, BoardTable

Quotes = list[Quote]
Symbols = list[str]
_SORT_AGAIN = 1000
"""Milliseconds between two sortings: rows that jump at each price cannot be read."""


@view_of(Ticker)
class TickerView(LiveView):
    """The board. `open_asked` comes with a document when somebody opens a symbol by itself."""

    open_asked = Signal(object)
    board = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._document: Document | None = None
        self.title = plain_label("", "heading", wrap=False)
        self.model = Board(self.locale())
        self.found_rows = QSortFilterProxyModel()
        self.found_rows.setSourceModel(self.model)
        self.found_rows.setSortRole(SORT)
        self.found_rows.setDynamicSortFilter(False)
        self.found_rows.setFilterKeyColumn(SYMBOL)
        self.found_rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = BoardTable(self.tr("Symbols"))
        self.table.setModel(self.found_rows)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().setSortIndicatorClearable(True)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search a symbol"))
        self.search.setAccessibleName(self.tr("Search a symbol"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.open_button = SoftButton(self.tr("&Open"), self.tr("Open the selected symbol by itself"))
        self.open_button.clicked.connect(lambda: self._open(self.table.chosen()))
        self.open_button.setEnabled(False)
        self.led = plain_label("", "muted", wrap=False)
        tools = QHBoxLayout()
        tools.setSpacing(GAP)
        tools.addWidget(self.search, stretch=1)
        tools.addWidget(self.open_button)
        self.content.addWidget(self.title)
        self.content.addLayout(tools)
        self.content.addWidget(self.table, stretch=1)
        self.content.addWidget(self.led)
        self.table.opened.connect(self._open)
        self.table.dragged.connect(self._drag)
        self.table.selectionModel().currentChanged.connect(lambda now, _: self.open_button.setEnabled(now.isValid()))
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self._copy)
        self._sorting = QTimer(self)
        self._sorting.setSingleShot(True)
        self._sorting.setInterval(_SORT_AGAIN)
        self._sorting.timeout.connect(self._sort_again)
        self.setFocusProxy(self.table)

    @property
    def settled(self) -> bool:
        """Whether every symbol has its first price."""
        return super().settled and (not self.writable or len(self.model.quotes) == len(self.model.symbols))

    @board.incoming
    def settings(self, title: str, symbols: Symbols) -> None:
        """What it is called, and which symbols there are."""
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.model.set_symbols(symbols)
        self._search(self.search.text())

    @board.incoming
    def quotes(self, quotes: Quotes) -> None:
        """What symbols cost now."""
        self.model.take(quotes)
        if self.found_rows.sortColumn() > SYMBOL and not self._sorting.isActive():
            self._sorting.start()

    @board.incoming
    def leader(self, name: str, mine: bool) -> None:
        """Who brings the prices."""
        count = format_count(len(self.model.symbols), self.locale())
        symbols = self.tr("{count} symbols, each on a channel of its own").format(count=count)
        if not name:
            who = self.tr("nobody brings prices now")
        elif mine:
            who = self.tr("this computer brings the prices")
        else:
            who = self.tr("{name} brings the prices").format(name=name)
        self.led.setText(f"{symbols} · {who}")

    @board.incoming
    def found(self, symbol: str, reference: Reference) -> None:
        """A symbol as an object of its own."""
        self._document = Document(reference, symbol, self.tr("What {symbol} costs.").format(symbol=symbol))

    @board.outgoing
    def by_itself(self, symbol: str) -> None:
        """Ask for a symbol as an object of its own."""

    def document_of(self, symbol: str) -> Document | None:
        """A symbol as a document; the object answers at once."""
        self._document = None
        if symbol:
            self.act(self.by_itself, symbol)
        return self._document

    def _open(self, symbol: str) -> None:
        document = self.document_of(symbol)
        if document is not None:
            self.open_asked.emit(document)

    def _copy(self) -> None:
        document = self.document_of(self.table.chosen())
        if document is not None:
            QGuiApplication.clipboard().setMimeData(carried(document))
            self.notice.show_message(self.tr("“{name}” is copied.").format(name=document.title))

    def _drag(self, symbol: str) -> None:
        document = self.document_of(symbol)
        if document is not None:
            drag = QDrag(self)
            drag.setMimeData(carried(document))
            drag.exec(Qt.DropAction.CopyAction)

    def _search(self, text: str) -> None:
        self.found_rows.setFilterFixedString(text.strip())

    def _sort_again(self) -> None:
        self.found_rows.sort(self.found_rows.sortColumn(), self.found_rows.sortOrder())
