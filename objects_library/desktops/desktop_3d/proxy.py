# SPDX-License-Identifier: BSD-3-Clause
"""The 3D desktop: models, labels, pictures and live objects in a shared space."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import (
    Cancellable,
    ChannelReference,
    Context,
    Endpoint,
    Label,
    OfType,
    live_object,
    type_name,
    wrapper_of,
)
from app.runtime.references import Reference
from objects_library.desktops.desktop_3d.contents import InitialThing, first_things
from objects_library.desktops.desktop_3d.things import Patch, Space, Thing, Transform
from objects_library.desktops.desktop_3d.visitors import Visitor, Visitors
from objects_library.replication.desktop.shared_desktop import (
    LONGEST_NAME,
    ChangeHeader,
    DesktopHandlers,
    SharedDesktop,
)
from objects_library.replication.desktop.state import NOBODY
from objects_library.replication.presence_table import REFRESH_INTERVAL
from objects_library.replication.replica import RefusedChangeError, Replica

_Anything = Annotated[Reference, OfType("reference[Object]")]
_CAMERA_INTERVAL = 0.1
"""Seconds between two messages about the camera."""


@type_name("SpaceState")
@dataclass(frozen=True)
class SpaceState:
    """All things."""

    things: list[Thing]


@type_name("SpaceChange")
@dataclass(frozen=True)
class SpaceChange(ChangeHeader):
    """Things that are added, changed and removed in one step; or the camera of a person, or their leave."""

    put: list[Thing]
    patches: list[Patch]
    removed: list[UUID]
    looks: list[float]
    """Camera position and direction: five numbers, or none."""
    gone: bool


_CHANGE = wrapper_of(SpaceChange)
_STATE = wrapper_of(SpaceState)


@live_object("e3c739826b019ada1a8aa5e91b66cf9e", name="3D desktop", group="Desktops", limits="up to 5,000 things")
class Desktop3D(DesktopHandlers):
    """A space in which everyone puts models, maps, words and live objects, and sees them move."""

    space = Endpoint(provides={"merge": "last writer per part"})

    def __init__(
        self,
        Channel: ChannelReference[SpaceChange, SpaceState],
        context: Context,
        Contents: Annotated[_Anything | None, Label("What stands there at first")] = None,
        places: Annotated[dict[str, InitialThing] | None, Label("Where, by name")] = None,
    ) -> None:
        self._context = context
        self._first = first_things(Contents, places or {})
        self._desktop = SharedDesktop(context, Space(), self, self._send)
        self._visitors = Visitors()
        self._looking: list[float] = []
        self._looked_at = 0.0
        self._pending_send: Cancellable | None = None
        self._replica = Replica(context, Channel, self, started=self._start, refused=self._not_sent)

    def _start(self) -> None:
        self._context.every(REFRESH_INTERVAL, self._refresh)
        self._context.at_end(self._leave)
        self.show()

    @space.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live:
            self._desktop.show()
            self.visitors(self._visitors.all())

    @space.incoming
    def put(self, items: list[Thing]) -> None:
        """Add things."""
        self._desktop.put(items)

    @space.incoming
    def place(self, items: list[UUID], places: list[Transform], done: bool) -> None:
        """Move, rotate or scale things, as often as needed; everything until `done` is one step."""
        self._desktop.place(items, places, done)

    @space.incoming
    def change(self, patches: list[Patch]) -> None:
        """Change fields of things: lock, title, text, colour, texture, reference, stream."""
        self._desktop.change(patches)

    remove = space.incoming(DesktopHandlers.remove)
    undo = space.incoming(DesktopHandlers.undo)
    redo = space.incoming(DesktopHandlers.redo)

    @space.incoming
    def look(self, x: float, y: float, z: float, turn: float, pitch: float) -> None:
        """Show the others the camera of this person, at most ten times a second."""
        self._looking = [x, y, z, turn, pitch]
        wait = self._looked_at + _CAMERA_INTERVAL - monotonic()
        if wait <= 0:
            self._send_look()
        elif self._pending_send is None:
            self._pending_send = self._context.later(wait, self._send_look)

    items = space.sends(items=list[Thing])
    changed = space.sends(put=list[Thing], patches=list[Patch], removed=list[UUID], by=str, echo=bool)
    visitors = space.sends(visitors=list[Visitor])
    history = space.sends(can_undo=bool, can_redo=bool)
    refused = space.sends(reason=str)

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change from the channel."""
        update: SpaceChange = _CHANGE.lift(change)
        if update.gone or update.looks:
            self._update_presence(update)
        else:
            self._desktop.apply(update)

    def give_state(self) -> Any:
        """All things."""
        return _STATE.lower(SpaceState(list(self._desktop.things.items.values())))

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy."""
        self._desktop.restart(self._first if state is None else _STATE.lift(state).things)

    def _update_presence(self, update: SpaceChange) -> None:
        if update.by == self._desktop.me:
            return
        if update.gone:
            known = self._visitors.gone(update.by)
        elif len(update.looks) == 5:
            known = self._visitors.update(Visitor(update.by, update.name, *update.looks))
        else:
            known = False
        if not known:
            raise RefusedChangeError("nobody can look from there")
        self.visitors(self._visitors.all())

    def _send_look(self) -> None:
        if self._pending_send is not None:
            self._pending_send.cancel()
            self._pending_send = None
        self._looked_at = monotonic()
        if self._looking and self._replica.live and self._replica.writable:
            self._send_presence(looks=self._looking)

    def _refresh(self) -> None:
        if self._visitors.expire():
            self.visitors(self._visitors.all())
        if monotonic() - self._looked_at >= REFRESH_INTERVAL / 2:
            self._send_look()

    def _leave(self) -> None:
        if self._looking and self._replica.live:
            self._send_presence(gone=True)

    def _send_presence(self, looks: list[float] | None = None, *, gone: bool = False) -> None:
        name = self._context.node_name[:LONGEST_NAME]
        change = SpaceChange(self._desktop.me, name, NOBODY, [], [], [], looks or [], gone)
        self._replica.send(_CHANGE.lower(change))

    def _send(
        self, by: UUID, name: str, step: UUID, put: list[Thing], patches: list[Patch], removed: list[UUID]
    ) -> None:
        self._replica.send(_CHANGE.lower(SpaceChange(by, name, step, put, patches, removed, [], False)))
