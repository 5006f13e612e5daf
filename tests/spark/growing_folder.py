# SPDX-License-Identifier: BSD-3-Clause
"""A folder that receives files, with the expected sums."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.spark.feed_harness import FeedViewer

SUMS = "select k, sum(v) as s, count(*) as n from source group by k"


class GrowingFolder:
    """A folder that receives files, with the expected sums."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        self._files = 0
        self.sums: Counter[str] = Counter()
        self.rows = 0

    def drop(self, files: int = 1) -> None:
        for _ in range(files):
            self._files += 1
            rows = [(f"k{(self._files + row) % 7}", self._files * 10 + row) for row in range(20)]
            for key, number in rows:
                self.sums[key] += number
            self.rows += len(rows)
            self.put(f"{self._files:04}.csv", "k,v\n" + "".join(f"{key},{number}\n" for key, number in rows))

    def put(self, name: str, content: str) -> Path:
        hidden = self._folder / f".{name}"
        hidden.write_text(content)
        return hidden.rename(self._folder / name)

    def seen_by(self, viewer: FeedViewer) -> bool:
        return {row["k"]: row["s"] for row in viewer.rows} == dict(self.sums) and (
            sum(row["n"] for row in viewer.rows) == self.rows
        )
