# SPDX-License-Identifier: BSD-3-Clause
"""The views of a running object and of its components. No Qt in this file."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.runtime.references import Composite, Document, Path, Reference

if TYPE_CHECKING:
    from app.runtime.activation import AttachedView, Node, Proxy
    from app.runtime.library import Blueprint

_log = logging.getLogger("liveobjects.views")


def view_blueprint(proxy: Proxy) -> Blueprint | None:
    """The view blueprint of an object; `None` if it has none or it cannot be loaded."""
    if proxy.definition is None:
        return None
    try:
        return proxy.definition.view()
    except Exception:  # noqa: BLE001 - the code of a library
        _log.exception("the view of %s cannot be read", proxy.name)
        return None


def wired_ports(reference: Reference, path: Path) -> frozenset[str]:
    """The ports of a part that the document connects, directly or through an export of what contains it."""
    if not path:
        return frozenset()
    around = reference
    for step in path[:-1]:
        if not isinstance(around, Composite):
            return frozenset()
        around = dict(around.components).get(step, around)
    if not isinstance(around, Composite):
        return frozenset()
    ends = [end for wire in around.connections for end in (wire.first, wire.second)]
    outside = wired_ports(reference, path[:-1])
    ends += [export.endpoint for export in around.exports if export.name in outside]
    return frozenset(end.endpoint for end in ends if end.component == path[-1])


def free_views(document: Document, path: Path, proxy: Proxy) -> list[tuple[Proxy, Blueprint]]:
    """The objects at a path that have a view whose endpoints are not wired: an endpoint has one connection."""
    if proxy.components:
        parts = proxy.components.items()
        return [found for name, part in parts for found in free_views(document, (*path, name), part)]
    look = None if proxy.over else view_blueprint(proxy)
    if look is None:
        return []
    wired = wired_ports(document.reference, path)
    return [] if any(endpoint.name in wired for endpoint in look.endpoints) else [(proxy, look)]


def attach_views(node: Node, found: list[tuple[Proxy, Blueprint]]) -> list[AttachedView]:
    """Create views; one that fails is left out."""
    attached = []
    for proxy, look in found:
        try:
            attached.append(node.attach_view(proxy, look))
        except Exception:  # noqa: BLE001 - the code of a library
            _log.exception("%s cannot be shown", proxy.name)
    return attached
