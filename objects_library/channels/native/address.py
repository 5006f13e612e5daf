"""Where a channel lives, as its reference says."""

from __future__ import annotations

import binascii
from dataclasses import dataclass

from app.runtime import places
from app.transport_native import LOOPBACK, ScopeSettings

_SUSPECT_AFTER = 1.5
"""Seconds of silence after which a node is given up; a minority must know that it is one within three."""


class NotAChannelError(Exception):
    """A channel cannot be found where it is said to be; says what to do."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(f"{what}; {what_to_do}")
        self.what_to_do = what_to_do


@dataclass(frozen=True)
class ChannelAddress:
    """The parameters of a channel: the scope, the group in it, the scope's key, and the network it uses."""

    scope: str
    group: str = "main"
    key: str = ""
    network: str = LOOPBACK

    def settings(self) -> ScopeSettings:
        """What the engine needs to know."""
        try:
            key = bytes.fromhex(self.key) if self.key else None
        except (ValueError, binascii.Error):
            raise _not_a_key() from None
        if key is not None and len(key) != 32:
            raise _not_a_key()
        directory = places.make_private(places.runtime_directory() / "rings")
        return ScopeSettings(
            name=self.scope,
            key=key,
            interface=self.network or LOOPBACK,
            shared_directory=directory,
            suspect_after=_SUSPECT_AFTER,
        )


def _not_a_key() -> NotAChannelError:
    return NotAChannelError(
        "the key of a scope is 64 hexadecimal digits", "ask for the right one, or make one"
    )
