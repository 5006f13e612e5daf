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


LIGHT = Colors(
    name="light",
    window="#f5f6fa",
    surface="#ffffff",
    raised="#eef0f8",
    border="#dfe3ee",
    text="#1b2132",
    muted="#5d6780",
    accent="#4454d6",
    on_accent="#ffffff",
    accent_soft="#e4e7fb",
    field="#ffffff",
    outline="#c4cadb",
    good="#17744b",
    bad="#a5420c",
    warning="#8a5a00",
)

DARK = Colors(
    name="dark",
    window="#13161e",
    surface="#1c202b",
    raised="#262b39",
    border="#313748",
    text="#e8ebf4",
    muted="#9ca6bd",
    accent="#94a0ff",
    on_accent="#11142a",
    accent_soft="#2b3154",
    field="#161a23",
    outline="#434b60",
    good="#63cf9b",
    bad="#f0a35e",
    warning="#e3c05a",
)
