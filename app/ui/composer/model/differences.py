# SPDX-License-Identifier: BSD-3-Clause
"""Describes the differences between two documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.runtime import references as refs
from app.runtime.references.errors import quoted, shown
from app.runtime.references.model import children
from app.ui.composer.model.tree import describe_path


@dataclass(frozen=True)
class Difference:
    """One difference and its path."""

    path: refs.Path
    words: str


def differences(a: refs.Document, b: refs.Document) -> list[Difference]:
    """The differences of the second document from the first."""
    found = []
    if a.title != b.title:
        found.append(Difference((), f"the title was {quoted(a.title)} and is {quoted(b.title)}"))
    if a.description != b.description:
        found.append(Difference((), "the description is different"))
    found += _compared(a.reference, b.reference, ())
    found += _drawn(a, b)
    return found


def _compared(a: refs.Reference, b: refs.Reference, path: refs.Path) -> Iterator[Difference]:
    if a is b or a == b:
        return
    if isinstance(a, refs.Composite) and isinstance(b, refs.Composite):
        yield from _composites(a, b, path)
    elif isinstance(a, refs.Parameterized) and isinstance(b, refs.Parameterized) and a.template == b.template:
        yield from _arguments(a, b, path)
    elif type(a) is type(b) and [s for s, _ in children(a)] == [s for s, _ in children(b)] and list(children(a)):
        for (step, before), (_, after) in zip(children(a), children(b), strict=True):
            yield from _compared(before, after, (*path, step))
    else:
        yield Difference(path, f"{describe_path(path)} is something else")


def _composites(a: refs.Composite, b: refs.Composite, path: refs.Path) -> Iterator[Difference]:
    before, after = dict(a.components), dict(b.components)
    for name in before.keys() - after.keys():
        yield Difference((*path, name), f"{quoted(name)} is gone")
    for name in after.keys() - before.keys():
        yield Difference((*path, name), f"{quoted(name)} is new")
    for name in [name for name in after if name in before]:
        yield from _compared(before[name], after[name], (*path, name))
    wires = [{frozenset((w.first, w.second)): w for w in c.connections} for c in (a, b)]
    for ends in wires[0].keys() - wires[1].keys():
        wire = wires[0][ends]
        yield Difference(path, f"the wire from {shown(str(wire.first))} to {shown(str(wire.second))} is gone")
    for ends in wires[1].keys() - wires[0].keys():
        wire = wires[1][ends]
        yield Difference(path, f"the wire from {shown(str(wire.first))} to {shown(str(wire.second))} is new")
    ports = [{export.name: export.endpoint for export in c.exports} for c in (a, b)]
    for name in ports[0].keys() - ports[1].keys():
        yield Difference(path, f"the connection {quoted(name)} is no longer shown outside")
    for name in ports[1].keys() - ports[0].keys():
        yield Difference(path, f"the connection {quoted(name)} is shown outside")


def _arguments(a: refs.Parameterized, b: refs.Parameterized, path: refs.Path) -> Iterator[Difference]:
    before, after = dict(a.arguments), dict(b.arguments)
    for name in [*before, *(name for name in after if name not in before)]:
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if isinstance(old, refs.ReferenceArgument) and isinstance(new, refs.ReferenceArgument):
            yield from _compared(old.reference, new.reference, (*path, name))
        else:
            words = f"{quoted(name)} of {describe_path(path)} was {_described(old)} and is {_described(new)}"
            yield Difference((*path, name), words)


def _described(argument: refs.Argument | None) -> str:
    if argument is None:
        return "not given"
    if isinstance(argument, refs.ValueArgument):
        return quoted(str(refs.plain(argument.value)))
    if isinstance(argument, refs.TypeArgument):
        return quoted(argument.text)
    return "an object" if isinstance(argument, refs.ReferenceArgument) else f"the setting {quoted(argument.name)}"


def _drawn(a: refs.Document, b: refs.Document) -> Iterator[Difference]:
    before, after = set(a.drawing.items), set(b.drawing.items)
    old = {item.component: item for item in before if isinstance(item, refs.Placed)}
    new = {item.component: item for item in after if isinstance(item, refs.Placed)}
    moved = sorted(path for path in old.keys() & new.keys() if old[path] != new[path])
    if len(moved) == 1:
        yield Difference(moved[0], f"{describe_path(moved[0])} stands elsewhere or looks different")
    elif moved:
        yield Difference((), f"{len(moved)} blocks stand elsewhere or look different")
    rest = [len([i for i in items if not isinstance(i, refs.Placed)]) for items in (before - after, after - before)]
    if any(rest):
        yield Difference((), "notes, zones or the corners of wires are different")
