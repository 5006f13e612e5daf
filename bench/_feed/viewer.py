# SPDX-License-Identifier: BSD-3-Clause
"""A viewer without a window: python -m bench._feed.viewer FILE [RESULT.arrow].

Prints a JSON line for the initial table and for each batch; ends with its input, and writes the table.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import pyarrow as pa

from app.runtime.activation import Node
from app.spark.feeds.publisher import Publisher
from app.spark.feeds.reference import channel_in
from objects_library.installed import installed_catalogue


async def _main(file: str, result: str = "") -> None:
    batch = -2
    viewer: Publisher | None = None

    def on_change() -> None:
        nonlocal batch
        if viewer is None:
            return
        news = viewer.table.news
        last = -1 if news is None else viewer.table.last_batch(news.feed)
        if last != batch:
            batch = last
            print(json.dumps({"batch": batch, "time": time.monotonic(), "rows": len(viewer.table)}), flush=True)

    async with Node(installed_catalogue()) as node:
        channel = channel_in(Path(file))
        assert channel is not None
        viewer = await Publisher.join(node, channel, on_change)
        on_change()
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        if result:
            with pa.OSFile(result, "wb") as sink, pa.ipc.new_file(sink, viewer.table.table.schema) as writer:
                writer.write_table(viewer.table.table)
        viewer.close()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
