# SPDX-License-Identifier: BSD-3-Clause
"""The agreed view of a scope, decoded lazily."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cached_property

_HEAD = struct.Struct("<QIIIIIIIII")
_MEMBER = struct.Struct("<16sIIQQ4s2sH")
_REGION = struct.Struct("<IHHI")
_GROUP = struct.Struct("<IIHIH")
_VIEW_CHANGE = struct.Struct("<IIQII")


class Dissemination(IntEnum):
    """How messages are first sent to a region."""

    MULTICAST = 0
    UNICAST = 1
    SHARED_MEMORY = 2


class MemberFlag(IntFlag):
    """Properties of a member."""

    NO_MULTICAST = 1


class ViewFlag(IntFlag):
    """Features that work at this node."""

    MULTICAST = 1
    SHARED_MEMORY = 2
    ENCRYPTED = 4


@dataclass(frozen=True, slots=True)
class Member:
    """A node of the scope."""

    id: bytes
    number: int
    flags: int
    joined: int
    host: int
    address: str
    port: int


@dataclass(frozen=True, slots=True)
class Region:
    """Nodes with the same groups; indexes are into `View.members`."""

    channel: int
    dissemination: int
    hierarchy: int
    members: tuple[int, ...]

    @property
    def path(self) -> str:
        names = {d.value: d.name.lower().replace("_", " ") for d in Dissemination}
        return names.get(self.dissemination, f"policy {self.dissemination}")


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group that this node joined, as the view has it; indexes are into `View.regions`."""

    number: int
    member_count: int
    read_only: bool
    channel: int
    regions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ViewChange:
    """A change of a group's members, delivered in sequence with its messages (virtual synchrony).

    All continuing members have the same messages before it, and the same until the next one.
    """

    view: int
    members: tuple[Member, ...]
    """By seniority."""
    joined: tuple[Member, ...]
    """Members that are new since the previous view change of the continuing members; at first all."""
    left: tuple[Member, ...]
    """Members of this node's previous view change that are gone."""
    rejoined: bool
    """This node has missed messages since its last view change; it is one of `joined`."""
    writable: bool


def decode_view_change(data: bytes, before: ViewChange | None, own: int) -> ViewChange:
    """Decode a view change; `before` is the group's previous one, `own` this node's member number."""
    _, flags, view, count, _ = _VIEW_CHANGE.unpack_from(data)
    members, joined = [], []
    for index in range(count):
        at = _VIEW_CHANGE.size + index * (_MEMBER.size + 4)
        member = _decode_member(data, at)
        members.append(member)
        if struct.unpack_from("<I", data, at + _MEMBER.size)[0]:
            joined.append(member)
    new = any(member.number == own for member in joined)
    here = {(member.number, member.joined) for member in members}
    known = () if before is None or new else before.members
    left = tuple(member for member in known if (member.number, member.joined) not in here)
    rejoined = bool(flags & 1) or (new and before is not None)
    return ViewChange(view, tuple(members), tuple(joined), left, rejoined, bool(flags & 2))


def _decode_member(data: bytes, at: int) -> Member:
    id_, number, flags, joined, host, address, port, _ = _MEMBER.unpack_from(data, at)
    return Member(id_, number, flags, joined, host, socket.inet_ntoa(address), int.from_bytes(port, "big"))


class View:
    """The members of a scope, agreed by all of them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        head = _HEAD.unpack_from(data)
        self.number: int = head[0]
        counts: tuple[int, ...] = head[2:7]
        self._self, self._leader, self._member_count, self._region_count, self._group_count = counts
        self.groups_in_scope: int = head[7]
        self.flags = ViewFlag(head[8])

    @cached_property
    def members(self) -> tuple[Member, ...]:
        """By seniority: the first one leads."""
        places = range(_HEAD.size, _HEAD.size + self._member_count * _MEMBER.size, _MEMBER.size)
        return tuple(_decode_member(self._data, at) for at in places)

    @property
    def own(self) -> Member:
        """This node."""
        return self.members[self._self]

    @property
    def leader(self) -> Member:
        """The leader: the most senior member."""
        return self.members[self._leader]

    @cached_property
    def _regions_and_end(self) -> tuple[tuple[Region, ...], int]:
        at = _HEAD.size + self._member_count * _MEMBER.size
        regions = []
        for _ in range(self._region_count):
            channel, dissemination, hierarchy, count = _REGION.unpack_from(self._data, at)
            at += _REGION.size
            regions.append(Region(channel, dissemination, hierarchy, struct.unpack_from(f"<{count}H", self._data, at)))
            at += 2 * count
        return tuple(regions), at

    @property
    def regions(self) -> tuple[Region, ...]:
        return self._regions_and_end[0]

    @cached_property
    def groups(self) -> dict[int, GroupView]:
        """The groups that this node joined, by `Group.number`."""
        at = self._regions_and_end[1]
        groups = {}
        for _ in range(self._group_count):
            number, members, read_only, channel, count = _GROUP.unpack_from(self._data, at)
            at += _GROUP.size
            regions = struct.unpack_from(f"<{count}H", self._data, at)
            at += 2 * count
            groups[number] = GroupView(number, members, bool(read_only), channel, regions)
        return groups

    def members_of(self, group: int) -> tuple[Member, ...]:
        """The members of one of this node's groups."""
        found = self.groups.get(group)
        if found is None:
            return ()
        indexes = sorted({index for region in found.regions for index in self.regions[region].members})
        return tuple(self.members[index] for index in indexes)

    def __repr__(self) -> str:
        return f"<View {self.number:#x}: {self._member_count} members, {self.groups_in_scope} groups>"
