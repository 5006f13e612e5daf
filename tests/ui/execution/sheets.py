# SPDX-License-Identifier: BSD-3-Clause
"""Running sheets for the tests of execution and the player."""

import asyncio
from collections.abc import Callable

from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument, ValueArgument
from app.ui.execution import RunningSheet


async def wait_until(sheet: RunningSheet, holds: Callable[[], bool]) -> None:
    """Wait until a condition holds, checked after each notification of the sheet."""
    notified = asyncio.Event()
    stop = sheet.listen(notified.set)
    async with asyncio.timeout(20):
        while not holds():
            await notified.wait()
            notified.clear()
    stop()


def shared_text(scope: str) -> Reference:
    """A shared text on a checkpointed channel."""
    channel = Parameterized(
        Primitive(0x3AAB058C9650E0D3FEC9974DAD698EB2, 1, "Checkpointed channel"),
        (("T", TypeArgument("TextChange")), ("S", TypeArgument("TextState")), ("scope", ValueArgument(scope))),
    )
    text = Primitive(0x0D6E1D1B6AB44B61A1F7F1A2C3D4E510, 1, "Shared text")
    return Parameterized(text, (("Channel", ReferenceArgument(channel)),))
