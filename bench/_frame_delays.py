# SPDX-License-Identifier: BSD-3-Clause
"""Delays between an action of one user and the frame in which another user sees it."""

from __future__ import annotations

import statistics
from bisect import bisect_left
from collections import defaultdict
from typing import Any


def frame_delays(notes: list[dict[str, Any]], unit: str, tolerance: float = 0.0) -> dict[str, Any]:
    """Compare the actions of each user (`actions`) with the frames of all others (`drawn`).

    Both are lists of time, name, and progress.
    """
    found, lost = [], 0
    for number, actor in enumerate(notes):
        for other in (each for index, each in enumerate(notes) if index != number):
            drawn: dict[str, list[tuple[float, float]]] = defaultdict(list)
            for at, name, progress in other["drawn"]:
                drawn[name].append((at, progress))
            for at, name, progress in actor["actions"]:
                frames = drawn.get(name, [])
                later = frames[bisect_left(frames, (at,)) :]
                when = next((then for then, there in later if there >= progress - tolerance), None)
                if when is None:
                    lost += 1
                else:
                    found.append((when - at) * 1000)
    found.sort()
    return {
        unit: len(found) + lost,
        "lost": lost,
        "p50_ms": round(statistics.median(found), 2),
        "p90_ms": round(found[int(len(found) * 0.9)], 2),
        "p99_ms": round(found[int(len(found) * 0.99)], 2),
    }
