# SPDX-License-Identifier: BSD-3-Clause
"""Frames: encrypted, authenticated messages of bounded size on a byte stream.

A frame is a length and a ciphertext. The nonce is the number of the frame in its direction, never sent: a
frame that was changed, repeated, left out or moved does not decrypt, and the session ends.
"""

import asyncio
from asyncio import StreamReader

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_ABYTES,
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
    crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
)
from nacl.exceptions import CryptoError

from app.runtime.activation.errors import RemoteError

LARGEST_MESSAGE = 16 * 1024 * 1024
_OVERHEAD = crypto_aead_xchacha20poly1305_ietf_ABYTES
_NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
_LENGTH = 4


class Sealer:
    """Encrypts messages to frames, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._number = 0

    def seal(self, message: bytes) -> bytes:
        """Return the next frame."""
        if len(message) > LARGEST_MESSAGE:
            raise RemoteError(
                f"an event of {len(message)} bytes is too large for another process",
                f"send less than {LARGEST_MESSAGE // 1024**2} MB at once",
            )
        length = (len(message) + _OVERHEAD).to_bytes(_LENGTH, "big")
        nonce = self._number.to_bytes(_NONCE, "big")
        self._number += 1
        return length + crypto_aead_xchacha20poly1305_ietf_encrypt(message, length, nonce, self._key)


class Opener:
    """Decrypts frames from a peer, in order."""

    def __init__(self, reader: StreamReader, key: bytes, longest_frame: float, largest: int = LARGEST_MESSAGE) -> None:
        self._reader = reader
        self._key = key
        self._number = 0
        self._longest_frame = longest_frame
        self._largest = largest

    async def open(self) -> bytes:
        """Return the next message; EOFError at the end of the stream, RemoteError for a forged frame."""
        length = await self._reader.readexactly(_LENGTH)
        size = int.from_bytes(length, "big")
        if not _OVERHEAD <= size <= self._largest + _OVERHEAD:
            raise RemoteError(f"a peer announced a frame of {size} bytes", "it needs a correct program")
        # The frame has begun; a peer that sends it byte by byte occupies memory.
        async with asyncio.timeout(self._longest_frame):
            sealed = await self._reader.readexactly(size)
        nonce = self._number.to_bytes(_NONCE, "big")
        self._number += 1
        try:
            return crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, length, nonce, self._key)
        except CryptoError:
            raise RemoteError("a frame was changed on its way", "check who is between the two") from None
