# SPDX-License-Identifier: BSD-3-Clause
"""One copy of a shared desktop: sends the user's changes, applies those of all, undoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, Protocol
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, Context
from objects_library.replication.desktop.state import NOBODY, AppliedChange, I, P, ReplicatedItems
from objects_library.replication.desktop.undo_history import UndoHistory
from objects_library.replication.replica import RefusedChangeError
from objects_library.values.person_id import new_person_id

_SHORTEST = 1 / 60
"""Seconds between two messages about items that are dragged."""
LONGEST_NAME = 100


@dataclass(frozen=True)
class ChangeHeader:
    """Who sends a change, and in which step."""

    by: UUID
    name: str
    step: UUID
    """Changes with the same step are undone together; `NOBODY` marks an undo or a redo."""


class ChangeMessage(Protocol[I, P]):
    """Items that one person adds, changes and removes in one step."""

    @property
    def by(self) -> UUID:
        """The copy that sent it."""

    @property
    def name(self) -> str:
        """The name of the person."""

    @property
    def step(self) -> UUID:
        """Changes with the same step are undone together; `NOBODY` marks an undo or a redo."""

    @property
    def put(self) -> list[I]:
        """New items."""

    @property
    def patches(self) -> list[P]:
        """Changed items."""

    @property
    def removed(self) -> list[UUID]:
        """Removed items."""


class DesktopObserver(Protocol[I, P]):
    """The receiver of notifications: the endpoint of the desktop."""

    def items(self, items: list[I]) -> None:
        """All items."""

    def changed(self, put: list[I], patches: list[P], removed: list[UUID], by: str, echo: bool) -> None:
        """Items were added, changed or removed."""

    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to redo."""

    def refused(self, reason: str) -> None:
        """A request was refused."""


Send = Callable[[UUID, str, UUID, list[I], list[P], list[UUID]], None]
"""Sends a change to everyone: sender, name, step, new, changed and removed items."""


class SharedDesktop(Generic[I, P]):
    """One copy of a shared desktop."""

    def __init__(self, context: Context, things: ReplicatedItems[I, P], front: Any, send: Send[I, P]) -> None:
        self.me = new_person_id(context)
        self.things = things
        self.history: UndoHistory[I, P] = UndoHistory()
        self._context = context
        self._observer: DesktopObserver[I, P] = front
        self._send_change = send
        self._moving: dict[UUID, Any] = {}
        self._step = NOBODY
        self._sent_at = 0.0
        self._pending_send: Cancellable | None = None

    def restart(self, items: Iterable[I]) -> None:
        """Start from the state of another copy."""
        self.things = type(self.things)(items)

    def show(self) -> None:
        """Send all items."""
        self._observer.items(list(self.things.items.values()))
        self._notify_history()

    def put(self, items: list[I]) -> None:
        """Add items."""
        if problem := next(filter(None, map(self.things.wrong_item, items)), ""):
            self._observer.refused(problem)
        else:
            self._send(put=items)

    def place(self, items: list[UUID], places: list[Any], done: bool) -> None:
        """Move items, as often as needed; everything until `done` is one step."""
        if len(items) != len(places):
            self._observer.refused("each thing has one place")
            return
        if self._step == NOBODY:
            self._step = uuid4()
        self._moving.update(zip(items, places, strict=True))
        wait = self._sent_at + _SHORTEST - monotonic()
        if done or wait <= 0:
            self._send_moves()
        elif self._pending_send is None:
            self._pending_send = self._context.later(wait, self._send_moves)
        if done:
            self._step = NOBODY

    def change(self, patches: list[P]) -> None:
        """Change fields of items."""
        if problem := next(filter(None, map(self.things.wrong_patch, patches)), ""):
            self._observer.refused(problem)
        else:
            self._send(patches=patches)

    def remove(self, items: list[UUID]) -> None:
        """Remove items."""
        self._send(removed=items)

    def undo(self) -> None:
        """Undo the last step of this copy."""
        self._send_undo(self.history.undo(self.things))

    def redo(self) -> None:
        """Redo the last step that was undone."""
        self._send_undo(self.history.redo(self.things, uuid4()))

    def apply(self, change: ChangeMessage[I, P]) -> None:
        """Apply a change from the channel."""
        mine = change.by == self.me
        named = [*(each.item for each in change.patches), *change.removed]
        before = {name: self.things.items[name] for name in named if name in self.things.items}
        try:
            done = self.things.apply(change.put, change.patches, change.removed)
        except RefusedChangeError as error:
            if mine:
                self._observer.refused(str(error))
                self._observer.items(list(self.things.items.values()))
            raise
        if mine and change.step != NOBODY:
            self.history.note(change.step, before, self.things, done)
        self._observer.changed(done.put, done.patches, done.removed, change.name[:LONGEST_NAME], mine)
        if mine:
            if len(done.put) + len(done.patches) + len(done.removed) < len(change.put) + len(change.patches) + len(
                change.removed
            ):
                self._observer.items(list(self.things.items.values()))
            self._notify_history()

    def _send_moves(self) -> None:
        if self._pending_send is not None:
            self._pending_send.cancel()
            self._pending_send = None
        if not self._moving:
            return
        moved, self._moving = self._moving, {}
        self._sent_at = monotonic()
        patches = [self.things.new_patch(item, place=place) for item, place in moved.items()]
        if problem := next(filter(None, map(self.things.wrong_patch, patches)), ""):
            self._observer.refused(problem)
            return
        self._send(patches=patches, step=self._step if self._step != NOBODY else uuid4())

    def _send_undo(self, done: AppliedChange[I, P] | None) -> None:
        self._send_moves()
        if done is not None and any(done):
            self._send(done.put, done.patches, done.removed, step=NOBODY)
        elif done is not None:
            self._observer.refused("others have changed it since then")
        self._notify_history()

    def _send(
        self,
        put: list[I] | None = None,
        patches: list[P] | None = None,
        removed: list[UUID] | None = None,
        *,
        step: UUID | None = None,
    ) -> None:
        name = self._context.node_name[:LONGEST_NAME]
        chosen = uuid4() if step is None else step
        self._send_change(self.me, name, chosen, put or [], patches or [], removed or [])

    def _notify_history(self) -> None:
        self._observer.history(self.history.can_undo, self.history.can_redo)


class DesktopHandlers:
    """Handlers of the incoming events that are the same for all desktops, without an endpoint.

    A subclass declares them: `undo = desktop.incoming(DesktopHandlers.undo)`.
    """

    _desktop: SharedDesktop[Any, Any]
    refused: Any

    def show(self) -> None:
        """Send the present state to a client that connects."""
        raise NotImplementedError

    def _not_sent(self, reason: str) -> None:
        self.refused(reason)
        self.show()

    def remove(self, items: list[UUID]) -> None:
        """Remove items."""
        self._desktop.remove(items)

    def undo(self) -> None:
        """Undo the last step of this copy."""
        self._desktop.undo()

    def redo(self) -> None:
        """Redo the last step that was undone."""
        self._desktop.redo()
