# SPDX-License-Identifier: BSD-3-Clause
"""References to whiteboards and maps, each with its own channels."""

from __future__ import annotations

from app.runtime.references import Argument, Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument
from bench._references import checkpointed_channel, on_channel

_WHITEBOARD = 0x38E615CBD4C57C0AEDC400D4719CA011
_LIVE_MAP = 0x82B09F72AFFB83499AEC07D630A4D67F


def whiteboard(scope: str) -> Reference:
    """A whiteboard."""
    return on_channel(_WHITEBOARD, _drawing(scope))


def live_map(scope: str) -> Reference:
    """A map with moving positions from a channel."""
    moving = checkpointed_channel("list[Position]", "RowsState[list[Position]]", scope=scope, group="moving")
    arguments: tuple[tuple[str, Argument], ...] = (
        ("T", TypeArgument("list[Position]")),
        ("Channel", ReferenceArgument(_drawing(scope))),
        ("Positions", ReferenceArgument(moving)),
    )
    return Parameterized(Primitive(_LIVE_MAP), arguments)


def _drawing(scope: str) -> Reference:
    return checkpointed_channel("DrawingChange", "DrawingState", scope=scope, group="drawing")
