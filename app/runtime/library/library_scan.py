# SPDX-License-Identifier: BSD-3-Clause
"""Scans the modules of a library once for their definitions."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from app.errors import describe
from app.runtime.library.definition import Definition
from app.runtime.library.entries import Entry, NameEntry, add_names, definition_from, entry_of, name_entries
from app.runtime.library.modules import Package, defined_classes
from app.runtime.library.objects import definition_of
from app.runtime.library.plugins import defines_formalism, names_in
from app.runtime.types import STANDARD


class Scan(msgspec.Struct, forbid_unknown_fields=True):
    """The definitions in the modules of a library, and the problems of those that could not be read."""

    entries: list[Entry]
    names: list[NameEntry]
    formalisms: list[str]
    problems: list[str]


def scan(package: Package, modules: Iterable[str]) -> Scan:
    """Import the modules and record their definitions; a broken module does not affect others."""
    found = Scan([], [], [], [])
    for name in modules:
        try:
            module = package.module(name)
        except Exception as error:  # noqa: BLE001 - an author's module may raise anything
            found.problems.append(f"{_file(name)}: {describe(error)}")
            continue
        # The module may have been imported before; then its names are registered elsewhere.
        unknown = [named for named in names_in(module) if package.names.find(named.name) is None]
        add_names(package.names, name_entries(unknown))
        for cls in defined_classes(module):
            _add(found, entry_of(definition_of(cls), name, cls.__name__))
        if any(defines_formalism(member) for member in vars(module).values()):
            found.formalisms.append(name)
    standard = {named.name for named in STANDARD}
    found.names = name_entries(named for named in package.names if named.name not in standard)
    return found


def _add(found: Scan, entry: Entry) -> None:
    """Add an entry; a copied object needs an id of its own."""
    for known in found.entries:
        if (known.id, known.version) == (entry.id, entry.version):
            found.problems.append(
                f"{_file(entry.module)}: `{entry.cls}` has the id and version of `{known.cls}` in "
                f'{_file(known.module)}; give it this new id: "{secrets.token_hex(16)}"'
            )
            return
    found.entries.append(entry)


def definitions_of(found: Scan, package: Package, library: str) -> tuple[Definition, ...]:
    """Return the definitions of a scan; formalisms are imported at once, since types need them."""
    add_names(package.names, found.names)
    for name in found.formalisms:
        package.module(name)
    return tuple(
        replace(
            definition_from(entry, library, package.names),
            icon=package.icon(entry),
            load=package.loader(entry),
            load_view=package.view_loader(entry),
        )
        for entry in found.entries
    )


def _file(module: str) -> str:
    return module.replace(".", "/") + ".py"
