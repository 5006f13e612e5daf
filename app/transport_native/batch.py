# SPDX-License-Identifier: BSD-3-Clause
"""Batches of received messages, read in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Self


class Batch:
    """Messages that arrived together, valid until the batch is released; copy what must live longer.

    `memory[offset : offset + size]` is a message, for decoding in place; iteration yields a `memoryview` for
    each. Use it as a context manager, or call `release`.
    """

    __slots__ = ("_groups", "_release", "_senders", "_sizes", "memory", "offsets", "released", "until")

    def __init__(
        self,
        memory: memoryview,
        offsets: list[int],
        sizes: int | memoryview,
        groups: int | memoryview,
        senders: int | memoryview,
        release: Callable[[Batch], None] | None,
        until: int = 0,
    ) -> None:
        self.memory = memory
        self.offsets = offsets
        self._sizes = sizes
        self._groups = groups
        self._senders = senders
        self._release = release
        self.until = until  # the engine's mark of the end of the batch
        self.released = release is None

    def __len__(self) -> int:
        return len(self.offsets)

    def __iter__(self) -> Iterator[memoryview]:
        memory, sizes = self.memory, self._sizes
        if isinstance(sizes, int):
            return iter([memory[offset : offset + sizes] for offset in self.offsets])
        return iter([memory[o : o + s] for o, s in zip(self.offsets, sizes, strict=True)])

    @property
    def sizes(self) -> list[int]:
        """Bytes of each message."""
        return self._column(self._sizes)

    @property
    def groups(self) -> list[int]:
        """The number of the group of each message, as in `Group.number`."""
        return self._column(self._groups)

    @property
    def senders(self) -> list[int]:
        """The member number of each message's sender, as in `Member.number`."""
        return self._column(self._senders)

    @property
    def group(self) -> int | None:
        """The group of all messages, or None if they are of several."""
        return self._groups if isinstance(self._groups, int) else None

    def _column(self, column: int | memoryview) -> list[int]:
        return [column] * len(self.offsets) if isinstance(column, int) else column.tolist()

    def split(self) -> list[tuple[int, Batch]]:
        """Split into one batch per run of equal groups; releasing this batch invalidates them all."""
        if isinstance(self._groups, int):
            return [(self._groups, self)]
        groups, sizes, senders = self._groups, self._sizes, self._senders
        parts: list[tuple[int, Batch]] = []
        start = 0
        for end in range(1, len(self.offsets) + 1):
            if end < len(self.offsets) and groups[end] == groups[start]:
                continue
            part = Batch(
                self.memory,
                self.offsets[start:end],
                sizes if isinstance(sizes, int) else sizes[start:end],
                groups[start],
                senders if isinstance(senders, int) else senders[start:end],
                None,
            )
            parts.append((groups[start], part))
            start = end
        return parts

    def detach(self) -> Batch:
        """Return a copy with its own memory, and release this batch."""
        sizes = self.sizes
        copy = memoryview(b"".join(self))
        offsets, at = [], 0
        for size in sizes:
            offsets.append(at)
            at += size
        detached = Batch(copy, offsets, self._sizes, self._groups, self._senders, None)
        self.release()
        return detached

    def release(self) -> None:
        """Release the memory to the engine. Idempotent."""
        if not self.released:
            self.released = True
            if self._release is not None:
                self._release(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
