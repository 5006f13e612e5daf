# SPDX-License-Identifier: BSD-3-Clause
"""Coordinate batches: names and six packed floats each."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

NUMBERS = 6
"""Numbers per thing: x, y, z in metres (y is up), heading, pitch and roll in degrees."""
MOST = 5_000
"""The largest number of things in a stream."""
LONGEST_NAME = 200
FARTHEST = 100_000.0
_BYTES = 4 * NUMBERS
_SWAPPED = sys.byteorder == "big"


@dataclass(frozen=True)
class Pose:
    """The pose of a thing; heading 0 is towards -z, 90 towards x."""

    name: str
    x: float
    y: float
    z: float
    heading: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    model: str = ""


def packed(numbers: Iterable[float]) -> bytes:
    """Pack numbers as little-endian 32-bit floats."""
    found = array("f", numbers)
    if _SWAPPED:
        found.byteswap()
    return found.tobytes()


def unpacked(data: bytes) -> array[float]:
    """Unpack floats."""
    found = array("f")
    found.frombytes(data)
    if _SWAPPED:
        found.byteswap()
    return found


def wrong_batch(at: float, model: str, names: list[str], places: bytes) -> str:
    """What is wrong with a batch; empty if nothing is."""
    if not names or len(names) > MOST:
        return f"a message is about 1 to {MOST:,} things"
    if len(places) != _BYTES * len(names):
        return f"each thing has {NUMBERS} numbers of 4 bytes"
    if len(model) > LONGEST_NAME or max(map(len, names)) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if not math.isfinite(at):
        return "a time is a finite number of seconds"
    numbers = unpacked(places)
    if not all(map(math.isfinite, numbers)):
        return "positions are finite numbers"
    if max(numbers) > FARTHEST or min(numbers) < -FARTHEST:
        return f"that is too far away; stay within {FARTHEST / 1000:g} km"
    return ""


class LatestPositions:
    """The latest pose of every thing in a stream."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, bytes]] = {}
        """Model and packed pose, by name."""
        self.at = 0.0

    def take(self, at: float, model: str, names: list[str], places: bytes) -> str:
        """Apply a batch; returns what is wrong with it, if anything."""
        if problem := wrong_batch(at, model, names, places):
            return problem
        new = len(set(names) - self.known.keys())
        if len(self.known) + new > MOST:
            return f"the stream tells of {MOST:,} things already; let some be forgotten"
        self.at = at
        for number, name in enumerate(names):
            self.known[name] = model, places[number * _BYTES : (number + 1) * _BYTES]
        return ""

    def forget(self, names: list[str]) -> list[str]:
        """Remove things; returns the known ones among them."""
        return [name for name in names if self.known.pop(name, None) is not None]

    def positions(self) -> list[Pose]:
        """All poses, for display."""
        found = []
        for name, (model, place) in self.known.items():
            x, y, z, heading, pitch, roll = unpacked(place)
            found.append(Pose(name, x, y, z, heading, pitch, roll, model))
        return found

    def batches(self) -> list[tuple[str, list[str], bytes]]:
        """All poses as batches: for each model the names and floats."""
        found: dict[str, tuple[list[str], list[bytes]]] = {}
        for name, (model, place) in self.known.items():
            names, places = found.setdefault(model, ([], []))
            names.append(name)
            places.append(place)
        return [(model, names, b"".join(places)) for model, (names, places) in found.items()]

    def state(self) -> list[dict[str, Any]]:
        """The whole state as a plain value."""
        return [
            {"at": self.at, "model": model, "names": names, "places": places} for model, names, places in self.batches()
        ]
