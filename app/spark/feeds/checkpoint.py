# SPDX-License-Identifier: BSD-3-Clause
"""The persistent position of a feed beside Spark's checkpoint, for exactly-once publication."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from pathlib import Path

from app.runtime import directories
from app.spark.feeds.definition import FeedDefinition


class FeedCheckpoint:
    """A folder with Spark's checkpoint, the name of the table's generation, and the last published batch.

    A generation is one sequence of batch numbers. A sequence that starts again gets a new name, so that its
    first batches are not mistaken for old ones. Computers that share the folder continue the same generation.
    """

    def __init__(self, definition: FeedDefinition) -> None:
        self._folder = definition.checkpoint_folder
        self._name = definition.name
        self.feed = ""
        """The feed's name in its channel: its own name and that of the generation."""

    @property
    def spark_folder(self) -> Path:
        """The folder of Spark's checkpoint."""
        return self._folder / "spark"

    @property
    def published(self) -> int:
        """The last batch that was published and committed; -1 if there is none."""
        try:
            return int((self._folder / "published").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return -1

    def open(self) -> None:
        """Read the generation, or begin the first one."""
        directories.make_private(self._folder)
        file = self._folder / "generation"
        with contextlib.suppress(FileNotFoundError):
            self.feed = file.read_text(encoding="ascii").strip()[:100]
        if not self.feed:
            self.feed = f"{self._name} {secrets.token_hex(6)}"
            self._write("generation", self.feed)

    def record_published(self, batch: int) -> None:
        """Record that a batch was committed."""
        self._write("published", str(batch))

    def reset(self) -> None:
        """Begin a new generation, because the table of this one is gone."""
        for name in ("published", "generation"):
            (self._folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.spark_folder, ignore_errors=True)
        self.feed = ""
        self.open()

    def _write(self, name: str, content: str) -> None:
        fresh = self._folder / f".{name}.new"
        fresh.write_text(content, encoding="ascii")
        fresh.replace(self._folder / name)
