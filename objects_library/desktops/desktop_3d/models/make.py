# SPDX-License-Identifier: BSD-3-Clause
"""Generates the built-in models; run as a module, it writes them beside this file.

One unit is a metre, forward is -z, and what stands on the ground begins at height 0.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from objects_library.desktops.desktop_3d.models.shapes import Shape, binary_gltf, colour

_WHITE, _BLUE, _GREY = colour("#f4f6f8"), colour("#3b6fd4"), colour("#8d97a3")
_DARK, _GLASS, _RED = colour("#39424d"), colour("#7fb2d6"), colour("#d9534a")
_STONE, _BROWN = colour("#d9d2c5"), colour("#7a5a3c")
_GREEN, _LEAF = colour("#4f8f4a"), colour("#62a657")
_GOLD, _PANEL, _SKIN = colour("#e0b251"), colour("#2b4b8f"), colour("#e3b692")

LEVELS = ("near", "middle", "far")
"""Level 0 has all parts, level 2 only the characteristic ones."""


def aircraft(level: int) -> Shape:
    """An airliner of 24 m."""
    made = Shape()
    hull = [(0.05, -12.0), (0.8, -11.2), (1.5, -9.4), (1.75, -6.5), (1.75, 4.5), (1.1, 8.5), (0.25, 12.0)]
    profile = (hull, [hull[0], hull[2], hull[4], hull[6]], [(0.1, -12.0), (1.9, -5.0), (0.2, 12.0)])[level]
    made.lathe(profile, (12, 7, 4)[level], _WHITE, upright=False)
    thick = (0.0, 0.3, 0.0)
    for side in (-1, 1):
        wing = [(side * 1.2, -0.5, -2.5), (side * 12.0, 0.3, 3.2), (side * 12.0, 0.3, 4.6), (side * 1.2, -0.5, 2.6)]
        tail = [(side * 0.4, 0.7, 8.6), (side * 4.4, 0.9, 10.6), (side * 4.4, 0.9, 11.5), (side * 0.4, 0.7, 11.2)]
        made.plate(wing if side < 0 else wing[::-1], thick, _GREY)
        if level < 2:
            made.plate(tail if side < 0 else tail[::-1], (0.0, 0.2, 0.0), _BLUE)
        if level == 0:
            engine = [(0.0, -2.6), (0.75, -2.5), (0.8, -0.5), (0.45, 0.8), (0.0, 0.9)]
            made.lathe(engine, 8, _BLUE, middle=(side * 4.3, -1.3, 0.6), upright=False)
    fin = [(0.0, 0.9, 7.4), (0.0, 4.9, 10.6), (0.0, 4.9, 11.9), (0.0, 0.9, 11.4)]
    made.plate(fin, (0.3, 0.0, 0.0), _BLUE)
    if level == 0:
        made.lathe([(1.0, -10.9), (1.35, -9.9)], 12, _DARK, middle=(0.0, 0.25, 0.0), upright=False)
    return made


def building(level: int) -> Shape:
    """An office of 30 m."""
    made = Shape()
    if level == 2:
        made.box((0.0, 15.0, 0.0), (18.0, 30.0, 14.0), _STONE)
        return made
    made.box((0.0, 15.0, 0.0), (18.0, 30.0, 14.0), _STONE)
    floors = 9 if level == 0 else 4
    for floor in range(floors):
        height = 30.0 / floors
        made.box((0.0, (floor + 0.55) * height, 0.0), (18.3, height * 0.5, 14.3), _GLASS)
    made.box((0.0, 30.4, 0.0), (18.8, 0.8, 14.8), _GREY)
    if level == 0:
        made.box((4.0, 31.8, 2.0), (5.0, 2.0, 4.0), _GREY)
        made.box((0.0, 1.6, 7.3), (4.0, 3.2, 0.8), _DARK)
    return made


def tower(level: int) -> Shape:
    """A control tower of 26 m."""
    made = Shape()
    sides = (12, 8, 5)[level]
    made.lathe([(3.2, 0.0), (2.0, 4.0), (1.8, 17.0), (3.6, 19.0)], sides, _STONE)
    made.lathe([(3.6, 19.0), (4.4, 22.0)], sides, _GLASS)
    made.lathe([(4.7, 22.0), (4.7, 22.7), (0.6, 24.0)], sides, _GREY)
    if level == 0:
        made.lathe([(0.15, 24.0), (0.08, 27.0)], 5, _RED)
    return made


def tree(level: int) -> Shape:
    """A conifer of 9 m."""
    made = Shape()
    sides = (9, 6, 4)[level]
    if level < 2:
        made.lathe([(0.45, 0.0), (0.35, 2.2)], sides, _BROWN)
        made.lathe([(0.1, 1.6), (2.6, 1.8), (0.9, 5.2)], sides, _GREEN)
    made.lathe([(2.0 if level < 2 else 2.4, 4.0 if level < 2 else 0.8), (0.0, 9.0)], sides, _LEAF)
    return made


def car(level: int) -> Shape:
    """A car of 4.4 m."""
    made = Shape()
    made.slab((0.0, 0.75, 0.0), (1.8, 0.7, 4.4), (1.7, 0.7, 4.2), _RED, bottom=level < 2)
    made.slab((0.0, 1.35, 0.2), (1.6, 0.55, 2.4), (1.3, 0.55, 1.5), _GLASS if level < 2 else _RED)
    if level < 2:
        made.box((0.0, 1.66, 0.2), (1.3, 0.08, 1.5), _RED)
        for side in (-0.82, 0.82):
            for along in (-1.35, 1.35):
                made.slab((side, 0.36, along), (0.3, 0.36, 0.4), (0.3, 0.36, 0.72), _DARK)
                made.slab((side, 0.54, along), (0.3, 0.36, 0.72), (0.3, 0.36, 0.4), _DARK)
    if level == 0:
        made.box((0.0, 0.8, -2.2), (1.5, 0.2, 0.06), _WHITE)
    return made


def ship(level: int) -> Shape:
    """A freighter of 60 m."""
    made = Shape()
    deck = [(-5.0, 4.0, -18.0), (-5.0, 4.0, 29.0), (5.0, 4.0, 29.0), (5.0, 4.0, -18.0)]
    keel = [(-3.6, -2.0, -16.0), (-3.6, -2.0, 28.0), (3.6, -2.0, 28.0), (3.6, -2.0, -16.0)]
    bow, stem = (0.0, 5.2, -30.0), (0.0, -2.0, -25.0)
    made.quad([deck[0], deck[1], deck[2], deck[3]], _BROWN)
    made.triangle([bow, deck[0], deck[3]], _BROWN)
    for left, right in ((0, 1), (1, 2), (2, 3)):
        made.quad([keel[left], keel[right], deck[right], deck[left]], _PANEL)
    made.quad([stem, keel[0], deck[0], bow], _PANEL)
    made.quad([keel[3], stem, bow, deck[3]], _PANEL)
    made.slab((0.0, 8.0, 22.0), (8.6, 8.0, 8.0), (8.0, 8.0, 7.0), _WHITE)
    if level < 2:
        made.box((0.0, 13.0, 22.0), (9.4, 2.0, 5.0), _GLASS)
        made.lathe([(1.2, 12.0), (1.0, 17.5)], (8, 5)[level], _RED, middle=(0.0, 0.0, 25.0))
    for row in range(5 if level == 0 else 2 if level == 1 else 1):
        step = 30.0 / (5 if level == 0 else 2 if level == 1 else 1)
        tint = (_RED, _BLUE, _GOLD, _GREEN, _GREY)[row % 5]
        made.box((0.0, 6.3, -16.0 + (row + 0.5) * step), (8.0, 4.6, step * 0.86), tint)
    return made


def satellite(level: int) -> Shape:
    """A satellite of 12 m with its panels."""
    made = Shape()
    made.box((0.0, 0.0, 0.0), (2.0, 2.6, 2.0), _GOLD, bottom=True)
    for side in (-1, 1):
        panel = [(side * 1.6, 0.0, -1.2), (side * 6.0, 0.0, -1.2), (side * 6.0, 0.0, 1.2), (side * 1.6, 0.0, 1.2)]
        made.plate(panel if side < 0 else panel[::-1], (0.0, 0.1, 0.0), _PANEL)
        if level == 0:
            arm = [(side * 1.0, 0.0, -0.1), (side * 1.6, 0.0, -0.1), (side * 1.6, 0.0, 0.1), (side * 1.0, 0.0, 0.1)]
            made.plate(arm if side < 0 else arm[::-1], (0.0, 0.2, 0.0), _GREY)
    if level < 2:
        dish = [(0.0, 1.35), (0.9, 1.7), (1.3, 2.4), (1.2, 2.4), (0.0, 1.5)]
        made.lathe(dish, (12, 7)[level], _WHITE)
    return made


def person(level: int) -> Shape:
    """A person of 1.8 m, as a playing piece."""
    made = Shape()
    sides = (12, 7, 4)[level]
    made.lathe([(0.30, 0.0), (0.34, 0.1), (0.20, 0.5), (0.26, 1.15), (0.16, 1.38), (0.08, 1.42)], sides, _BLUE)
    head = [(0.02, 1.38), (0.15, 1.45), (0.19, 1.58), (0.15, 1.71), (0.02, 1.78)]
    made.lathe(head if level < 2 else [head[0], head[2], head[4]], sides, _SKIN)
    return made


MAKERS: dict[str, Callable[[int], Shape]] = {
    "aircraft": aircraft, "building": building, "tower": tower, "tree": tree,
    "car": car, "ship": ship, "satellite": satellite, "person": person,
}  # fmt: skip


def made(name: str) -> bytes:
    """The file of one model."""
    levels = {}
    for number, level in enumerate(LEVELS):
        shape = MAKERS[name](number)
        shape.lay_texture()
        levels[level] = shape
    return binary_gltf(levels)


def main() -> None:
    """Write all models."""
    for name in MAKERS:
        Path(__file__).with_name(f"{name}.glb").write_bytes(made(name))


if __name__ == "__main__":
    main()
