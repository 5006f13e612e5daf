# SPDX-License-Identifier: BSD-3-Clause
"""Files of the gallery with meeting places of their own, so that tests never meet each other."""

import secrets
from pathlib import Path

from app.runtime.references import read, write
from tests.conftest import ROOT


def copy_gallery_file(name: str, folder: Path) -> Path:
    """A copy in which every scope has a name that nobody else has."""
    text = (ROOT / "liveobject_files" / f"{name}.liveobject").read_text()
    file = folder / f"{name}.liveobject"
    file.write_text(text.replace("<text>gallery: ", f"<text>{secrets.token_hex(8)}: "))
    assert write(read(file)) == file.read_bytes()
    return file
