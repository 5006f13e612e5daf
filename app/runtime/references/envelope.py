# SPDX-License-Identifier: BSD-3-Clause
"""The envelope of a sealed file: addressees and ciphertext; nothing is decrypted here."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from app.runtime.references.document import Addressee
from app.runtime.references.elements import attribute, leaf_text, no_text, only_attributes, refuse, unexpected
from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.limits import MAX_ADDRESSEES
from app.runtime.references.markup import Element
from app.runtime.references.namespaces import REFERENCE_NAMESPACE
from app.runtime.references.tags import Tag

_KEY_DIGITS = 64
_BOX_BYTES = 80
_LONGEST_NAME = 64
_SMALLEST_CONTENT = 40
_AGAIN = "get it again from whoever sent it"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A sealed file: its sender, its addressees, each with a key box, and the encrypted content.

    Names are the sender's names for people; only the keys count.
    """

    sender: Addressee
    addressees: tuple[Addressee, ...]
    boxes: tuple[bytes, ...]
    content: bytes

    @property
    def header(self) -> bytes:
        """Everything besides the content, as unambiguous bytes."""
        parts = [b"1", self.sender.key.encode(), self.sender.name.encode()]
        for each, box in zip(self.addressees, self.boxes, strict=True):
            parts += [each.key.encode(), each.name.encode(), box]
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class SealedFileError(LiveObjectFileError):
    """The file is sealed, and was not opened."""

    def __init__(
        self, envelope: Envelope | None, what: str, hint: str, line: int | None = None, source: str = ""
    ) -> None:
        super().__init__(line, what, hint, source)
        self.envelope = envelope

    def in_file(self, source: str) -> SealedFileError:
        """Return the error with the name of the file."""
        return SealedFileError(self.envelope, self.what, self.hint, self.line, source)


def names_in_words(people: tuple[Addressee, ...], most: int = 4) -> str:
    """Join names as in "Ann, Bob and Carol"; only the first few of many."""
    names = [each.name or f"{each.key[:4]}-{each.key[4:8]}…" for each in people]
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def is_sealed(element: Element) -> bool:
    """Whether the element is an envelope."""
    return (element.namespace, element.name) == (REFERENCE_NAMESPACE, "sealed")


def decode_envelope(element: Element) -> Envelope:
    """Decode the envelope of an element; all sizes are checked first."""
    only_attributes(element, "by", "name")
    no_text(element)
    content: bytes | None = None
    people: list[Addressee] = []
    boxes: list[bytes] = []
    if len(element.children) > MAX_ADDRESSEES + 1:
        refuse(element, f"it is sealed for more than {MAX_ADDRESSEES} people", _AGAIN)
    for child in element.children:
        if child.namespace == REFERENCE_NAMESPACE and child.name == "for":
            only_attributes(child, "key", "name")
            people.append(_person(child, "key"))
            boxes.append(_bytes(child, _BOX_BYTES, _BOX_BYTES))
        elif child.namespace == REFERENCE_NAMESPACE and child.name == "content" and content is None:
            only_attributes(child)
            content = _bytes(child, _SMALLEST_CONTENT)
        else:
            unexpected(child, element)
    if content is None or not people:
        refuse(element, "the sealed file has no content, or is for nobody", _AGAIN)
    if len({each.key for each in people}) < len(people):
        refuse(element, "the sealed file names somebody twice", _AGAIN)
    return Envelope(_person(element, "by"), tuple(people), tuple(boxes), content)


def encode_envelope(envelope: Envelope) -> Tag:
    """Encode an envelope."""
    people = zip(envelope.addressees, envelope.boxes, strict=True)
    tags = [Tag("for", [("key", each.key), *_named(each)], _text(box)) for each, box in people]
    by = [("by", envelope.sender.key), *_named(envelope.sender)]
    return Tag("sealed", by, children=[*tags, Tag("content", text=_text(envelope.content))])


def person_name_problem(name: str) -> str | None:
    """Return what is wrong with the name of a person, if anything."""
    if len(name) > _LONGEST_NAME:
        return f"has more than {_LONGEST_NAME} characters"
    return None if name.isprintable() and name == name.strip() else "holds what cannot be seen"


def _named(person: Addressee) -> list[tuple[str, str]]:
    return [("name", person.name)] if person.name else []


def _person(element: Element, name: str) -> Addressee:
    key = attribute(element, name)
    if len(key) != _KEY_DIGITS or not set(key) <= set("0123456789abcdef"):
        refuse(element, f"{quoted(key)} is not a public key", _AGAIN)
    called = element.attributes.get("name", "")
    wrong = person_name_problem(called)
    if wrong:
        refuse(element, f"the name {quoted(called)} {wrong}", _AGAIN)
    return Addressee(key, called)


def _bytes(element: Element, least: int, most: int | None = None) -> bytes:
    try:
        found = base64.b64decode("".join(leaf_text(element).split()), validate=True)
    except (binascii.Error, ValueError):
        refuse(element, f"<{element.name}> is not base64", _AGAIN)
    if len(found) < least or (most is not None and len(found) > most):
        refuse(element, f"<{element.name}> has a wrong length", _AGAIN)
    return found


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
