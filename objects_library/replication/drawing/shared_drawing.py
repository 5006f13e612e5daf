# SPDX-License-Identifier: BSD-3-Clause
"""The common base of whiteboards and maps: one copy of a shared drawing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, ClassVar
from uuid import UUID

from app.runtime.library import Cancellable, Context, Endpoint, type_name, wrapper_of
from app.runtime.references import Reference
from objects_library.replication.desktop.shared_desktop import ChangeHeader, SharedDesktop
from objects_library.replication.desktop.state import NOBODY, AppliedChange
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.presence import DrawingPresence, Person, Pointing
from objects_library.replication.drawing.shapes import LONGEST_NAME, Frame, Growth, Shape, ShapePatch
from objects_library.replication.presence_table import REFRESH_INTERVAL
from objects_library.replication.replica import RefusedChangeError, Replica

_SHORTEST = 1 / 60
"""Seconds between two messages about a shape that is being drawn."""
_POINTS = 0.05
"""Seconds between two messages about the pointer."""


@type_name("DrawingChange")
@dataclass(frozen=True)
class DrawingChange(ChangeHeader):
    """Shapes that are added, changed and removed in one step; or a presence message, which is not stored."""

    put: list[Shape]
    grown: list[Growth]
    patches: list[ShapePatch]
    removed: list[UUID]
    word: str
    """`hello`, `here` (with the pointer) or `adieu`; otherwise empty."""
    pointing: Pointing | None


@type_name("DrawingState")
@dataclass(frozen=True)
class DrawingState:
    """All shapes."""

    shapes: list[Shape]


_CHANGE = wrapper_of(DrawingChange)
_STATE = wrapper_of(DrawingState)


class SharedDrawing:
    """The common base of drawings; everyone undoes only their own steps."""

    board: ClassVar[type[Board]]
    drawing = Endpoint(provides={"merge": "last writer per part"})

    def __init__(self, channel: Reference, context: Context) -> None:
        self._context = context
        self._desktop: SharedDesktop[Shape, ShapePatch] = SharedDesktop(
            context, self.board(), _Observer(self), self._send
        )
        self._presence = DrawingPresence()
        self._growing: dict[UUID, Growth] = {}
        self._top = 0
        self._sent_at = 0.0
        self._pending_send: Cancellable | None = None
        self._pointing: Pointing | None = None
        self._pending_pointing: Cancellable | None = None
        self._replica = Replica(context, channel, self, started=self._started, refused=self._not_sent, causes=True)
        self._greeted = False
        context.every(REFRESH_INTERVAL, self._refresh)

    @property
    def _board(self) -> Board:
        things = self._desktop.things
        assert isinstance(things, Board)
        return things

    @drawing.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live:
            self._desktop.show()
            self.people(self._presence.all())

    @drawing.incoming
    def put(self, shapes: list[Shape]) -> None:
        """Add shapes; author and layer are filled in here."""
        name = self._context.node_name[:LONGEST_NAME]
        drawn = []
        for shape in shapes:
            self._top = max(self._board.top, self._top) + 1
            drawn.append(replace(shape, owner=self._desktop.me, by=name, layer=self._top))
        if drawn and not drawn[0].done:  # a shape that is still being drawn is one step with what follows
            if problem := self._board.wrong_item(drawn[0]):
                self.refused(problem)
            else:
                self._send(self._desktop.me, name, drawn[0].item, drawn[:1], [], [])
        else:
            self._desktop.put(drawn)

    @drawing.incoming
    def grow(self, shape: UUID, points: bytes, done: bool) -> None:
        """Append points to a shape; they are sent in small batches."""
        before = self._growing.get(shape)
        self._growing[shape] = Growth(shape, (before.points if before else b"") + points, done)
        wait = self._sent_at + _SHORTEST - monotonic()
        if done or wait <= 0:
            self._send_growth()
        elif self._pending_send is None:
            self._pending_send = self._context.later(wait, self._send_growth)

    @drawing.incoming
    def place(self, shapes: list[UUID], places: list[Frame], done: bool) -> None:
        """Move or stretch shapes, as often as needed; everything until `done` is one step."""
        self._desktop.place(shapes, places, done)

    @drawing.incoming
    def change(self, patches: list[ShapePatch]) -> None:
        """Change fields of shapes: colour, width, text, note, icon, layer, frame, lock."""
        self._desktop.change(patches)

    @drawing.incoming
    def remove(self, shapes: list[UUID]) -> None:
        """Remove shapes."""
        self._desktop.remove(shapes)

    @drawing.incoming
    def undo(self) -> None:
        """Undo the last step of this copy."""
        self._send_growth()
        self._desktop.undo()

    @drawing.incoming
    def redo(self) -> None:
        """Redo the last step that was undone."""
        self._send_growth()
        self._desktop.redo()

    @drawing.incoming
    def point(self, pointing: Pointing) -> None:
        """Show the others the pointer and the view of this person."""
        self._pointing = pointing
        if self._pending_pointing is None:
            self._pending_pointing = self._context.later(_POINTS, self._send_pointing)

    @drawing.outgoing
    def shapes(self, shapes: list[Shape]) -> None:
        """All shapes."""

    @drawing.outgoing
    def changed(self, put: list[Shape], patches: list[ShapePatch], removed: list[UUID], by: str, echo: bool) -> None:
        """Shapes were added, changed or removed; `echo` marks the receiver's own changes."""

    @drawing.outgoing
    def grown(self, shape: UUID, points: bytes, done: bool, echo: bool) -> None:
        """Points were appended to a shape."""

    @drawing.outgoing
    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to redo."""

    @drawing.outgoing
    def people(self, people: list[Person]) -> None:
        """The other people, their pointers and views."""

    @drawing.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change from the channel."""
        update: DrawingChange = _CHANGE.lift(change)
        if update.word:
            self._update_presence(update)
            return
        if not update.grown:
            self._desktop.apply(update)
            return
        if len(update.grown) > 1 or update.put or update.patches or update.removed:
            raise RefusedChangeError("one shape grows at a time, and nothing else with it")
        self._grow(update, update.grown[0])

    def give_state(self) -> Any:
        """All shapes."""
        return _STATE.lower(DrawingState(list(self._board.items.values())))

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy."""
        self._desktop.restart(() if state is None else _STATE.lift(state).shapes)

    def _grow(self, update: DrawingChange, growth: Growth) -> None:
        mine = update.by == self._desktop.me
        try:
            shape = self._board.grow(growth, update.by)
        except RefusedChangeError as error:
            if mine and growth.done:
                self.refused(str(error))
                self.shapes(list(self._board.items.values()))
            raise
        if mine and update.step != NOBODY:
            self._desktop.history.note(update.step, {}, self._board, AppliedChange([shape], [], []))
        self.grown(growth.item, growth.points, growth.done, mine)

    def _started(self) -> None:
        self.show()
        self._send_presence("hello")
        if not self._greeted:
            self._greeted = True
            self._context.at_end(self._leave)  # callbacks run in reverse order

    def _leave(self) -> None:
        if self._replica.live and self._replica.writable:
            self._send_presence("adieu")

    def _update_presence(self, update: DrawingChange) -> None:
        if update.by == self._desktop.me:
            return
        if update.word == "hello":
            self._send_pointing()
        elif update.word == "adieu":
            if self._presence.gone(update.by):
                self.people(self._presence.all())
        elif update.word != "here":
            raise RefusedChangeError(f"nobody knows the word {update.word[:20]!r}")
        elif update.pointing is None or not self._presence.update(update.by, update.name, update.pointing):
            raise RefusedChangeError("somebody points where nothing is")
        else:
            self.people(self._presence.all())

    def _send_growth(self) -> None:
        if self._pending_send is not None:
            self._pending_send.cancel()
            self._pending_send = None
        self._sent_at = monotonic()
        growing, self._growing = self._growing, {}
        for growth in growing.values():
            self._send(self._desktop.me, self._context.node_name, growth.item, [], [], [], [growth])

    def _send(
        self,
        by: UUID,
        name: str,
        step: UUID,
        put: list[Shape],
        patches: list[ShapePatch],
        removed: list[UUID],
        grown: list[Growth] | None = None,
    ) -> None:
        change = DrawingChange(by, name[:LONGEST_NAME], step, put, grown or [], patches, removed, "", None)
        self._replica.send(_CHANGE.lower(change))

    def change_that_puts(self, shape: Shape) -> Any:
        """The change that adds a shape in the name of this copy."""
        name = self._context.node_name[:LONGEST_NAME]
        drawn = replace(shape, owner=self._desktop.me, by=name, layer=max(self._board.top, self._top) + 1)
        return _CHANGE.lower(DrawingChange(self._desktop.me, name, shape.item, [drawn], [], [], [], "", None))

    def _send_presence(self, word: str, pointing: Pointing | None = None) -> None:
        name = self._context.node_name[:LONGEST_NAME]
        change = DrawingChange(self._desktop.me, name, NOBODY, [], [], [], [], word, pointing)
        self._replica.send(_CHANGE.lower(change))

    def _send_pointing(self) -> None:
        self._pending_pointing = None
        if self._pointing is not None and self._replica.live and self._replica.writable:
            self._send_presence("here", self._pointing)

    def _refresh(self) -> None:
        self._send_pointing()
        if self._presence.expire():
            self.people(self._presence.all())

    def _not_sent(self, reason: str) -> None:
        self.refused(reason)
        self.show()


class _Observer:
    """Translates the notifications of a shared desktop to the events of a drawing."""

    def __init__(self, drawing: SharedDrawing) -> None:
        self.items = drawing.shapes
        self.changed = drawing.changed
        self.history = drawing.history
        self.refused = drawing.refused
