# SPDX-License-Identifier: BSD-3-Clause
"""References of videos for film files."""

from __future__ import annotations

import secrets

from app.runtime import references as refs

FILMS = {".mp4", ".webm", ".mkv", ".mov", ".avi", ".m4v", ".ogv"}
_VIDEO = 0x1B71FD22350824C289333CE47B93F45D
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F


def film_reference(path: str) -> refs.Reference:
    """The reference of a new video for a film."""
    place: list[tuple[str, refs.Argument]] = [
        ("scope", refs.ValueArgument(f"video {secrets.token_hex(8)}")),
        ("key", refs.ValueArgument(secrets.token_hex(32))),
    ]
    control: list[tuple[str, refs.Argument]] = [
        ("T", refs.TypeArgument("VideoChange")),
        ("S", refs.TypeArgument("VideoState")),
    ]
    frames: list[tuple[str, refs.Argument]] = [("T", refs.TypeArgument("VideoPacket"))]
    checkpointed = refs.Primitive(_CHECKPOINTED, 1, "Checkpointed channel")
    best_effort = refs.Primitive(_BEST_EFFORT, 1, "Best-effort channel")
    return refs.Parameterized(
        refs.Primitive(_VIDEO, 1, "Video"),
        (
            ("Channel", refs.ReferenceArgument(refs.Parameterized(checkpointed, (*control, *place)))),
            ("Frames", refs.ReferenceArgument(refs.Parameterized(best_effort, (*frames, *place)))),
            ("source", refs.ValueArgument("film")),
            ("film", refs.ValueArgument(path)),
        ),
    )
