# SPDX-License-Identifier: BSD-3-Clause
"""Admission to a scope that has an owner: everyone with the reference joins it and learns the member list.

Every node introduces itself. A node with a newer member list than another one sends it; only lists that the
owner has signed count. Members move to the scope under the list's key, with all their channels; the others
stay outside and get the reason.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from app.runtime.references import Addressee
from app.runtime.references.envelope import person_name_problem
from app.runtime.trust import Identity, MemberListError, People, TrustError, fingerprint, verify
from app.runtime.trust.carried_members import store_carried
from app.runtime.trust.member_list import (
    MemberList,
    MemberListStore,
    Right,
    new_member_list,
    read_member_list,
    write_member_list,
)
from app.transport_native import Partition, Policy
from objects_library.channels.native import scope_registry
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.admission_messages import AdmittedPerson, Hello, Inside, News
from objects_library.channels.native.group_member import GroupMember, join_group, memberships_here
from objects_library.channels.native.pair_group import forget_pairs, leave_idle
from objects_library.channels.native.scope_registry import ScopeAddress

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange

ADMISSION_GROUP = "door"
"""The name of the group; it carries no messages of channels."""
_PURPOSE = "at the door"
_PATIENCE = 2.0
"""Seconds to wait for the others to report their member list before the scope is entered."""
_TURN = 0.05
"""Seconds between two nodes that could send the member list; usually only the first one does."""
_MOST = 2000


_admissions: dict[tuple[int, ScopeAddress], AdmissionScope] = {}


async def open_admission(address: ChannelAddress, node: str, user: str, name: str) -> AdmissionScope:
    """Open the admission scope of a channel on a node; the caller closes it."""
    key = (id(asyncio.get_running_loop()), (node, address.settings()))
    if key not in _admissions:
        known = await asyncio.to_thread(_what_is_known, address)
        if known.identity.public != user:
            raise MemberListError("this node runs for somebody else", "open it as yourself")
        if key not in _admissions:  # another task may have opened it meanwhile
            _admissions[key] = AdmissionScope(key, replace(address, group=ADMISSION_GROUP), known, name)
    admission = _admissions[key]
    admission.users += 1
    return admission


@dataclass(frozen=True)
class _Known:
    """What this user's files contain about the scope."""

    identity: Identity
    people: People
    store: MemberListStore
    member_list: MemberList | None


def _what_is_known(address: ChannelAddress) -> _Known:
    store, people = MemberListStore(), People()
    people.all()
    store_carried(address.place, address.owner, store)
    return _Known(Identity.of_user(), people, store, store.newest(address.place, address.owner))


def admissions_here(node: str) -> list[AdmissionScope]:
    """All admission scopes of a node."""
    return [admission for (_, place), admission in _admissions.items() if place[0] == node]


def rights_in(place: ScopeAddress) -> Callable[[str], Right]:
    """Return the function from an author to the right in a scope on this node.

    Every copy under the same key decides alike. The event loop is looked up here and not in each call, because
    timers of Qt also run while the loop is stopping.
    """
    key = (id(asyncio.get_running_loop()), place)

    def right_of(author: str) -> Right:
        admission = _admissions.get(key)
        return admission.right_of(author) if admission is not None else Right.EDIT

    return right_of


class AdmissionScope:
    """One node in an admission scope. Created by `open_admission`."""

    def __init__(self, key: tuple[int, ScopeAddress], address: ChannelAddress, known: _Known, name: str) -> None:
        self.users = 0
        self.owner = address.owner
        self.member_list: MemberList | None = None
        self.barred = ""
        """Why this user is not a member; empty for members."""
        self.refused = 0
        self.watchers: list[Callable[[], None]] = []
        self._key = key
        self.place = key[1]
        """The address that the channels of the scope use, whatever its present key."""
        self._address = address
        self._identity = known.identity
        self._name = "" if person_name_problem(name) else name
        self._people = known.people
        self._store = known.store
        self._decided = asyncio.Event()
        self._here: dict[int, Hello] = {}
        self._sending: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[object] | None = None
        self._view_change: ViewChange | None = None
        self._inside: GroupMember | None = None
        self._listening = Inside(self.take_news)
        self._is_prepared = False
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_PATIENCE, self._decide)
        self._member: GroupMember = join_group(
            (self.place[0], address.admission_settings()), ADMISSION_GROUP, Policy(partition=Partition.MERGE), self
        )
        if known.member_list is not None:
            self._take(known.member_list)
        if not self.barred and not self._decided.is_set():
            # Both scopes form their views at once; nothing is sent inside before this user is admitted.
            scope_registry.enter_scope(self.place)
            self._is_prepared = True

    def close(self) -> None:
        """Release one use; the last one leaves the scope."""
        self.users -= 1
        if self.users or _admissions.get(self._key) is not self:
            return
        del _admissions[self._key]
        self._timer.cancel()
        if self._sending is not None:
            self._sending.cancel()
        self._member.detach(self)
        self._leave_prepared()
        if self._inside is not None:
            self._inside.detach(self._listening)
            leave_idle(self.place)
        scope_registry.redirect(self.place, None)

    def _leave_prepared(self) -> None:
        if self._is_prepared:
            self._is_prepared = False
            scope_registry.leave_scope(self.place, scope_registry.scope_at(self.place))

    # ---- queries

    @property
    def is_owner(self) -> bool:
        """Whether this user may remove others."""
        return self._identity.public == self.owner

    @property
    def was_removed(self) -> bool:
        """Whether this user was a member and was removed."""
        return self.member_list is not None and any(each.key == self.me for each in self.member_list.removed)

    @property
    def me(self) -> str:
        """The key of this user."""
        return self._identity.public

    def right_of(self, author: str) -> Right:
        """What a member may do; all may edit until the owner's member list says less."""
        return self.member_list.right_of(author) if self.member_list is not None else Right.EDIT

    @property
    def scope(self) -> str:
        """The name of the scope in the reference."""
        return self._address.scope

    @property
    def scope_id(self) -> str:
        """The id of the scope in member lists."""
        return self._address.place

    @property
    def owner_name(self) -> str:
        """The owner's name by this user's contacts, else by the owner."""
        announced = next((each.name for each in self._here.values() if each.identity == self.owner), "")
        name = self._people.name_of(self.owner) or (self.member_list.name_of(self.owner) if self.member_list else "")
        return name or announced or fingerprint(self.owner)

    @property
    def attendants(self) -> list[AdmittedPerson]:
        """All present who are members or not refused; each person once, this user first."""
        found: dict[str, AdmittedPerson] = {}
        for hello in self._here.values():
            if self.member_list is None or self.member_list.admits(hello.identity):
                found[hello.identity] = self._attendant(hello)
        mine = found.pop(self.me, None)
        return [*([mine] if mine is not None else []), *sorted(found.values(), key=lambda one: one.name)]

    async def entered(self) -> str:
        """Wait until this user's membership is known; return the reason if it is refused."""
        await self._decided.wait()
        return self.barred

    async def caught_up(self, seconds: float) -> bool:
        """Wait until all present have this node's member list; False on time-out."""
        return await self._until(lambda: not self._behind(), seconds)

    async def introduced(self) -> None:
        """Wait until all present have introduced themselves, or until a time-out."""
        await self._until(self._all_known, _PATIENCE)

    def _all_known(self) -> bool:
        return self._view_change is not None and all(each.number in self._here for each in self._view_change.members)

    async def _until(self, true: Callable[[], bool], seconds: float) -> bool:
        news = asyncio.Event()
        self.watchers.append(news.set)
        try:
            async with asyncio.timeout(seconds):
                while not true():
                    news.clear()
                    await news.wait()
        except TimeoutError:
            return False
        finally:
            self.watchers.remove(news.set)
        return True

    def _behind(self) -> bool:
        version = self.member_list.version if self.member_list is not None else 0
        members = self._view_change.members if self._view_change is not None else ()
        others = [member.number for member in members if member.number != self._member.own]
        return any(number not in self._here or self._here[number].version < version for number in others)

    def _attendant(self, hello: Hello) -> AdmittedPerson:
        given = self.member_list.name_of(hello.identity) if self.member_list is not None else ""
        known = self._people.name_of(hello.identity) or given
        name = known or hello.name or fingerprint(hello.identity)
        return AdmittedPerson(hello.identity, name, hello.version, bool(known))

    # ---- operations of the owner

    async def remove(self, people: Iterable[Addressee]) -> MemberList:
        """Remove people: continue without them under a new key."""
        return await self._change((), tuple(people))

    async def admit(self, people: Iterable[Addressee]) -> MemberList:
        """Admit people, who must have the reference."""
        return await self._change(tuple(people), ())

    async def give_rights(self, rights: Mapping[Addressee, Right]) -> MemberList:
        """Give members these rights; all others keep theirs, and whoever is new is admitted."""
        return await self._change(tuple(rights), (), {each.key: right for each, right in rights.items()})

    async def restrict(self, people: Iterable[Addressee], rights: Mapping[str, Right] | None = None) -> MemberList:
        """Continue with exactly these people, and the owner; `rights` are by key."""
        wanted = {each.key: each for each in people}
        members = self.member_list.members if self.member_list is not None else ()
        gone = [each.person for each in members if each.key not in wanted and each.key != self.me]
        return await self._change(tuple(wanted.values()), tuple(gone), rights, only=True)

    async def _change(
        self,
        more: tuple[Addressee, ...],
        without: tuple[Addressee, ...],
        rights: Mapping[str, Right] | None = None,
        *,
        only: bool = False,
    ) -> MemberList:
        if not self.is_owner:
            raise MemberListError(f"only {self.owner_name} can do this", "ask them")
        before = self.member_list
        if before is None and not only:
            # Until now everyone with the reference was a member; all who were seen stay members.
            met = await asyncio.to_thread(self._store.seen, self._address.place)
            here = [Addressee(each.key, each.name) for each in self.attendants]
            more = (*met, *here, *more)
        me = Addressee(self.me, self._name)
        place, identity = self._address.place, self._identity

        def make() -> MemberList:  # encrypting the key for a thousand people takes half a second
            member_list = new_member_list(place, identity, before, (*more, me), without, rights)
            self._store.keep(member_list)
            return member_list

        made = await asyncio.to_thread(make)
        news = msgspec.msgpack.encode(News(write_member_list(made)))
        if self._inside is not None:
            self._inside.send(news)  # before this node moves on
        self._member.send(news)
        self._take(made)
        self._send_hello()
        return made

    # ---- events of the group

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for sender, data in messages:
            try:
                found = msgspec.msgpack.decode(data, type=Hello | News)
                if isinstance(found, Hello):
                    self._take_hello(sender, found)
                else:
                    self.take_news(found.member_list)
            except (msgspec.DecodeError, TrustError, ValueError):
                self.refused += 1

    def view_changed(self, change: ViewChange) -> None:
        self._view_change = change
        numbers = {member.number for member in change.members}
        self._here = {number: hello for number, hello in self._here.items() if number in numbers}
        if change.joined or change.rejoined:
            self._send_hello()
        self._look()

    def stable(self, count: int) -> None:
        """Nothing depends on stability here."""

    def _take_hello(self, sender: int, hello: Hello) -> None:
        members = self._view_change.members if self._view_change is not None else ()
        member = next((each for each in members if each.number == sender), None)
        if member is None or len(self._here) >= _MOST or person_name_problem(hello.name):
            raise ValueError
        verify(hello.identity, _PURPOSE, self._address.place.encode() + member.id, hello.signature)
        self._here[sender] = hello
        if self.is_owner and self.member_list is None:
            self._remember(Addressee(hello.identity, hello.name))
        if self.member_list is not None and hello.version < self.member_list.version:
            self._send_in_turn()
        self._look()

    def take_news(self, data: bytes) -> None:
        """Process a member list; raises MemberListError when the owner did not sign it."""
        member_list = read_member_list(data, self._address.place, self.owner)
        if self.member_list is not None and member_list.rank == self.member_list.rank and self._sending is not None:
            self._sending.cancel()  # a newer list is here already
            self._sending = None
        if self.member_list is None or member_list.rank > self.member_list.rank:
            self._take(member_list)
            self._write(lambda: self._store.keep(member_list))
            self._send_hello()

    def _look(self) -> None:
        """Whether all present have reported their member list."""
        if self._view_change is not None and not self._behind():
            self._decide()
        for watcher in tuple(self.watchers):
            watcher()

    # ---- reactions

    def _take(self, member_list: MemberList) -> None:
        self.member_list = member_list
        self.barred = self._reason(member_list)
        memberships = [membership for membership in memberships_here() if membership.place == self.place]
        if self.barred:
            for membership in memberships:
                membership.retire()
            forget_pairs(self.place)
        else:
            self._move(member_list, memberships)
        self._decide()
        self._look()

    def _move(self, member_list: MemberList, memberships: list[GroupMember]) -> None:
        key = member_list.key_for(self._identity)
        assert key is not None
        settings = self._address.under(key)
        if not scope_registry.is_at(self.place, settings):
            outside = sum(not member_list.admits(hello.identity) for hello in self._here.values())
            expected = {membership: max(1, len(membership.members) - outside) for membership in memberships}
            for membership in memberships:
                membership.retire()
            forget_pairs(self.place)
            if scope_registry.redirect(self.place, settings):
                for membership in memberships_here():
                    if membership.place == self.place:
                        membership.move(expected.get(membership, 1))

    def _reason(self, member_list: MemberList) -> str:
        if member_list.admits(self.me):
            try:
                member_list.key_for(self._identity)
            except MemberListError as error:
                return str(error)
            return ""
        owner = self.owner_name
        if self.was_removed:
            return f"You were removed by {owner}"
        return f"You are not among those whom {owner} lets in; ask them to admit you"

    def _decide(self) -> None:
        self._timer.cancel()
        self._decided.set()
        if self._inside is None and not self.barred:
            # A removed person can still disturb the admission scope, but not this one.
            policy = Policy(partition=Partition.MERGE)
            self._inside = join_group(self.place, ADMISSION_GROUP, policy, self._listening)
        self._leave_prepared()

    def _send_hello(self) -> None:
        view = self._member.scope.view
        if view is None:
            return
        proof = self._identity.sign(_PURPOSE, self._address.place.encode() + view.own.id)
        version = self.member_list.version if self.member_list is not None else 0
        self._member.send(msgspec.msgpack.encode(Hello(self.me, self._name, version, proof)))

    def _send_in_turn(self) -> None:
        """Send the member list, unless a node before this one does."""
        if self._sending is None:
            members = self._view_change.members if self._view_change is not None else ()
            rank = next((n for n, each in enumerate(members) if each.number == self._member.own), 0)
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(min(rank, 40) * _TURN, self._send_member_list)

    def _send_member_list(self) -> None:
        self._sending = None
        if self.member_list is not None:
            self._member.send(msgspec.msgpack.encode(News(write_member_list(self.member_list))))

    def _remember(self, person: Addressee) -> None:
        self._write(lambda: self._store.remember(self._address.place, person))

    def _write(self, write: Callable[[], object]) -> None:
        """Store something in the background, in order; a full disk does not prevent admission."""
        before = self._writing

        async def written() -> None:
            if before is not None:
                await asyncio.wait([before])
            with contextlib.suppress(OSError, TrustError):
                await asyncio.to_thread(write)

        self._writing = asyncio.get_running_loop().create_task(written())
        scope_registry.finish(_done(self._writing))


async def _done(task: asyncio.Task[object]) -> None:
    await asyncio.wait([task])


@asynccontextmanager
async def joined_admission(address: ChannelAddress, name: str) -> AsyncIterator[AdmissionScope]:
    """Join the admission scope without entering the scope itself: for commands."""
    user = (await asyncio.to_thread(Identity.of_user)).public
    admission = await open_admission(address, "a command", user, name)
    try:
        yield admission
    finally:
        admission.close()
        await asyncio.sleep(0)
        await scope_registry.closed()
