# SPDX-License-Identifier: BSD-3-Clause
"""Reads and writes `.liveobject` files."""

from __future__ import annotations

import os
from dataclasses import replace

from app.runtime.references.content_xml import base64_size, decode_content, encode_content
from app.runtime.references.decode import decode, is_reference
from app.runtime.references.document import ContentPart, Document, Drawing, Sidecar
from app.runtime.references.drawing_xml import decode_drawing, encode_drawing
from app.runtime.references.elements import leaf_text, no_text, only_attributes, refuse, unexpected
from app.runtime.references.encode import encode
from app.runtime.references.envelope import (
    Envelope,
    SealedFileError,
    decode_envelope,
    encode_envelope,
    is_sealed,
    names_in_words,
)
from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.file_io import read_bytes
from app.runtime.references.limits import MAX_BASE64, MAX_BYTES
from app.runtime.references.markup import Element, Markup, parse_markup
from app.runtime.references.model import Annotation, Note, NotePosition, Reference
from app.runtime.references.namespaces import CONTENT_NAMESPACE, DRAWING_NAMESPACE, REFERENCE_NAMESPACE
from app.runtime.references.tags import Tag, notes_at, pretty

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def read(source: str | os.PathLike[str] | bytes) -> Document:
    """Read the document in a file, given as a path or bytes, or raise a `LiveObjectFileError`."""
    found = read_file(source)
    if isinstance(found, Document):
        return found
    error = SealedFileError(
        found,
        f"it is sealed for {names_in_words(found.addressees)}, and is not opened here",
        "open it with: liveobjects open FILE, or: liveobjects unseal FILE -o COPY",
    )
    raise error if isinstance(source, bytes) else error.in_file(os.fspath(source))


def read_file(source: str | os.PathLike[str] | bytes) -> Document | Envelope:
    """Read the document, or the envelope of a sealed file."""
    if isinstance(source, bytes):
        return _content(source)
    data = read_bytes(source)
    try:
        return _content(data)
    except LiveObjectFileError as error:
        raise error.in_file(os.fspath(source)) from None


def write_envelope(envelope: Envelope) -> bytes:
    """Write an envelope."""
    root = Tag("liveobject", [("xmlns", REFERENCE_NAMESPACE)], children=[encode_envelope(envelope)])
    data = f"{_DECLARATION}\n{pretty(root)}\n".encode()
    return _bounded(data, base64_size(envelope.content))


def write(document: Document | Reference) -> bytes:
    """Write a document; reading and writing it again gives the same bytes."""
    if not isinstance(document, Document):
        document = Document(document)
    if document.sealed_for:
        raise SealedFileError(
            None,
            f"it was sealed for {names_in_words(document.sealed_for)}, and is not written for all to read",
            "seal it again, or take it out first with: liveobjects unseal FILE -o COPY",
        )
    root = Tag("liveobject", [("xmlns", REFERENCE_NAMESPACE)])
    inner = encode(document.reference)
    outer = [a for a in document.reference.annotations if a.place is NotePosition.WRAPPER]
    root.annotate([*document.annotations, *outer], NotePosition.INSIDE, NotePosition.WRAPPER)
    for name, text in (("title", document.title), ("description", document.description)):
        if text:
            root.children.append(Tag(name, text=text))
    root.children.append(inner)
    if document.drawing:
        root.children.append(encode_drawing(document.drawing))
    carried = 0
    if document.content or document.sidecar:
        root.children.append(encode_content(document))
        carried = sum(base64_size(part.packed) for part in document.content)
    before = notes_at(document.annotations, NotePosition.BEFORE)
    after = notes_at(document.annotations, NotePosition.AFTER)
    data = _bounded(("\n".join([_DECLARATION, *before, pretty(root), *after]) + "\n").encode("utf-8"), carried)
    if before or after or root.is_annotated():
        _content(data)  # annotations are written unchanged, so a broken one is detected only now
    return data


def _bounded(data: bytes, base64_characters: int) -> bytes:
    if len(data) - base64_characters > MAX_BYTES or base64_characters > MAX_BASE64:
        raise LiveObjectFileError(
            None, f"the file would be larger than {MAX_BYTES // 1024**2} MB", "split it by external references"
        )
    return data


def _content(data: bytes) -> Document | Envelope:
    markup = parse_markup(data)
    root = markup.root
    only_attributes(root)
    no_text(root)
    if len(root.children) == 1 and is_sealed(root.children[0]):
        return decode_envelope(root.children[0])
    return _document(markup)


def _document(markup: Markup) -> Document:
    root = markup.root
    texts: dict[str, str] = {}
    reference: Reference | None = None
    drawing: Drawing | None = None
    content: tuple[ContentPart, ...] | Sidecar | None = None
    notes = list(root.notes)
    for child in root.children:
        if _is_text(child) and child.name not in texts:
            only_attributes(child)
            notes += [*child.before, *child.notes]
            texts[child.name] = leaf_text(child)
        elif is_reference(child) and reference is None:
            reference = decode(child)
        elif (child.namespace, child.name) == (DRAWING_NAMESPACE, "drawing") and drawing is None:
            drawing = decode_drawing(child)
        elif (child.namespace, child.name) == (CONTENT_NAMESPACE, "content") and content is None:
            notes += child.before
            content = decode_content(child)
        else:
            unexpected(child, root)
    if reference is None:
        refuse(root, "there is no reference in the file", "add one, such as <composite> or <primitive>")
    annotations: list[Annotation] = [Note(xml, NotePosition.BEFORE) for xml in root.before]
    annotations += [*root.foreign, *(Note(xml) for xml in notes)]
    annotations += [Note(xml, NotePosition.AFTER) for xml in markup.after]
    title, description = texts.get("title", ""), texts.get("description", "")
    document = Document(reference, title, description, drawing or Drawing(), tuple(annotations))
    if isinstance(content, Sidecar):
        return replace(document, sidecar=content)
    return replace(document, content=content or ())


def _is_text(element: Element) -> bool:
    return element.namespace == REFERENCE_NAMESPACE and element.name in ("title", "description")
