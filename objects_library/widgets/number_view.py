# SPDX-License-Identifier: BSD-3-Clause
"""Formatting of the numbers of controls."""

from math import isfinite, log10

from PySide6.QtCore import QLocale

from objects_library.values.scale import Scale


def format_number(value: float, scale: Scale, locale: QLocale) -> str:
    """Format a number with the precision of its scale, and its unit."""
    if not isfinite(value):
        text = "∞" if value > 0 else "-∞"
    else:
        finest = scale.step or (scale.high - scale.low) / 1000
        digits = min(max(0, -int(log10(finest) // 1)), 9)
        text = locale.toString(value, "f", digits)
        point = locale.decimalPoint()
        if point in text:
            text = text.rstrip("0").removesuffix(point)
    return f"{text} {scale.unit}" if scale.unit else text
