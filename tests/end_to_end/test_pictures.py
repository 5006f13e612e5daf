# SPDX-License-Identifier: BSD-3-Clause
"""The main views in both themes look as they did; what was drawn is kept in artifacts/pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.end_to_end.image_comparison import check_picture, difference
from tests.gallery_copies import copy_gallery_file

VIEWS = {
    "welcome": ("window",),
    "composer": ("window", "calculator_service"),
    "note": ("open", "shared_note"),
    "form": ("open", "shared_form"),
    "list": ("open", "shopping_list"),
    "counter": ("open", "shared_counter"),
    "service": ("open", "calculator_service"),
    "channel": ("open", "reliable_channel"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_it_looks_as_it_did(view: str, theme: str, tmp_path: Path, artifacts: Path) -> None:
    command, *files = VIEWS[view]
    made = tmp_path / "made.png"
    arguments = [command, *(str(copy_gallery_file(name, tmp_path)) for name in files)]
    subprocess.run(
        [sys.executable, "-P", "-m", "app", *arguments, f"--screenshot={made}", f"--theme={theme}", "--language=en"],
        env=os.environ
        | {"QT_QPA_PLATFORM": "offscreen", "LIVEOBJECTS_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"},
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    check_picture(made, f"{view}-{theme}", artifacts)


def test_a_glance_forgives_pixels_and_notices_parts() -> None:
    page = QImage(400, 300, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    written, emptier, dark = page.copy(), page.copy(), page.copy()
    painter = QPainter(written)
    painter.fillRect(20, 20, 360, 1, QColor("grey"))
    painter.end()
    assert difference(page, written) < 0.03
    painter = QPainter(emptier)
    painter.fillRect(0, 0, 80, 300, QColor("#dddddd"))
    painter.end()
    assert difference(page, emptier) > 0.1
    dark.fill(QColor("black"))
    assert difference(page, dark) == 1.0
    assert difference(page, page.scaled(400, 200)) == 1.0
