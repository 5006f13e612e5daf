# SPDX-License-Identifier: BSD-3-Clause
"""References to the objects that benchmarks open."""

from __future__ import annotations

from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument, ValueArgument

CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2


def checkpointed_channel(changes: str, states: str, **values: str) -> Reference:
    """A checkpointed channel with its scope, group, network or key."""
    types = (("T", TypeArgument(changes)), ("S", TypeArgument(states)))
    given = ((name, ValueArgument(value)) for name, value in values.items())
    return Parameterized(Primitive(CHECKPOINTED), (*types, *given))


def on_channel(template: int, channel: Reference, **values: float) -> Reference:
    """An object whose state is replicated by a channel."""
    given = ((name, ValueArgument(value)) for name, value in values.items())
    return Parameterized(Primitive(template), (("Channel", ReferenceArgument(channel)), *given))
