"""A channel with a common state that outlives all its users: every node keeps it on disk."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import ValueRefusedError
from app.runtime.storage import StorageError
from app.runtime.types import ValueType
from app.transport_native import Policy
from objects_library.channels.native import engines
from objects_library.channels.native.engines import Place
from objects_library.channels.native.frames import FrameError, History, Kept, Message, Standing
from objects_library.channels.native.keeper import IN_USE, Keeper
from objects_library.channels.native.station import Seat, Station, find_station


class DurableStation(Station):
    """A station whose node keeps what is said. Made by `open_durable`."""

    def __init__(
        self, key: tuple[int, Place, str], policy: Policy, state_type: ValueType, name: str, copies: int
    ) -> None:
        self._copies = copies
        self._on_disk: dict[int, int] = {}
        self._for_disk: dict[UUID, tuple[History, bool]] = {}
        self._loading = False
        self._keeper = Keeper(name, state_type, self._kept, self._tell_trouble)
        super().__init__(key, policy, state_type)

    def _finish(self) -> None:
        super()._finish()
        engines.finish(self._keeper.close())

    # ---- users

    def sit(self, seat: Seat) -> None:
        if self.replica.standing is not Standing.ABSENT:
            super().sit(seat)
            return
        self.add_seat(seat)
        if not self._loading:
            self._loading = True
            self._spawn(uuid4(), self._load())

    async def _load(self) -> None:
        try:
            stored = await self._keeper.load()
        except (StorageError, ValueRefusedError, FrameError) as error:
            stored = None
            self.reason = f"what was stored cannot be read: {error}"
        finally:
            self._loading = False
        if not self.seats:
            return
        if not self._keeper.is_open:
            self.reason = IN_USE
        if stored is None:
            self.replica.enter()
            return
        super().start_with(stored.state)
        for message in stored.messages:
            super().deliver(message)
        self._on_disk[self.replica.own] = stored.history.count
        self.replica.enter_with(stored.history)

    # ---- what the replica asks for

    def deliver(self, message: Message) -> None:
        super().deliver(message)
        self._keeper.append(self.replica.count, self.replica.generation, message)
        if self._keeper.wants_checkpoint and not self._for_disk:
            self._ask_for_disk(anew=False)

    def start_empty(self) -> None:
        super().start_empty()
        if self._keeper.last:
            self._ask_for_disk(anew=True)

    def start_with(self, state: Any) -> None:
        super().start_with(state)
        self._ask_for_disk(anew=True)

    def _ask_for_disk(self, anew: bool) -> None:
        """The application is asked for its state as it is here in the order; it comes to `give_state`."""
        if not self._keeper.is_open:
            return
        donor = next((each for each in self.seats if each.started), None)
        if donor is not None:
            request = uuid4()
            self._for_disk[request] = (self.replica.history, anew)
            donor.seat.wants_state(request)

    def give_state(self, request: UUID, state: Any) -> None:
        wanted = self._for_disk.pop(request, None)
        if wanted is None:
            super().give_state(request, state)
        elif wanted[1]:
            self._keeper.begin_anew(wanted[0], state)
        else:
            self._keeper.shorten(wanted[0], state)

    def is_kept(self, place: int) -> bool:
        members = self.replica.members
        holding = [member for member, count in self._on_disk.items() if count >= place and member in members]
        return len(holding) >= self._copies

    def keeps(self, member: int, count: int) -> None:
        self._on_disk[member] = count
        self.replica.review()

    def _kept(self, count: int) -> None:
        if len(self.replica.members) > 1:
            self.send(Kept(count))
        self.keeps(self.replica.own, count)

    def _tell_trouble(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self.replica.hold(trouble is not None)
            self.changed()


def open_durable(
    place: Place, group: str, policy: Policy, state_type: ValueType, name: str, copies: int
) -> Station:
    """The station of a durable channel on a node."""
    key = (id(asyncio.get_running_loop()), place, group)
    return find_station(key, lambda: DurableStation(key, policy, state_type, name, copies))
