# SPDX-License-Identifier: BSD-3-Clause
"""The palette's entries: installed objects, ready to run, and the user's own templates."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.runtime.directories import data_directory, make_private
from app.runtime.library import Catalogue, Definition
from app.runtime.references import Document, LiveObjectFileError, read, write
from app.runtime.trust import public_key_of_user
from app.transport_native import LOOPBACK
from app.ui.composer.model.atomic_file import replace_content
from app.ui.composer.model.blocks import presentation_of
from app.ui.composer.model.default_reference import default_document
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.key_generation import with_new_keys
from app.ui.composer.model.tree import valid_name
from app.ui.settings import Settings
from app.ui.welcome.gallery import FOLDER, SUFFIX
from objects_library.channels.native.sharing import Who, share

MY_OBJECTS = "My objects"
GROUPS = (
    "Channels",
    "Membership",
    "Shared documents",
    "Desktops",
    "Data and feeds",
    "Media",
    "Services and protocols",
    MY_OBJECTS,
)
_GROUP_OF = {"Folders": "Shared documents", "Services": "Services and protocols", "Adapters": "Services and protocols"}
_MEMBERSHIP = {"Membership", "Failure detection", "Leader"}
_EXAMPLES = (
    ("calculator_service", "Services and protocols"),
    ("counter_on_a_platform", "Services and protocols"),
    ("channel_of_layers", "Channels"),
    ("shopping_list", "Shared documents"),
    ("shared_note", "Shared documents"),
)
_HIDDEN = {"Library", "Registry"}


@dataclass(frozen=True)
class Entry:
    """A palette entry; `make` returns a new document each time, with new names and keys."""

    title: str
    description: str
    group: str
    limits: str
    icon: pathlib.Path | None
    make: Callable[[], Document] = field(compare=False, repr=False)
    file: pathlib.Path | None = None


def entries(catalogue: Catalogue) -> list[Entry]:
    """All entries, in the order of the groups and then of the titles."""
    found = [_of_definition(definition, catalogue) for definition in catalogue.definitions()]
    found = [entry for entry in found if entry.title not in _HIDDEN]
    titles = {entry.title for entry in found}
    found += [entry for entry in _examples(catalogue) if entry.title not in titles]
    found += my_objects(catalogue)
    order = {group: number for number, group in enumerate(GROUPS)}
    return sorted(found, key=lambda entry: (order.get(entry.group, len(order)), entry.title.casefold()))


def search(found: Iterable[Entry], words: str) -> list[Entry]:
    """The entries that contain all words; matches in titles rank before groups and descriptions."""
    wanted = words.casefold().split()
    ranked = []
    for number, entry in enumerate(found):
        scores = [_score(entry, word) for word in wanted]
        if all(scores):
            ranked.append((-sum(scores), number, entry))
    return [entry for _, _, entry in sorted(ranked, key=lambda each: each[:2])]


def _score(entry: Entry, word: str) -> int:
    title = entry.title.casefold()
    if title.startswith(word):
        return 8
    if any(part.startswith(word) for part in title.split()):
        return 6
    if word in title:
        return 4
    if word in entry.group.casefold():
        return 2
    return 1 if word in entry.description.casefold() else 0


def _of_definition(definition: Definition, catalogue: Catalogue) -> Entry:
    group = "Membership" if definition.name in _MEMBERSHIP else _GROUP_OF.get(definition.group, definition.group)
    return Entry(
        definition.name,
        definition.description,
        group,
        definition.limits,
        definition.icon,
        lambda: for_anyone(default_document(definition, catalogue), catalogue),
    )


def _examples(catalogue: Catalogue) -> list[Entry]:
    """Entries for composite examples that come with the program."""
    found = []
    for name, group in _EXAMPLES:
        path = FOLDER / f"{name}{SUFFIX}"
        with contextlib.suppress(LiveObjectFileError, OSError):
            document = read(path)
            icon = presentation_of(document.reference, catalogue).icon
            make = _maker(path, catalogue)
            found.append(Entry(document.title, document.description, group, "", icon, make))
    return found


def my_objects_directory() -> pathlib.Path:
    """The directory of the user's own templates."""
    return data_directory() / "templates"


def my_objects(catalogue: Catalogue) -> list[Entry]:
    """The user's own templates; unreadable files are skipped."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(my_objects_directory().glob("*.liveobject")):
            with contextlib.suppress(LiveObjectFileError, OSError):
                document = read(path)
                title = document.title or path.stem
                found.append(Entry(title, document.description, MY_OBJECTS, "", None, _maker(path, catalogue), path))
    return found


def save_as_template(document: Document, *, over: bool = False) -> pathlib.Path:
    """Save a sheet to My objects under its title."""
    if not document.title:
        raise EditError("it has no title", "give it one")
    name = "".join(c if c.isalnum() or c in " -_" else "_" for c in valid_name(document.title)).strip()
    path = make_private(my_objects_directory()) / f"{name[:80] or 'Object'}.liveobject"
    if path.exists() and not over:
        raise EditError(f"there is '{document.title}' in My objects already", "choose another title")
    try:
        replace_content(path, write(document))
    except LiveObjectFileError as error:
        raise EditError(error.what, error.hint) from None
    return path


def _maker(path: pathlib.Path, catalogue: Catalogue) -> Callable[[], Document]:
    def make() -> Document:
        return for_anyone(with_new_keys(read(path), catalogue), catalogue)

    return make


def for_anyone(document: Document, catalogue: Catalogue) -> Document:
    """The new object of this user, for anyone whom they send it to, unless the settings say: only me."""
    who = Who.ME if Settings().network == LOOPBACK else Who.ANYONE
    return share(document, who, public_key_of_user(), catalogue)[0]
