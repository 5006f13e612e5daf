"""Rosters: who is in a scope that has an owner, in the owner's hand; and the key that only those get.

A scope with an owner begins under a key that follows from its reference. The owner's first roster closes it:
from then on only those have the key who are in the roster, each in a box of their own, and every removal
brings another key. Rosters are numbered; nobody goes back to an older one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from nacl.exceptions import CryptoError

from app.runtime.directories import data_directory, make_private
from app.runtime.references import Addressee
from app.runtime.references.envelope import wrong_with_person
from app.runtime.trust.errors import MemberListError, SignatureError
from app.runtime.trust.identity import Identity, boxed_for, checked_public, fingerprint, verify
from app.runtime.trust.list_file import ListFile

LARGEST = 512 * 1024
"""Bytes of a roster."""
MOST_MEMBERS = 1000
_MOST_PLACES = 500
_KEY_BYTES = 32
_PURPOSE = "roster"
_LAST = 2**53


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in a roster, with the scope's key in a box; who was removed has none."""

    key: str
    name: str
    box: bytes = b""

    @property
    def person(self) -> Addressee:
        """Who it is."""
        return Addressee(self.key, self.name)


class MemberList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is in, and who was removed, as the owner has signed it."""

    place: str
    owner: str
    version: int
    """Each one takes the place of all with a lower number."""
    epoch: int
    """How many keys there have been."""
    members: list[Entry]
    removed: list[Entry]
    signature: bytes = b""

    def admits(self, person: str) -> bool:
        """Whether somebody is in."""
        return any(each.key == person for each in self.members)

    def name_of(self, person: str) -> str:
        """What the owner calls somebody."""
        return next((each.name for each in (*self.members, *self.removed) if each.key == person), "")

    def key_for(self, identity: Identity) -> bytes | None:
        """The scope's key, for those who are in."""
        box = next((each.box for each in self.members if each.key == identity.public), None)
        if box is None:
            return None
        try:
            key = identity.open_box(box)
        except (CryptoError, ValueError, TypeError):
            raise MemberListError(
                "the key in the roster cannot be opened", "ask the owner to admit you anew"
            ) from None
        if len(key) != _KEY_BYTES:
            raise MemberListError("the key in the roster is none", "ask the owner to admit you anew")
        return key

    @property
    def rank(self) -> tuple[int, bytes]:
        """The higher one counts, at all members alike; an owner with two computers may make two at once."""
        return self.version, self.signature


def scope_id(scope: str, key: str, owner: str) -> str:
    """What rosters call a scope: nothing can be learnt from it, and each scope of each owner has its own."""
    return derive_bytes(scope, key, owner, "place").hex()


def derive_bytes(scope: str, key: str, owner: str, purpose: str) -> bytes:
    """32 bytes that follow from what a reference says, for one purpose."""
    parts = [each.encode() for each in (purpose, scope, key, owner)]
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.blake2b(framed, digest_size=32, person=b"liveobj  roster").digest()


def new_member_list(
    place: str,
    by: Identity,
    before: MemberList | None,
    people: Iterable[Addressee],
    without: Iterable[Addressee] = (),
) -> MemberList:
    """The owner's next roster: with these people, and without those; who goes takes no key along."""
    gone = {each.key: each for each in without}
    if by.public in gone:
        raise MemberListError("an owner cannot be removed", "leave the scope instead")
    known = {each.key: each.person for each in before.members} if before is not None else {}
    named = {each.key: each for each in people}
    members = {key: each for key, each in {**known, **named}.items() if key not in gone}
    members = {by.public: members.pop(by.public, Addressee(by.public)), **members}
    if len(members) > MOST_MEMBERS:
        raise MemberListError(
            f"a scope with an owner has {MOST_MEMBERS:,} members at most", "remove somebody first"
        )
    removed = {each.key: each.person for each in before.removed} if before is not None else {}
    removed = {key: each for key, each in {**removed, **gone}.items() if key not in members}
    key = before.key_for(by) if before is not None and not gone else None
    epoch = (before.epoch if before is not None else 0) + (0 if key is not None else 1)
    key = key or os.urandom(_KEY_BYTES)
    unsigned = MemberList(
        place,
        by.public,
        (before.version if before is not None else 0) + 1,
        epoch,
        [Entry(each.key, _name(each), boxed_for(each.key, key)) for each in members.values()],
        [Entry(each.key, _name(each)) for each in list(removed.values())[-MOST_MEMBERS:]],
    )
    return msgspec.structs.replace(unsigned, signature=by.sign(_PURPOSE, msgspec.msgpack.encode(unsigned)))


def write_member_list(roster: MemberList) -> bytes:
    """The roster as it is sent and kept; there is no secret in it that is not in a box."""
    return msgspec.msgpack.encode(roster)


def read_member_list(data: bytes, place: str, owner: str) -> MemberList:
    """A roster of this place that its owner has signed; anything else is refused."""
    try:
        if len(data) > LARGEST:
            raise ValueError
        found = msgspec.msgpack.decode(data, type=MemberList)
        unsigned = msgspec.structs.replace(found, signature=b"")
        if (found.place, found.owner) != (place, owner) or not _is_sane(found):
            raise ValueError
        verify(owner, _PURPOSE, msgspec.msgpack.encode(unsigned), found.signature)
    except (msgspec.DecodeError, ValueError, SignatureError):
        raise MemberListError(
            f"the roster is not by {fingerprint(owner)}, or not of this scope", "ignore it"
        ) from None
    return found


def _is_sane(roster: MemberList) -> bool:
    people = [*roster.members, *roster.removed]
    return (
        0 < roster.version < _LAST
        and 0 < roster.epoch <= roster.version
        and len(roster.members) <= MOST_MEMBERS
        and len(roster.removed) <= MOST_MEMBERS
        and len({each.key for each in people}) == len(people)
        and all(checked_public(each.key) and not wrong_with_person(each.name) for each in people)
    )


def _name(person: Addressee) -> str:
    return "" if wrong_with_person(person.name) else person.name


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    roster: bytes
    seen: dict[str, str]
    when: datetime


class MemberListStore:
    """The newest roster of each place where this user has been, and for owners all whom they met there."""

    def __init__(self, path: Path | None = None) -> None:
        file = path or make_private(data_directory()) / "rosters.json"
        self._kept = ListFile(
            file, _Kept, lambda each: each.place, "rosters", "rosters", "owners send them again"
        )

    def newest(self, place: str, owner: str) -> MemberList | None:
        """The roster that counts, if there is one."""
        kept = self._kept.current().get(place)
        if kept is None or not kept.roster:
            return None
        try:
            return read_member_list(kept.roster, place, owner)
        except MemberListError:
            return None

    def seen(self, place: str) -> tuple[Addressee, ...]:
        """Everybody who was met there."""
        kept = self._kept.current().get(place)
        return tuple(Addressee(key, name) for key, name in kept.seen.items()) if kept is not None else ()

    def keep(self, roster: MemberList) -> bool:
        """Keep a roster that is newer than the one before; False if it is not."""
        before = self.newest(roster.place, roster.owner)
        if before is not None and before.rank >= roster.rank:
            return False
        self._put(roster.place, write_member_list(roster), {})
        return True

    def remember(self, place: str, person: Addressee) -> None:
        """Keep in mind that somebody was there, so that no removal of others leaves them out."""
        kept = self._kept.current().get(place)
        if kept is None or kept.seen.get(person.key) != _name(person):
            self._put(place, None, {checked_public(person.key): _name(person)})

    def _put(self, place: str, roster: bytes | None, seen: dict[str, str]) -> None:
        with self._kept.changing() as places:
            before = places.pop(place, None)
            known = {**(before.seen if before is not None else {}), **seen}
            newest = roster if roster is not None else before.roster if before is not None else b""
            last = dict(list(known.items())[-MOST_MEMBERS:])
            places[place] = _Kept(place, newest, last, datetime.now(UTC))
            for old in list(places)[:-_MOST_PLACES]:
                del places[old]
