# SPDX-License-Identifier: BSD-3-Clause
"""The library template, primitive 0x1: the objects of an archive by name, as a folder object."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from app.runtime.library.catalogue import Catalogue
from app.runtime.library.context import Context
from app.runtime.library.definition import Definition
from app.runtime.library.endpoint import Endpoint
from app.runtime.library.hints import Label
from app.runtime.library.library_store import Confinement, LibraryStore
from app.runtime.library.objects import definition_of, live_object
from app.runtime.library.parameters import Injected
from app.runtime.library.source_tree import Library
from app.runtime.references import LIBRARY_ID, Primitive, Reference
from app.runtime.trust import Gate

_BUILT_IN = "built in"


@live_object(f"{LIBRARY_ID:032x}", name="Library", group="Services and protocols")
class LibraryFolder:
    """The objects in an archive of code that is named by its URL and the digest of its content."""

    folder = Endpoint()

    def __init__(
        self,
        URL: str,  # noqa: N803 - the name that references have always used
        digest: Annotated[str, Label("SHA-256 of the archive")],
        context: Context,
        store: Annotated[LibraryStore, Injected("library store")],
    ) -> None:
        self._url = URL
        self._digest = digest
        self._context = context
        self._store = store
        self._library: Library | None = None
        self._waiting: list[str] = []
        context.set_state("joining")
        context.spawn(self._load())

    @folder.incoming
    def get(self, name: str) -> None:
        """Answer with the object of that name, as soon as the library is here."""
        if self._library is None:
            self._waiting.append(name)
        else:
            self._answer(self._library, name)

    @folder.outgoing
    def item(self, name: str, reference: Reference) -> None:
        """The object that was asked for."""

    @folder.outgoing
    def missing(self, name: str) -> None:
        """The library has no such object."""

    async def _load(self) -> None:
        self._library = await self._store.obtain(self._url, self._digest)
        self._context.set_state("live")
        for name in self._waiting:
            self._answer(self._library, name)
        self._waiting.clear()

    def _answer(self, library: Library, name: str) -> None:
        found = find_in(library, name)
        if found is None:
            self.missing(name)
        else:
            self.item(name, Primitive(found.id, found.version, found.name))


def find_in(library: Library, name: str) -> Definition | None:
    """Return the newest object of that name, or with that id in hexadecimal."""
    named = [each for each in library.definitions if name in (each.name, f"{each.id:032x}")]
    return max(named, key=lambda each: each.version, default=None)


def built_in_library(store: LibraryStore | None = None) -> Library:
    """Return the library of the runtime itself; without a store, libraries can be checked but not opened."""
    definition = definition_of(LibraryFolder)
    blueprint = replace(definition.blueprint(), injected_objects={} if store is None else {"library store": store})
    return Library(_BUILT_IN, (replace(definition, library=_BUILT_IN, load=lambda: blueprint),))


def attach_store(
    catalogue: Catalogue, gate: Gate, confinement: Confinement, directory: Path | None = None
) -> LibraryStore:
    """Let the catalogue fetch the libraries that references name, with the user's permission."""
    store = LibraryStore(catalogue, gate, confinement, directory)
    catalogue.add(built_in_library(store))
    return store
