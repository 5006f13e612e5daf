# SPDX-License-Identifier: BSD-3-Clause
"""The package for other Linux systems: an archive with a script that installs it for one user or for all."""

from __future__ import annotations

import platform
import shutil
import tarfile
from pathlib import Path

from app import __version__

_HERE = Path(__file__).parent


def make_tarball(bundle: Path, output: Path) -> Path:
    """Write `liveobjects-VERSION-linux-MACHINE.tar.xz` into the folder; returns the file."""
    name = f"liveobjects-{__version__}-linux-{platform.machine()}"
    file = output / f"{name}.tar.xz"
    with tarfile.open(file, "w:xz", preset=4) as archive:
        archive.add(bundle, f"{name}/liveobjects", filter=_normalized)
        for script in ("install.sh", "uninstall.sh"):
            archive.add(_HERE / "linux" / script, f"{name}/{script}", filter=_normalized)
        archive.add(_HERE.parent.parent / "LICENSE", f"{name}/LICENSE", filter=_normalized)
    shutil.rmtree(output / name, ignore_errors=True)
    return file


def _normalized(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry
