# SPDX-License-Identifier: BSD-3-Clause
"""The view of one symbol: its price, large, and the line of how it went."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.feeds.quote.proxy import QuoteTile
from objects_library.values.quotes import Quote
from objects_library.widgets.appearance import plain_label, set_font_size
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.ticker_board import draw_trend, format_change, tone


class _Trend(QWidget):
    """A line of recent prices."""

    def __init__(self) -> None:
        super().__init__()
        self.quote: Quote | None = None
        self.setMinimumSize(120, 40)

    def sizeHint(self) -> QSize:
        """As large as there is room."""
        return QSize(240, 90)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the line of recent prices."""
        if self.quote is not None:
            painter = QPainter(self)
            box = QRectF(self.rect()).adjusted(2, 6, -2, -6)
            draw_trend(painter, box, self.quote.recent, tone(self.quote.change, self.palette()))


@view_of(QuoteTile)
class QuoteView(LiveView):
    """One symbol."""

    quote = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.name = plain_label("", "heading", wrap=False)
        self.price = plain_label("–", wrap=False)
        set_font_size(self.price, 26)
        self.change = plain_label("", wrap=False)
        self.volume = plain_label(self.tr("Waiting for the first price …"), "muted", wrap=False)
        self._trend = _Trend()
        row = QHBoxLayout()
        row.addWidget(self.price)
        row.addStretch(1)
        row.addWidget(self.change, alignment=Qt.AlignmentFlag.AlignBottom)
        self.content.addWidget(self.name)
        self.content.addLayout(row)
        self.content.addWidget(self._trend, stretch=1)
        self.content.addWidget(self.volume)

    @quote.incoming
    def symbol(self, symbol: str) -> None:
        """The title."""
        self.name.setText(symbol)

    @quote.incoming
    def changed(self, quote: Quote) -> None:
        """Show the present price."""
        locale = self.locale()
        self.price.setText(locale.toString(quote.price, "f", 2))
        text = format_change(quote.change, locale)
        self.change.setText(text)
        colour = tone(round(quote.change, 2), self.palette()).name()
        self.change.setStyleSheet(f"font-weight: 600; color: {colour};")
        self.volume.setText(self.tr("Volume {count}").format(count=locale.toString(quote.volume)))
        self.setAccessibleName(f"{quote.symbol} {self.price.text()} {text}")
        self._trend.quote = quote
        self._trend.update()
