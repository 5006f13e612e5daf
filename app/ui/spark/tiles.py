# SPDX-License-Identifier: BSD-3-Clause
"""The tiles that can show a feed, each as a document. No Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.runtime import references as refs
from app.runtime.library import Catalogue

_TIMES = ("timestamp", "date")
_NUMBERS = ("int", "uint", "float", "double", "half", "decimal")
_NORTH, _EAST = ("lat", "latitude"), ("lon", "lng", "long", "longitude")


@dataclass(frozen=True)
class Tile:
    """A view of a feed."""

    title: str
    """The object's name in the palette."""
    icon: Path | None
    document: refs.Document


def tiles_for(file: Path, columns: Sequence[tuple[str, str]], catalogue: Catalogue) -> list[Tile]:
    """The tiles for a feed's columns; empty while its file does not exist."""
    try:
        found = refs.read(file)
    except (refs.LiveObjectFileError, OSError):
        return []
    reference = found.reference
    if not isinstance(reference, refs.Parameterized):
        return []
    given = dict(reference.arguments)
    kind, channel = given.get("T"), given.get("Channel")
    if not isinstance(kind, refs.TypeArgument) or not isinstance(channel, refs.ReferenceArgument):
        return []
    made = []
    for name, chosen in fitting(columns).items():
        definition = next((each for each in catalogue.definitions() if each.name == name), None)
        if definition is None:
            continue
        arguments: list[tuple[str, refs.Argument]] = [("T", kind), ("Channel", channel)]
        arguments.append(("title", refs.ValueArgument(found.title)))
        arguments += [(parameter, refs.ValueArgument(value)) for parameter, value in chosen.items()]
        shown = refs.Parameterized(refs.Primitive(definition.id, definition.version, definition.name), tuple(arguments))
        title = f"{found.title} {name.removeprefix('Feed ')}".strip()
        made.append(Tile(name, definition.icon, refs.Document(shown, title, found.description)))
    return made


def fitting(columns: Sequence[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """The objects that can show such columns, with suggested parameters."""
    numbers = [name for name, kind in columns if kind.startswith(_NUMBERS)]
    times = [name for name, kind in columns if kind.startswith(_TIMES)]
    texts = [name for name, kind in columns if kind.startswith(("string", "large_string", "utf8"))]
    found: dict[str, dict[str, str]] = {"Feed table": {}}
    if numbers:
        across = times or texts
        chart = {"kind": "line" if times or not texts else "bar", "y": numbers[0]}
        if across:
            chart["x"] = across[0]
        found["Feed chart"] = chart
        found["Feed number"] = {"column": numbers[0]}
        found["Feed gauge"] = {"column": numbers[0]}
    north = next((name for name in numbers if name.lower() in _NORTH), "")
    east = next((name for name in numbers if name.lower() in _EAST), "")
    if north and east:
        found["Feed map"] = {}
    if texts or times:
        found["Feed filter"] = {"column": (texts or times)[0]}
    return found
