"""What moves in the space of the benchmark: models that each follow one name of a stream of coordinates."""

from __future__ import annotations

from uuid import UUID

from app.runtime.references import Reference
from bench._references import checkpointed_channel, on_channel
from objects_library.desktops.desktop_3d.things import Spot, Thing
from objects_library.feeds.coordinates.flights import Flights

_SPACE = 0xE3C739826B019ADA1A8AA5E91B66CF9E
_COORDINATES = 0xB3415A8E94633C417BA4A0AD108ED042
_RADIUS = 600.0


def space(scope: str) -> Reference:
    """The space itself."""
    return on_channel(_SPACE, checkpointed_channel("SpaceChange", "SpaceState", scope=scope, group="space"))


def stream(scope: str, count: int, rate: float) -> Reference:
    """Flights that whoever came first makes up."""
    channel = checkpointed_channel("CoordinatesChange", "CoordinatesState", scope=scope, group="stream")
    return on_channel(_COORDINATES, channel, flights=count, rate=rate, radius=_RADIUS)


def things(scope: str, count: int, rate: float) -> list[Thing]:
    """A model for each flight; every fourth is of another kind."""
    feed = stream(scope, count, rate)
    names = Flights(count, _RADIUS).names
    kinds = ("aircraft", "aircraft", "aircraft", "satellite")
    return [
        Thing(
            UUID(int=number + 1), "model", "", Spot(0, 0, 0), False, kinds[number % 4], "", b"", b"", [],
            [feed], name,
        )
        for number, name in enumerate(names)
    ]  # fmt: skip
