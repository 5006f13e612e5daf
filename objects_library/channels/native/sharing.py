# SPDX-License-Identifier: BSD-3-Clause
"""Who can take part in a page: sets network, key and owner of all its channels at once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from app.errors import LiveObjectsError
from app.runtime.references import (
    Addressee,
    Argument,
    Catalogue,
    Composite,
    Document,
    External,
    Parameterized,
    ParameterUse,
    Primitive,
    Reference,
    ReferenceArgument,
    Template,
    ValueArgument,
)
from app.runtime.trust import fingerprint
from app.runtime.types import TemplateType
from app.transport_native import LAN, LOOPBACK
from objects_library.channels.native.address import ChannelAddress

_IN_PROCESS = {
    0x9F4AEACE30B5D219A8C9C8C995B2EA79,
    0xF2AEB74D38D79599620091D153BC1133,
    0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66,
}
"""Channels inside one program, which nobody else can join."""


class SharingError(LiveObjectsError):
    """A page cannot be shared in the wanted way."""


class Who(StrEnum):
    """Who can take part; the value is its name on the command line."""

    ME = "me"
    NETWORK = "network"
    ANYONE = "anyone"
    PEOPLE = "people"


_NETWORKS = {Who.ME: LOOPBACK, Who.NETWORK: LAN, Who.ANYONE: LAN, Who.PEOPLE: LAN}
"""Relays will carry *anyone* and *people* beyond this network."""


class Move(NamedTuple):
    """A channel whose first key gives it another address; its content has to follow."""

    old: ChannelAddress
    new: ChannelAddress


@dataclass(frozen=True)
class SharingReport:
    """What the channels of a page are like."""

    channels: tuple[ChannelAddress, ...] = ()
    """One for each part that has a channel, in the order of the page."""
    moves: tuple[Move, ...] = ()
    followers: int = 0
    """Parts that meet where their page does: their channels name an empty scope."""
    local: int = 0
    """Parts that work in one program only."""
    unknown: int = 0
    """Parts whose templates are not installed here; they stay as they are."""

    @property
    def parts(self) -> int:
        """How many parts communicate."""
        return len(self.channels) + self.followers + self.local + self.unknown

    @property
    def only_here(self) -> int:
        """How many parts nobody on another computer can reach."""
        return self.local + sum(each.network in ("", LOOPBACK) for each in self.channels)

    @property
    def encrypted(self) -> int:
        """How many parts have a key."""
        return sum(bool(each.key) for each in self.channels)

    @property
    def owners(self) -> tuple[str, ...]:
        """The owners, each once; an empty string stands for parts without one."""
        return tuple(dict.fromkeys(each.owner for each in self.channels))

    def owned_by(self, owner: str) -> tuple[ChannelAddress, ...]:
        """The scopes of an owner, each once."""
        return tuple({each.place: each for each in self.channels if each.owner == owner}.values())


def sharing_of(reference: Reference, catalogue: Catalogue) -> SharingReport:
    """What the channels of a page are like now."""
    walker = _Walker(catalogue, None, "")
    walker.changed(reference, {})
    return walker.report()


def share(
    document: Document, who: Who, owner: str, catalogue: Catalogue, people: Sequence[Addressee] = ()
) -> tuple[Document, SharingReport]:
    """The page with all its channels for these people, and what they are like then; nothing is written.

    Scope names and good keys stay, so the content stays, too. Parts of another owner keep that owner. Parts
    without an owner that others on the network can have met keep meeting them there. The caller signs the
    page, moves the content, and makes the member lists (`MemberListStore`) when it is for chosen people.
    """
    if who is Who.PEOPLE and not people:
        raise SharingError("it is to be shared with nobody", "name the people, or choose: only me")
    walker = _Walker(catalogue, who, owner)
    reference = walker.changed(document.reference, {})
    report = walker.report()
    foreign = [each for each in report.owners if each not in ("", owner)]
    if foreign and (who is Who.PEOPLE or (document.sealed_for and who is not Who.ME)):
        raise SharingError(
            f"a part of it belongs to {fingerprint(foreign[0])}, who chooses the people", "ask them to share it"
        )
    sealed_for = document.sealed_for if who is Who.ME else tuple(people)
    return replace(document, reference=reference, sealed_for=sealed_for), report


@dataclass
class _Walker:
    catalogue: Catalogue
    who: Who | None
    owner: str
    _channels: list[ChannelAddress] = field(default_factory=list)
    _moves: dict[ChannelAddress, ChannelAddress] = field(default_factory=dict)
    _keys: dict[str, str] = field(default_factory=dict)
    """Channels that met without a key meet again: those of one scope get one key."""
    _followers: int = 0
    _local: int = 0
    _unknown: int = 0

    def report(self) -> SharingReport:
        moves = tuple(Move(*each) for each in self._moves.items())
        return SharingReport(tuple(self._channels), moves, self._followers, self._local, self._unknown)

    def changed(self, reference: Reference, bound: Mapping[str, Argument]) -> Reference:
        if isinstance(reference, Composite):
            inside = tuple((name, self.changed(part, bound)) for name, part in reference.components)
            return replace(reference, components=inside)
        if isinstance(reference, External):
            return replace(reference, source=self.changed(reference.source, bound))
        if isinstance(reference, Template):
            return self._template(reference, bound)
        if isinstance(reference, Parameterized):
            arguments = tuple((name, self._argument(given, bound)) for name, given in reference.arguments)
            inner = {**bound, **{name: _resolved(given, bound) for name, given in arguments}}
            template = self.changed(reference.template, inner)
            return self._channel(replace(reference, template=template, arguments=arguments), bound)
        return reference

    def _template(self, template: Template, bound: Mapping[str, Argument]) -> Template:
        parameters = tuple(
            each if each.default is None else replace(each, default=self._argument(each.default, bound))
            for each in template.parameters
        )
        defaults = {each.name: each.default for each in parameters if each.default is not None}
        return replace(template, parameters=parameters, body=self.changed(template.body, {**defaults, **bound}))

    def _argument(self, argument: Argument, bound: Mapping[str, Argument]) -> Argument:
        if isinstance(argument, ReferenceArgument):
            return ReferenceArgument(self.changed(argument.reference, bound))
        return argument

    def _channel(self, part: Parameterized, bound: Mapping[str, Argument]) -> Parameterized:
        if not isinstance(part.template, Primitive):
            return part
        given = {name: _text(argument, bound) for name, argument in part.arguments}
        definition = self.catalogue.definition(part.template.id, part.template.version)
        if definition is None:
            self._unknown += "scope" in given
            return part
        kind = definition.type
        if part.template.id in _IN_PROCESS:
            self._local += 1
        if not isinstance(kind, TemplateType) or kind.parameter("scope") is None or kind.parameter("network") is None:
            return part
        if ("scope", ValueArgument("")) in part.arguments:
            self._followers += 1
            return part
        old = ChannelAddress(
            given.get("scope", ""),
            given.get("group", "main"),
            given.get("key", ""),
            given.get("network", LOOPBACK) or LOOPBACK,
            given.get("owner", ""),
        )
        open_ends = [name for name, argument in part.arguments if isinstance(_resolved(argument, bound), ParameterUse)]
        if {"scope", "key"} & set(open_ends):  # whoever uses the template chooses the place
            new = replace(old, network=self._network(old))
        else:
            new = self._address(old, can_have_owner=kind.parameter("owner") is not None)
        self._channels.append(new)
        if old.key != new.key:
            self._moves[old] = new
        names = [name for name in ("key", "network", "owner") if getattr(old, name) != getattr(new, name)]
        kept = tuple((name, argument) for name, argument in part.arguments if name not in names)
        return replace(part, arguments=(*kept, *((name, ValueArgument(getattr(new, name))) for name in names)))

    def _network(self, old: ChannelAddress) -> str:
        wanted = _NETWORKS[self.who] if self.who is not None else old.network
        return old.network if old.network != LOOPBACK and wanted == LAN else wanted  # keeps a chosen interface

    def _address(self, old: ChannelAddress, *, can_have_owner: bool) -> ChannelAddress:
        if self.who is None:
            return old
        met = old.network != LOOPBACK and old.key and not old.owner and self.who in (Who.NETWORK, Who.ANYONE)
        key = old.key or self._keys.setdefault(old.scope, secrets.token_hex(32))
        owner = old.owner or (self.owner if can_have_owner and not met else "")
        return replace(old, key=key, network=self._network(old), owner=owner)


def _resolved(argument: Argument, bound: Mapping[str, Argument]) -> Argument:
    return bound.get(argument.name, argument) if isinstance(argument, ParameterUse) else argument


def _text(argument: Argument, bound: Mapping[str, Argument]) -> str:
    found = _resolved(argument, bound)
    return found.value if isinstance(found, ValueArgument) and isinstance(found.value, str) else ""
