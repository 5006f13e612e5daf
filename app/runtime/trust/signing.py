# SPDX-License-Identifier: BSD-3-Clause
"""Signed references: who signed a file, and which parts of it the signature covers.

Content has a signature of its own, by whoever saved it: it changes more often than the reference, and programs
that do not know content must find the signature of the reference valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from app.runtime.references import Document, Note, Reference, canonical_form, content_digest, identity, walk
from app.runtime.trust.carried_members import note_member_lists
from app.runtime.trust.errors import SignatureError
from app.runtime.trust.identity import Identity, verify
from app.runtime.trust.permissions import Question

_NAMESPACE = "urn:liveobject:trust:1"
_CONTENT_NAMESPACE = "urn:liveobject:content-trust:1"
_PURPOSE = "reference"
_CONTENT_PURPOSE = "content of a reference"
_WRITTEN = re.compile(
    rf'<signature xmlns="(?:{_NAMESPACE}|{_CONTENT_NAMESPACE})"'
    r' signer="(?P<signer>[0-9a-f]{64})" value="(?P<value>[0-9a-f]{128})"/>'
)


def signed(document: Document, by: Identity) -> Document:
    """Return the document with a signature of this identity, replacing any other."""
    document = _without(document, _NAMESPACE)
    note = _note(_NAMESPACE, by, _PURPOSE, _message(document))
    return with_signed_content(replace(document, annotations=(*document.annotations, note)), by)


def with_signed_content(document: Document, by: Identity) -> Document:
    """Return the document with a signature of this identity for its content, if it carries any."""
    document = _without(document, _CONTENT_NAMESPACE)
    if not carries_content(document):
        return document
    note = _note(_CONTENT_NAMESPACE, by, _CONTENT_PURPOSE, _content_message(document))
    return replace(document, annotations=(*document.annotations, note))


def without_content(document: Document) -> Document:
    """Return the document without content and without the signature of it: a template."""
    return replace(_without(document, _CONTENT_NAMESPACE), content=(), sidecar=None)


def signer_of(document: Document) -> str | None:
    """Return the public key of the signer, or None; a SignatureError if a signature is invalid.

    The content of a signed file must be signed, too.
    """
    signer = _verified(document, _NAMESPACE, _PURPOSE, _message(document))
    content_signer = content_signer_of(document)
    if signer is not None and content_signer is None and carries_content(document):
        raise SignatureError("somebody has added content to the signed file", "get it again from its author")
    return signer


def content_signer_of(document: Document) -> str | None:
    """Return the public key of whoever saved the content, or None; a SignatureError if it was changed."""
    return _verified(document, _CONTENT_NAMESPACE, _CONTENT_PURPOSE, _content_message(document))


def with_signature(document: Document, by: Identity) -> Document:
    """Return the document with valid signatures: the present ones, or those of this identity."""
    try:
        if content_signer_of(document) is None:
            document = with_signed_content(document, by)
    except SignatureError:
        document = with_signed_content(document, by)
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
        """Attribute everything in this document to that signer; None is nobody. Its member lists count from now on."""
        note_member_lists(document)
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


def carries_content(document: Document) -> bool:
    """Whether the file has content in it or beside it."""
    return bool(document.content) or document.sidecar is not None


def _verified(document: Document, namespace: str, purpose: str, message: bytes) -> str | None:
    notes = list(_signatures(document, namespace))
    if not notes:
        return None
    found = _WRITTEN.fullmatch(notes[0].xml)
    if found is None or len(notes) > 1:
        raise SignatureError("the signature of the file cannot be read", "get the file again from its author")
    try:
        verify(found["signer"], purpose, message, bytes.fromhex(found["value"]))
    except SignatureError:
        raise SignatureError(
            "the file is not what was signed: somebody has changed it", "get it again from its author"
        ) from None
    return found["signer"]


def _signatures(document: Document, namespace: str) -> Iterator[Note]:
    for each in document.annotations:
        if isinstance(each, Note) and namespace in each.xml and not each.xml.startswith("<!--"):
            yield each


def _without(document: Document, namespace: str) -> Document:
    found = tuple(_signatures(document, namespace))
    return replace(document, annotations=tuple(each for each in document.annotations if each not in found))


def _note(namespace: str, by: Identity, purpose: str, message: bytes) -> Note:
    value = by.sign(purpose, message).hex()
    return Note(f'<signature xmlns="{namespace}" signer="{by.public}" value="{value}"/>')


def _message(document: Document) -> bytes:
    """Return the signed bytes, which include the texts for people: a signed file must not be renamed."""
    parts = (document.title.encode(), document.description.encode(), canonical_form(document.reference))
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _content_message(document: Document) -> bytes:
    return bytes.fromhex(identity(document.reference)) + content_digest(document)
