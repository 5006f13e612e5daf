"""Where things are: the one record in which feeds tell places on earth, to maps and spaces alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import isfinite

from app.runtime.library import type_name

LONGEST_NAME = 100
FASTEST = 1e6
"""Metres per second that can be told; light is faster, and nothing else that people track."""
HIGHEST = 1e9
"""Metres above the sea, or below it, that can be told."""


@type_name("Position")
@dataclass(frozen=True)
class Position:
    """Where something is, at a time by the clock of whoever tells it; its name is how it is known again.

    Degrees of latitude (north) and longitude (east), metres above the sea, degrees clockwise from north,
    metres per second. What is not known is 0.
    """

    name: str
    latitude: float
    longitude: float
    altitude: float
    heading: float
    speed: float
    at: datetime


def wrong_position(position: Position) -> str:
    """What is wrong with a position; nothing: empty."""
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
