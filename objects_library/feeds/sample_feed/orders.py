# SPDX-License-Identifier: BSD-3-Clause
"""Orders of a shop that does not exist: made up on the spot, as files in a folder that grows."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet

CITIES = {
    "Amsterdam": (52.37, 4.90, 1.0), "Athens": (37.98, 23.73, 0.7), "Berlin": (52.52, 13.40, 1.5),
    "Dublin": (53.35, -6.26, 0.6), "Lisbon": (38.72, -9.14, 0.8), "London": (51.51, -0.13, 1.9),
    "Madrid": (40.42, -3.70, 1.3), "Paris": (48.86, 2.35, 1.7), "Rome": (41.90, 12.50, 1.2),
    "Stockholm": (59.33, 18.07, 0.8), "Vienna": (48.21, 16.37, 0.9), "Warsaw": (52.23, 21.01, 1.0),
}  # fmt: skip
"""Where each lies, and how much it orders."""
PRODUCTS = {"Coffee": 14.0, "Tea": 9.0, "Cocoa": 11.0, "Biscuits": 6.0}
COLUMNS = pa.schema(
    [
        ("ordered", pa.timestamp("us", "UTC")),
        ("city", pa.string()),
        ("lat", pa.float64()),
        ("lon", pa.float64()),
        ("product", pa.string()),
        ("price", pa.float64()),
        ("minutes", pa.float64()),
    ]
)
SQL = """
select window.start as at, city, product, max(lat) as lat, max(lon) as lon,
       round(sum(price), 2) as revenue, count(*) as orders, round(avg(minutes), 1) as delivery
from source watermark ordered delay of interval 1 minute
group by window(ordered, '10 seconds'), city, product
"""
KEY = ("at", "city", "product")
RESULT = pa.schema(
    [
        ("at", pa.timestamp("us", "UTC")),
        ("city", pa.string()),
        ("product", pa.string()),
        ("lat", pa.float64()),
        ("lon", pa.float64()),
        ("revenue", pa.float64()),
        ("orders", pa.int64()),
        ("delivery", pa.float64()),
    ]
)
"""What the query makes of the orders."""
_KEPT = 60
"""Files that stay; what Spark has read long ago may go."""
PAST = timedelta(minutes=15)
"""How far the orders of the first file go back, so that there is a course to be seen at once."""


class Shop:
    """Orders at random, more in large cities and at some times than at others."""

    def __init__(self, seed: int | None = None) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - nobody is to be fooled
        self._weights = [weight for _, _, weight in CITIES.values()]

    def orders(self, start: datetime, end: datetime, per_second: float) -> Any:
        """What was ordered between two moments."""
        dice, seconds = self._dice, (end - start).total_seconds()
        count = max(1, round(seconds * per_second))
        rows = []
        for city in dice.choices(list(CITIES), self._weights, k=count):
            at = start + timedelta(seconds=dice.random() * seconds)
            lat, lon, weight = CITIES[city]
            mood = 1 + 0.5 * math.sin(at.timestamp() / 97 + weight * 7)
            product = dice.choice(list(PRODUCTS))
            price = round(PRODUCTS[product] * (0.6 + 0.8 * dice.random()) * mood, 2)
            minutes = round(18 + 12 * mood * weight / 2 + dice.gauss(0, 4), 1)
            rows.append(
                {"ordered": at, "city": city, "lat": lat, "lon": lon, "product": product, "price": price,
                 "minutes": max(3.0, minutes)}
            )  # fmt: skip
        return pa.Table.from_pylist(rows, schema=COLUMNS)


def write_file(folder: Path, number: int, rows: Any) -> None:
    """One more file, which appears whole; the oldest go."""
    made = folder / f".{number:09d}.parquet"
    pa.parquet.write_table(rows, made)
    made.rename(folder / f"{number:09d}.parquet")
    for old in sorted(folder.glob("[0-9]*.parquet"))[:-_KEPT]:
        old.unlink(missing_ok=True)


def now() -> datetime:
    """The time, as orders tell it."""
    return datetime.now(UTC)
