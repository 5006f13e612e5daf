# SPDX-License-Identifier: BSD-3-Clause
"""Encryption: a channel of bytes that others can carry, but not read or change."""

from __future__ import annotations

import binascii
from typing import Annotated, Generic, TypeVar, cast

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from app.errors import LiveObjectsError
from app.runtime.library import Context, Endpoint, Secret, ValueRefusedError, adapter, decode, encode
from app.runtime.types import ValueType

T = TypeVar("T")


class NotAKeyError(LiveObjectsError):
    """The key is not valid."""

    def __init__(self) -> None:
        super().__init__("a key is 64 hexadecimal digits", "give all who take part the same one")


@adapter("333e54d7661db8363b7d6838a2772afb", name="Encryption", group="Services and protocols")
class Encryption(Generic[T]):
    """Lets only those who have the key read and write; what carries the channel sees sealed bytes."""

    inner = Endpoint(requires={"reliability": "exactly once, fifo"})
    outer = Endpoint(provides={"reliability": "exactly once, fifo", "security": "end to end encrypted, intact"})

    def __init__(self, key: Annotated[str, Secret()], context: Context) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        try:
            self._box = SecretBox(bytes.fromhex(key))
        except (ValueError, binascii.Error):
            raise NotAKeyError from None
        self.refused = 0

    @outer.incoming
    def send(self, message: T) -> None:
        """Encrypt and send a message."""
        self.send_on(bytes(self._box.encrypt(encode(self._type, message))))

    @outer.outgoing
    def receive(self, message: T) -> None:
        """A decrypted message."""

    @inner.outgoing("send")
    def send_on(self, sealed: bytes) -> None:
        """Send the ciphertext to the channel."""

    @inner.incoming("receive")
    def received(self, sealed: bytes) -> None:
        """Decrypt a message; drop what does not authenticate."""
        try:
            self.receive(decode(self._type, self._box.decrypt(sealed)))
        except (CryptoError, ValueRefusedError, ValueError):
            self.refused += 1
            self._context.log("sealed bytes were refused: another key, or no key at all")
