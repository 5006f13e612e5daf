# SPDX-License-Identifier: BSD-3-Clause
"""The test picture: moving colours, a dot, and the time of the presenter's clock."""

from __future__ import annotations

import math
from datetime import datetime

from av.video.frame import VideoFrame

WIDTH, HEIGHT = 1280, 720
_COLOURS = "c0=0x1f2a5a:c1=0xb4553f:c2=0x0b7285:c3=0x5436ad"
_BRIGHT, _DIM = 235, 60
_DIGIT = (84, 150)
_THICK = 16
_SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
"""The segments of each digit: a on top, then clockwise, g in the middle."""


def recipe(rate: int) -> str:
    """The filter graph of the colours; small, then enlarged, because they are soft."""
    return (
        f"gradients=size=320x180:rate={rate}:speed=0.02:nb_colors=4:{_COLOURS}:x0=0:y0=0:x1=319:y1=179,"
        f"scale={WIDTH}:{HEIGHT}:flags=bilinear,format=yuv420p"
    )


def with_clock(frame: VideoFrame, seconds: float, now: datetime) -> VideoFrame:
    """The frame with the time, and a dot that circles once in four seconds."""
    plane = frame.planes[0]
    row = plane.line_size
    light = bytearray(plane)
    text = f"{now:%H:%M:%S}.{now.microsecond // 100_000}"
    left = (WIDTH - _width_of(text)) // 2
    top = (HEIGHT - _DIGIT[1]) // 2
    for sign in text:
        if sign.isdigit():
            _draw_digit(light, row, left, top, int(sign))
        elif sign == ":":
            for share in (0.3, 0.7):
                _fill(light, row, left, top + round(share * _DIGIT[1]) - _THICK // 2, _THICK, _THICK, _BRIGHT)
        else:
            _fill(light, row, left, top + _DIGIT[1] - _THICK, _THICK, _THICK, _BRIGHT)
        left += _step_of(sign)
    angle = seconds * math.pi / 2
    x, y = WIDTH / 2 + 540 * math.sin(angle), HEIGHT / 2 - 290 * math.cos(angle)
    _fill(light, row, round(x) - 18, round(y) - 18, 36, 36, _BRIGHT)
    _fill(light, row, round(x) - 9, round(y) - 9, 18, 18, _DIM)
    plane.update(bytes(light))
    return frame


def _width_of(text: str) -> int:
    return sum(map(_step_of, text)) - 2 * _THICK


def _step_of(sign: str) -> int:
    return (_DIGIT[0] if sign.isdigit() else _THICK) + 2 * _THICK


def _draw_digit(light: bytearray, row: int, left: int, top: int, digit: int) -> None:
    wide, high = _DIGIT
    half = (high + _THICK) // 2
    strokes = {
        "a": (0, 0, wide, _THICK),
        "g": (0, half - _THICK, wide, _THICK),
        "d": (0, high - _THICK, wide, _THICK),
        "f": (0, 0, _THICK, half),
        "b": (wide - _THICK, 0, _THICK, half),
        "e": (0, half - _THICK, _THICK, half),
        "c": (wide - _THICK, half - _THICK, _THICK, half),
    }
    for stroke in _SEGMENTS[digit]:
        x, y, width, height = strokes[stroke]
        _fill(light, row, left + x, top + y, width, height, _BRIGHT)


def _fill(light: bytearray, row: int, left: int, top: int, width: int, height: int, value: int) -> None:
    line = bytes((value,)) * width
    for y in range(top, top + height):
        light[y * row + left : y * row + left + width] = line
