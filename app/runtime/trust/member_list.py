# SPDX-License-Identifier: BSD-3-Clause
"""Signed member lists: who is in an owned scope, signed by its owner, and the key that only members get.

An owned scope begins with a key derived from its reference. The owner's first member list closes it: from
then on only members have the key, each in a box of their own, and every removal changes the key. Member
lists are numbered; nobody accepts an older one.

A member may have less than the right to edit. Every change of a right changes the key, too: so all who are
in the scope under one key agree on the rights, in whatever order member lists and changes reach them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path

import msgspec
from nacl.exceptions import CryptoError

from app.runtime.directories import data_directory, make_private
from app.runtime.references import Addressee
from app.runtime.references.envelope import person_name_problem
from app.runtime.trust.errors import MemberListError, SignatureError
from app.runtime.trust.identity import Identity, boxed_for, checked_public, fingerprint, verify
from app.runtime.trust.list_file import ListFile

LARGEST = 512 * 1024
"""Bytes of a member list."""
MOST_MEMBERS = 1000
_MOST_PLACES = 500
_KEY_BYTES = 32
_PURPOSE = "roster"
_LAST = 2**53


class Right(IntEnum):
    """What a member may do; a higher right includes the lower ones."""

    VIEW = 0
    COMMENT = 1
    EDIT = 2

    @property
    def word(self) -> str:
        """Its name in member lists and commands."""
        return self.name.lower()


_LESSER = {each.word: each for each in (Right.VIEW, Right.COMMENT)}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person in a member list, with the scope's key in a box; removed people have none."""

    key: str
    name: str
    box: bytes = b""

    @property
    def person(self) -> Addressee:
        """The person."""
        return Addressee(self.key, self.name)


class MemberList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Members and removed people, signed by the owner."""

    place: str
    owner: str
    version: int
    """A list replaces all with lower versions."""
    epoch: int
    """How many keys there have been."""
    members: list[Entry]
    removed: list[Entry]
    signature: bytes = b""
    rights: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The rights of members who may not edit, by key; not written where all may, as in older lists."""

    def admits(self, person: str) -> bool:
        """Whether a person is a member."""
        return any(each.key == person for each in self.members)

    def right_of(self, person: str) -> Right:
        """Return the right of a person; it is the same in all lists with one epoch.

        Whoever is not listed may edit: a member of a newer list of this epoch, or the author of older changes.
        """
        return Right.EDIT if self.rights is msgspec.UNSET else _LESSER.get(self.rights.get(person, ""), Right.EDIT)

    def name_of(self, person: str) -> str:
        """Return the owner's name for a person."""
        return next((each.name for each in (*self.members, *self.removed) if each.key == person), "")

    def key_for(self, identity: Identity) -> bytes | None:
        """Return the scope's key for a member; None for others."""
        box = next((each.box for each in self.members if each.key == identity.public), None)
        if box is None:
            return None
        try:
            key = identity.open_box(box)
        except (CryptoError, ValueError, TypeError):
            raise MemberListError("the key in the roster cannot be opened", "ask the owner to admit you anew") from None
        if len(key) != _KEY_BYTES:
            raise MemberListError("the key in the roster is none", "ask the owner to admit you anew")
        return key

    @property
    def rank(self) -> tuple[int, bytes]:
        """The higher rank wins at all members alike; an owner with two computers may sign two at once."""
        return self.version, self.signature


def scope_id(scope: str, key: str, owner: str) -> str:
    """Return the id of a scope in member lists: opaque, and distinct for each scope and owner."""
    return derive_bytes(scope, key, owner, "place").hex()


def derive_bytes(scope: str, key: str, owner: str, purpose: str) -> bytes:
    """Derive 32 bytes from the parameters of a reference, for one purpose."""
    parts = [each.encode() for each in (purpose, scope, key, owner)]
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.blake2b(framed, digest_size=32, person=b"liveobj  roster").digest()


def new_member_list(
    place: str,
    by: Identity,
    before: MemberList | None,
    people: Iterable[Addressee],
    without: Iterable[Addressee] = (),
    rights: Mapping[str, Right] | None = None,
) -> MemberList:
    """Make the owner's next member list, with and without these people; a removal changes the key.

    `rights` are changed rights, by key; others stay, and new members may edit.
    """
    gone = {each.key: each for each in without}
    if by.public in gone:
        raise MemberListError("an owner cannot be removed", "leave the scope instead")
    known = {each.key: each.person for each in before.members} if before is not None else {}
    named = {each.key: each for each in people}
    members = {key: each for key, each in {**known, **named}.items() if key not in gone}
    members = {by.public: members.pop(by.public, Addressee(by.public)), **members}
    if len(members) > MOST_MEMBERS:
        raise MemberListError(f"a scope with an owner has {MOST_MEMBERS:,} members at most", "remove somebody first")
    removed = {each.key: each.person for each in before.removed} if before is not None else {}
    removed = {key: each for key, each in {**removed, **gone}.items() if key not in members}
    old_rights = _rights_of(before)
    new_rights = {**old_rights, **{who: right.word for who, right in (rights or {}).items()}}
    new_rights = {who: word for who, word in new_rights.items() if word in _LESSER and who in members}
    new_rights.pop(by.public, None)
    same_rights = new_rights == {who: word for who, word in old_rights.items() if who in members}
    key = before.key_for(by) if before is not None and not gone and same_rights else None
    epoch = (before.epoch if before is not None else 0) + (0 if key is not None else 1)
    key = key or os.urandom(_KEY_BYTES)
    unsigned = MemberList(
        place,
        by.public,
        (before.version if before is not None else 0) + 1,
        epoch,
        [Entry(each.key, _name(each), boxed_for(each.key, key)) for each in members.values()],
        [Entry(each.key, _name(each)) for each in list(removed.values())[-MOST_MEMBERS:]],
        rights=new_rights or msgspec.UNSET,
    )
    return msgspec.structs.replace(unsigned, signature=by.sign(_PURPOSE, msgspec.msgpack.encode(unsigned)))


def _rights_of(members: MemberList | None) -> dict[str, str]:
    return {} if members is None or members.rights is msgspec.UNSET else members.rights


def write_member_list(members: MemberList) -> bytes:
    """Encode a member list; its secrets are in boxes."""
    return msgspec.msgpack.encode(members)


def read_member_list(data: bytes, place: str, owner: str) -> MemberList:
    """Decode a member list of this scope, signed by its owner; anything else is refused."""
    try:
        if len(data) > LARGEST:
            raise ValueError
        found = msgspec.msgpack.decode(data, type=MemberList)
        unsigned = msgspec.structs.replace(found, signature=b"")
        if (found.place, found.owner) != (place, owner) or not _is_sane(found):
            raise ValueError
        verify(owner, _PURPOSE, msgspec.msgpack.encode(unsigned), found.signature)
    except (msgspec.DecodeError, ValueError, SignatureError):
        raise MemberListError(f"the roster is not by {fingerprint(owner)}, or not of this scope", "ignore it") from None
    return found


def _is_sane(found: MemberList) -> bool:
    people = [*found.members, *found.removed]
    rights = _rights_of(found)
    return (
        0 < found.version < _LAST
        and 0 < found.epoch <= found.version
        and len(found.members) <= MOST_MEMBERS
        and len(found.removed) <= MOST_MEMBERS
        and len({each.key for each in people}) == len(people)
        and all(checked_public(each.key) and not person_name_problem(each.name) for each in people)
        and rights.keys() <= {each.key for each in found.members} - {found.owner}
        and all(word in _LESSER for word in rights.values())
    )


def _name(person: Addressee) -> str:
    return "" if person_name_problem(person.name) else person.name


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    member_list: bytes = msgspec.field(name="roster")
    seen: dict[str, str]
    when: datetime


class MemberListStore:
    """The newest member list of each scope that this user has joined, and the people met there."""

    def __init__(self, path: Path | None = None) -> None:
        file = path or make_private(data_directory()) / "rosters.json"
        self._kept = ListFile(file, _Kept, lambda each: each.place, "rosters", "rosters", "owners send them again")

    def newest(self, place: str, owner: str) -> MemberList | None:
        """Return the newest valid member list, or None."""
        kept = self._kept.current().get(place)
        if kept is None or not kept.member_list:
            return None
        try:
            return read_member_list(kept.member_list, place, owner)
        except MemberListError:
            return None

    def seen(self, place: str) -> tuple[Addressee, ...]:
        """Return everybody who was met there."""
        kept = self._kept.current().get(place)
        return tuple(Addressee(key, name) for key, name in kept.seen.items()) if kept is not None else ()

    def keep(self, newer: MemberList) -> bool:
        """Store a member list that is newer than the stored one; False if it is not."""
        before = self.newest(newer.place, newer.owner)
        if before is not None and before.rank >= newer.rank:
            return False
        self._put(newer.place, write_member_list(newer), {})
        return True

    def restrict(
        self, place: str, by: Identity, people: Iterable[Addressee], rights: Mapping[str, Right] | None = None
    ) -> MemberList:
        """Make and store the owner's list of exactly these people, where no node of the owner has the scope open."""
        wanted = {each.key: each for each in people}
        before = self.newest(place, by.public)
        members = before.members if before is not None else ()
        gone = [each.person for each in members if each.key not in wanted and each.key != by.public]
        made = new_member_list(place, by, before, wanted.values(), gone, rights)
        self.keep(made)
        return made

    def remember(self, place: str, person: Addressee) -> None:
        """Record that a person was there, so that removing others does not leave them out."""
        kept = self._kept.current().get(place)
        if kept is None or kept.seen.get(person.key) != _name(person):
            self._put(place, None, {checked_public(person.key): _name(person)})

    def _put(self, place: str, written: bytes | None, seen: dict[str, str]) -> None:
        with self._kept.changing() as places:
            before = places.pop(place, None)
            known = {**(before.seen if before is not None else {}), **seen}
            newest = written if written is not None else before.member_list if before is not None else b""
            last = dict(list(known.items())[-MOST_MEMBERS:])
            places[place] = _Kept(place, newest, last, datetime.now(UTC))
            for old in list(places)[:-_MOST_PLACES]:
                del places[old]
