# SPDX-License-Identifier: BSD-3-Clause
"""The document with the comments of a scope: a group of its own, in which whoever may comment writes."""

from __future__ import annotations

from app.runtime.references import (
    Argument,
    Parameterized,
    Path,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)
from app.runtime.trust.member_list import Right
from objects_library.values.page_scope import object_channels

GROUP = "comments"
"""The name is part of the document's id, so every copy knows alike what the group is for."""
MOST_SCOPES = 16
"""Scopes of one page whose comments are shown."""
_DOCUMENT = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35
_COMMENTS = 0xC1D0B7F4A25E4C6E9B3A58D7E6F01C42
_ADDRESS = ("scope", "key", "network", "owner")


def needed_right(group: str) -> Right:
    """The right that changes in a group of a scope need."""
    return Right.COMMENT if group == GROUP else Right.EDIT


def comment_channels(page: Reference) -> dict[Path, Parameterized]:
    """The channels for the comments on a page, one for each scope, by the path of the first object there."""
    found: dict[Parameterized, Path] = {}
    for path, channel in object_channels(page).items():
        found.setdefault(comment_channel(channel), path)
    return {path: channel for channel, path in list(found.items())[:MOST_SCOPES]}


def comments_on(channel: Parameterized) -> Parameterized:
    """The object that shows the comments of a channel for them."""
    return Parameterized(Primitive(_COMMENTS), (("Channel", ReferenceArgument(channel)),))


def is_comment_channel(reference: Reference) -> bool:
    """Whether a reference is that of a channel for comments."""
    return isinstance(reference, Parameterized) and dict(reference.arguments).get("group") == ValueArgument(GROUP)


def comment_channel(channel: Parameterized) -> Parameterized:
    """The channel for the comments on what meets in the scope of a channel."""
    types: tuple[tuple[str, Argument], ...] = (
        ("T", TypeArgument("CommentChange")),
        ("S", TypeArgument("CommentState")),
    )
    address = tuple((name, value) for name, value in channel.arguments if name in _ADDRESS)
    return Parameterized(Primitive(_DOCUMENT), (*types, ("group", ValueArgument(GROUP)), *address))
