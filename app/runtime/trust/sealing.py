# SPDX-License-Identifier: BSD-3-Clause
"""Sealed files: only their addressees can open them, and know who sealed them.

The content is encrypted with a key of its own, and that key once for each person (X25519 of their Ed25519
identity). The sender signs the content with its addressees, so that nobody can forward it as if the sender
had sealed it for others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from nacl.exceptions import CryptoError
from nacl.secret import Aead

from app.runtime import references as refs
from app.runtime.references.envelope import person_name_problem
from app.runtime.references.limits import MAX_ADDRESSEES, MAX_CONTENT
from app.runtime.trust.errors import SealingError, SignatureError
from app.runtime.trust.identity import Identity, boxed_for, checked_public, fingerprint, verify
from app.runtime.trust.signing import with_signature

_PURPOSE = "sealed reference"
_SIGNATURE_BYTES = 64
_NO_BOX = bytes(80)
_AGAIN = "get it again from whoever sent it"


def seal(document: refs.Document, people: Sequence[refs.Addressee], by: Identity, name: str = "") -> bytes:
    """Seal a document for these people and its sender; the content is signed, too."""
    addressees = _checked(people, by, name)
    if document.sidecar is not None:
        raise SealingError(
            f"its content is larger than {MAX_CONTENT // 1024**2} MB and cannot be sealed", "seal it without content"
        )
    content = refs.write(with_signature(replace(document, sealed_for=()), by))
    key = os.urandom(Aead.KEY_SIZE)
    try:
        boxes = tuple(boxed_for(each.key, key) for each in addressees)
    except SignatureError as error:
        raise SealingError(error.what, error.hint) from None
    envelope = refs.Envelope(refs.Addressee(by.public, name), addressees, boxes, b"")
    inside = by.sign(_PURPOSE, _signed_part(envelope, content)) + content
    return refs.write_envelope(replace(envelope, content=bytes(Aead(key).encrypt(inside, envelope.header))))


def unseal(envelope: refs.Envelope, by: Identity) -> refs.Document:
    """Open a sealed file for one of its addressees; the document carries its addressees."""
    number = next((n for n, each in enumerate(envelope.addressees) if each.key == by.public), None)
    if number is None:
        raise refs.SealedFileError(
            envelope,
            f"it is only for {refs.names_in_words(envelope.addressees)}; you are not among them",
            f"ask {envelope.sender.name or fingerprint(envelope.sender.key)} to share it with you, too",
        )
    try:
        key = by.open_box(envelope.boxes[number])
        inside = Aead(key).decrypt(envelope.content, envelope.header)
        signature, content = inside[:_SIGNATURE_BYTES], inside[_SIGNATURE_BYTES:]
        verify(envelope.sender.key, _PURPOSE, _signed_part(envelope, content), signature)
    except (CryptoError, SignatureError, ValueError, TypeError):
        raise refs.SealedFileError(
            envelope, "the sealed file is not what was sealed: somebody has changed it", _AGAIN
        ) from None
    # Sealed files are never sealed again, so the content is read as plain and never opened further.
    return replace(refs.read(content), sealed_for=envelope.addressees)


def read_document(source: str | os.PathLike[str] | bytes, by: Identity | None = None) -> refs.Document:
    """Read the document in a file, also in one that is sealed for this user."""
    found = refs.read_file(source)
    if isinstance(found, refs.Document):
        return found
    try:
        return unseal(found, by or Identity.of_user())
    except refs.LiveObjectFileError as error:
        raise error if isinstance(source, bytes) else error.in_file(os.fspath(source)) from None


def _checked(people: Sequence[refs.Addressee], by: Identity, name: str) -> tuple[refs.Addressee, ...]:
    """Return each person once, including the sender."""
    known = {each.key: each for each in (*people, refs.Addressee(by.public, name))}
    if len(known) < 2 and not people:
        raise SealingError("it is to be sealed for nobody", "name the people who may open it")
    if len(known) > MAX_ADDRESSEES:
        raise SealingError(
            f"a file can be sealed for {MAX_ADDRESSEES} people at most", "name fewer, or make several files"
        )
    for each in known.values():
        wrong = person_name_problem(each.name)
        if wrong:
            raise SealingError(f"the name of {fingerprint(checked_public(each.key))} {wrong}", "rename them")
    return tuple(known.values())


def _signed_part(envelope: refs.Envelope, content: bytes) -> bytes:
    return replace(envelope, boxes=(_NO_BOX,) * len(envelope.boxes), content=b"").header + content
