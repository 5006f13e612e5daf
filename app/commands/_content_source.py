# SPDX-License-Identifier: BSD-3-Clause
"""The states of documents, from the store of this user or from the content of a file."""

from __future__ import annotations

from app.runtime.references import Document
from app.runtime.storage.documents import DocumentStore, Version
from objects_library.carried_content import carried_states, present_states
from objects_library.document_content import HeldState


class ContentSource:
    """Loads states: what is kept here counts, else what the file carries."""

    def __init__(self, document: Document, *, carried_only: bool = False, at: int | None = None) -> None:
        self._carried = {} if at is not None else carried_states(document)
        self._carried_only = carried_only
        self._at = at
        self._store = DocumentStore.of_user()
        self._origins: dict[bytes, str] = {}
        self._fresh: dict[bytes, HeldState] = {}

    async def load(self, document: bytes) -> HeldState | None:
        """Return the state of a document, if there is one."""
        if document in self._fresh:
            return self._fresh[document]
        kept = None if self._carried_only else await self._kept(document)
        found = kept or self._carried.get(document)
        if found is not None:
            self._origins[document] = "file" if kept is None else "store"
        return found

    async def refresh(self, documents: list[bytes]) -> None:
        """Take the present states of documents that run in this process."""
        self._fresh.update({each.document: each for each in await present_states(documents)})

    def origin_of(self, document: bytes) -> str:
        """Return `store` or `file`."""
        return self._origins[document]

    async def versions(self, document: bytes) -> list[Version]:
        """Return the versions that are kept here, the newest first."""
        return await self._store.versions(document)

    async def _kept(self, document: bytes) -> HeldState | None:
        stored = await self._store.read(document)
        if stored is None:
            return None
        base, later = stored.base, (*stored.changes, *stored.pending)
        if self._at is not None:
            earlier = [each for each in await self.versions(document) if each.time <= self._at]
            version = await self._store.state_at(document, earlier[0].serial) if earlier else None
            if version is None:
                return None
            base, later = version, ()
        if not base.history.count and not later:
            return None  # it was opened, and nothing was changed
        return HeldState(
            document,
            base.state,
            stored.info.state_type,
            base.author.hex(),
            base.time,
            stored.info.title,
            later,
            tuple(stored.damage),
        )
