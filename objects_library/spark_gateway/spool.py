# SPDX-License-Identifier: BSD-3-Clause
"""Messages that a stream reader has not committed: a folder per reader with a file per message."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import time
from pathlib import Path
from typing import Any

from app.runtime.directories import make_private
from app.spark.arrow_stream import from_bytes, to_bytes
from app.spark.liveobject_source.gateway_client import LiveObjectSourceError
from objects_library.spark_gateway.state_machines import RowBatch

MOST_BYTES = 1024 * 1024 * 1024
MOST_READERS = 32
_EXPIRES_AFTER = 14 * 86_400.0
_RECENT_DIGESTS = 8
_STATE = "reader.json"
_ANEW = "start the query anew, without its checkpoint"


class Spool:
    """One reader's messages, numbered from 1."""

    def __init__(self, folder: Path) -> None:
        self.folder = make_private(folder)
        self._state: dict[str, Any] = {"number": 0, "marks": {}, "total": -1, "lately": [], "gaps": []}
        with contextlib.suppress(OSError, ValueError):
            self._state |= json.loads((folder / _STATE).read_text("utf-8"))
        numbers = [int(file.stem) for file in folder.glob("*.arrow") if file.stem.isdecimal()]
        self._state["number"] = max([self._state["number"], *numbers])
        self._sizes = {int(file.stem): file.stat().st_size for file in folder.glob("*.arrow")}

    @property
    def number(self) -> int:
        """The number of the newest message."""
        return int(self._state["number"])

    @property
    def marks(self) -> dict[str, int]:
        """The last spooled batch of each feed."""
        return dict(self._state["marks"])

    @property
    def total(self) -> int:
        """The total rows of an appending feed at that point; -1 if unknown."""
        return int(self._state["total"])

    @property
    def recent_digests(self) -> list[str]:
        """The digests of the newest rows, oldest first."""
        return list(self._state["lately"])

    @property
    def gaps(self) -> list[tuple[int, str]]:
        """Message numbers before which something is missing, with a description."""
        return [(int(number), str(words)) for number, words in self._state["gaps"]]

    def add(self, received: RowBatch, gap: str = "") -> None:
        """Spool rows."""
        if sum(self._sizes.values()) > MOST_BYTES:
            return  # reported by `check_capacity`
        number = self.number + 1
        remark = {"mode": received.mode, "feed": received.feed, "batch": received.batch}
        data = to_bytes(received.rows.replace_schema_metadata({"liveobjects": json.dumps(remark)}))
        fresh = self.folder / f"{number}.new"
        fresh.write_bytes(data)
        fresh.replace(self.folder / f"{number}.arrow")
        self._sizes[number] = len(data)
        self._state["number"] = number
        if gap:
            self._state["gaps"] = [*self._state["gaps"], (number, gap)][-100:]
        self.record(received.feed, received.batch, received.total, digest(received.rows))

    def record(self, feed: str, batch: int, total: int, fingerprint: str = "") -> None:
        """Record the position in the channel."""
        if feed:
            self._state["marks"][feed] = batch
        self._state["total"] = total
        if fingerprint:
            self._state["lately"] = [*self._state["lately"], fingerprint][-_RECENT_DIGESTS:]
        self._write()

    def record_marks(self, marks: dict[str, int], total: int) -> None:
        """Record the positions of all feeds."""
        self._state["marks"] = dict(marks)
        self._state["total"] = total
        self._write()

    def check_capacity(self) -> None:
        """Raise an error if messages had to be left out."""
        if sum(self._sizes.values()) > MOST_BYTES:
            raise LiveObjectSourceError(f"the reader is more than {MOST_BYTES // 2**20} MB behind; {_ANEW}")

    def between(self, start: int, end: int, budget: int = 192 * 1024 * 1024) -> list[bytes]:
        """Read the messages after `start` up to `end`; raises an error if one was deleted."""
        found, size = [], 0
        for number in range(start + 1, end + 1):
            try:
                data = (self.folder / f"{number}.arrow").read_bytes()
            except OSError:
                raise LiveObjectSourceError(
                    f"message {number} is not kept on this computer any more; {_ANEW}"
                ) from None
            size += len(data)
            if size > budget:
                raise LiveObjectSourceError("one batch has more than 192 MB; give option maxRowsPerBatch")
            found.append(data)
        return found

    def last_message_within(self, start: int, rows: int) -> int:
        """The last message so that at most `rows` rows are read, but at least one message."""
        counted, number = 0, start
        while number < self.number:
            (data,) = self.between(number, number + 1)
            counted += from_bytes(data).num_rows
            if rows and counted > rows and number > start:
                break
            number += 1
            if counted >= rows > 0 or number - start >= 10_000:
                break
        return number

    def forget(self, number: int) -> None:
        """Delete messages up to a number."""
        for each in [known for known in self._sizes if known <= number]:
            (self.folder / f"{each}.arrow").unlink(missing_ok=True)
            del self._sizes[each]
        self._state["gaps"] = [each for each in self._state["gaps"] if each[0] > number]
        self._write()

    def _write(self) -> None:
        fresh = self.folder / f"{_STATE}.new"
        fresh.write_text(json.dumps(self._state), "utf-8")
        fresh.replace(self.folder / _STATE)


class SpoolDirectory:
    """The spools of all readers of a channel on this computer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.open: dict[str, Spool] = {}
        if not folder.is_dir():
            return
        for each in folder.iterdir():
            state = each / _STATE
            if not state.exists() or time.time() - state.stat().st_mtime > _EXPIRES_AFTER:
                shutil.rmtree(each, ignore_errors=True)
            else:
                self.open[each.name] = Spool(each)

    def new(self, name: str) -> Spool:
        """Create a reader's spool."""
        if len(self.open) >= MOST_READERS:
            raise LiveObjectSourceError(
                f"{MOST_READERS} queries read this channel on this computer already; stop one of them"
            )
        make_private(self._folder.parent)
        make_private(self._folder)
        spool = self.open[name] = Spool(self._folder / name)
        return spool

    def get(self, name: str) -> Spool:
        """The spool of a known reader."""
        found = self.open.get(name)
        if found is None:
            raise LiveObjectSourceError(
                "what this query has read is known on another computer only, or was too long ago; "
                "start it anew, without its checkpoint"
            )
        return found


def digest(table: Any) -> str:
    """A digest of rows."""
    return hashlib.sha256(to_bytes(table.combine_chunks().replace_schema_metadata(None))).hexdigest()[:32]
