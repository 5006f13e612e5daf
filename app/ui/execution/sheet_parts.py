# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a sheet that run separately, and which of them an edit changes. No Qt in this file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.runtime.activation import Proxy
from app.runtime.references import Composite, Connection, Parameterized, Path, Reference, ReferenceArgument
from app.runtime.references.model import BODY_STEP, TEMPLATE_STEP


@dataclass(frozen=True)
class Parts:
    """Parts that run separately and the wires between them; anything but a composite is one part."""

    references: Mapping[Path, Reference]
    wires: tuple[Connection, ...]


def parts_of(reference: Reference) -> Parts:
    """The parts of a sheet."""
    if isinstance(reference, Composite):
        return Parts({(name,): part for name, part in reference.components}, reference.connections)
    return Parts({(): reference}, ())


def kept_parts(before: Mapping[Path, Reference], after: Mapping[Path, Reference]) -> dict[Path, Path]:
    """The parts that keep running, new path by old path; a renamed part keeps running."""
    kept = {path: path for path, part in after.items() if before.get(path) == part}
    free = [path for path in before if path not in kept]
    for path, part in after.items():
        if path not in kept:
            same = next((old for old in free if before[old] == part), None)
            if same is not None:
                kept[path] = same
                free.remove(same)
    return kept


def find_part(proxy: Proxy, path: Path) -> Proxy | None:
    """The proxy at a path inside a part; an embedded one exists once its owner has started it."""
    found: Proxy | None = proxy
    for step in path:
        if found is None or step in (TEMPLATE_STEP, BODY_STEP):  # these steps do not lead to another proxy
            continue
        found = found.components.get(step) or _embedded(found, step)
    return found


def _embedded(owner: Proxy, parameter: str) -> Proxy | None:
    if not isinstance(owner.reference, Parameterized):
        return None
    argument = dict(owner.reference.arguments).get(parameter)
    if not isinstance(argument, ReferenceArgument):
        return None
    return next((each for each in owner.started if each.reference == argument.reference), None)


def inside(proxy: Proxy, path: Path = ()) -> list[tuple[Path, Proxy]]:
    """All proxies of a part, each with its path from the part."""
    found = [(path, proxy)]
    for name, component in proxy.components.items():
        found += inside(component, (*path, name))
    if isinstance(proxy.reference, Parameterized):
        for name, _ in proxy.reference.arguments:
            embedded = _embedded(proxy, name)
            if embedded is not None:
                found += inside(embedded, (*path, name))
    return found
