# SPDX-License-Identifier: BSD-3-Clause
"""The versions of the documents of a page, and how one becomes the present again. No Qt in this file."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.errors import LiveObjectsError
from app.runtime.activation import Node, Proxy
from app.runtime.references import Document, Primitive
from app.runtime.storage.documents import DocumentStore, Version
from app.runtime.trust import Identity
from objects_library.carried_content import present_states
from objects_library.channels.document.group import DocumentGroup, running_document
from objects_library.channels.native import scope_registry
from objects_library.document_content import HeldDocument, HeldState, as_json, decoded, held_documents

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.runtime.trust import Gate

_PATIENCE = 20.0
"""Seconds for an object that has to be opened before it can be restored."""
_MOMENT = 5.0
_POLL = 0.1
_MOST_CHANGES = 10_000


class HistoryError(LiveObjectsError):
    """A version cannot be shown or restored."""


@dataclass(frozen=True)
class HistoryVersion:
    """A version, and the public keys of those who have changed something since the version before."""

    stored: Version
    authors: tuple[str, ...]


class PageHistory:
    """The documents of one page, running or not, as this computer has kept them."""

    def __init__(self, document: Document, catalogue: Catalogue, gate: Gate | None = None) -> None:
        self.document = document
        self.catalogue = catalogue
        self._gate = gate
        self._store = DocumentStore.of_user()

    async def documents(self) -> list[HeldDocument]:
        """The documents with content, also of objects on desktops, in the order of the page."""
        found = await held_documents(self.document.reference, self._present, self.catalogue)
        stale = [each for each in found if await self._is_stale(each)]
        for each in stale:
            await self._bring_up_to_date(each)
        if stale:
            found = await held_documents(self.document.reference, self._present, self.catalogue)
        return [each for each in found if each.state is not None]

    def title_of(self, held: HeldDocument) -> str:
        """How people call an object: by its name on the page or desktop, else by what it is."""
        if held.root is self.document.reference and not held.title:
            return self.document.title or self._kind_of(held)
        kind = self._kind_of(held)
        return f"{held.title} ({kind})" if held.title and kind and held.title != kind else held.title or kind

    async def versions(self, held: HeldDocument) -> list[HistoryVersion]:
        """The versions of a document, the newest first."""
        changes = await self._store.changes(held.document, _MOST_CHANGES)
        found = await self._store.versions(held.document)
        versions, since = list[HistoryVersion](), 0
        for version in reversed(found):
            between = (each.author.hex() for each in changes if since < each.time <= version.time)
            versions.insert(0, HistoryVersion(version, tuple(dict.fromkeys(between)) or (version.author.hex(),)))
            since = version.time
        return versions

    async def state_of(self, held: HeldDocument, version: Version) -> HeldState:
        """The state of a version; raises `HistoryError` if it is gone or damaged."""
        stored = await self._store.state_at(held.document, version.serial)
        if stored is None:
            raise HistoryError("this version is not kept any more", "choose another one")
        return HeldState(held.document, stored.state, held.state_type, stored.author.hex(), stored.time)

    async def states_at(self, held: HeldDocument, version: Version) -> dict[bytes, bytes]:
        """The states of all documents inside an object when a version was stored; the newest ones for the newest."""
        states = {held.document: (await self.state_of(held, version)).state}
        newest = await self._store.versions(held.document)
        until = None if newest and newest[0].serial == version.serial else version.time

        async def load(document: bytes) -> HeldState | None:
            if document == held.document:
                return await self.state_of(held, version)
            versions = await self._store.versions(document)
            earlier = [each for each in versions if until is None or each.time <= until]
            stored = await self._store.state_at(document, earlier[0].serial) if earlier else None
            if stored is None:
                return None
            states[document] = stored.state
            return HeldState(document, stored.state, "", stored.author.hex(), stored.time)

        if held.user is not None:
            await held_documents(held.user, load, self.catalogue)
        return states

    async def name(self, held: HeldDocument, version: Version, name: str) -> None:
        """Name a version, so that it stays; an empty name lets it be thinned out as others."""
        await self._store.name_version(held.document, version.serial, " ".join(name.split()))

    def as_text(self, state: HeldState) -> str:
        """A state in a form that can be read, for objects that have no view."""
        return as_json(state, self.catalogue).decode()

    async def restore(self, held: HeldDocument, version: Version) -> None:
        """Give everyone the content of a version; what was there before becomes a version."""
        value = decoded(await self.state_of(held, version), self.catalogue)
        running = running_document(held.document)
        try:
            async with asyncio.timeout(_PATIENCE):
                if running is not None:
                    await self._restore(running, value)
                    return
                async with self._opened(held, self._gate) as group:
                    await self._restore(group, value)
        except TimeoutError:
            raise HistoryError(
                "it is not restored yet: its content has not come, or nobody has accepted it",
                "turn the page live, and look at what it says",
            ) from None

    async def _restore(self, group: DocumentGroup, value: Any) -> None:
        """Replace the content of an open document, and wait until the new one is kept and is the newest version."""
        await group.ready()
        if not group.may_edit:
            raise HistoryError("you may only look at it", "ask its owner to let you edit it")
        if not await group.restore(value):
            raise HistoryError("too much waits to be sent already", "try again later")
        await self._stored(group)

    async def _is_stale(self, held: HeldDocument) -> bool:
        """Whether the newest version lacks something, as after a crash; what this program keeps was just stored."""
        stored = await self._store.read(held.document)
        changes = () if stored is None else (*stored.changes, *stored.pending)
        running = running_document(held.document)
        return bool(changes) and (running is None or not running.keeper.is_owner)

    async def _bring_up_to_date(self, held: HeldDocument) -> None:
        """Open an object for a moment, without questions, so that what was done last is a version."""
        with contextlib.suppress(LiveObjectsError, TimeoutError):  # else the versions before that are listed
            async with asyncio.timeout(_MOMENT):
                running = running_document(held.document)
                if running is not None:
                    await self._stored(running)
                    return
                async with self._opened(held, None) as group:
                    await group.ready()
                    await self._stored(group)

    async def _stored(self, group: DocumentGroup) -> None:
        """Wait until the present state is a version; another program that keeps it does so when nobody changes it."""
        await group.checkpoint()
        while not group.keeper.is_owner:
            found = await self._store.read(group.document)
            if found is None or not (found.changes or found.pending):
                return
            await asyncio.sleep(_POLL)

    @contextlib.asynccontextmanager
    async def _opened(self, held: HeldDocument, gate: Gate | None) -> AsyncIterator[DocumentGroup]:
        identity = await asyncio.to_thread(Identity.of_user)
        async with Node(self.catalogue, trust=gate, identity=identity) as node:
            node.voucher.attribute_to(self.document, None)
            proxy = await node.dereference(held.user or held.root, self.title_of(held))
            yield await _document_under(proxy, held.document)
            proxy.close()
        await scope_registry.closed()

    async def _present(self, document: bytes) -> HeldState | None:
        """The present state; a running object stores it first, so that the newest version is what one sees."""
        found = await present_states([document])
        return found[0] if found and (found[0].state or found[0].later_changes) else None

    def _kind_of(self, held: HeldDocument) -> str:
        template = held.user.template if held.user is not None else held.channel.template
        if not isinstance(template, Primitive):
            return template.name if hasattr(template, "name") else ""
        definition = self.catalogue.definition(template.id, template.version)
        return template.name if definition is None else definition.name


async def _document_under(proxy: Proxy, document: bytes) -> DocumentGroup:
    """The document of an object that is being opened; its channel is opened in the background."""
    changed = asyncio.Event()
    stop = proxy.watch(lambda _: changed.set())
    try:
        while True:
            if proxy.failure is not None:
                raise HistoryError(f"it cannot be opened: {proxy.failure.reason}", "mend that first")
            group = running_document(document)
            if group is not None:
                return group
            await changed.wait()
            changed.clear()
    finally:
        stop()
