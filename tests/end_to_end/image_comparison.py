# SPDX-License-Identifier: BSD-3-Clause
"""Compares pictures with a tolerance for font rendering."""

import os
import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

REFERENCES = Path(__file__).parent / "pictures"
RECORDING = "LIVEOBJECTS_RECORD_PICTURES"
"""With this in the environment, pictures become the new references; look at them before you commit them."""
_GLANCE = 120
_FAINT = 20
_MOST_DIFFERENT = 0.03


def difference(one: QImage, other: QImage) -> float:
    """The share of differing cells after downscaling, from 0 to 1; 1 for different aspect ratios."""
    if abs(one.width() / one.height() - other.width() / other.height()) > 0.02:
        return 1.0
    first, second = _glance(one), _glance(other)
    pairs = zip(first, second, strict=True)
    return sum(max(abs(a - b) for a, b in zip(*pair, strict=True)) > _FAINT for pair in pairs) / len(first)


def check_picture(made: Path, name: str, artifacts: Path) -> None:
    """Compare a picture with its reference and save it as an artifact."""
    kept = artifacts / "pictures" / f"{name}.png"
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, kept)
    reference = REFERENCES / f"{name}.png"
    if os.environ.get(RECORDING):
        REFERENCES.mkdir(exist_ok=True)
        small = QImage(str(made)).scaledToWidth(800, Qt.TransformationMode.SmoothTransformation)
        assert small.save(str(reference))
    assert reference.exists(), f"there is no {reference.name}; look at {kept}, then run with {RECORDING}=1"
    share = difference(QImage(str(reference)), QImage(str(made)))
    assert share <= _MOST_DIFFERENT, f"{share:.1%} of {kept} looks different from {reference}"


def _glance(picture: QImage) -> list[tuple[int, int, int]]:
    small = picture.convertToFormat(QImage.Format.Format_RGB32).scaled(
        _GLANCE, _GLANCE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    colours = [small.pixelColor(x, y) for y in range(_GLANCE) for x in range(_GLANCE)]
    return [(each.red(), each.green(), each.blue()) for each in colours]
