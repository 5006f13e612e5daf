# SPDX-License-Identifier: BSD-3-Clause
"""PyInstaller runtime hook: loads the bundled C++ runtime where the system's is older or missing.

The dynamic loader keeps one library per soname. The drivers of Mesa need the C++ runtime they were built
with or a newer one, so the bundle's copy must not take precedence over a newer one of the system.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import sys
from pathlib import Path

# In the order of loading: the second library depends on the first. A library defines one symbol version per
# release that adds symbols; the last one tells which of two copies is newer.
_SYMBOL_VERSIONS = {"libgcc_s.so.1": "GCC", "libstdc++.so.6": "GLIBCXX"}
_MULTIARCH = f"{platform.machine()}-linux-gnu"
_SYSTEM_FOLDERS = (f"/lib/{_MULTIARCH}", f"/usr/lib/{_MULTIARCH}", "/lib64", "/usr/lib64", "/lib", "/usr/lib")


def load_newer_runtime(bundled: Path) -> list[str]:
    """Load the libraries of this folder that are newer than the system's; returns their names."""
    names = [
        name
        for name, prefix in _SYMBOL_VERSIONS.items()
        if (bundled / name).exists()
        and _last_symbol_version(bundled / name, prefix) > _last_symbol_version(_find(name), prefix)
    ]
    for name in names:
        ctypes.CDLL(str(bundled / name), mode=ctypes.RTLD_GLOBAL)
    return names


def _find(name: str) -> Path | None:
    """The file that the dynamic loader would load: the search path of a user, then the system's."""
    folders = [*filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)), *_SYSTEM_FOLDERS]
    return next((Path(folder, name) for folder in folders if Path(folder, name).exists()), None)


def _last_symbol_version(library: Path | None, prefix: str) -> tuple[int, ...]:
    content = b"" if library is None else library.read_bytes()
    found = re.findall(rb"\0%s_([0-9.]+)(?=\0)" % prefix.encode(), content)
    return max((tuple(map(int, version.split(b"."))) for version in found), default=())


if __name__ == "__main__":
    load_newer_runtime(Path(vars(sys)["_MEIPASS"], "cxx_runtime"))
