# SPDX-License-Identifier: BSD-3-Clause
"""References of videos for film files."""

from __future__ import annotations

import secrets

from app.runtime.references import (
    Argument,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)

FILMS = {".mp4", ".webm", ".mkv", ".mov", ".avi", ".m4v", ".ogv"}
_VIDEO = 0x1B71FD22350824C289333CE47B93F45D
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F


def film_reference(path: str, beside: Reference | None = None) -> Reference:
    """The reference of a video for a film, over channels with the scope of the neighbouring object."""
    place: list[tuple[str, Argument]] = [
        ("scope", ValueArgument(f"video {secrets.token_hex(8)}")),
        ("key", ValueArgument(secrets.token_hex(32))),
        *_reach(beside),
    ]
    control: list[tuple[str, Argument]] = [("T", TypeArgument("VideoChange")), ("S", TypeArgument("VideoState"))]
    frames: list[tuple[str, Argument]] = [("T", TypeArgument("VideoPacket"))]
    checkpointed = Primitive(_CHECKPOINTED, 1, "Checkpointed channel")
    best_effort = Primitive(_BEST_EFFORT, 1, "Best-effort channel")
    return Parameterized(
        Primitive(_VIDEO, 1, "Video"),
        (
            ("Channel", ReferenceArgument(Parameterized(checkpointed, (*control, *place)))),
            ("Frames", ReferenceArgument(Parameterized(best_effort, (*frames, *place)))),
            ("source", ValueArgument("film")),
            ("film", ValueArgument(path)),
        ),
    )


def _reach(beside: Reference | None) -> list[tuple[str, Argument]]:
    """The network of the channel under an object, if it names one."""
    channel = dict(beside.arguments).get("Channel") if isinstance(beside, Parameterized) else None
    if not isinstance(channel, ReferenceArgument) or not isinstance(channel.reference, Parameterized):
        return []
    return [(name, given) for name, given in channel.reference.arguments if name == "network"]
