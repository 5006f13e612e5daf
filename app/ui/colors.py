"""The colours of the program, by what they are for; one set for the day and one for the night. No Qt here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Colors:
    """Every colour that is drawn."""

    name: str
    window: str
    surface: str
    raised: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str  # behind what is selected or hovered
    field: str  # inside of what can be typed into
    outline: str  # around what can be typed into
    good: str
    bad: str
    warning: str
    sheet: str
    grid: str
    block: str
    block_border: str
    wire: str
    shadow: str
    families: Mapping[str, str]

    def family(self, name: str) -> str:
        """The colour of a family of ports; each family has a shape of its own as well."""
        return self.families.get(name.lower(), self.families["other"])


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
    sheet="#f9fafc",
    grid="#e3e7f0",
    block="#ffffff",
    block_border="#cfd5e4",
    wire="#7b86a0",
    shadow="#1b2132",
    families=MappingProxyType(
        {
            "channel": "#3457d5",
            "replicated_state": "#8036d6",
            "membership": "#0b7a6a",
            "folder": "#96610a",
            "text": "#2c7a1f",
            "value": "#bb2f69",
            "table": "#0a7594",
            "service": "#b4440f",
            "control": "#4d586e",
            "other": "#6b6f7a",
        }
    ),
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
    sheet="#161922",
    grid="#232835",
    block="#222734",
    block_border="#3b4358",
    wire="#7f8aa6",
    shadow="#000000",
    families=MappingProxyType(
        {
            "channel": "#86a2ff",
            "replicated_state": "#c79bff",
            "membership": "#4fd0bb",
            "folder": "#e6b45c",
            "text": "#86d176",
            "value": "#ff8fb9",
            "table": "#5fcbe8",
            "service": "#ff9d6e",
            "control": "#aab4ca",
            "other": "#b3b6bf",
        }
    ),
)
