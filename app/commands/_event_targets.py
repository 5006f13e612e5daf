# SPDX-License-Identifier: BSD-3-Clause
"""The events of an object in a file, by the names under which `call` reaches them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.cli import WRONG_USE, CommandError
from app.runtime.references import Catalogue, Checker, Composite, Reference, UntypedReferenceError, walk
from app.runtime.references.names import format_path
from app.runtime.types import EndpointType, ObjectType, ValueType
from objects_library.channels.document.comment_group import comment_channels, comments_on

_SHOWN = 12
"""How many names an error lists at most."""


@dataclass(frozen=True, slots=True)
class Target:
    """An endpoint in a file: the reference that is run for it, and the components on the way from there."""

    reference: Reference
    components: tuple[str, ...]
    endpoint: str
    type: EndpointType

    def event_type(self, event: str) -> ValueType:
        """Return the type of an event that the endpoint takes."""
        return dict(self.type.incoming)[event]


def find_targets(reference: Reference, catalogue: Catalogue) -> dict[str, Target]:
    """Return all endpoints by name: those of the object, and `Component.endpoint` of components inside of it.

    A component that is connected to others is run with them, and any other alone.
    """
    parts = dict(walk(reference))
    checker = Checker(catalogue)
    found: dict[str, Target] = {}
    for path, part in parts.items():
        if path and not isinstance(parts[path[:-1]], Composite):
            continue
        root = len(path)
        while root and _is_connected(parts[path[: root - 1]], path[root - 1]):
            root -= 1
        prefix = f"{format_path(path)}." if path else ""
        for name, kind in _endpoints(part, checker):
            found[prefix + escaped(name)] = Target(parts[path[:root]], path[root:], name, kind)
    return {**_comments(reference, checker), **found}


def _comments(reference: Reference, checker: Checker) -> dict[str, Target]:
    """The comments on the page, which are kept beside its objects."""
    found: dict[str, Target] = {}
    for path, channel in comment_channels(reference).items():
        for name, kind in _endpoints(comments_on(channel), checker):
            found[f"{format_path(path)}.{name}" if path else name] = Target(comments_on(channel), (), name, kind)
    return found


def event_names(targets: Mapping[str, Target]) -> dict[str, tuple[Target, str]]:
    """Return all events that can be sent, as `endpoint.event` with the target and the event's own name."""
    return {
        f"{name}.{escaped(event)}": (target, event)
        for name, target in targets.items()
        for event, _ in target.type.incoming
    }


def find_event(name: str, targets: Mapping[str, Target]) -> tuple[Target, str | None]:
    """Return the target and the event of a name; the name of an endpoint alone has no event."""
    events = event_names(targets)
    if name in events:
        return events[name]
    if name in targets:
        return targets[name], None
    raise CommandError(f"there is no event {name!r}", _nearest(name, [*events, *targets]), WRONG_USE)


def escaped(name: str) -> str:
    """Write a name of an endpoint or event without dots, as in files."""
    return name.replace("~", "~0").replace(".", "~2")


def _nearest(name: str, known: list[str]) -> str:
    # Perhaps the endpoint is right, or only the event.
    parts = set(name.split("."))
    partly = [each for each in known if parts & set(each.split("."))][:_SHOWN]
    similar = partly or difflib.get_close_matches(name, known, n=3)
    if similar:
        return f"did you mean {' or '.join(similar)}?"
    more = " …" if len(known) > _SHOWN else ""
    return f"it has {', '.join(known[:_SHOWN])}{more}" if known else "it has no endpoints"


def _is_connected(parent: Reference, component: str) -> bool:
    return isinstance(parent, Composite) and any(
        component in (each.first.component, each.second.component) for each in parent.connections
    )


def _endpoints(part: Reference, checker: Checker) -> Iterator[tuple[str, EndpointType]]:
    try:
        kind = checker.type_of(part)
    except UntypedReferenceError:
        return
    if isinstance(kind, ObjectType):
        for name, term in kind.endpoints:
            if isinstance(term, EndpointType):
                yield name, term
