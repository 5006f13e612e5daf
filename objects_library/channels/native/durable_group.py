# SPDX-License-Identifier: BSD-3-Clause
"""A replicated group whose state outlives its users: every node stores it on disk."""

from __future__ import annotations

import asyncio
import copy
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import ValueRefusedError
from app.runtime.storage import StorageError
from app.runtime.types import ValueType
from app.transport_native import Policy
from objects_library.channels.native import scope_registry
from objects_library.channels.native.durable_log import IN_USE, DurableLog
from objects_library.channels.native.messages import FrameError, History, Kept, Message, ReplicaStatus
from objects_library.channels.native.replicated_group import ChannelUser, ReplicatedGroup, find_replicated_group
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.snapshot import Snapshot


class DurableGroup(ReplicatedGroup):
    """A replicated group that logs every message. Created by `open_durable`."""

    def __init__(
        self, key: tuple[int, ScopeAddress, str], policy: Policy, state_type: ValueType, name: str, copies: int
    ) -> None:
        self._copies = copies
        self._on_disk: dict[int, int] = {}
        self._for_disk: dict[UUID, tuple[History, bool]] = {}
        self._loading = False
        self._backups = 0
        self._base: Any = None
        self._tail: list[Message] = []
        self._keeper = DurableLog(name, state_type, self._kept, self._report_trouble)
        super().__init__(key, policy, state_type)

    def _finish(self) -> None:
        super()._finish()
        scope_registry.finish(self._keeper.close())

    # ---- users

    def add_user(self, user: ChannelUser) -> None:
        if self.replica.standing is not ReplicaStatus.ABSENT:
            super().add_user(user)
            return
        self.register_user(user)
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
        if not self.users:
            return
        if not self._keeper.is_open:
            self.reason = IN_USE
        if stored is None:
            self.replica.enter()
            return
        self._tail = []
        super().start_with(Snapshot(stored.state))
        for message in stored.messages:
            self._remember(message)
            super().deliver(message)
        self._on_disk[self.replica.own] = stored.history.count
        self.replica.enter_with(stored.history)

    # ---- requests of the state transfer

    def deliver(self, message: Message) -> None:
        self._remember(message)
        super().deliver(message)
        self._keeper.append(self.replica.count, self.replica.generation, message)

    def start_empty(self) -> None:
        self._tail = []
        super().start_empty()
        if self._keeper.last:
            self._ask_for_disk(anew=True)

    def start_with(self, snapshot: Snapshot) -> None:
        self._tail = list(snapshot.tail) if self._backups else []
        super().start_with(snapshot)
        self._ask_for_disk(anew=True)

    def _ask_for_disk(self, anew: bool) -> None:
        """Ask the application for its state at this position; the answer is `give_state`."""
        if not self._keeper.is_open:
            return
        donors = [each for each in self.users if each.started]
        # Only an application has the state without a tail and can compact the log.
        donor = next((each for each in donors if not isinstance(each.user, BackupUser)), None)
        if donor is None and donors and anew:
            donor = donors[0]
        if donor is not None:
            request = uuid4()
            self._for_disk[request] = (self.replica.history, anew)
            donor.user.wants_state(request)

    def give_state(self, request: UUID, state: Any) -> None:
        wanted = self._for_disk.pop(request, None)
        if wanted is None:
            super().give_state(request, state)
        elif not wanted[1]:
            self._shorten(wanted[0], state)
        elif isinstance(state, Snapshot):
            self._begin_anew(wanted[0], state)
        else:
            self._keeper.begin_anew(wanted[0], state)

    def _shorten(self, history: History, state: Any) -> None:
        if self._backups:
            since = self.replica.count - history.count
            self._base, self._tail = copy.deepcopy(state), self._tail[len(self._tail) - since :]
        self._keeper.shorten(history, state)

    def _begin_anew(self, history: History, snapshot: Snapshot) -> None:
        first = history.count - len(snapshot.tail)
        self._keeper.begin_anew(History(history.seen, history.generation, first), snapshot.state)
        for count, message in enumerate(snapshot.tail, first + 1):
            self._keeper.append(count, history.generation, message)

    # ---- backup without an application

    def keep(self) -> BackupUser:
        """Take part without an application, until the returned user is passed to `let_go`."""
        user = BackupUser(self)
        self._backups += 1
        if self._backups == 1:
            self._tail = []
        self.add_user(user)
        return user

    def let_go(self, user: BackupUser) -> None:
        """Stop storing the channel."""
        self._backups -= 1
        self.remove_user(user)

    def _remember(self, message: Message) -> None:
        if self._backups:
            self._tail.append(message)

    def snapshot(self) -> Snapshot:
        """The state of a backup: a base state and the messages since."""
        return Snapshot(self._base, tuple(self._tail))

    def base_is(self, state: Any) -> None:
        """Set the base state of a backup; `_tail` has what follows."""
        self._base = state

    def is_kept(self, place: int) -> bool:
        members = self.replica.members
        holding = [member for member, count in self._on_disk.items() if count >= place and member in members]
        return len(holding) >= self._copies

    def keeps(self, member: int, count: int) -> None:
        self._on_disk[member] = count
        self.replica.review()

    def _kept(self, count: int) -> None:
        if self.open_count == 0:
            return  # all users have left, and the group member too; only the disk is not ready yet
        if len(self.replica.members) > 1:
            self.send(Kept(count))
        self.keeps(self.replica.own, count)
        if self._keeper.wants_checkpoint and not self._for_disk:
            self._ask_for_disk(anew=False)

    def _report_trouble(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._hold()
            self.changed()


class BackupUser:
    """Stores and transfers the state without interpreting it."""

    def __init__(self, group: DurableGroup) -> None:
        self._replicated_group = group

    def take(self, message: Message) -> None:
        """The group stores the message with its origin."""

    def wants_state(self, request: UUID) -> None:
        """Answer with the stored state."""
        self._replicated_group.give_state(request, self._replicated_group.snapshot())

    def begin_with(self, state: Any) -> None:
        """The group has it."""
        self._replicated_group.base_is(state)

    def accepted(self, request: UUID) -> None:
        """A backup submits nothing."""


def open_durable(
    place: ScopeAddress, group: str, policy: Policy, state_type: ValueType, name: str, copies: int
) -> DurableGroup:
    """Open the durable group of a channel on a node."""
    key = (id(asyncio.get_running_loop()), place, group)
    found = find_replicated_group(key, lambda: DurableGroup(key, policy, state_type, name, copies))
    assert isinstance(found, DurableGroup)
    return found
