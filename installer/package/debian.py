# SPDX-License-Identifier: BSD-3-Clause
"""The package for Debian and Ubuntu: the bundle, a command, and the files for desktop integration."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from app import __version__
from app.filetype import desktop_files
from installer.package.contents import RUNTIME_FOLDER
from installer.package.dependencies import runtime_dependencies

# Libraries that Qt loads at run time and that must be the system's, and tools for desktop integration.
_DEPENDS = (
    "libgl1, libegl1, libglib2.0-0 | libglib2.0-0t64, libxkbcommon-x11-0, libfontconfig1, "
    "libdbus-1-3, libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxcb-shape0, shared-mime-info, "
    "desktop-file-utils, xdg-utils, fonts-dejavu-core | fonts-freefont-ttf | ttf-bitstream-vera"
)


def make_deb(bundle: Path, output: Path) -> Path:
    """Write `liveobjects_VERSION_amd64.deb` into the folder; returns the file."""
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    root = output / "deb"
    shutil.rmtree(root, ignore_errors=True)
    target = root / "usr/lib/liveobjects"
    shutil.copytree(bundle, target, symlinks=True, ignore=shutil.ignore_patterns(RUNTIME_FOLDER))
    command = root / "usr/bin/liveobjects"
    command.parent.mkdir(parents=True)
    command.symlink_to("../lib/liveobjects/liveobjects")
    for name, content in desktop_files(["/usr/bin/liveobjects"]).items():
        file = root / "usr/share" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    completion = root / "usr/share/bash-completion/completions/liveobjects"
    completion.parent.mkdir(parents=True)
    shutil.copyfile(Path(__file__).parent / "linux/liveobjects.bash-completion", completion)
    notice = root / "usr/share/doc/liveobjects/copyright"
    notice.parent.mkdir(parents=True)
    shutil.copyfile(Path(__file__).parents[2] / "LICENSE", notice)
    _write_control(root, machine)
    _normalize_modes(root)
    file = output / f"liveobjects_{__version__}_{machine}.deb"
    build = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z4", "--build", str(root), str(file)]
    subprocess.run(build, check=True)
    shutil.rmtree(root)
    return file


def _write_control(root: Path, machine: str) -> None:
    depends = ", ".join([*runtime_dependencies(root), _DEPENDS])
    size = sum(each.lstat().st_size for each in root.rglob("*") if each.is_file()) // 1024
    control = root / "DEBIAN/control"
    control.parent.mkdir()
    control.write_text(
        f"Package: liveobjects\nVersion: {__version__}\nArchitecture: {machine}\n"
        "Section: net\nPriority: optional\n"
        f"Maintainer: Live Objects contributors <liveobjects@example.invalid>\nInstalled-Size: {size}\n"
        f"Depends: {depends}\nRecommends: bubblewrap\nSuggests: python3-venv\n"
        "Description: distributed computing that a person can drag and drop\n"
        " Wire live objects on a sheet, send the small file, and everyone who opens it takes\n"
        " part, machine to machine, with no server in between.\n"
    )


def _normalize_modes(root: Path) -> None:
    """Make all files readable for everyone, regardless of the umask of the build."""
    for each in [root, *root.rglob("*")]:
        if not each.is_symlink():
            runs = each.is_dir() or os.access(each, os.X_OK)
            each.chmod(0o755 if runs else 0o644)
