# SPDX-License-Identifier: BSD-3-Clause
"""Encoding of messages in MessagePack, and strict decoding of what the other side sends."""

from typing import Any, Generic, TypeVar

import msgspec

from app.runtime.activation.errors import RemoteError

M = TypeVar("M")


class MessageCodec(Generic[M]):
    """Encodes and decodes the messages of a union of structs; `sender` names the other side in errors."""

    def __init__(self, union: Any, sender: str) -> None:
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(union)
        self._sender = sender

    def encode(self, message: M) -> bytes:
        """Encode a message."""
        return self._encoder.encode(message)

    def decode(self, data: bytes) -> M:
        """Decode a message from the other side."""
        try:
            message: M = self._decoder.decode(data)
        except msgspec.DecodeError:
            problem = f"{self._sender} sent something that is not a message"
            raise RemoteError(problem, "it needs a correct program") from None
        return message
