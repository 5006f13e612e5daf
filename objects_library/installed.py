# SPDX-License-Identifier: BSD-3-Clause
"""Everything that is installed on this machine, as one catalogue."""

import functools
import hashlib
import os
from pathlib import Path

from app.runtime.activation.registry import RegistryFolder
from app.runtime.directories import DirectoryError, data_directory, make_private
from app.runtime.library import Catalogue, Library, attach_store, built_in_library, definition_of, read_tree
from app.runtime.sandbox import Sandboxes
from app.runtime.trust import Gate

OWN_OBJECTS = "My objects"


def installed_catalogue(gate: Gate | None = None) -> Catalogue:
    """What the runtime has built in, what is in this package, and what the user made.

    With a gate, the catalogue grows by the libraries that references name, as far as the user allows it.
    """
    registry = Library("built in", (definition_of(RegistryFolder),))
    catalogue = Catalogue([built_in_library(), registry, _own_library()])
    catalogue.add_unless_conflicting(own_objects())
    if gate is not None:
        # Sandboxed code of other libraries may import the public API and this package.
        attach_store(catalogue, gate, Sandboxes(companions=("liveobjects", "objects_library")))
    return catalogue


@functools.cache
def _own_library() -> Library:
    """What is in this package, which stays as it is while the program runs."""
    return read_tree(Path(__file__).parent, "objects_library", "objects_library")


def catalogue_with(folder: Path) -> Catalogue:
    """What is installed, and the objects in a folder that somebody works on."""
    catalogue = installed_catalogue()
    if not folder.resolve().is_relative_to(own_objects_directory().resolve()):
        catalogue.add(_library_in(folder, folder.name))
    return catalogue


def own_objects_directory() -> Path:
    """Where the user's own objects are kept, each in a folder."""
    return data_directory() / "objects"


def own_objects() -> Library:
    """The user's own objects."""
    folder = own_objects_directory()
    if not folder.is_dir():
        return Library(OWN_OBJECTS)
    try:
        # What is in there is run without a question, so nobody else may be able to put something in.
        return _library_in(make_private(folder), OWN_OBJECTS)
    except DirectoryError as error:
        return Library(OWN_OBJECTS, problems=(str(error),))


def _library_in(folder: Path, name: str) -> Library:
    """The library in any folder; its Python package is named after the place."""
    place = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return read_tree(folder.resolve(), f"liveobjects_at_{place}", name)
