# SPDX-License-Identifier: BSD-3-Clause
"""Prints all status messages of a feed: python -m bench._feed.status_stream NAME; ends with its input."""

from __future__ import annotations

import asyncio
import json
import sys

from app.spark.feeds.control import watch_feed


async def _main(name: str) -> None:
    async def print_statuses() -> None:
        async for update in watch_feed(name):
            kept = {key: update.get(key) for key in ("state", "batch", "statistics", "worker", "driver", "java")}
            print(json.dumps(kept), flush=True)

    telling = asyncio.create_task(print_statuses())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    telling.cancel()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
