"""The objects on a desktop: each runs from its own reference, and shows its own view while it is in sight."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any
from uuid import UUID

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.runtime.activation import ActivationError
from app.runtime.library import Context
from app.runtime.references import identity
from objects_library.views.desktop_view.canvas import Canvas
from objects_library.views.desktop_view.piece import Piece

_LOOK = 120
"""Milliseconds after which it is looked who is in sight."""
_BEYOND = 0.5
"""How much of a window's size beyond its edges counts as in sight: who comes near is awake in time."""
_AWAKE = 5.0
"""Seconds that somebody out of sight stays awake; who only passes by wakes and sleeps once."""
_AT_ONCE = 4
"""How many are being started at a time."""
_MOST = 1_000
"""How many objects of one desktop run here."""
_DEEPEST = 3
"""How many desktops may lie in each other."""
_MOST_GONE = 20
"""How many objects that were taken away go on for a while."""


class NotShownError(Exception):
    """An object cannot be shown here, and why."""


class _Guest:
    def __init__(self) -> None:
        self.proxy: Any = None
        self.views: list[Any] = []
        self.seen_at = 0.0
        self.under_way = False
        self.failed = False


class Guests(QObject):
    """Starts all objects, those in sight first; only what is in sight, or was lately, has a view.

    The copy of an object that sleeps stays: it may be the only one, and what it knows would be lost with it.
    """

    def __init__(self, canvas: Canvas, context: Context) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._context = context
        canvas.origin = identity(context.reference)
        self._guests: dict[UUID, _Guest] = {}
        self._gone: dict[UUID, _Guest] = {}
        """What was taken away lately goes on: whoever took it away may undo that, and wants it as it was."""
        self._timer = QTimer(self, interval=_LOOK, singleShot=True)
        self._timer.timeout.connect(lambda: context.act(self._look))
        self._sleeping = QTimer(self, interval=round(_AWAKE * 500), singleShot=True)
        self._sleeping.timeout.connect(lambda: context.act(self._look))
        canvas.view_changed.connect(self.look_soon)
        self.wakes = 0
        """How often a view was made."""

    def look_soon(self) -> None:
        """Somebody may have come into sight, or gone."""
        if not self._timer.isActive():
            self._timer.start()

    def widgets(self, name: UUID) -> list[QWidget]:
        """What an object shows now."""
        guest = self._guests.get(name)
        return [] if guest is None else [view.widget for view in guest.views]

    @property
    def awake(self) -> set[UUID]:
        """Who has a view now."""
        return {name for name, guest in self._guests.items() if guest.views}

    @property
    def settled(self) -> bool:
        """Whether everything that is in sight shows something, or never will."""
        near = self._canvas.seen()
        pieces = self._canvas.pieces.items()
        seen = [name for name, piece in pieces if near.intersects(piece.sceneBoundingRect())]
        return not self._timer.isActive() and all(map(self._has_settled, seen))

    def _has_settled(self, name: UUID) -> bool:
        guest = self._guests.get(name)
        if self._canvas.pieces[name].item.kind != "object" or (guest is not None and guest.failed):
            return True
        if guest is None or not guest.views:
            return False
        return all(getattr(view.widget, "settled", True) for view in guest.views)

    def leave(self, name: UUID) -> None:
        """It lies here no more."""
        guest = self._guests.pop(name, None)
        if guest is None:
            return
        for view in guest.views:
            view.close()
        guest.views = []
        if guest.proxy is not None:
            self._gone[name] = guest
        while len(self._gone) > _MOST_GONE:
            self._gone.pop(next(iter(self._gone))).proxy.close()

    def _look(self) -> None:
        now = monotonic()
        window = self._canvas.seen()
        near = window.adjusted(
            -window.width() * _BEYOND,
            -window.height() * _BEYOND,
            window.width() * _BEYOND,
            window.height() * _BEYOND,
        )
        waiting: list[tuple[bool, float, UUID]] = []
        drowsy = False
        for name, piece in self._canvas.pieces.items():
            if piece.item.kind != "object":
                continue
            if name not in self._guests:
                self._guests[name] = self._gone.pop(name, None) or _Guest()
            guest = self._guests[name]
            in_sight = near.intersects(piece.sceneBoundingRect())
            if in_sight:
                guest.seen_at = now
            if guest.proxy is None:
                distance = (piece.pos() - window.center()).manhattanLength()
                waiting.append((not in_sight, distance, name))
            elif in_sight and not guest.views:
                self._wake(piece, guest)
            elif guest.views and not in_sight:
                if now - guest.seen_at > _AWAKE and not _is_used(piece):
                    self._put_to_sleep(piece, guest)
                else:
                    drowsy = True
        if drowsy:
            self._sleeping.start()
        self._start_some(sorted(waiting))

    def _start_some(self, waiting: list[tuple[bool, float, UUID]]) -> None:
        under_way = sum(guest.under_way for guest in self._guests.values())
        running = sum(guest.proxy is not None for guest in self._guests.values())
        for _, _, name in waiting:
            guest = self._guests[name]
            if guest.under_way or guest.failed:
                continue
            if under_way >= _AT_ONCE or running + under_way >= _MOST:
                return
            guest.under_way = True
            under_way += 1
            self._context.spawn(self._start(name, guest))

    async def _start(self, name: UUID, guest: _Guest) -> None:
        piece = self._canvas.pieces.get(name)
        try:
            if piece is not None:
                self._refuse_endless(piece)
                guest.proxy = await self._context.dereference(piece.item.reference[0])
        except Exception as error:  # noqa: BLE001 - whatever is wrong with an object is its own affair
            guest.failed = True
            if name in self._canvas.pieces:
                self._say(self._canvas.pieces[name], " ".join(str(error).split()))
        finally:
            guest.under_way = False
        if self._guests.get(name) is not guest and guest.proxy is not None:
            guest.proxy.close()
        self.look_soon()

    def _refuse_endless(self, piece: Piece) -> None:
        """A desktop that lies on itself would have no end."""
        around_it = list(_desktops_around(self._canvas))
        if identity(piece.item.reference[0]) in [each.origin for each in around_it]:
            raise NotShownError(_tr("It is the desktop that it lies on."))
        if len(around_it) > _DEEPEST:
            raise NotShownError(_tr("Too many desktops lie in each other."))

    def _wake(self, piece: Piece, guest: _Guest) -> None:
        try:
            guest.views = self._context.show(guest.proxy)
        except ActivationError as error:
            self._say(piece, str(error))
            return
        shown = [view for view in guest.views if isinstance(view.widget, QWidget)]
        if not shown:
            self._say(piece, _tr("It works without being seen."))
            return
        self.wakes += 1
        piece.picture = None
        piece.set_content(_side_by_side([view.widget for view in shown]))

    def _put_to_sleep(self, piece: Piece, guest: _Guest) -> None:
        if piece.content is not None and piece.content.widget() is not None:
            piece.picture = piece.content.widget().grab()
        for view in guest.views:
            view.close()
        guest.views = []
        piece.set_content(None)

    @staticmethod
    def _say(piece: Piece, said: str) -> None:
        piece.words = said
        piece.update()


def _desktops_around(canvas: Canvas) -> Iterator[Canvas]:
    """This desktop, the one that it lies on, and so on."""
    found: Canvas | None = canvas
    while found is not None:
        yield found
        holder = found.window().graphicsProxyWidget()
        views = holder.scene().views() if holder is not None and holder.scene() is not None else []
        found = next((view for view in views if isinstance(view, Canvas)), None)


def _is_used(piece: Piece) -> bool:
    return piece.content is not None and piece.content.hasFocus()


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
