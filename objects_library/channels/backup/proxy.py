# SPDX-License-Identifier: BSD-3-Clause
"""A replica of a durable channel that stays when its users have gone."""

from __future__ import annotations

from typing import Generic

from app.runtime.library import live_object
from objects_library.channels.durable.proxy import DurableChannel
from objects_library.channels.native.channel import T
from objects_library.channels.native.durable_group import BackupUser, DurableGroup
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.stateful_channel import S


@live_object(
    "af1357a415799901eb93c2bd2d0007f0", name="Backup of a durable channel", group="Channels", limits="state up to 1 GB"
)
class Backup(DurableChannel[T, S], Generic[T, S]):
    """Keeps a durable channel on this computer's disk and hands it to newcomers, with no user here."""

    channel = DurableChannel.channel.stronger()
    kind = "durable"

    def _set_up(self) -> None:
        super()._set_up()
        self._kept: tuple[DurableGroup, BackupUser] | None = None

    def _begin(self, place: ScopeAddress) -> None:
        super()._begin(place)
        assert isinstance(self._replicated_group, DurableGroup)
        self._kept = (self._replicated_group, self._replicated_group.keep())

    def _end(self) -> None:
        if self._kept is not None:
            group, user = self._kept
            self._kept = None
            group.let_go(user)
        super()._end()
