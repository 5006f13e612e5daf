# SPDX-License-Identifier: BSD-3-Clause
"""The documents of a reference, and their content to be carried by a file."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from app.runtime.references import Document, Parameterized, Primitive, Reference, ValueArgument, walk
from app.runtime.storage.documents import Change, DocumentStore, Stored, document_id
from app.runtime.storage.documents.carried import CarriedContent, CarriedContentError
from app.runtime.storage.documents.change import next_chain
from app.runtime.storage.documents.store import now_ms
from app.runtime.trust.identity import Identity
from objects_library.channels.document.group import running_document
from objects_library.channels.document.signature import signed_content

TEMPLATE = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35
_PATIENCE = 5.0
"""Seconds to wait for a running object to give its state; then the last stored one is taken."""


def documents_in(reference: Reference) -> dict[bytes, Parameterized]:
    """The documents of a reference by id, each with its channel."""
    found: dict[bytes, Parameterized] = {}
    for _, part in walk(reference):
        if isinstance(part, Parameterized) and isinstance(part.template, Primitive) and part.template.id == TEMPLATE:
            texts = {
                name: argument.value
                for name, argument in part.arguments
                if isinstance(argument, ValueArgument) and isinstance(argument.value, str)
            }
            if "scope" in texts:
                found[document_id(texts["scope"], texts.get("group", "main"), texts.get("key", ""))] = part
    return found


def carried_by(document: Document) -> dict[bytes, CarriedContent]:
    """Return the content that a file carries, by document; parts that cannot be read are left out."""
    found = {}
    for part in document.content:
        with contextlib.suppress(CarriedContentError):
            content = CarriedContent.unpack(part.packed)
            if content.document == part.document:
                found[part.document] = content
    return found


async def carry(documents: Iterable[bytes], identity: Identity) -> list[CarriedContent]:
    """The newest content of documents as stored here, signed; those that are open here are asked for it first."""
    found: list[CarriedContent] = []
    for document in documents:
        running = running_document(document)
        if running is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await running.checkpoint()
        content = await _stored(document, identity)
        if content is not None:
            found.append(content)
    return found


async def _stored(document: bytes, identity: Identity) -> CarriedContent | None:
    stored = await DocumentStore.of_user().read(document)
    return None if stored is None else content_of(document, stored, identity)


def content_of(document: bytes, stored: Stored, identity: Identity) -> CarriedContent:
    """What is stored as content for a file, signed."""
    author = bytes.fromhex(identity.public)
    changes = (*stored.changes, *_continued(document, stored))
    content = CarriedContent(document, stored.base.history, stored.base.state, changes, author, now_ms())
    return signed_content(content, identity)


def _continued(document: bytes, stored: Stored) -> list[Change]:
    """What waits to be merged and continues what is there, up to the last signature of each origin."""
    found: list[Change] = []
    for origin in dict.fromkeys(change.origin for change in stored.pending):
        author = next(change.author for change in stored.pending if change.origin == origin)
        chain = stored.history.chain(document, origin, author)
        waiting = {change.number: change for change in stored.pending if change.origin == origin}
        number = stored.history.last(origin) + 1
        run: list[Change] = []
        while number in waiting:
            run.append(waiting[number])
            if run[-1].chain != next_chain(chain, run[-1].kind, run[-1].time, run[-1].body):
                break  # of another history under the same numbers
            chain, number = run[-1].chain, number + 1
            if run[-1].signature:
                found += run
                run = []
    return found
