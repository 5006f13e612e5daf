# SPDX-License-Identifier: BSD-3-Clause
"""The 2D desktop: objects, texts, pictures and files that everybody moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import ChannelReference, Context, Endpoint, Label, OfType, live_object, type_name, wrapper_of
from app.runtime.references import Reference
from objects_library.desktops.desktop_2d.contents import InitialItem, first_items
from objects_library.desktops.desktop_2d.surface import Surface
from objects_library.replication.desktop.items import Item, Patch, Placement
from objects_library.replication.desktop.shared_desktop import ChangeHeader, DesktopHandlers, SharedDesktop
from objects_library.replication.replica import Replica

_Anything = Annotated[Reference, OfType("reference[Object]")]


@type_name("DesktopChange")
@dataclass(frozen=True)
class DesktopChange(ChangeHeader):
    """Items that one person adds, changes and removes in one step."""

    put: list[Item]
    patches: list[Patch]
    removed: list[UUID]


@type_name("DesktopState")
@dataclass(frozen=True)
class DesktopState:
    """All items."""

    items: list[Item]


_CHANGE = wrapper_of(DesktopChange)
_STATE = wrapper_of(DesktopState)


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e540", name="2D desktop", group="Desktops", limits="up to 5,000 things")
class Desktop2D(DesktopHandlers):
    """A page without end on which everyone puts live objects, texts, pictures and files, and moves them."""

    desktop = Endpoint(provides={"merge": "last writer per part"})

    def __init__(
        self,
        Channel: ChannelReference[DesktopChange, DesktopState],
        context: Context,
        Contents: Annotated[_Anything | None, Label("What lies there at first")] = None,
        places: Annotated[dict[str, InitialItem] | None, Label("Where, by name")] = None,
    ) -> None:
        self._first = first_items(Contents, places or {})
        self._desktop = SharedDesktop(context, Surface(), self, self._send)
        self._replica = Replica(context, Channel, self, started=self.show, refused=self._not_sent)

    @desktop.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live:
            self._desktop.show()

    @desktop.incoming
    def put(self, items: list[Item]) -> None:
        """Add items on top of all others, in this order."""
        self._desktop.put(items)

    @desktop.incoming
    def place(self, items: list[UUID], places: list[Placement], done: bool) -> None:
        """Move items, as often as needed; everything until `done` is one step."""
        self._desktop.place(items, places, done)

    @desktop.incoming
    def change(self, patches: list[Patch]) -> None:
        """Change fields of items: layer, group, lock, title, text, placement."""
        self._desktop.change(patches)

    remove = desktop.incoming(DesktopHandlers.remove)
    undo = desktop.incoming(DesktopHandlers.undo)
    redo = desktop.incoming(DesktopHandlers.redo)

    items = desktop.sends(items=list[Item])
    changed = desktop.sends(put=list[Item], patches=list[Patch], removed=list[UUID], by=str, echo=bool)
    history = desktop.sends(can_undo=bool, can_redo=bool)
    refused = desktop.sends(reason=str)

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change from the channel."""
        update: DesktopChange = _CHANGE.lift(change)
        self._desktop.apply(update)

    def give_state(self) -> Any:
        """All items."""
        return _STATE.lower(DesktopState(list(self._desktop.things.items.values())))

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy."""
        self._desktop.restart(self._first if state is None else _STATE.lift(state).items)

    def _send(
        self, by: UUID, name: str, step: UUID, put: list[Item], patches: list[Patch], removed: list[UUID]
    ) -> None:
        self._replica.send(_CHANGE.lower(DesktopChange(by, name, step, put, patches, removed)))
