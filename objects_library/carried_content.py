# SPDX-License-Identifier: BSD-3-Clause
"""Content that files carry: offered to documents before they are opened, and gathered from them for a file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from app.runtime.activation import Proxy
from app.runtime.activation.channel_status import proxies_under
from app.runtime.library import Catalogue
from app.runtime.references import ContentPart, Document
from app.runtime.references.limits import MAX_CONTENT_PARTS
from app.runtime.storage.documents.carried import CarriedContent, offer
from app.runtime.trust import Identity
from objects_library.channels.document.export import carried_by, carry
from objects_library.document_content import HeldState, document_of, held_documents


def carried_states(document: Document) -> dict[bytes, HeldState]:
    """Return the states that a file carries; parts that cannot be read are left out."""
    return {identifier: _state(content) for identifier, content in carried_by(document).items()}


def accept_content(document: Document) -> None:
    """Offer the content that a file carries to its documents, before they are opened."""
    for content in carried_by(document).values():
        offer(content)


async def present_states(documents: Iterable[bytes]) -> list[HeldState]:
    """Return the states of documents: of running objects, else as they are stored."""
    return [_state(content) for content in await carry(documents, Identity.of_user())]


async def gather_content(
    document: Document, catalogue: Catalogue, proxies: Iterable[Proxy] = ()
) -> tuple[ContentPart, ...]:
    """Return what the objects of a document hold now; what is not kept here is taken from what it carried."""
    carried = carried_by(document)
    identity = await asyncio.to_thread(Identity.of_user)  # a keyring may ask the user for a password
    parts: dict[bytes, ContentPart] = {}

    async def load(identifier: bytes) -> HeldState | None:
        found = await carry([identifier], identity)
        content = found[0] if found else carried.get(identifier)
        if content is None:
            return None
        if content.reach.count:
            parts[identifier] = ContentPart(identifier, content.author.hex(), content.time, content.pack())
        return _state(content)

    await held_documents(document.reference, load, catalogue, comments=True)
    running = [document_of(each.reference) for proxy in proxies for each in proxies_under(proxy)]
    for each in running:
        if each is not None and each not in parts and len(parts) < MAX_CONTENT_PARTS:
            await load(each)
    return tuple(parts.values())


def _state(content: CarriedContent) -> HeldState:
    return HeldState(content.document, content.state, "", content.author.hex(), content.time, changes=content.changes)
