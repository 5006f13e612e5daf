# SPDX-License-Identifier: BSD-3-Clause
"""Content that follows a document to another address: a scope's first key makes it another document."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.runtime.references import Document, Parameterized, Reference, TypeArgument, ValueArgument, walk
from app.runtime.storage.documents import Change, ChangeKind, DocumentInfo, DocumentStore, Stored, document_id
from app.runtime.storage.documents.carried import CarriedContent
from app.runtime.storage.documents.change import first_chain, next_chain
from app.runtime.storage.documents.history import DocumentHistory
from app.runtime.storage.documents.records import StoredState
from app.runtime.storage.documents.store import now_ms
from app.runtime.trust import Identity
from app.runtime.types import TypeNames
from objects_library.channels.document.comment_group import GROUP, comment_channels
from objects_library.channels.document.export import carried_by, documents_in
from objects_library.channels.document.signature import DocumentSigner, is_carried_signed
from objects_library.channels.document.values import stored_values
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.sharing import Move

_MOST = 10_000
"""Documents that follow one page."""


async def move_content(
    moves: Sequence[Move], identity: Identity, names: TypeNames, source: Document, store: DocumentStore | None = None
) -> int:
    """Give documents at new addresses the content of the old ones; returns how many had some.

    Signatures name their document, so the content begins anew there: with the stored state, and what was
    changed since, by this user. What was never opened here begins with what the file `source` carries. What a
    document at the new address has already stays, and so does the old one. Objects on a page that meet in its
    scope follow with their content, and so do comments.
    """
    found = store or DocumentStore.of_user()
    carried, channels = await asyncio.to_thread(carried_by, source), documents_in(source.reference)
    channels |= _comments_on(source)
    waiting, done, count = [*moves, *map(_of_comments, moves)], set[bytes](), 0
    while waiting:
        move = waiting.pop()
        old, new = _id(move.old), _id(move.new)
        if old in done or len(done) >= _MOST:
            continue
        done.add(old)
        stored = await found.read(old) or await asyncio.to_thread(_from_file, old, carried, channels)
        if stored is None or not (stored.history.count or stored.pending):
            continue
        on_page = await asyncio.to_thread(_channels_on_page, stored, names)
        for group, channel in on_page.items():
            moved = Move(replace(move.old, group=group), replace(move.new, group=group))
            channels[_id(moved.old)] = channel
            waiting.append(moved)
        if await found.read(new) is None:
            await _begin(found, new, stored, identity)
            count += 1
    return count


def _of_comments(move: Move) -> Move:
    return Move(replace(move.old, group=GROUP), replace(move.new, group=GROUP))


def _comments_on(source: Document) -> dict[bytes, Parameterized]:
    found: dict[bytes, Parameterized] = {}
    for channel in comment_channels(source.reference).values():
        found |= documents_in(channel)
    return found


def _from_file(
    document: bytes, carried: Mapping[bytes, CarriedContent], channels: Mapping[bytes, Parameterized]
) -> Stored | None:
    """What a file carries of a document, as if it were stored here."""
    content, channel = carried.get(document), channels.get(document)
    if content is None or channel is None or not is_carried_signed(content):
        return None
    types = {name: given.text for name, given in channel.arguments if isinstance(given, TypeArgument)}
    info = DocumentInfo(state_type=types.get("S", ""), change_type=types.get("T", ""))
    return Stored(info, StoredState(content.history, content.state), list(content.changes))


def _channels_on_page(stored: Stored, names: TypeNames) -> dict[str, Parameterized]:
    """The channels, by group, of objects in a document that meet in its scope: they name an empty one."""
    info, changes = stored.info, (*stored.changes, *stored.pending)
    values = stored_values(stored.base.state, changes, info.state_type, info.change_type, names)
    found: dict[str, Parameterized] = {}
    for reference in _references(values):
        for _, part in walk(reference):
            given = dict(part.arguments) if isinstance(part, Parameterized) else {}
            group = given.get("group")
            if (
                isinstance(part, Parameterized)
                and given.get("scope") == ValueArgument("")
                and isinstance(group, ValueArgument)
            ):
                found[str(group.value)] = part
    return found


def _references(values: list[Any]) -> Iterator[Reference]:
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, Reference):
            yield value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value


async def _begin(store: DocumentStore, document: bytes, stored: Stored, identity: Identity) -> None:
    opened = await store.open(document, stored.info)
    signer = DocumentSigner(document, identity)
    origin = opened.row.origin
    chain = first_chain(document, origin, signer.author)
    contents = [(each.kind, each.body) for each in (*stored.changes, *stored.pending)]
    if stored.base.state:
        contents.insert(0, (ChangeKind.RESET, stored.base.state))
    changes: list[Change] = []
    for number, (kind, body) in enumerate(contents, start=1):
        now = now_ms()
        chain = next_chain(chain, kind, now, body)
        changes.append(Change(origin, number, signer.author, now, kind, body, chain))
    changes[-1] = replace(changes[-1], signature=signer.sign(changes[-1]))
    kept = asyncio.Event()
    opened.append(1, changes, kept.set)
    await kept.wait()
    if stored.base.state:
        history = DocumentHistory()
        history.add(changes[0])
        opened.snapshot(history, stored.base.state, signer.author)
    await opened.close(origin, len(changes) + 1)


def _id(address: ChannelAddress) -> bytes:
    return document_id(address.scope, address.group, address.key)
