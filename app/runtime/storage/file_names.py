# SPDX-License-Identifier: BSD-3-Clause
"""Names of directories and files, which carry metadata that is needed to read them."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from app.runtime.directories import data_directory, make_private
from app.runtime.storage.frames import KEY_BYTES

LOG = "log"
STATE = "state"
PARTIAL = "partial"
_NAME = re.compile(rf"([0-9a-f]{{8}})-([0-9a-f]{{8}})-([0-9a-f]{{16}})-([0-9a-f]{{{2 * KEY_BYTES}}})\.(\w+)")
_READABLE = 40


def channel_directory(name: str) -> Path:
    """Return the directory of the channel of this name; any text is a name."""
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower())[:_READABLE].strip("-") or "channel"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    make_private(data_directory())
    make_private(data_directory() / "channels")
    return data_directory() / "channels" / f"{readable}-{digest}"


@dataclass(frozen=True, order=True)
class FileName:
    """One file of a log.

    `generation` grows when the whole log is replaced, `sequence` with every file. `position` is that of the
    first record in a file of the log, and of the last record that a state includes.
    """

    generation: int
    sequence: int
    position: int
    key: bytes
    ending: str

    def __str__(self) -> str:
        return f"{self.generation:08x}-{self.sequence:08x}-{self.position:016x}-{self.key.hex()}.{self.ending}"

    @classmethod
    def new(cls, generation: int, sequence: int, position: int, ending: str) -> "FileName":
        """Make a name with a random key."""
        return cls(generation, sequence, position, secrets.token_bytes(KEY_BYTES), ending)

    @classmethod
    def parse(cls, name: str) -> "FileName | None":
        """Parse a name; None if the file is not ours."""
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        generation, sequence, position, key, ending = found.groups()
        return cls(int(generation, 16), int(sequence, 16), int(position, 16), bytes.fromhex(key), ending)
