# SPDX-License-Identifier: BSD-3-Clause
"""Flights that are made up: circles around towns of their own, alike for whoever computes them."""

from __future__ import annotations

import math
import random

from objects_library.values.coordinates import packed

_STEEPEST = 40.0


class Flights:
    """So many aircraft; where each is depends on the time alone, so that another can lead at any time."""

    def __init__(self, count: int, radius: float, seed: int = 1) -> None:
        chance = random.Random(seed)  # noqa: S311 - nothing secret
        self.names = [f"{_letters(number)}{100 + number * 37 % 900}" for number in range(count)]
        self._routes = [_route(chance, radius) for _ in range(count)]

    def places(self, at: float) -> bytes:
        """Where all are at a time, in seconds."""
        numbers: list[float] = []
        for middle_x, middle_z, across, along, height, wave, speed, phase in self._routes:
            angle = phase + speed * at
            sine, cosine = math.sin(angle), math.cos(angle)
            x, z = middle_x + across * cosine, middle_z + along * sine
            ahead_x, ahead_z = -across * sine * speed, along * cosine * speed
            up = wave * math.cos(2 * angle) * 2 * speed
            ahead = math.hypot(ahead_x, ahead_z)
            heading = math.degrees(math.atan2(ahead_x, -ahead_z))
            bank = math.degrees(math.atan(ahead * abs(speed) / 9.81))
            numbers += (
                x,
                height + wave * math.sin(2 * angle),
                z,
                heading,
                math.degrees(math.atan2(up, ahead)),
                min(bank, _STEEPEST) * (1 if speed > 0 else -1),
            )
        return packed(numbers)


def _route(chance: random.Random, radius: float) -> tuple[float, ...]:
    turn, far = chance.uniform(0, 2 * math.pi), radius * math.sqrt(chance.random()) * 0.6
    across = radius * chance.uniform(0.15, 0.4)
    along = across * chance.uniform(0.7, 1.3)
    metres_per_second = radius * chance.uniform(0.03, 0.06)
    speed = metres_per_second / max(across, along) * chance.choice((1, -1))
    height = radius * chance.uniform(0.06, 0.28)
    return (
        far * math.cos(turn), far * math.sin(turn), across, along,
        height, height * 0.15, speed, chance.uniform(0, 2 * math.pi),
    )  # fmt: skip


def _letters(number: int) -> str:
    return chr(65 + number * 7 % 26) + chr(65 + number * 11 // 26 % 26)
