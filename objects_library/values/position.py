# SPDX-License-Identifier: BSD-3-Clause
"""The record of a position on earth, for feeds, maps and spaces."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import isfinite

from app.runtime.library import type_name

LONGEST_NAME = 100
FASTEST = 1e6
"""The largest speed in metres per second."""
HIGHEST = 1e9
"""The largest altitude in metres, above or below sea level."""


@type_name("Position")
@dataclass(frozen=True)
class Position:
    """The position of a thing, identified by its name, at a time of the sender's clock.

    Degrees of latitude (north) and longitude (east), metres above the sea, degrees clockwise from north,
    metres per second. Unknown values are 0.
    """

    name: str
    latitude: float
    longitude: float
    altitude: float
    heading: float
    speed: float
    at: datetime


@type_name("Place")
@dataclass(frozen=True)
class Place:
    """Where something is, as far as a wire says it; any position is one."""

    latitude: float
    longitude: float
    name: str = ""
    heading: float = -1.0
    """Degrees clockwise from north; -1 is unknown."""

    @property
    def on_earth(self) -> bool:
        """Whether there is such a place."""
        return -90 <= self.latitude <= 90 and -180 <= self.longitude <= 180


def wrong_position(position: Position) -> str:
    """What is wrong with a position; empty if nothing is."""
    if not position.name or len(position.name) > LONGEST_NAME:
        return f"what is somewhere has a name of at most {LONGEST_NAME} characters"
    if not -90 <= position.latitude <= 90 or not -180 <= position.longitude <= 180:
        return "a latitude is between -90 and 90 degrees, a longitude between -180 and 180"
    if not abs(position.altitude) <= HIGHEST:
        return f"an altitude is at most {HIGHEST:g} metres"
    if not isfinite(position.heading) or not abs(position.heading) <= 360:
        return "a heading is at most 360 degrees"
    if not 0 <= position.speed <= FASTEST:
        return f"a speed is between 0 and {FASTEST:g} metres per second"
    return ""
