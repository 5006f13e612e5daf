# SPDX-License-Identifier: BSD-3-Clause
"""The handshake of two nodes that share the secret of a ticket.

    server → client   its ephemeral key
    client → server   the endpoint's id, its ephemeral key, a proof that it knows the secret
    server → client   a proof that it knows the secret

Each proof is keyed with the secret and covers everything said so far, so it is worth nothing in any other
session. The keys of the session come from the secret and from the two ephemeral keys: whoever learns the
secret later still cannot read what was recorded. A peer without the secret learns only that it is refused.
"""

import hmac
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey

from app.runtime.activation.errors import RemoteError

_GREETING = b"liveobj1"
_KEY = 32
_ID = 16
_PROOF = 32


@dataclass(frozen=True)
class Keys:
    """The session keys, known to both sides only."""

    sending: bytes
    receiving: bytes
    transcript: bytes
    """A digest of the handshake; a signature of it is valid in this session only."""


async def greet_as_client(reader: StreamReader, writer: StreamWriter, endpoint_id: bytes, secret: bytes) -> Keys:
    """Prove the secret to a server, and verify its proof."""
    greeting = await reader.readexactly(len(_GREETING) + _KEY)
    if not greeting.startswith(_GREETING):
        raise RemoteError("the other side does not speak the protocol of live objects", "check the address")
    own = PrivateKey.generate()
    claim = endpoint_id + bytes(own.public_key)
    proof = _proof(secret, b"client", greeting + claim)
    writer.write(claim + proof)
    answer = await reader.readexactly(_PROOF)
    transcript = greeting + claim + proof
    if not hmac.compare_digest(answer, _proof(secret, b"server", transcript)):
        raise RemoteError("the other side does not know the ticket's secret", "ask for a new ticket")
    shared = _shared(own, greeting[len(_GREETING) :])
    to_server, to_client = _session_keys(secret, shared, transcript)
    return Keys(to_server, to_client, blake2b(transcript, digest_size=32).digest())


async def greet_as_server(
    reader: StreamReader, writer: StreamWriter, secret_of: Callable[[bytes], bytes | None]
) -> tuple[bytes, Keys]:
    """Verify a client's proof of an endpoint's secret, and prove it; returns the endpoint's id, too."""
    own = PrivateKey.generate()
    greeting = _GREETING + bytes(own.public_key)
    writer.write(greeting)
    claim = await reader.readexactly(_ID + _KEY)
    proof = await reader.readexactly(_PROOF)
    endpoint_id, theirs = claim[:_ID], claim[_ID:]
    secret = secret_of(endpoint_id)
    # Unknown endpoints and wrong secrets take the same time, so that the two are indistinguishable.
    expected = _proof(secret or bytes(_KEY), b"client", greeting + claim)
    if not hmac.compare_digest(proof, expected) or secret is None:
        raise RemoteError("a peer does not know the secret of any endpoint here", "it needs a valid ticket")
    transcript = greeting + claim + proof
    shared = _shared(own, theirs)
    writer.write(_proof(secret, b"server", transcript))
    to_server, to_client = _session_keys(secret, shared, transcript)
    return endpoint_id, Keys(to_client, to_server, blake2b(transcript, digest_size=32).digest())


def _proof(secret: bytes, role: bytes, transcript: bytes) -> bytes:
    return blake2b(transcript, key=secret, person=b"lo-proof", salt=role, digest_size=_PROOF).digest()


def _shared(own: PrivateKey, theirs: bytes) -> bytes:
    try:
        return crypto_scalarmult(bytes(own), theirs)
    except (CryptoError, RuntimeError):  # a point of low order would give the same result for everybody
        raise RemoteError("a peer sent an invalid key", "it needs a correct program") from None


def _session_keys(secret: bytes, shared: bytes, transcript: bytes) -> tuple[bytes, bytes]:
    material = blake2b(shared + transcript, key=secret, person=b"lo-keys", digest_size=2 * _KEY).digest()
    return material[:_KEY], material[_KEY:]
