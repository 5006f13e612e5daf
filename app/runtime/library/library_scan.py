"""Reading the modules of a library once, to learn what they offer."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from app.errors import describe
from app.runtime.library.definition import Definition
from app.runtime.library.entries import (
    Entry,
    NameEntry,
    add_names,
    definition_from,
    entry_of,
    name_entries,
)
from app.runtime.library.modules import Package, defined_classes
from app.runtime.library.objects import definition_of
from app.runtime.library.plugins import defines_formalism, names_in
from app.runtime.types import STANDARD


class Scan(msgspec.Struct, forbid_unknown_fields=True):
    """What the modules of a library offer, and what is wrong with those that could not be read."""

    entries: list[Entry]
    names: list[NameEntry]
    formalisms: list[str]
    problems: list[str]


def scan(package: Package, modules: Iterable[str]) -> Scan:
    """Import the modules and write down what they define; a broken one does not keep the others away."""
    found = Scan([], [], [], [])
    for name in modules:
        try:
            module = package.module(name)
        except Exception as error:  # noqa: BLE001 - an author's module may raise anything
            found.problems.append(f"{_file(name)}: {describe(error)}")
            continue
        # The module may have been imported before, by somebody else; then its names are elsewhere.
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
    """People copy an object to start another one; the second needs an id of its own."""
    for known in found.entries:
        if (known.id, known.version) == (entry.id, entry.version):
            found.problems.append(
                f"{_file(entry.module)}: `{entry.cls}` has the id and version of `{known.cls}` in "
                f'{_file(known.module)}; give it this new id: "{secrets.token_hex(16)}"'
            )
            return
    found.entries.append(entry)


def definitions_of(found: Scan, package: Package, library: str) -> tuple[Definition, ...]:
    """The definitions that a scan stands for; formalisms are imported at once, as types need them."""
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
