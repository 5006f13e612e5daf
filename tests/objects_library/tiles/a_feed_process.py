# SPDX-License-Identifier: BSD-3-Clause
"""A process of a feed: python -m tests.objects_library.tiles.a_feed_process FILE run, or FILE copy."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from app.runtime.activation import Node
from app.runtime.references import read
from app.spark.feeds.publisher import Publisher
from app.spark.live_table import batch_changes
from objects_library.installed import installed_catalogue
from tests.objects_library.tiles.feeding import KEY, sales


async def _main(file: str, what: str) -> None:
    async with Node(installed_catalogue()) as node:
        publisher = await Publisher.join(node, read(Path(file)).reference)
        if what == "run":
            rows = sales()
            await publisher.publish(
                batch_changes(rows, feed="sales", batch=1, mode="update", key=KEY, publisher=publisher.me)
            )
        print("there", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
