# SPDX-License-Identifier: BSD-3-Clause
"""Where Spark runs and its resources; stored with the user's settings."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

from app.runtime import directories
from app.spark.errors import SparkError

LOCAL = "local[2]"
_MASTER = re.compile(
    r"local|local\[(\d{1,3}|\*)\]|yarn|(?:spark|k8s|sc)://\S{1,500}|k8s://https?://\S{1,500}", re.ASCII
)
_MEMORY = re.compile(r"\d{1,6}[mg]", re.ASCII)
_MOST_OPTIONS = 200


@dataclass(frozen=True)
class SparkSettings:
    """The Spark master, the driver's memory, and further options."""

    master: str = LOCAL
    memory: str = "512m"
    """The heap size of the driver."""
    options: dict[str, str] = field(default_factory=dict)
    """Further Spark options by name."""

    def __post_init__(self) -> None:
        if not _MASTER.fullmatch(self.master):
            raise SparkError(
                f"{self.master[:80]!r} is not where a Spark runs",
                "use local[2], spark://HOST:PORT, yarn, k8s://HOST:PORT or sc://HOST:PORT",
            )
        if not _MEMORY.fullmatch(self.memory):
            raise SparkError(f"{self.memory[:20]!r} is not a size of memory", "use one such as 512m or 2g")
        if len(self.options) > _MOST_OPTIONS:
            raise SparkError(f"{len(self.options)} options are too many", f"give at most {_MOST_OPTIONS}")

    @property
    def local(self) -> bool:
        """Whether Spark runs on this computer, as part of the program."""
        return self.master.startswith("local")

    @property
    def connect(self) -> bool:
        """Whether Spark is reached through Spark Connect."""
        return self.master.startswith("sc://")


def settings_file() -> Path:
    """The file of the user's settings."""
    return directories.config_directory() / "spark.json"


def load_settings() -> SparkSettings:
    """Load the user's settings; the variable LIVEOBJECTS_SPARK overrides the master."""
    try:
        content = json.loads(settings_file().read_text(encoding="utf-8"))
    except FileNotFoundError:
        content = {}
    except (OSError, ValueError) as error:
        raise SparkError(f"{settings_file()} cannot be read: {error}", "correct or remove it") from None
    if not isinstance(content, dict):
        raise SparkError(f"{settings_file()} holds no settings", "correct or remove it")
    options = content.get("options", {})
    made = SparkSettings(
        str(content.get("master", LOCAL)),
        str(content.get("memory", "512m")),
        {str(key): str(value) for key, value in options.items()} if isinstance(options, dict) else {},
    )
    master = os.environ.get("LIVEOBJECTS_SPARK", "")
    return SparkSettings(master, made.memory, made.options) if master else made


def save_settings(settings: SparkSettings) -> None:
    """Save the user's settings, readable only by the user because options may hold passwords."""
    file = settings_file()
    directories.make_private(file.parent)
    write_private(file, json.dumps(asdict(settings), indent=1))


def write_private(file: Path, content: str) -> None:
    """Write a file atomically, readable only by this user."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
