# SPDX-License-Identifier: BSD-3-Clause
"""The definition of a feed, stored with the user's files; secrets are stored separately."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import shutil
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from app.runtime import directories
from app.spark.errors import SparkError
from app.spark.settings import SparkSettings, write_private
from app.spark.sources import SourceSpec

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}", re.ASCII)
LONGEST_QUERY = 100_000
MOST_SOURCES = 32
_MODES = ("", "append", "update", "complete")
_MOST_FEEDS = 1_000


class FeedError(SparkError):
    """A feed cannot be started, stored or reached."""


@dataclass(frozen=True)
class FeedDefinition:
    """A query, its sources, its channel, and its limits."""

    name: str
    sources: list[SourceSpec]
    sql: str
    channel: str
    """The file with the reference to the channel; written when the feed starts."""
    mode: str = ""
    key: list[str] = field(default_factory=list)
    every: float = 0.0
    most_rows: int = 100_000
    most_bytes: int = 32 * 1024 * 1024
    spark: SparkSettings = field(default_factory=SparkSettings)
    checkpoint: str = ""
    """A folder for checkpoints; computers that share it can take over from each other."""
    network: str = "lo"
    durable: bool = False
    standby: bool = False

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise FeedError(f"{self.name[:70]!r} cannot be the name of a feed", "use letters, digits, dots, - and _")
        if not 1 <= len(self.sources) <= MOST_SOURCES:
            raise FeedError(f"a feed has 1 to {MOST_SOURCES} sources", "name them with --source")
        names = [each.name for each in self.sources]
        if len(set(names)) < len(names):
            raise FeedError("two sources have the same name", "name them apart: --source NAME=PATH")
        if not self.sql.strip() or len(self.sql) > LONGEST_QUERY:
            raise FeedError(f"a query has 1 to {LONGEST_QUERY:,} characters", "give one with --sql")
        if self.mode not in _MODES:
            raise FeedError(f"nobody knows the mode {self.mode[:20]!r}", "use append, update or complete")
        if not 0 <= self.every <= 86_400 or self.most_rows < 1 or self.most_bytes < 1:
            raise FeedError("the interval or the bounds of the feed make no sense", "see: liveobjects feed --help")

    @property
    def folder(self) -> Path:
        """The folder with all files of the feed."""
        return feeds_folder() / self.name

    @property
    def digest(self) -> str:
        """Equal for definitions that can continue from each other's results."""
        fields = {
            "sources": [each.to_dict() for each in self.sources], "sql": self.sql, "mode": self.mode,
            "key": self.key, "every": self.every,
        }  # fmt: skip
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def checkpoint_folder(self) -> Path:
        """The folder of the checkpoint of this definition."""
        place = Path(self.checkpoint) if self.checkpoint else self.folder / "checkpoint"
        return place / self.digest

    def save(self) -> None:
        """Store the definition; passwords go to a file that only the user can read."""
        directories.make_private(self.folder)
        plain = {**asdict(self), "sources": [each.to_dict() for each in self.sources]}
        plain["spark"] = {"master": self.spark.master, "memory": self.spark.memory, "options": {}}
        hidden = {
            "sources": {each.name: each.secrets for each in self.sources if each.secrets},
            "spark": self.spark.options,
        }
        write_private(self.folder / "secrets.json", json.dumps(hidden, indent=1))
        write_private(self.folder / "definition.json", json.dumps(plain, indent=1, ensure_ascii=False))

    def delete(self) -> None:
        """Delete the feed's folder; the reference file stays, since others may use it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def feeds_folder() -> Path:
    """The folder of all feeds."""
    return directories.make_private(directories.data_directory() / "feeds")


def feed_names() -> list[str]:
    """The names of all stored feeds."""
    found = sorted(each.parent.name for each in feeds_folder().glob("*/definition.json"))
    return [name for name in found if NAME.fullmatch(name)][:_MOST_FEEDS]


def load(name: str) -> FeedDefinition:
    """Load the definition of a stored feed."""
    if not NAME.fullmatch(name) or not (feeds_folder() / name / "definition.json").exists():
        raise FeedError(f"there is no feed {name[:70]!r}", "see: liveobjects feed list")
    folder = feeds_folder() / name
    try:
        plain: dict[str, Any] = json.loads((folder / "definition.json").read_text(encoding="utf-8"))
        hidden = _load_secrets(folder)
        plain["sources"] = [
            replace(SourceSpec.from_dict(each), secrets=dict(hidden["sources"].get(each["name"], {})))
            for each in plain["sources"]
        ]
        spark = plain["spark"]
        plain["spark"] = SparkSettings(spark["master"], spark["memory"], dict(hidden["spark"]))
        return FeedDefinition(**plain)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FeedError(f"the feed {name} is damaged: {error}", f"remove it: liveobjects feed stop {name}") from None


def _load_secrets(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / "secrets.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        found = {}
    return {"sources": found.get("sources", {}), "spark": found.get("spark", {})}


def unique_name(channel: Path) -> str:
    """A name for a new feed, derived from the file of its channel."""
    words = re.sub(r"[^A-Za-z0-9_.\-]+", "-", channel.stem).strip("-._")[:50] or "feed"
    taken = set(feed_names())
    return words if words not in taken else f"{words}-{secrets.token_hex(3)}"
