"""What a feed remembers beside Spark's own checkpoint, so that a restart neither repeats nor leaves out."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from pathlib import Path

from app.runtime import directories
from app.spark.feeds.definition import FeedDefinition


class FeedCheckpoint:
    """A folder with Spark's checkpoint, the name of this generation of the table, and the last batch said.

    A generation is one run of numbers: whoever begins to count anew gets a new name, so that nobody takes
    its first batch for an old one. Computers that share the folder take turns in one generation.
    """

    def __init__(self, definition: FeedDefinition) -> None:
        self._folder = definition.checkpoint_folder
        self._name = definition.name
        self.feed = ""
        """What the feed is called in its channel: its name, and that of the generation."""

    @property
    def spark_folder(self) -> Path:
        """Where Spark keeps its own."""
        return self._folder / "spark"

    @property
    def published(self) -> int:
        """The last batch that was said and taken; -1 if there is none."""
        try:
            return int((self._folder / "published").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return -1

    def open(self) -> None:
        """Find out how far it is; the first one begins a generation."""
        directories.make_private(self._folder)
        file = self._folder / "generation"
        with contextlib.suppress(FileNotFoundError):
            self.feed = file.read_text(encoding="ascii").strip()[:100]
        if not self.feed:
            self.feed = f"{self._name} {secrets.token_hex(6)}"
            self._write("generation", self.feed)

    def record_published(self, batch: int) -> None:
        """A batch was taken."""
        self._write("published", str(batch))

    def reset(self) -> None:
        """Forget how far it was: the table that it belonged to is gone."""
        for name in ("published", "generation"):
            (self._folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.spark_folder, ignore_errors=True)
        self.feed = ""
        self.open()

    def _write(self, name: str, content: str) -> None:
        fresh = self._folder / f".{name}.new"
        fresh.write_text(content, encoding="ascii")
        fresh.replace(self._folder / name)
