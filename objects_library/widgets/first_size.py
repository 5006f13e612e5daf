# SPDX-License-Identifier: BSD-3-Clause
"""The size in which an object is first laid on a desktop."""

from __future__ import annotations

from app.runtime.references import Composite, Parameterized, Primitive, Reference

_DEFAULT = (340.0, 260.0)
_SIZES = {
    (260.0, 160.0): ("Button", "Shared label", "Shared lock", "Switch", "Shared value"),
    (330.0, 190.0): ("Shared counter", "Slider", "Quote", "Feed number", "Feed alert"),
    (300.0, 260.0): ("Gauge", "Feed gauge", "Presence list", "Web link", "File link", "Invitation"),
    (320.0, 420.0): ("Chat", "Checklist", "Clock", "Shared list", "Shared set", "Shared map", "Shopping list"),
    (480.0, 360.0): ("Note", "Shared note", "Shared text", "Shared text with sections", "Shared form"),
    (540.0, 440.0): ("Chart", "Feed chart", "Image", "Table", "Feed table", "Trend", "Exchange ticker", "Video"),
    (640.0, 460.0): (
        "Whiteboard", "Map", "Live map", "Map of coordinates", "Feed map", "Database table", "Spreadsheet range",
        "2D desktop", "3D desktop",
    ),
}  # fmt: skip
"""Sizes in which the usual content of a view is seen without scrolling."""
_SIZE_OF = {name: size for size, names in _SIZES.items() for name in names}


def first_size(reference: Reference) -> tuple[float, float]:
    """The first width and height of an object; of the largest part, if it has several."""
    if isinstance(reference, Parameterized):
        return first_size(reference.template)
    if isinstance(reference, Composite) and reference.components:
        return max(first_size(part) for _, part in reference.components)
    return _SIZE_OF.get(reference.name, _DEFAULT) if isinstance(reference, Primitive) else _DEFAULT
