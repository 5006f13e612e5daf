# SPDX-License-Identifier: BSD-3-Clause
"""A disk according to a recording, and disk images after a power cut.

Synced data is there. Everything else may be there or not, independently for each sector of 512 bytes and each
directory entry: in any of its versions since the last sync, in any order. Where a file grew but its new
sectors were lost, there are zeros, noise or old data of another file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from bench._power.recorder import Step

SECTOR = 512
_MOMENTS = 16


@dataclass
class _File:
    """The synced content of a file, and later operations, oldest first."""

    durable: bytearray = field(default_factory=bytearray)
    steps: list[tuple[int, bytes | None]] = field(default_factory=list)  # (offset, data) or (length, None)

    def sync(self, count: int) -> None:
        """Mark the first `count` operations as synced."""
        for place, data in self.steps[:count]:
            _apply(self.durable, place, data)
        del self.steps[:count]

    def forms(self, chance: random.Random) -> list[bytes]:
        """Some versions since the last sync, including the first and the last."""
        moments = set(chance.sample(range(len(self.steps)), min(len(self.steps), _MOMENTS)))
        content = bytearray(self.durable)
        forms = [bytes(content)]
        for number, (place, data) in enumerate(self.steps):
            _apply(content, place, data)
            if number in moments or number == len(self.steps) - 1:
                forms.append(bytes(content))
        return forms


def _apply(content: bytearray, position: int, data: bytes | None) -> None:
    if data is None:
        del content[position:]
        content.extend(bytes(max(0, position - len(content))))
    else:
        content.extend(bytes(max(0, position - len(content))))
        content[position : position + len(data)] = data


@dataclass
class PowerCut:
    """The effects of a power cut, for the report."""

    lost_steps: int = 0
    torn_files: int = 0
    lost_names: int = 0


class Disk:
    """Replays a recording of the directory `named`, which began with the content of `start`."""

    def __init__(self, start: Path, named: Path) -> None:
        self._below = str(named)
        self._names: dict[str, _File] = {}
        self._durable_names: dict[str, _File] = {}
        self._changes: list[dict[str, _File | None]] = []
        self._open: dict[int, _File | None] = {}
        self._syncing: dict[int, int] = {}
        for path in start.iterdir():
            self._names[path.name] = _File(bytearray(path.read_bytes()))
        self._durable_names = dict(self._names)

    def follow(self, steps: Iterable[Step]) -> None:
        """Replay operations."""
        for step in steps:
            handler: Callable[[Step], None] | None = getattr(self, f"_do_{step.kind}", None)
            if handler is not None:
                handler(step)

    def image(self, directory: Path, chance: random.Random) -> PowerCut:
        """Write an image that a power cut may leave now into an empty directory."""
        cut = PowerCut()
        luck = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        names = dict(self._durable_names)
        for change in self._changes:
            if chance.random() < luck:
                _rename(names, change)
            else:
                cut.lost_names += 1
        old = [bytes(file.durable) for file in self._names.values()]
        for name, file in names.items():
            (directory / name).write_bytes(_after_cut(file, luck, old, chance, cut))
            (directory / name).chmod(0o600)
        return cut

    def _name(self, path: bytes) -> str | None:
        folder, _, name = path.decode().rpartition("/")
        return name if folder == self._below else None

    def _do_N(self, step: Step) -> None:
        name = self._name(step.data)
        assert name is not None, step
        self._open[step.first] = self._names[name] = _File()
        self._changes.append({name: self._names[name]})

    def _do_O(self, step: Step) -> None:
        name = self._name(step.data)
        self._open[step.first] = None if name is None else self._names[name]

    def _do_C(self, step: Step) -> None:
        del self._open[step.first]

    def _do_W(self, step: Step) -> None:
        file = self._open[step.first]
        assert file is not None
        file.steps.append((step.second, step.data))

    def _do_T(self, step: Step) -> None:
        file = self._open[step.first]
        assert file is not None
        file.steps.append((step.second, None))

    def _do_S(self, step: Step) -> None:
        file = self._open[step.first]
        self._syncing[step.first] = len(self._changes if file is None else file.steps)

    def _do_E(self, step: Step) -> None:
        count = self._syncing.pop(step.first)
        file = self._open[step.first]
        if step.second != 0:
            return
        if file is None:
            for change in self._changes[:count]:
                _rename(self._durable_names, change)
            del self._changes[:count]
        else:
            file.sync(count)

    def _do_R(self, step: Step) -> None:
        source, target = (self._name(path) for path in step.data.split(b"\n"))
        assert source is not None
        assert target is not None
        self._changes.append({source: None, target: self._names[source]})
        _rename(self._names, self._changes[-1])

    def _do_U(self, step: Step) -> None:
        name = self._name(step.data)
        assert name is not None
        self._changes.append({name: None})
        _rename(self._names, self._changes[-1])


def _rename(names: dict[str, _File], change: dict[str, _File | None]) -> None:
    for name, file in change.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def _after_cut(file: _File, luck: float, old: list[bytes], chance: random.Random, cut: PowerCut) -> bytes:
    """A version of one file: its length from one moment, each sector from another."""
    if not file.steps:
        return bytes(file.durable)
    forms = file.forms(chance)
    cut.lost_steps += len(file.steps)
    if luck == 1.0:
        return forms[-1]
    newest = chance.randrange(len(forms)) if chance.random() < 0.3 else len(forms) - 1
    length = len(forms[newest])
    found = bytearray()
    for place in range(0, length, SECTOR):
        size = min(SECTOR, length - place)
        form = forms[newest if chance.random() < luck else chance.randrange(newest + 1)]
        sector = form[place : place + size]
        found += sector + _filling(size - len(sector), old, chance)
    cut.torn_files += found != forms[newest]
    return bytes(found)


def _filling(size: int, old: list[bytes], chance: random.Random) -> bytes:
    """Content for sectors that were never written."""
    if not size:
        return b""
    other = chance.choice(old) if old else b""
    start = chance.randrange(len(other)) if other else 0
    return chance.choice((bytes(size), chance.randbytes(size), other[start : start + size].ljust(size, b"\0")))
