# SPDX-License-Identifier: BSD-3-Clause
"""References to the benchmark's video and picture."""

from __future__ import annotations

from typing import Any

from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument, ValueArgument

_VIDEO = 0x1B71FD22350824C289333CE47B93F45D
_IMAGE = 0x2C31AF8A6A58EAE655341168EF24E2AE
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F


def video(scope: str, height: int, rate: float) -> Reference:
    """A video with the channels that the palette gives it."""
    frames = _channel(_BEST_EFFORT, scope, T="VideoPacket")
    return Parameterized(
        Primitive(_VIDEO),
        (
            ("Channel", ReferenceArgument(_channel(_CHECKPOINTED, scope, T="VideoChange", S="VideoState"))),
            ("Frames", ReferenceArgument(frames)),
            ("height", ValueArgument(height)),
            ("rate", ValueArgument(rate)),
        ),
    )


def image(scope: str) -> Reference:
    """A picture."""
    channel = _channel(_CHECKPOINTED, scope, T="ImageChange", S="ImageState")
    return Parameterized(Primitive(_IMAGE), (("Channel", ReferenceArgument(channel)),))


def _channel(template: int, scope: str, **types: Any) -> Reference:
    given = [(name, TypeArgument(text)) for name, text in types.items()]
    return Parameterized(Primitive(template), (*given, ("scope", ValueArgument(scope))))
