"""One copy's share in a desktop: says what a person does, takes what all do, can take it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Generic, Protocol
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, Context
from objects_library.replication.desktop.state import NOBODY, AppliedChange, I, P, ReplicatedItems
from objects_library.replication.desktop.undo_history import UndoHistory
from objects_library.replication.replica import RefusedChangeError

_SHORTEST = 1 / 60
"""Seconds between two words about things that are being moved."""
LONGEST_NAME = 100


class ChangeMessage(Protocol[I, P]):
    """What somebody puts down, changes and takes away in one go."""

    @property
    def by(self) -> UUID:
        """Which copy."""

    @property
    def name(self) -> str:
        """Whose it is."""

    @property
    def step(self) -> UUID:
        """What is undone together; nobody's is what was undone or done again."""

    @property
    def put(self) -> list[I]:
        """What is new."""

    @property
    def patches(self) -> list[P]:
        """What is other."""

    @property
    def removed(self) -> list[UUID]:
        """What is gone."""


class DesktopObserver(Protocol[I, P]):
    """Who is told: the endpoint of the desktop."""

    def items(self, items: list[I]) -> None:
        """All that lies there."""

    def changed(self, put: list[I], patches: list[P], removed: list[UUID], by: str, echo: bool) -> None:
        """Something is other than before."""

    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to do again."""

    def refused(self, reason: str) -> None:
        """The acknowledgement was refused."""


Send = Callable[[UUID, str, UUID, list[I], list[P], list[UUID]], None]
"""Gives a change to everyone: by whom, their name, the step, what is new, other and gone."""


class SharedDesktop(Generic[I, P]):
    """One copy."""

    def __init__(self, context: Context, things: ReplicatedItems[I, P], front: Any, send: Send[I, P]) -> None:
        self.me = uuid4()
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
        """Tell all that lies there."""
        self._observer.items(list(self.things.items.values()))
        self._notify_history()

    def put(self, items: list[I]) -> None:
        """Lay new things down."""
        if problem := next(filter(None, map(self.things.wrong_item, items)), ""):
            self._observer.refused(problem)
        else:
            self._send(put=items)

    def place(self, items: list[UUID], places: list[Any], done: bool) -> None:
        """Put things to other places, as often as one likes; all that comes until `done` is one step."""
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
        """Change something about things."""
        if problem := next(filter(None, map(self.things.wrong_patch, patches)), ""):
            self._observer.refused(problem)
        else:
            self._send(patches=patches)

    def remove(self, items: list[UUID]) -> None:
        """Take things away."""
        self._send(removed=items)

    def undo(self) -> None:
        """Take back what was done last through this copy."""
        self._send_undo(self.history.undo(self.things))

    def redo(self) -> None:
        """Do again what was taken back."""
        self._send_undo(self.history.redo(self.things, uuid4()))

    def apply(self, told: ChangeMessage[I, P]) -> None:
        """Make a change that somebody sent."""
        mine = told.by == self.me
        named = [*(each.item for each in told.patches), *told.removed]
        before = {name: self.things.items[name] for name in named if name in self.things.items}
        try:
            done = self.things.apply(told.put, told.patches, told.removed)
        except RefusedChangeError as error:
            if mine:
                self._observer.refused(str(error))
                self._observer.items(list(self.things.items.values()))
            raise
        if mine and told.step != NOBODY:
            self.history.note(told.step, before, self.things, done)
        self._observer.changed(done.put, done.patches, done.removed, told.name[:LONGEST_NAME], mine)
        if mine:
            if len(done.put) + len(done.patches) + len(done.removed) < len(told.put) + len(
                told.patches
            ) + len(told.removed):
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

    def remove(self, items: list[UUID]) -> None:
        """Remove items."""
        self._desktop.remove(items)

    def undo(self) -> None:
        """Undo the last step of this copy."""
        self._desktop.undo()

    def redo(self) -> None:
        """Redo the last step that was undone."""
        self._desktop.redo()
