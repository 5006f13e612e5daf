# SPDX-License-Identifier: BSD-3-Clause
"""A hostile author in a simulated world: forged runs, replayed and endless histories, rubbish in carried content."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from app.runtime.storage.documents import Change, ChangeKind, DocumentHistory
from app.runtime.storage.documents.carried import CarriedContent
from app.runtime.storage.documents.change import LARGEST_NUMBER, first_chain, next_chain
from app.runtime.trust.identity import Identity
from objects_library.channels.document.frames import pack_run
from objects_library.channels.document.signature import DocumentSigner, signed_content

if TYPE_CHECKING:
    from bench._documents.world import World

FORGED, OWN = "forged", "hostile"
"""How texts begin that no copy may have, and texts of the attacker's own, which all have alike."""
_KEPT = 200


class Attacker:
    """Someone with the key of the scope: what they sign themselves counts, nothing else does."""

    def __init__(self, world: World, seed: int) -> None:
        self._world, self._random = world, random.Random(seed)
        self._identity = Identity(bytes([255]) * 32)
        self._signer = DocumentSigner(world.document, self._identity)
        self._seen: list[bytes] = []
        self._mails: list[bytes] = []
        self._origin, self._number, self._chain = 0, 0, b""

    # ---- frames

    def overhear(self, data: bytes) -> None:
        """Remember a frame, to replay it at another time."""
        self._remember(self._seen, data)

    def frame(self) -> tuple[bytes, bool]:
        """Something for the others, and whether each copy that has a state must count it as refused."""
        kinds = (self._rubbish, self._foreign, self._continued, self.spoilt, self._replayed, self._own)
        return self._random.choice(kinds)()

    def _rubbish(self) -> tuple[bytes, bool]:
        return bytes([10]) + self._random.randbytes(self._random.randrange(300)), True

    def _foreign(self) -> tuple[bytes, bool]:
        """A change in another's name, of a new origin."""
        author = self._random.choice(self._world.devices).signer.author
        origin = self._random.getrandbits(64)
        before = first_chain(self._world.document, origin, author)
        return pack_run([self._forged(origin, 1, author, before)], before), True

    def _continued(self) -> tuple[bytes, bool]:
        """A change that continues the history of another, signed by the attacker."""
        heads = [
            (origin, head)
            for session in self._world.sessions
            for origin, head in session.replica.past.heads.items()
            if head.author != self._signer.author
        ]
        if not heads:
            return self._foreign()
        origin, head = self._random.choice(heads)
        forged = self._forged(origin, head.number + 1, head.author, head.chain)
        forged = replace(forged, signature=self._signer.sign(forged))
        return pack_run([forged], head.chain), False  # copies that are further, or behind, ignore it

    def spoilt(self) -> tuple[bytes, bool]:
        """What somebody is about to submit again after a meeting, with another signature."""
        owed = [(each, session) for session in self._world.sessions for each in session.replica.owed.values()]
        if not owed:
            return self._continued()
        changes, session = self._random.choice(owed)
        before = session.replica.past.chain(self._world.document, changes[0].origin, changes[0].author)
        last = replace(changes[0], signature=self._random.randbytes(64))
        return pack_run([last], before), False

    def _forged(self, origin: int, number: int, author: bytes, before: bytes) -> Change:
        body = f"{FORGED} {self._random.getrandbits(32)}".encode()
        chain = next_chain(before, ChangeKind.CHANGE, 1, body)
        return Change(origin, number, author, 1, ChangeKind.CHANGE, body, chain, self._random.randbytes(64))

    def _replayed(self) -> tuple[bytes, bool]:
        """An earlier run, as it was or with one bit changed."""
        if not self._seen:
            return self._rubbish()
        data = self._random.choice(self._seen)
        return (data if self._random.random() < 0.5 else self._flipped(data)), False

    def _own(self) -> tuple[bytes, bool]:
        """The attacker's own history, which goes on and on, at times under another origin, with a gap, or forked."""
        if not self._origin or self._random.random() < 0.2:
            self._origin, self._number = self._random.getrandbits(64), 0
            self._chain = first_chain(self._world.document, self._origin, self._signer.author)
        before, first = self._chain, self._number + 1
        if self._random.random() < 0.1:
            self._number, self._chain = 0, first_chain(self._world.document, self._origin, self._signer.author)
            before, first = self._chain, 1  # another history under the same numbers
        elif self._random.random() < 0.1:
            first = self._random.randrange(first, LARGEST_NUMBER - 100)  # nobody has what is before it
        changes: list[Change] = []
        for number in range(first, first + self._random.randrange(1, 40)):
            body = f"{OWN} {self._origin}:{number}:{self._random.getrandbits(32)}".encode()
            chain = next_chain(changes[-1].chain if changes else before, ChangeKind.CHANGE, number, body)
            changes.append(Change(self._origin, number, self._signer.author, number, ChangeKind.CHANGE, body, chain))
        changes[-1] = replace(changes[-1], signature=self._signer.sign(changes[-1]))
        if first == self._number + 1:
            self._number, self._chain = changes[-1].number, changes[-1].chain
        return pack_run(changes, before), False

    # ---- files

    def mail(self, honest: bytes) -> bytes:
        """A file for somebody: an honest one damaged or replayed, or one with forged changes or a state of rubbish."""
        self._remember(self._mails, honest)
        kind = self._random.randrange(5)
        if kind == 0:
            return self._random.choice(self._mails)
        if kind == 1:
            return honest[: self._random.randrange(len(honest))]
        if kind == 2:
            return self._flipped(honest)
        content = CarriedContent.unpack(honest)
        if kind == 3:
            return self._signed(replace(content, state=self._random.randbytes(100)))
        changes = list(content.changes)
        history = DocumentHistory() if not changes else content.reach
        origin = next(iter(history.heads), 1)
        author = self._world.devices[0].signer.author if origin == 1 else history.heads[origin].author
        before = history.chain(content.document, origin, author)
        changes.append(self._forged(origin, history.last(origin) + 1, author, before))
        return self._signed(replace(content, changes=tuple(changes)))

    def _signed(self, content: CarriedContent) -> bytes:
        content = replace(content, author=self._signer.author)
        return signed_content(content, self._identity).pack()

    def _flipped(self, data: bytes) -> bytes:
        place = self._random.randrange(len(data))
        return data[:place] + bytes([data[place] ^ 1 << self._random.randrange(8)]) + data[place + 1 :]

    def _remember(self, known: list[bytes], data: bytes) -> None:
        if len(known) < _KEPT:
            known.append(data)
        else:
            known[self._random.randrange(_KEPT)] = data
