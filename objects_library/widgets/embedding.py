# SPDX-License-Identifier: BSD-3-Clause
"""Objects inside another view; each runs from its reference, and has a view while visible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsProxyWidget,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.errors import one_line
from app.runtime.activation import ActivationError, State
from app.runtime.library import Context
from app.runtime.references import Reference, identity
from objects_library.values.page_scope import on_page

_LOOK = 120
"""Milliseconds until visibility is checked."""
_AWAKE = 5.0
"""Seconds until an invisible object sleeps, so that scrolling past wakes it only once."""
_AT_ONCE = 4
"""How many objects are started at a time."""
_MOST = 1_000
"""How many objects of one desktop run here."""
_MOST_GONE = 20
"""How many removed objects keep running for a while."""
_DEEPEST = 3
"""How deep desktops can be nested."""


class EmbeddingError(Exception):
    """An object cannot be shown here; the text says why."""


class EmbeddedPlacement(NamedTuple):
    """An object to run: whether it is visible (or nearly), and its distance from the centre."""

    name: UUID
    reference: Reference
    in_sight: bool
    distance: float


class _Embedded:
    def __init__(self) -> None:
        self.proxy: Any = None
        self.views: list[Any] = []
        self.seen_at = 0.0
        self.under_way = False
        self.failed = False


class ObjectEmbedder(QObject):
    """Runs the objects inside another view, visible ones first; only recently visible ones have a view.

    The copy of a sleeping object stays: it may be the only one, and its state would be lost.
    Subclasses list the objects and show their widgets.
    """

    ready = Signal(object)
    """An object, by id, has a view and is live."""

    def __init__(self, host: QWidget, context: Context) -> None:
        super().__init__(host)
        self._host = host
        self._context = context
        host.setProperty(_ORIGIN, identity(context.reference))
        self._embedded: dict[UUID, _Embedded] = {}
        self._gone: dict[UUID, _Embedded] = {}
        """Recently removed objects keep running, so that an undo restores them unchanged."""
        self._timer = QTimer(self, interval=_LOOK, singleShot=True)
        self._timer.timeout.connect(lambda: context.act(self._look))
        self._sleeping = QTimer(self, interval=round(_AWAKE * 500), singleShot=True)
        self._sleeping.timeout.connect(lambda: context.act(self._look))
        self.wakes = 0
        """How many views were created."""

    def placed(self) -> Iterable[EmbeddedPlacement]:
        """The objects to run."""
        raise NotImplementedError

    def show_widget(self, name: UUID, widget: QWidget) -> None:
        """Show the widget of an object that is awake."""
        raise NotImplementedError

    def put_away(self, name: UUID) -> None:
        """Put an object to sleep: keep a picture, and release its widget."""
        raise NotImplementedError

    def show_message(self, name: UUID, words: str) -> None:
        """Show a text instead of a view."""
        raise NotImplementedError

    def is_used(self, name: UUID) -> bool:
        """Whether the user works in it, so that it must not sleep."""
        raise NotImplementedError

    def look_soon(self) -> None:
        """Schedule a check of the visibility."""
        if not self._timer.isActive():
            self._timer.start()

    def widgets(self, name: UUID) -> list[QWidget]:
        """The widgets of an object."""
        embedded = self._embedded.get(name)
        return [] if embedded is None else [view.widget for view in embedded.views]

    @property
    def awake(self) -> set[UUID]:
        """The objects that have a view."""
        return {name for name, embedded in self._embedded.items() if embedded.views}

    def has_settled(self, name: UUID) -> bool:
        """Whether an object shows something, or never will."""
        embedded = self._embedded.get(name)
        if embedded is not None and embedded.failed:
            return True
        if embedded is None or not embedded.views:
            return False
        return all(getattr(view.widget, "settled", True) for view in embedded.views)

    @property
    def looking(self) -> bool:
        """Whether a check of the visibility is pending."""
        return self._timer.isActive()

    def leave(self, name: UUID) -> None:
        """Remove an object."""
        embedded = self._embedded.pop(name, None)
        if embedded is None:
            return
        for view in embedded.views:
            view.close()
        embedded.views = []
        if embedded.proxy is not None:
            self._gone[name] = embedded
        while len(self._gone) > _MOST_GONE:
            self._gone.pop(next(iter(self._gone))).proxy.close()

    def _look(self) -> None:
        now = monotonic()
        waiting: list[tuple[bool, float, EmbeddedPlacement]] = []
        drowsy = False
        for placed in self.placed():
            name = placed.name
            if name not in self._embedded:
                self._embedded[name] = self._gone.pop(name) if name in self._gone else _Embedded()
            embedded = self._embedded[name]
            if placed.in_sight:
                embedded.seen_at = now
            if embedded.proxy is None:
                waiting.append((not placed.in_sight, placed.distance, placed))
            elif placed.in_sight and not embedded.views:
                self._wake(name, embedded)
            elif embedded.views and not placed.in_sight:
                if now - embedded.seen_at > _AWAKE and not self.is_used(name):
                    self._put_to_sleep(name, embedded)
                else:
                    drowsy = True
        if drowsy:
            self._sleeping.start()
        self._start_some([placed for *_, placed in sorted(waiting, key=lambda each: each[:2])])

    def _start_some(self, waiting: list[EmbeddedPlacement]) -> None:
        under_way = sum(embedded.under_way for embedded in self._embedded.values())
        running = sum(embedded.proxy is not None for embedded in self._embedded.values())
        for placed in waiting:
            embedded = self._embedded[placed.name]
            if embedded.under_way or embedded.failed:
                continue
            if under_way >= _AT_ONCE or running + under_way >= _MOST:
                return
            embedded.under_way = True
            under_way += 1
            self._context.spawn(self._start(placed, embedded))

    async def _start(self, placed: EmbeddedPlacement, embedded: _Embedded) -> None:
        try:
            reference = on_page(placed.reference, self._context.reference)
            self._refuse_endless(reference)
            embedded.proxy = await self._context.dereference(reference)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with an object is its own affair
            embedded.failed = True
            if self._embedded.get(placed.name) is embedded:
                self.show_message(placed.name, one_line(error))
        finally:
            embedded.under_way = False
        if self._embedded.get(placed.name) is not embedded and embedded.proxy is not None:
            embedded.proxy.close()
        self.look_soon()

    def _refuse_endless(self, reference: Reference) -> None:
        """Refuse a desktop that contains itself."""
        around_it = [host.property(_ORIGIN) for host in _hosts_around(self._host)]
        if identity(reference) in around_it:
            raise EmbeddingError(_tr("It is the desktop that it lies on."))
        if len(around_it) > _DEEPEST:
            raise EmbeddingError(_tr("Too many desktops lie in each other."))

    def _wake(self, name: UUID, embedded: _Embedded) -> None:
        try:
            embedded.views = self._context.show(embedded.proxy)
        except ActivationError as error:
            self.show_message(name, str(error))
            return
        shown = [view.widget for view in embedded.views if isinstance(view.widget, QWidget)]
        if not shown:
            self.show_message(name, _tr("It works without being seen."))
            return
        self.wakes += 1
        self.show_widget(name, _side_by_side(shown))
        self._emit_when_live(name, embedded)

    def _emit_when_live(self, name: UUID, embedded: _Embedded) -> None:
        view = embedded.views[0]
        stops: list[Callable[[], object]] = []

        def look(state: State) -> None:
            if state is State.LIVE:
                for stop in stops:
                    stop()
                if embedded.views and embedded.views[0] is view:
                    self.ready.emit(name)

        stops.append(embedded.proxy.watch(look))
        view.on_end(stops[0])
        look(embedded.proxy.state)

    def _put_to_sleep(self, name: UUID, embedded: _Embedded) -> None:
        self.put_away(name)
        for view in embedded.views:
            view.close()
        embedded.views = []


_ORIGIN = "origin"
"""The widget property with the identity of its object."""
HOST = "host"
"""The property of a graphics scene with the widget that shows it."""


def _hosts_around(host: QWidget) -> Iterator[QWidget]:
    """The widget, the desktop that it lies on, and so on."""
    found: QWidget | None = host
    while found is not None:
        yield found
        holder = found.window().graphicsProxyWidget()
        scene = holder.scene() if holder is not None else None
        inside = scene.property(HOST) if scene is not None else None
        found = inside if isinstance(inside, QWidget) else None


def first_field(view: QWidget) -> QWidget:
    """The widget of a view in which to begin: its focus proxy, its first text field, or what Tab reaches first."""
    if view.focusProxy() is not None:
        return view
    inside = [
        each
        for each in view.findChildren(QWidget)
        if each.isVisibleTo(view) and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    fields = [each for each in inside if isinstance(each, QLineEdit | QTextEdit | QPlainTextEdit)]
    writable = [each for each in fields if not each.isReadOnly()]
    return next(iter((*writable, *fields, *inside)), view)


def escapes_within(item: QGraphicsItem, event: QKeyEvent) -> bool:
    """Send Escape to the focused widget of an embedded view; returns whether the view has used it."""
    view = item.widget() if isinstance(item, QGraphicsProxyWidget) else None
    if view is None:
        return False
    sent = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
    target: QWidget | None = view.focusWidget()
    QApplication.sendEvent(view if target is None else target, sent)
    return sent.isAccepted()


def _side_by_side(widgets: list[QWidget]) -> QWidget:
    if len(widgets) == 1:
        return widgets[0]
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    return row


def _tr(text: str) -> str:
    return QCoreApplication.translate("Guests", text)
