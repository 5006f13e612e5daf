# SPDX-License-Identifier: BSD-3-Clause
"""The scopes with an owner in a reference, and a reference whose scopes all have one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from app.runtime.references import Catalogue, Parameterized, Primitive, Reference, ValueArgument, walk, with_children
from app.runtime.types import TemplateType
from app.transport_native import LOOPBACK
from objects_library.channels.native.address import ChannelAddress

_TEXTS = ("scope", "key", "network", "owner")


def owned_scopes(reference: Reference) -> list[ChannelAddress]:
    """The scopes with an owner that a reference leads to, each once."""
    found = [_address(part) for _, part in walk(reference)]
    return list({each.place: each for each in found if each is not None and each.owner}.values())


def works_only_here(reference: Reference) -> bool:
    """Whether a part of a page has a channel that nobody on another computer can reach."""
    found = (_address(part) for _, part in walk(reference))
    return any(each is not None and each.network in ("", LOOPBACK) for each in found)


def with_owner(reference: Reference, owner: str, catalogue: Catalogue) -> tuple[Reference, int]:
    """The reference with an owner in each of its channels, and how many those are; what has none gets a key.

    Channels that met before meet again: those of one scope get one key.
    """
    keys: dict[str, str] = {}
    count = 0

    def own(part: Parameterized) -> Parameterized:
        nonlocal count
        address = _address(part)
        if address is None or not _can_have_owner(part, catalogue):
            return part
        count += 1
        key = address.key or keys.setdefault(address.scope, secrets.token_hex(32))
        given = {"key": ValueArgument(key), "owner": ValueArgument(owner)}
        kept = tuple((name, argument) for name, argument in part.arguments if name not in given)
        return replace(part, arguments=(*kept, *given.items()))

    changed = _changed(reference, own)
    return changed, count


def _address(reference: Reference) -> ChannelAddress | None:
    """The address of a channel, or None if this is no channel."""
    if not isinstance(reference, Parameterized):
        return None
    given = {
        name: argument.value
        for name, argument in reference.arguments
        if name in _TEXTS and isinstance(argument, ValueArgument) and isinstance(argument.value, str)
    }
    if not given.get("scope"):  # an empty one stands for that of the page
        return None
    network = given.get("network", LOOPBACK)
    return ChannelAddress(given["scope"], key=given.get("key", ""), network=network, owner=given.get("owner", ""))


def _can_have_owner(part: Parameterized, catalogue: Catalogue) -> bool:
    if not isinstance(part.template, Primitive):
        return False
    definition = catalogue.definition(part.template.id, part.template.version)
    kind = definition.type if definition is not None else None
    return isinstance(kind, TemplateType) and kind.parameter("owner") is not None


def _changed(reference: Reference, change: Callable[[Parameterized], Parameterized]) -> Reference:
    """The reference with every parameterized one in it changed, the innermost first."""
    inside = with_children(reference, lambda part: _changed(part, change))
    return change(inside) if isinstance(inside, Parameterized) else inside
