"""A replica of a durable channel that stays when its users have gone."""

from __future__ import annotations

from typing import Generic

from app.runtime.library import live_object
from objects_library.channels.durable.proxy import DurableChannel
from objects_library.channels.native.durable_station import BackupSeat, DurableStation
from objects_library.channels.native.engines import Place
from objects_library.channels.native.with_state import S, T


@live_object("af1357a415799901eb93c2bd2d0007f0", name="Backup of a durable channel", group="Channels")
class Backup(DurableChannel[T, S], Generic[T, S]):
    """Keeps a durable channel on this computer's disk and hands it to newcomers, with no user here."""

    channel = DurableChannel.channel.stronger()
    kind = "durable"

    def _set_up(self) -> None:
        super()._set_up()
        self._kept: tuple[DurableStation, BackupSeat] | None = None

    def _begin(self, place: Place) -> None:
        super()._begin(place)
        assert isinstance(self._station, DurableStation)
        self._kept = (self._station, self._station.keep())

    def _end(self) -> None:
        if self._kept is not None:
            station, seat = self._kept
            self._kept = None
            station.let_go(seat)
        super()._end()
