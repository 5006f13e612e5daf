# SPDX-License-Identifier: BSD-3-Clause
"""Units of measurement, and how numbers are converted between those that measure the same."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: what it measures, its size in the base unit, and where its zero is."""

    measures: str
    factor: float
    zero: float = 0.0


UNITS = {
    "mm": Unit("length", 0.001),
    "cm": Unit("length", 0.01),
    "m": Unit("length", 1.0),
    "km": Unit("length", 1000.0),
    "in": Unit("length", 0.0254),
    "ft": Unit("length", 0.3048),
    "mi": Unit("length", 1609.344),
    "g": Unit("mass", 0.001),
    "kg": Unit("mass", 1.0),
    "t": Unit("mass", 1000.0),
    "oz": Unit("mass", 0.028349523125),
    "lb": Unit("mass", 0.45359237),
    "°C": Unit("temperature", 1.0, 273.15),
    "°F": Unit("temperature", 5 / 9, 459.67 * 5 / 9),
    "K": Unit("temperature", 1.0),
    "m/s": Unit("speed", 1.0),
    "km/h": Unit("speed", 1 / 3.6),
    "mph": Unit("speed", 0.44704),
    "kn": Unit("speed", 1852 / 3600),
    "ms": Unit("time", 0.001),
    "s": Unit("time", 1.0),
    "min": Unit("time", 60.0),
    "h": Unit("time", 3600.0),
    "d": Unit("time", 86400.0),
    "m²": Unit("area", 1.0),
    "ha": Unit("area", 10_000.0),
    "km²": Unit("area", 1e6),
    "ml": Unit("volume", 1e-6),
    "l": Unit("volume", 0.001),
    "m³": Unit("volume", 1.0),
    "Pa": Unit("pressure", 1.0),
    "hPa": Unit("pressure", 100.0),
    "bar": Unit("pressure", 1e5),
    "J": Unit("energy", 1.0),
    "kcal": Unit("energy", 4184.0),
    "kWh": Unit("energy", 3.6e6),
    "W": Unit("power", 1.0),
    "kW": Unit("power", 1000.0),
    "kB": Unit("data", 1e3),
    "MB": Unit("data", 1e6),
    "GB": Unit("data", 1e9),
    "°": Unit("angle", 3.141592653589793 / 180),
    "rad": Unit("angle", 1.0),
}


def convert(number: float, source: str, target: str) -> float | None:
    """The same quantity in another unit; None if the two measure different things."""
    one, other = UNITS.get(source), UNITS.get(target)
    if one is None or other is None or one.measures != other.measures:
        return None
    found = (number * one.factor + one.zero - other.zero) / other.factor
    return float(f"{found:.15g}")
