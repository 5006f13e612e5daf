# SPDX-License-Identifier: BSD-3-Clause
"""A program with one document: submits numbers, says when they are kept, and waits to be killed.

Words: the scope, how many numbers are expected at the start, and the numbers to submit.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from app.runtime.activation import Node
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import channel, join

DOCUMENT = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35


async def main(scope: str, expected: int, numbers: list[int]) -> None:
    async with Node(installed_catalogue()) as node:
        started = time.monotonic()
        app = await join(node, channel(DOCUMENT, "int", "list[int]", scope=scope))
        await app.has(expected)
        shown = time.monotonic() - started
        await app.live()
        live = time.monotonic() - started
        for number in numbers:
            app.submit(number)
        await app.until(lambda: len(app.accepted) == len(numbers))
        print(json.dumps({"state": app.state, "shown": shown, "live": live}), flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), [int(word) for word in sys.argv[3:]]))
