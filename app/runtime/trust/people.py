# SPDX-License-Identifier: BSD-3-Clause
"""People whom the user knows, by public key and name, and the card with the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.runtime.directories import config_directory, make_private
from app.runtime.references import Addressee
from app.runtime.references.envelope import person_name_problem
from app.runtime.trust.errors import PeopleError, SignatureError
from app.runtime.trust.identity import Identity, boxed_for, checked_public, fingerprint, verify
from app.runtime.trust.list_file import ListFile

CARD = "liveobjects-card"
_MOST = 10_000
_LONGEST_CARD = 600
_PURPOSE = "card"


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody whom the user knows."""

    key: str
    name: str
    since: datetime

    @property
    def addressee(self) -> Addressee:
        """Return the person as an addressee of a sealed file."""
        return Addressee(self.key, self.name)


class People:
    """The address book, in one file of the user."""

    def __init__(self, path: Path | None = None) -> None:
        file = path or make_private(config_directory()) / "people.json"
        self._kept = ListFile(file, Person, lambda each: each.key, "people", "the people you know", "add them again")

    def all(self) -> list[Person]:
        """Return everybody, by name."""
        return sorted(self._kept.current().values(), key=lambda each: (each.name.casefold(), each.key))

    def name_of(self, key: str) -> str:
        """Return the user's name for the owner of a key; empty if unknown."""
        known = self._kept.current().get(key)
        return known.name if known is not None else ""

    def add(self, key: str, name: str) -> Person:
        """Add or rename a person; names are unique."""
        person = Person(usable_key(key), _usable_name(name), datetime.now(UTC))
        with self._kept.changing() as people:
            other = next((each for each in people.values() if _same(each.name, person.name)), None)
            if other is not None and other.key != person.key:
                raise PeopleError(
                    f"you know another {person.name} ({fingerprint(other.key)})",
                    "use another name, or remove the other one first if the key has changed",
                )
            if len(people) >= _MOST and person.key not in people:
                raise PeopleError(f"you know {_MOST:,} people already", "remove somebody first")
            people[person.key] = person
        return person

    def remove(self, person: Person) -> bool:
        """Remove a person; False if they were unknown."""
        with self._kept.changing() as people:
            return people.pop(person.key, None) is not None

    def find(self, words: str) -> Person | None:
        """Find a person by name, key or fingerprint."""
        wanted = words.strip()
        for each in self._kept.current().values():
            if each.key == wanted.lower() or _same(each.name, wanted):
                return each
        short = wanted.lower().replace("-", "")
        if len(short) < 16:
            return None
        found = [each for each in self._kept.current().values() if each.key.startswith(short)]
        return found[0] if len(found) == 1 else None

    def addressees(self, words: Sequence[str]) -> tuple[Addressee, ...]:
        """Find people by name, fingerprint or public key; unknown people only by their whole key."""
        return tuple(self._addressee(each) for each in words)

    def _addressee(self, words: str) -> Addressee:
        known = self.find(words)
        if known is not None:
            return known.addressee
        try:
            return Addressee(usable_key(words.strip().lower()))
        except PeopleError:
            raise PeopleError(
                f"you know nobody called {words[:60]!r}",
                "add them with: liveobjects people add CARD, or give their whole public key",
            ) from None


def card_of(identity: Identity, name: str) -> str:
    """Return one line with the user's public key and name, signed against damage."""
    called = _usable_name(name)
    return f"{CARD} 1 {identity.public} {identity.sign(_PURPOSE, called.encode()).hex()} {called}"


def read_card(text: str) -> Addressee:
    """Read a card; raises PeopleError when it is damaged, or not a card."""
    line = text.strip()
    parts = line.split(" ", 4)
    if len(line) > _LONGEST_CARD or len(parts) != 5 or parts[:2] != [CARD, "1"] or "\n" in line:
        raise PeopleError("this is not a contact code", f"a contact code is one line that begins with {CARD}")
    key, signature, name = parts[2], parts[3], _usable_name(parts[4])
    try:
        verify(usable_key(key), _PURPOSE, name.encode(), bytes.fromhex(signature))
    except (SignatureError, ValueError):
        raise PeopleError("the contact code is damaged: it was not signed by its key", "get it again") from None
    return Addressee(key, name)


def usable_key(key: str) -> str:
    """Return the key, if it can be used for sealing."""
    try:
        boxed_for(checked_public(key), b"")
    except SignatureError as error:
        raise PeopleError(error.what, error.hint) from None
    return key


def _usable_name(name: str) -> str:
    called = " ".join(name.split())
    wrong = "is empty" if not called else person_name_problem(called)
    if wrong:
        raise PeopleError(f"the name {called[:64]!r} {wrong}", "use another one")
    return called


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
