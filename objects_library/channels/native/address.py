# SPDX-License-Identifier: BSD-3-Clause
"""The address of a channel, from the parameters of its reference."""

from __future__ import annotations

import binascii
import hashlib
from dataclasses import dataclass
from typing import Annotated

from app.errors import LiveObjectsError
from app.runtime import directories
from app.runtime.library import Address, Key, Label
from app.runtime.trust import Permission, Question, SignatureError
from app.runtime.trust.identity import checked_public
from app.runtime.trust.member_list import derive_bytes, scope_id
from app.transport_native import LOOPBACK, ScopeSettings

ScopeName = Annotated[str, Key(), Label("Meeting place; all who name the same one meet there")]
ScopeKey = Annotated[str, Key(), Label("Secret key; 64 hexadecimal digits, or empty: all may join")]
Network = Annotated[str, Address(), Label("Network; who can be met")]
OwnerKey = Annotated[str, Label("Owner; the public key of whoever may remove others, or empty: nobody can")]

_SUSPECT_AFTER = 1.5
"""Seconds of silence after which a node is suspected; a minority must detect that it is one within three."""


class NotAChannelError(LiveObjectsError):
    """A reference does not lead to a channel."""


@dataclass(frozen=True)
class ChannelAddress:
    """The parameters of a channel: the scope, the group in it, the scope's key, and the network it uses."""

    scope: str
    group: str = "main"
    key: str = ""
    network: str = LOOPBACK
    owner: str = ""

    def settings(self) -> ScopeSettings:
        """The settings of the engine's scope."""
        try:
            key = bytes.fromhex(self.key) if self.key else None
        except (ValueError, binascii.Error):
            raise _not_a_key() from None
        if key is not None and len(key) != 32:
            raise _not_a_key()
        if self.owner:
            if key is None:
                raise NotAChannelError("a scope with an owner needs a key", "make one, or name no owner")
            key = derive_bytes(self.scope, self.key, _public(self.owner), "scope")
        return self._settings(self.scope, key)

    @property
    def place(self) -> str:
        """The name of the scope in member lists."""
        return scope_id(self.scope, self.key, self.owner)

    def question(self, *, own: bool) -> Question:
        """The question before a scope beyond this computer is joined; `own` if it cannot be another's."""
        where = f"{self.scope} on {self.network}"
        return Question(Permission.JOIN_SCOPE, where, title=self.scope, network=self.network, own=own)

    def admission_settings(self) -> ScopeSettings:
        """The admission scope: everyone with the reference joins it and learns the members and their key."""
        self.settings()
        return self._settings(f"{self.scope} door", derive_bytes(self.scope, self.key, self.owner, "door"))

    def under(self, key: bytes) -> ScopeSettings:
        """The scope under the key of a member list; its name reveals nothing to others."""
        name = hashlib.blake2b(key, digest_size=8, person=b"liveobj   name").hexdigest()
        return self._settings(f"{self.scope} {name}", key)

    def _settings(self, name: str, key: bytes | None) -> ScopeSettings:
        directory = directories.make_private(directories.runtime_directory() / "rings")
        return ScopeSettings(
            name=name,
            key=key,
            interface=self.network or LOOPBACK,
            shared_directory=directory,
            suspect_after=_SUSPECT_AFTER,
        )


def _public(owner: str) -> str:
    try:
        return checked_public(owner)
    except SignatureError as error:
        raise NotAChannelError(f"the owner {error.what}", error.hint) from None


def _not_a_key() -> NotAChannelError:
    return NotAChannelError("the key of a scope is 64 hexadecimal digits", "ask for the right one, or make one")
