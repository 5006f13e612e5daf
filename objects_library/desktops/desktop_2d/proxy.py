"""A desktop in two dimensions: objects, texts, pictures and files that everyone moves about."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any
from uuid import UUID, uuid4

from app.runtime.library import (
    Cancellable,
    CheckpointedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    OfType,
    live_object,
    type_name,
    wrapper_of,
)
from app.runtime.references import Reference
from objects_library.desktops.desktop_2d.contents import Spot, first_items
from objects_library.desktops.desktop_2d.history import History
from objects_library.desktops.desktop_2d.items import (
    NOBODY,
    Item,
    Patch,
    Place,
    wrong_item,
    wrong_patch,
)
from objects_library.desktops.desktop_2d.surface import Done, Surface
from objects_library.variables.replica import RefusedChangeError, Replica

_Anything = Annotated[Reference, OfType("reference[Object]")]
_SHORTEST = 1 / 60
"""Seconds between two words about things that are being moved."""
_LONGEST_NAME = 100


@type_name("DesktopChange")
@dataclass(frozen=True)
class DesktopChange:
    """What somebody puts down, changes and takes away in one go."""

    by: UUID
    name: str
    step: UUID
    """What is undone together; nobody's is what was undone or done again."""
    put: list[Item]
    patches: list[Patch]
    removed: list[UUID]


@type_name("DesktopState")
@dataclass(frozen=True)
class DesktopState:
    """All that lies there."""

    items: list[Item]


_CHANGE = wrapper_of(DesktopChange)
_STATE = wrapper_of(DesktopState)


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e540", name="2D desktop", group="Desktops")
class Desktop2D:
    """A page without end on which everyone puts live objects, texts, pictures and files, and moves them."""

    desktop = Endpoint(provides={"merge": "last writer per part"})

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[DesktopChange, DesktopState]],  # noqa: N803 - as references say
        context: Context,
        Contents: Annotated[_Anything | None, Label("What lies there at first")] = None,  # noqa: N803
        places: Annotated[dict[str, Spot] | None, Label("Where, by name")] = None,
    ) -> None:
        self._context = context
        self._first = first_items(Contents, places or {})
        self._me = uuid4()
        self._surface = Surface()
        self._history = History()
        self._moving: dict[UUID, Place] = {}
        self._step = NOBODY
        self._said_at = 0.0
        self._saying: Cancellable | None = None
        self._replica = Replica(context, Channel, self, started=self.show, refused=self._not_sent)

    @desktop.connected
    def show(self) -> None:
        """Whoever connects sees all that lies there."""
        if self._replica.live:
            self.items(list(self._surface.items.values()))
            self.history(self._history.can_undo, self._history.can_redo)

    @desktop.incoming
    def put(self, items: list[Item]) -> None:
        """Lay new things down; they lie on top of all others, in this order."""
        if problem := next(filter(None, map(wrong_item, items)), ""):
            self.refused(problem)
            return
        self._send(put=items)

    @desktop.incoming
    def place(self, items: list[UUID], places: list[Place], done: bool) -> None:
        """Put things to other places, as often as one likes; all that comes until `done` is one step."""
        if len(items) != len(places):
            self.refused("each thing has one place")
            return
        if self._step == NOBODY:
            self._step = uuid4()
        self._moving.update(zip(items, places, strict=True))
        wait = self._said_at + _SHORTEST - monotonic()
        if done or wait <= 0:
            self._say_moves()
        elif self._saying is None:
            self._saying = self._context.later(wait, self._say_moves)
        if done:
            self._step = NOBODY

    @desktop.incoming
    def change(self, patches: list[Patch]) -> None:
        """Change something about things: layer, group, lock, title, text, place."""
        if problem := next(filter(None, map(wrong_patch, patches)), ""):
            self.refused(problem)
            return
        self._send(patches=patches)

    @desktop.incoming
    def remove(self, items: list[UUID]) -> None:
        """Take things away."""
        self._send(removed=items)

    @desktop.incoming
    def undo(self) -> None:
        """Take back what was done last through this copy."""
        self._redo_or_undo(self._history.undo(self._surface))

    @desktop.incoming
    def redo(self) -> None:
        """Do again what was taken back."""
        self._redo_or_undo(self._history.redo(self._surface, uuid4()))

    @desktop.outgoing
    def items(self, items: list[Item]) -> None:
        """All that lies there."""

    @desktop.outgoing
    def changed(
        self, put: list[Item], patches: list[Patch], removed: list[UUID], by: str, echo: bool
    ) -> None:
        """Things came, are other than before, or went; `echo` is what whoever hears it has done."""

    @desktop.outgoing
    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to do again."""

    @desktop.outgoing
    def refused(self, reason: str) -> None:
        """It was not done."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Make a change that somebody sent."""
        told: DesktopChange = _CHANGE.lift(change)
        mine = told.by == self._me
        before = {name: self._surface.items[name] for name in _named(told) if name in self._surface.items}
        try:
            done = self._surface.apply(told.put, told.patches, told.removed)
        except RefusedChangeError as error:
            if mine:
                self.refused(str(error))
                self.items(list(self._surface.items.values()))
            raise
        if mine and told.step != NOBODY:
            self._history.note(told.step, before, self._surface, done)
        self.changed(done.put, done.patches, done.removed, told.name[:_LONGEST_NAME], mine)
        if mine:
            if len(done.put) + len(done.patches) + len(done.removed) < _parts(told):
                self.items(list(self._surface.items.values()))
            self.history(self._history.can_undo, self._history.can_redo)

    def give_state(self) -> Any:
        """All that lies there."""
        return _STATE.lower(DesktopState(list(self._surface.items.values())))

    def take_state(self, state: Any) -> None:
        """Start from what the others have."""
        self._surface = Surface(self._first if state is None else _STATE.lift(state).items)

    def _say_moves(self) -> None:
        if self._saying is not None:
            self._saying.cancel()
            self._saying = None
        if not self._moving:
            return
        moved, self._moving = self._moving, {}
        self._said_at = monotonic()
        patches = [Patch(item, place) for item, place in moved.items()]
        if problem := next(filter(None, map(wrong_patch, patches)), ""):
            self.refused(problem)
            return
        self._send(patches=patches, step=self._step if self._step != NOBODY else uuid4())

    def _redo_or_undo(self, done: Done | None) -> None:
        self._say_moves()
        if done is not None and any(done):
            self._send(done.put, done.patches, done.removed, step=NOBODY)
        elif done is not None:
            self.refused("others have changed it since then")
        self.history(self._history.can_undo, self._history.can_redo)

    def _send(
        self,
        put: list[Item] | None = None,
        patches: list[Patch] | None = None,
        removed: list[UUID] | None = None,
        *,
        step: UUID | None = None,
    ) -> None:
        name = self._context.node_name[:_LONGEST_NAME]
        chosen = uuid4() if step is None else step
        change = DesktopChange(self._me, name, chosen, put or [], patches or [], removed or [])
        self._replica.send(_CHANGE.lower(change))

    def _not_sent(self, reason: str) -> None:
        self.refused(reason)
        self.show()


def _parts(change: DesktopChange) -> int:
    return len(change.put) + len(change.patches) + len(change.removed)


def _named(change: DesktopChange) -> list[UUID]:
    return [*(each.item for each in change.patches), *change.removed]
