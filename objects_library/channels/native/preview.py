# SPDX-License-Identifier: BSD-3-Clause
"""Nodes that show objects as they were: their channels start from given states, and reach nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

EARLIER = "This is an earlier version; it can only be looked at"
States = Mapping[bytes, bytes]
"""The states by document, as they are stored."""
_previews: dict[str, States] = {}


@contextmanager
def previewing(node: str, states: States) -> Iterator[None]:
    """Let all channels of a node show these states, instead of joining anything; as long as the context lasts."""
    _previews[node] = states
    try:
        yield
    finally:
        del _previews[node]


def preview_of(node: str) -> Callable[[bytes], bytes] | None:
    """How to get the state of a document on a node that only shows; None for any other node."""
    states = _previews.get(node)
    return None if states is None else lambda document: states.get(document, b"")
