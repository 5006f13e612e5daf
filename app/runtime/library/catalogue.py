# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue: all libraries on this machine, with all versions of each object."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.runtime.library.definition import Definition
from app.runtime.library.entries import name_entries
from app.runtime.library.errors import LibraryError
from app.runtime.library.source_tree import Library
from app.runtime.types import STANDARD, ObjectType, TypeNames


class Catalogue:
    """Every definition that this machine has."""

    def __init__(self, libraries: Iterable[Library] = ()) -> None:
        self.names = TypeNames(STANDARD)
        self.libraries: list[Library] = []
        self._versions: dict[int, list[Definition]] = {}
        for library in libraries:
            self.add(library)

    def add(self, library: Library) -> None:
        """Add a library; refuses an id and version that exists already."""
        for definition in library.definitions:
            conflict = self._conflict(definition)
            if conflict is not None:
                raise conflict
        for definition in library.definitions:
            self._put(definition)
        for entry in name_entries(named for named in library.names if self.names.find(named.name) is None):
            self.names.add(entry.head, entry.meaning, entry.description)
        self.libraries.append(library)

    def add_unless_conflicting(self, library: Library) -> None:
        """Add a library, but turn objects whose id and version exist already into problems."""
        conflicts = [(definition, self._conflict(definition)) for definition in library.definitions]
        fitting = tuple(definition for definition, conflict in conflicts if conflict is None)
        problems = tuple(str(conflict) for _, conflict in conflicts if conflict is not None)
        self.add(replace(library, definitions=fitting, problems=library.problems + problems))

    def definition(self, definition_id: int, version: int = 0) -> Definition | None:
        """Return exactly this version, else the lowest higher one, else None."""
        versions = self._versions.get(definition_id, [])
        position = bisect_left(versions, version, key=_version)
        return versions[position] if position < len(versions) else None

    def definitions(self) -> list[Definition]:
        """Return the newest version of every object, in the order of the palette."""
        newest = [versions[-1] for versions in self._versions.values()]
        return sorted(newest, key=lambda definition: (definition.group, definition.name.casefold()))

    def versions(self, definition_id: int) -> Sequence[Definition]:
        """Return all versions of an object, oldest first."""
        return tuple(self._versions.get(definition_id, ()))

    def adapters(self) -> Sequence[Definition]:
        """Return the newest version of every adapter."""
        return [definition for definition in self.definitions() if definition.kind == "adapter"]

    def problems(self) -> list[str]:
        """Return the problems of all libraries as text, each with the name of its library."""
        return [f"{library.name}: {problem}" for library in self.libraries for problem in library.problems]

    def placeholder(self, definition_id: int, version: int = 0, name: str = "") -> Definition:
        """Return a placeholder for an object that is not installed, with a hint how to get it."""
        older = self._versions.get(definition_id, [])
        called = name or (older[-1].name if older else f"{definition_id:032x}")
        if older:
            advice = (
                f"version {version} is wanted and version {older[-1].version} is here: update "
                f"the library `{older[-1].library}`"
            )
        else:
            advice = (
                f"install the library that has the object {definition_id:032x}, or ask whoever sent this to "
                "name the library by its URL"
            )
        description = f"This object is not on this machine; {advice}."
        return Definition(definition_id, version, called, description, ObjectType(), "Missing", missing=advice)

    def _conflict(self, definition: Definition) -> LibraryError | None:
        """Return why a definition conflicts with another library, if it does."""
        known = self.definition(definition.id, definition.version)
        if known is None or known.version != definition.version or known.library == definition.library:
            return None
        return LibraryError(
            f"the libraries {known.library} and {definition.library} both have version "
            f"{definition.version} of `{known.name}`",
            "remove one of them, or give the object a new version or id",
        )

    def _put(self, definition: Definition) -> None:
        versions = self._versions.setdefault(definition.id, [])
        position = bisect_left(versions, definition.version, key=_version)
        if position < len(versions) and versions[position].version == definition.version:
            versions[position] = definition
        else:
            versions.insert(position, definition)


def _version(definition: Definition) -> int:
    return definition.version
