# SPDX-License-Identifier: BSD-3-Clause
"""Finds registry entries that lead back to themselves, without running anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.model import (
    BODY_STEP,
    REGISTRY_ID,
    TEMPLATE_STEP,
    External,
    Parameterized,
    Path,
    Primitive,
    Reference,
    Template,
    children,
)

Registry: TypeAlias = Callable[[str], Reference | None]
"""Looks up a name in the registry: a reference, None, or a `LiveObjectFileError`."""


def find_cycles(reference: Reference, registry: Registry) -> Iterator[tuple[Path, External, list[str]]]:
    """Return each external reference that can never be resolved, with the names of its cycle."""
    harmless: set[str] = set()
    for path, external in _fetched(reference):
        cycle = _cycle_from(external.name, registry, harmless)
        if cycle:
            yield path, external, cycle


def _cycle_from(start: str, registry: Registry, harmless: set[str]) -> list[str]:
    """Return the names from `start` to the first repetition; names that resolve become harmless."""
    pending = {start: _next_names(start, registry)}  # each leads to the next
    while pending:
        last = next(reversed(pending))
        name = next(pending[last], None)
        if name is None:
            harmless.add(last)
            del pending[last]
        elif name in pending:
            return [*pending, name]
        elif name not in harmless:
            pending[name] = _next_names(name, registry)
    return []


def _next_names(name: str, registry: Registry) -> Iterator[str]:
    try:
        reference = registry(name)
    except LiveObjectFileError:
        return
    if reference is not None:
        for _, external in _fetched(reference):
            yield external.name


def _fetched(reference: Reference) -> Iterator[tuple[Path, External]]:
    """Return the registry references that are always followed; arguments are only values."""
    pending: list[tuple[Path, Reference]] = [((), reference)]
    while pending:
        path, part = pending.pop()
        if isinstance(part, External) and _is_registry(part.source):
            yield path, part
        inside = list(children(part))
        if isinstance(part, Parameterized | Template):
            inside = [(step, child) for step, child in inside if step in (TEMPLATE_STEP, BODY_STEP)]
        pending.extend(((*path, step), child) for step, child in reversed(inside))


def _is_registry(reference: Reference) -> bool:
    return isinstance(reference, Primitive) and reference.id == REGISTRY_ID
