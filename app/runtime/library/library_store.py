# SPDX-License-Identifier: BSD-3-Clause
"""Libraries by URL and digest: fetched, verified, permitted by the user, unpacked, added to the catalogue."""

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from app.runtime.directories import cache_directory, make_private
from app.runtime.library.archive_reader import MAX_ARCHIVE, Archive, open_archive
from app.runtime.library.archive_writer import digest_of
from app.runtime.library.catalogue import Catalogue
from app.runtime.library.definition import Definition
from app.runtime.library.download import fetch
from app.runtime.library.errors import ArchiveError
from app.runtime.library.library_scan import Scan, definitions_of
from app.runtime.library.modules import Package
from app.runtime.library.source_tree import Library
from app.runtime.trust import Gate, Permission, Question
from app.runtime.trust.files import replace_private_file
from app.runtime.types import STANDARD, TypeNames

_DIGEST = re.compile(r"[0-9a-f]{64}")
_Reading = Callable[[Scan, Package, str], tuple[Definition, ...]]


class Confinement(Protocol):
    """Makes definitions of a library whose code must not run in this process; see `sandbox`."""

    def definitions_of(self, offer: Scan, package: Package, library: str) -> tuple[Definition, ...]: ...


class LibraryStore:
    """Gets libraries for the catalogue of a node; each is fetched once and stored by its digest."""

    def __init__(
        self, catalogue: Catalogue, gate: Gate, confinement: Confinement, directory: Path | None = None
    ) -> None:
        self._catalogue = catalogue
        self._gate = gate
        self._confinement = confinement
        self._directory = directory
        self._under_way: dict[str, asyncio.Task[Library]] = {}

    async def obtain(self, url: str, digest: str) -> Library:
        """Return the library with that digest, from the store or from the URL."""
        if not _DIGEST.fullmatch(digest):
            raise ArchiveError(f"{digest[:70]!r} is not a digest", "write the 64 digits that `liveobjects pack` showed")
        task = self._under_way.get(digest)
        if task is None:
            task = self._under_way[digest] = asyncio.create_task(self._obtain(url, digest))
            task.add_done_callback(lambda done: self._forget_failure(digest, done))
        # A caller that is cancelled must not cancel it for the others.
        return await asyncio.shield(task)

    def _forget_failure(self, digest: str, task: "asyncio.Task[Library]") -> None:
        if task.cancelled() or task.exception() is not None:
            del self._under_way[digest]

    async def _obtain(self, url: str, digest: str) -> Library:
        folder = make_private(self._directory or cache_directory() / "libraries")
        kept = folder / f"{digest}.zip"
        data = await asyncio.to_thread(_kept, kept, digest)
        fetched = data is None
        if data is None:
            data = await fetch(url, MAX_ARCHIVE, self._ask_for_host)
            _compare(url, data, digest)
        archive = await asyncio.to_thread(open_archive, data)
        freely = await self._ask_to_run(archive, url, digest)
        if fetched:
            await asyncio.to_thread(replace_private_file, kept, data)
        root = folder / digest
        await asyncio.to_thread(_ensure_unpacked, archive, root)
        reading = definitions_of if freely else self._confinement.definitions_of
        library = _library(archive, root, digest, reading)
        self._catalogue.add(library)
        return library

    async def _ask_for_host(self, host: str) -> None:
        await self._gate.require(Question(Permission.NETWORK, host, title=f"{host} to fetch a library"))

    async def _ask_to_run(self, archive: Archive, url: str, digest: str) -> bool:
        """Ask whether the code may run outside of a sandbox."""
        title = f"of the library {archive.manifest.name!r} from {url}"
        question = Question(Permission.RUN_CODE, digest, archive.manifest.signer, title)
        return (await self._gate.require(question)).freely


def _kept(file: Path, digest: str) -> bytes | None:
    """Return the stored archive; a damaged one is fetched again."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_ARCHIVE + 1)
    except FileNotFoundError:
        return None
    return data if digest_of(data) == digest else None


def _compare(url: str, data: bytes, digest: str) -> None:
    found = digest_of(data)
    if found != digest:
        raise ArchiveError(
            f"what is at {url} has the digest {found}, not {digest}",
            "do not use it; ask whoever gave you the reference for a new one",
        )


def _ensure_unpacked(archive: Archive, root: Path) -> None:
    """Unpack the archive unless its folder has exactly its files."""
    if root.exists() and not archive.is_unpacked_in(root):
        shutil.rmtree(root)
    if not root.exists():
        archive.unpack(root)


def _library(archive: Archive, root: Path, digest: str, reading: _Reading) -> Library:
    package = Package(f"liveobjects_{digest}", root, TypeNames(STANDARD))
    name = f"{archive.manifest.name} ({digest[:12]})"
    definitions = reading(archive.manifest.offer, package, name)
    return Library(name, definitions, package.names, signer=archive.manifest.signer)
