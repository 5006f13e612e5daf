# SPDX-License-Identifier: BSD-3-Clause
"""The program's colours by role, for the light and the dark theme. No Qt in this file."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Colors:
    """All colours of a theme."""

    name: str
    window: str
    surface: str
    raised: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str  # background of selected or hovered items
    field: str  # background of input fields
    outline: str  # border of input fields
    good: str
    bad: str
    warning: str


_LIGHT_AND_DARK = {
    "window": ("#f5f6fa", "#13161e"),
    "surface": ("#ffffff", "#1c202b"),
    "raised": ("#eef0f8", "#262b39"),
    "border": ("#dfe3ee", "#313748"),
    "text": ("#1b2132", "#e8ebf4"),
    "muted": ("#5d6780", "#9ca6bd"),
    "accent": ("#4454d6", "#94a0ff"),
    "on_accent": ("#ffffff", "#11142a"),
    "accent_soft": ("#e4e7fb", "#2b3154"),
    "field": ("#ffffff", "#161a23"),
    "outline": ("#c4cadb", "#434b60"),
    "good": ("#17744b", "#63cf9b"),
    "bad": ("#a5420c", "#f0a35e"),
    "warning": ("#8a5a00", "#e3c05a"),
}

LIGHT = Colors("light", **{role: light for role, (light, _) in _LIGHT_AND_DARK.items()})
DARK = Colors("dark", **{role: dark for role, (_, dark) in _LIGHT_AND_DARK.items()})
