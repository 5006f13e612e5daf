# SPDX-License-Identifier: BSD-3-Clause
"""Objects that meet in the scope of the page that they lie on, each in groups of its own.

A reference that is stored on a page names no scope: an empty text stands for that of the page. So an object moves
with its page when that gets another scope, key, network or owner, and a page of a thousand objects opens one scope.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from app.runtime.references import (
    Argument,
    Composite,
    Parameterized,
    Path,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    walk,
    with_children,
)

PAGE = ""
"""The scope of a channel that meets where its page does."""
_ADDRESS = ("scope", "key", "network", "owner")
_CHANNELS = {
    0x4C8948E5EA89AC2964AB04419A1E528F,  # best effort
    0x5D0C3A7B9E214F68A1B7C2D4E6F80913,  # reliable
    0xF01C502658504B888B3F10453BCFF38B,  # virtually synchronous
    0xEE479C7D1AADD5EBE520B47F8B91FAF2,  # ordered
    0x3AAB058C9650E0D3FEC9974DAD698EB2,  # checkpointed
    0x6B1F0C7E52D94A3C8E07D1B9F4A26C35,  # document
    0xBD061CE84E0F7F22BCD2B01B7ECEF41F,  # durable
    0x4F200C89AE9FDF869EBBAE233678AB94,  # latest value
}
"""The templates that have all parameters of an address."""


def in_page(reference: Reference, page: Reference) -> Reference:
    """A new object as it is stored on a page; unchanged if the page has no scope.

    Channels of the object that met before meet again, and no others.
    """
    if not _address(page):
        return reference
    groups: dict[tuple[object, object], str] = {}

    def change(channel: Parameterized) -> Parameterized:
        given = dict(channel.arguments)
        meeting = given["scope"], given.get("group")
        group = groups.setdefault(meeting, secrets.token_hex(8))
        kept = tuple((name, value) for name, value in channel.arguments if name not in (*_ADDRESS, "group"))
        return replace(channel, arguments=(*kept, ("scope", ValueArgument(PAGE)), ("group", ValueArgument(group))))

    return with_channels(reference, change)


def of_page(reference: Reference, page: Reference) -> Reference:
    """A reference as it is stored on a page, with the groups that it has: what meets at its address, does so."""
    address = dict(_address(page))

    def change(channel: Parameterized) -> Parameterized:
        given = dict(channel.arguments)
        if {name: given[name] for name in _ADDRESS if name in given} != address:
            return channel
        kept = tuple((name, value) for name, value in channel.arguments if name not in _ADDRESS)
        return replace(channel, arguments=(*kept, ("scope", ValueArgument(PAGE))))

    return with_channels(reference, change) if address else reference


def on_page(reference: Reference, page: Reference) -> Reference:
    """A stored reference with the address of its page, ready to run."""
    return _addressed(reference, _address(page))


def beside_channel(reference: Reference, channel: Parameterized) -> Reference:
    """A stored reference with the address of the channel of its page, ready to run."""
    given = dict(channel.arguments)
    return _addressed(reference, tuple((name, given[name]) for name in _ADDRESS if name in given))


def _addressed(reference: Reference, address: tuple[tuple[str, Argument], ...]) -> Reference:
    def change(channel: Parameterized) -> Parameterized:
        if dict(channel.arguments)["scope"] != ValueArgument(PAGE):
            return channel
        kept = tuple((name, value) for name, value in channel.arguments if name not in _ADDRESS)
        return replace(channel, arguments=(*kept, *address))

    return with_channels(reference, change) if address else reference


def object_channels(reference: Reference, path: Path = ()) -> dict[Path, Parameterized]:
    """The objects of a page that name a scope, by path, each with its first channel."""
    if isinstance(reference, Composite):
        found: dict[Path, Parameterized] = {}
        for name, part in reference.components:
            found |= object_channels(part, (*path, name))
        return found
    parts = (part for _, part in walk(reference) if isinstance(part, Parameterized))
    channel = next((part for part in parts if _is_channel(part) and scope_of(part)), None)
    return {} if channel is None else {path: channel}


def scope_of(channel: Parameterized) -> str:
    """The scope that a channel names; empty if it names that of its page, or a parameter."""
    scope = dict(channel.arguments).get("scope")
    return scope.value if isinstance(scope, ValueArgument) and isinstance(scope.value, str) else PAGE


def group_of(channel: Parameterized) -> str:
    """The group of a channel in its scope."""
    group = dict(channel.arguments).get("group")
    return group.value if isinstance(group, ValueArgument) and isinstance(group.value, str) else "main"


def channel_beside(page: Reference, template: int, carried: str, group: str) -> Reference | None:
    """A channel for other messages of the same object, in its scope; None if it has no scope."""
    channel = _channel(page)
    if channel is None:
        return None
    arguments: tuple[tuple[str, Argument], ...] = (
        ("T", TypeArgument(carried)),
        ("group", ValueArgument(f"{group_of(channel)} {group}")),
        *_address(page),
    )
    return Parameterized(Primitive(template), arguments)


def _address(page: Reference) -> tuple[tuple[str, Argument], ...]:
    """The arguments for scope, key, network and owner of the channel under a page; none without a scope."""
    channel = _channel(page)
    given = {} if channel is None else dict(channel.arguments)
    return tuple((name, given[name]) for name in _ADDRESS if name in given)


def _channel(page: Reference) -> Parameterized | None:
    """The channel with a scope under a page."""
    channel = dict(page.arguments).get("Channel") if isinstance(page, Parameterized) else None
    if not isinstance(channel, ReferenceArgument):
        return None
    for _, part in walk(channel.reference):
        if isinstance(part, Parameterized) and _is_channel(part):
            scope = dict(part.arguments)["scope"]
            if isinstance(scope, ValueArgument) and scope.value != PAGE:
                return part
    return None


def _is_channel(reference: Parameterized) -> bool:
    template = reference.template
    return isinstance(template, Primitive) and template.id in _CHANNELS and "scope" in dict(reference.arguments)


def with_channels(reference: Reference, change: Callable[[Parameterized], Parameterized]) -> Reference:
    """The reference with all channels changed that are written in it."""
    if isinstance(reference, Parameterized) and _is_channel(reference):
        return change(reference)
    return with_children(reference, lambda part: with_channels(part, change))
