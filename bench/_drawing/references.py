"""The objects that are drawn on, over channels of their own."""

from __future__ import annotations

from app.runtime.references import (
    Argument,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)

_WHITEBOARD = 0x38E615CBD4C57C0AEDC400D4719CA011
_LIVE_MAP = 0x82B09F72AFFB83499AEC07D630A4D67F
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2


def whiteboard(scope: str) -> Reference:
    """A whiteboard."""
    return Parameterized(Primitive(_WHITEBOARD), (("Channel", ReferenceArgument(_drawing(scope))),))


def live_map(scope: str) -> Reference:
    """A map on which whatever the channel tells moves."""
    arguments: tuple[tuple[str, Argument], ...] = (
        ("T", TypeArgument("list[Position]")),
        ("Channel", ReferenceArgument(_drawing(scope))),
        (
            "Positions",
            ReferenceArgument(_channel("list[Position]", "RowsState[list[Position]]", scope, "moving")),
        ),
    )
    return Parameterized(Primitive(_LIVE_MAP), arguments)


def _drawing(scope: str) -> Reference:
    return _channel("DrawingChange", "DrawingState", scope, "drawing")


def _channel(changes: str, states: str, scope: str, group: str) -> Reference:
    arguments = (
        ("T", TypeArgument(changes)),
        ("S", TypeArgument(states)),
        ("scope", ValueArgument(scope)),
        ("group", ValueArgument(group)),
    )
    return Parameterized(Primitive(_CHECKPOINTED), arguments)
