# SPDX-License-Identifier: BSD-3-Clause
"""Signed references: who signed a file, and which parts of it the signature covers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from app.runtime.references import Document, Note, Reference, canonical_form, identity, walk
from app.runtime.trust.errors import SignatureError
from app.runtime.trust.identity import Identity, verify
from app.runtime.trust.permissions import Question

_NAMESPACE = "urn:liveobject:trust:1"
_PURPOSE = "reference"
_WRITTEN = re.compile(
    rf'<signature xmlns="{_NAMESPACE}"'
    r' signer="(?P<signer>[0-9a-f]{64})" value="(?P<value>[0-9a-f]{128})"/>'
)


def signed(document: Document, by: Identity) -> Document:
    """Return the document with a signature of this identity, replacing any other."""
    value = by.sign(_PURPOSE, _message(document)).hex()
    note = Note(f'<signature xmlns="{_NAMESPACE}" signer="{by.public}" value="{value}"/>')
    rest = tuple(each for each in document.annotations if each not in tuple(_signatures(document)))
    return replace(document, annotations=(*rest, note))


def signer_of(document: Document) -> str | None:
    """Return the public key of the signer, or None; a SignatureError if the signature is invalid."""
    notes = list(_signatures(document))
    if not notes:
        return None
    found = _WRITTEN.fullmatch(notes[0].xml)
    if found is None or len(notes) > 1:
        raise SignatureError("the signature of the file cannot be read", "get the file again from its author")
    try:
        verify(found["signer"], _PURPOSE, _message(document), bytes.fromhex(found["value"]))
    except SignatureError:
        raise SignatureError(
            "the file is not what was signed: somebody has changed it", "get it again from its author"
        ) from None
    return found["signer"]


def with_signature(document: Document, by: Identity) -> Document:
    """Return the document with a valid signature: the present one, or one of this identity."""
    try:
        return document if signer_of(document) is not None else signed(document, by)
    except SignatureError:
        return signed(document, by)


class SignerAttribution:
    """Attributes permission requests of objects to their signers.

    Only parts that are verbatim in the signed file are attributed: what others put on a desktop later, or a
    folder delivers, is unsigned.
    """

    def __init__(self) -> None:
        self._unread: list[tuple[Document, str]] = []
        self._signers: dict[str, str] = {}

    def attribute_to(self, document: Document, signer: str | None) -> None:
        """Attribute everything in this document to that signer; None is nobody."""
        if signer is not None:
            self._unread.append((document, signer))

    def attribute(self, question: Question, reference: Reference) -> Question:
        """Return the question with the signer, if an object of a signed file asks it."""
        for document, signer in self._unread:
            for _, part in walk(document.reference):
                self._signers.setdefault(identity(part), signer)
        self._unread.clear()
        if question.signer is not None or identity(reference) not in self._signers:
            return question
        return replace(question, signer=self._signers[identity(reference)])


def _signatures(document: Document) -> Iterator[Note]:
    for each in document.annotations:
        if isinstance(each, Note) and _NAMESPACE in each.xml and not each.xml.startswith("<!--"):
            yield each


def _message(document: Document) -> bytes:
    """Return the signed bytes, which include the texts for people: a signed file must not be renamed."""
    parts = (document.title.encode(), document.description.encode(), canonical_form(document.reference))
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)
