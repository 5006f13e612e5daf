# SPDX-License-Identifier: BSD-3-Clause
"""The registry: the node's folder of named references, a directory of files that the user edits."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, unquote

from app.runtime.activation.errors import ActivationError
from app.runtime.directories import DirectoryError, config_directory, make_private
from app.runtime.library import Context, Definition, Endpoint, Injected, definition_of, live_object
from app.runtime.references import REGISTRY_ID, LiveObjectFileError, Reference, read, write
from app.runtime.trust.files import replace_private_file

_SUFFIX = ".liveobject"
_LONGEST_FILE_NAME = 240

Names = list[str]
"""An alias, because the class below has an event `list`."""


class Registry:
    """Named references, one file each, shared by all processes of the user."""

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory or config_directory() / "registry"
        self._listeners: list[Callable[[str, bool], object]] = []

    def get(self, name: str) -> Reference | None:
        """Return the reference of that name, or None; a damaged file is an error."""
        file = self._existing(name)
        return None if file is None else read(file).reference

    def put(self, name: str, reference: Reference) -> None:
        """Store a reference under a name, replacing an older one."""
        file = self._existing(name) or self._file(name)
        if file is None:
            raise ActivationError(f"the name {name[:40]!r} cannot be kept", "use a shorter one, and not an empty one")
        make_private(self._directory)
        replace_private_file(file, write(reference))
        self._notify(name, present=True)

    def remove(self, name: str) -> bool:
        """Remove a name; returns whether it existed."""
        file = self._existing(name)
        if file is None:
            return False
        file.unlink()
        self._notify(name, present=False)
        return True

    def names(self) -> list[str]:
        """Return all names, sorted."""
        files = self._directory.glob(f"*{_SUFFIX}") if self._directory.is_dir() else ()
        return sorted(unquote(file.name.removesuffix(_SUFFIX)) for file in files if not file.name.startswith("."))

    def watch(self, listener: Callable[[str, bool], object]) -> Callable[[], object]:
        """Call when a name changes in this process; returns a function that stops this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _file(self, name: str) -> Path | None:
        """Return the file for a name."""
        if any(0xD800 <= ord(character) < 0xE000 for character in name):  # surrogates
            return None
        encoded = "".join(_encoded(character) for character in name)
        encoded = f"%2E{encoded[1:]}" if encoded.startswith(".") else encoded
        if not encoded or len(os.fsencode(encoded)) > _LONGEST_FILE_NAME:
            return None
        return self._directory / f"{encoded}{_SUFFIX}"

    def _existing(self, name: str) -> Path | None:
        """Return the existing file of a name; files made by hand do not encode a per cent sign."""
        made = self._file(name)
        if made is None:
            return None
        by_hand = made.with_name(made.name.replace("%25", "%"))
        return next((file for file in (made, by_hand) if file.is_file()), None)

    def _notify(self, name: str, *, present: bool) -> None:
        for listener in tuple(self._listeners):
            listener(name, present)


@live_object(f"{REGISTRY_ID:032x}", name="Registry", group="Folders")
class RegistryFolder:
    """The references that this computer keeps by name; each computer has its own."""

    folder = Endpoint()
    editing = Endpoint()

    def __init__(self, context: Context, registry: Annotated[Registry, Injected("registry")]) -> None:
        self._registry = registry
        context.at_end(registry.watch(self._noticed))

    @folder.incoming
    def get(self, name: str) -> None:
        """Answer with the reference of that name."""
        try:
            found = self._registry.get(name)
        except LiveObjectFileError:
            found = None
        if found is None:
            self.missing(name)
        else:
            self.item(name, found)

    @editing.incoming
    def put(self, name: str, reference: Reference) -> None:
        """Give a reference a name; one that cannot be kept is reported as missing."""
        try:
            self._registry.put(name, reference)
        except (ActivationError, OSError, DirectoryError):
            self.changed(name, present=False)

    @editing.incoming
    def remove(self, name: str) -> None:
        """Forget a name."""
        self._registry.remove(name)

    @editing.incoming
    def list(self) -> None:
        """Answer with all names."""
        self.names(self._registry.names())

    @folder.outgoing
    def item(self, name: str, reference: Reference) -> None:
        """A reference that was asked for."""

    @folder.outgoing
    def missing(self, name: str) -> None:
        """There is nothing of that name."""

    @editing.outgoing
    def names(self, names: Names) -> None:
        """All names."""

    @editing.outgoing
    def changed(self, name: str, present: bool) -> None:
        """A name was given or taken."""

    def _noticed(self, name: str, present: bool) -> None:
        self.changed(name, present)


def registry_definition(registry: Registry) -> Definition:
    """Return the definition of the registry primitive for one registry."""
    definition = definition_of(RegistryFolder)
    blueprint = replace(definition.blueprint(), injected_objects={"registry": registry})
    return replace(definition, load=lambda: blueprint)


def _encoded(character: str) -> str:
    return quote(character, safe="") if character in "/%" or not character.isprintable() else character
