# SPDX-License-Identifier: BSD-3-Clause
"""Imports the modules of a library under a package name of its own, so that versions coexist."""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from app.runtime.library.definition import Blueprint
from app.runtime.library.entries import Entry
from app.runtime.library.errors import LibraryError
from app.runtime.library.named_types import reading
from app.runtime.library.objects import definition_of, is_defined
from app.runtime.library.views import view_in
from app.runtime.types import TypeNames


@dataclass(frozen=True)
class Package:
    """The Python package that contains the modules of one library."""

    name: str
    root: Path
    names: TypeNames

    def make_importable(self) -> None:
        """Register the package in `sys.modules`; an installed one is registered already."""
        if self.name in sys.modules:
            return
        try:
            importlib.import_module(self.name)
        except ModuleNotFoundError:
            module = ModuleType(self.name)
            module.__path__ = [str(self.root)]
            sys.modules[self.name] = module

    def module(self, relative: str) -> ModuleType:
        """Import a module of the library; its named types go into the library's table."""
        self.make_importable()
        with reading(self.names):
            return importlib.import_module(f"{self.name}.{relative}")

    def loader(self, entry: Entry) -> Callable[[], Blueprint]:
        """Return a function that imports the class of an entry."""
        return partial(self._load, entry)

    def view_loader(self, entry: Entry) -> Callable[[], Blueprint | None] | None:
        """Return a function that imports the view of an entry's object; None if it has none."""
        folder = entry.module.rpartition(".")[0]
        if not self.root.joinpath(*folder.split("."), "view.py").is_file():
            return None
        return partial(self._load_view, entry, f"{folder}.view".lstrip("."))

    def icon(self, entry: Entry) -> Path | None:
        """Return the icon in the folder of an entry's module."""
        icon = self.root.joinpath(*entry.module.split(".")[:-1], "icon.svg")
        return icon if icon.is_file() else None

    def _load(self, entry: Entry) -> Blueprint:
        cls = vars(self.module(entry.module)).get(entry.cls)
        if not isinstance(cls, type) or not is_defined(cls):
            raise _changed(entry)
        definition = definition_of(cls)
        found = (f"{definition.id:032x}", definition.version, definition.type.text)
        if found != (entry.id, entry.version, entry.type):
            raise _changed(entry)
        return definition.blueprint()

    def _load_view(self, entry: Entry, module: str) -> Blueprint | None:
        return view_in(vars(self.module(module)), int(entry.id, 16), entry.version)


def defined_classes(module: ModuleType) -> Iterator[type]:
    """Return the live objects that a module defines itself, in source order."""
    for member in vars(module).values():
        if is_defined(member) and member.__module__ == module.__name__:
            yield member


def _changed(entry: Entry) -> LibraryError:
    return LibraryError(f"the code of `{entry.name}` is not what its library said", "restart the program")
