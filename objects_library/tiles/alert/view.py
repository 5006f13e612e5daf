# SPDX-License-Identifier: BSD-3-Clause
"""The view of an alert: its state, since when, who acknowledged it, and earlier events."""

from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.replication.feed_replica import FeedCondition
from objects_library.tiles.alert.proxy import WIRED, AlertChange, FeedAlert
from objects_library.widgets.appearance import GAP, SoftButton, blend, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.tile_parts import Symbol, SymbolLine, tone_colour
from objects_library.widgets.tile_text import describe_condition, figure, format_time

T = TypeVar("T")
Events = list[AlertChange]
_SHOWN = 6


class _Banner(QWidget):
    """A coloured bar with the state of the alert; symbol and text say the same as the colour."""

    def __init__(self) -> None:
        super().__init__()
        self.tone = ""
        self.symbol = Symbol(28)
        self.head = plain_label("", "heading")
        self.detail = plain_label("", "muted")
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.head)
        texts.addWidget(self.detail)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GAP, GAP + 4, 2 * GAP, GAP + 4)
        layout.setSpacing(GAP + 4)
        layout.addWidget(self.symbol)
        layout.addLayout(texts, stretch=1)

    def show_message(self, head: str, detail: str, symbol: str, tone: str) -> None:
        """Show the state of the alert."""
        self.tone = tone
        self.head.setText(head)
        self.detail.setText(detail)
        self.symbol.show_symbol(symbol, tone)
        self.setAccessibleName(f"{head}. {detail}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a tinted background with a rim."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour, base = tone_colour(self.tone, self.palette()), self.palette().base().color()
        painter.setPen(QPen(blend(colour, base, 0.55), 1))
        painter.setBrush(blend(colour, base, 0.12))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)


@view_of(FeedAlert)
class FeedAlertView(LiveView, Generic[T]):
    """An alert that everyone sees alike; one button takes note of it for all."""

    alert = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        around = self.layout()
        assert around is not None
        around.setContentsMargins(GAP + 4, GAP, GAP + 4, GAP)
        self.title = plain_label("", "heading", wrap=False)
        self.banner = _Banner()
        self.note_button = SoftButton(self.tr("&Take note"), self.tr("Tell everyone that you take care of it"))
        self.note_button.clicked.connect(lambda: self.act(self.take_note))
        self.past = QLabel()
        self.past.setTextFormat(Qt.TextFormat.PlainText)
        self.past.setProperty("role", "muted")
        self.past.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.feed_line = SymbolLine()
        self.content.addWidget(self.title)
        self.content.addWidget(self.banner)
        self.content.addWidget(self.note_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.content.addWidget(self.past, stretch=1)
        self.content.addWidget(self.feed_line)
        self._rule = ("", 0.0, "")
        self._way, self._column = "", ""
        self._events: Events = []
        self._show()

    @alert.outgoing
    def take_note(self) -> None:
        """Acknowledge the alert for everyone."""

    @alert.incoming
    def rule(self, title: str, column: str, way: str, side: str, limit: float, unit: str) -> None:
        """The rule."""
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.setAccessibleName(title or column)
        self._rule = side, limit, unit
        self._way, self._column = way, column
        self._show()

    @alert.incoming
    def events(self, events: Events) -> None:
        """The events so far."""
        self._events = events
        self._show()

    @alert.incoming
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""
        self.feed_line.show_message(*describe_condition(condition, self.locale()))

    @alert.incoming
    def refused(self, reason: str) -> None:
        """The acknowledgement was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable the button while the object is not live."""
        self._show()
        self.note_button.setEnabled(writable)

    def _show(self) -> None:
        turns = [each for each in self._events if each.kind != "noted"]
        raised = bool(turns) and turns[-1].kind == "raised"
        noted = self._events[-1] if raised and self._events[-1].kind == "noted" else None
        if not raised:
            since = format_time(turns[-1].at, self.locale()) if turns else ""
            detail = (
                self.tr("since {time}").format(time=since)
                if since
                else self.tr("An alert is raised by wire")
                if self._way == WIRED
                else self.tr("An alert is raised at {rule}").format(rule=self._rule_in_words())
            )
            self.banner.show_message(self.tr("All is well"), detail, "good", "good")
        else:
            value = self._value(turns[-1].value)
            head = self.tr("{value}: {rule}").format(value=value, rule=self._rule_in_words())
            head = self.tr("Alert") if self._way == WIRED else head
            detail = self.tr("since {time}").format(time=format_time(turns[-1].at, self.locale()))
            if noted is not None:
                taken = self.tr("{name} took note at {time}").format(
                    name=noted.by, time=format_time(noted.at, self.locale())
                )
                detail = f"{detail} · {taken}"
            self.banner.show_message(head, detail, "warning" if noted else "bad", "warning" if noted else "bad")
        self.note_button.setVisible(raised and noted is None)
        self.past.setText("\n".join(self._line(each) for each in reversed(self._events[-_SHOWN:])))

    def _rule_in_words(self) -> str:
        side, limit, _ = self._rule
        text = self.tr("more than {limit}") if side == "above" else self.tr("less than {limit}")
        return text.format(limit=self._value(limit))

    def _value(self, value: float) -> str:
        return f"{figure(value, self.locale())} {self._rule[2]}".strip()

    def _line(self, event: AlertChange) -> str:
        text = {
            "raised": self.tr("{time}  raised at {value}"),
            "cleared": self.tr("{time}  well again at {value}"),
            "noted": self.tr("{time}  {name} took note"),
        }[event.kind]
        at = format_time(event.at, self.locale())
        return text.format(time=at, value=self._value(event.value), name=event.by)
