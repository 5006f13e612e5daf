# SPDX-License-Identifier: BSD-3-Clause
"""Puts the cached definitions of the object library into the homes of the processes that tests start.

Tests give their processes new homes. In a new home, each process would first import the whole object library,
which takes two seconds of CPU time.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

_READ_LIBRARY = "from objects_library.installed import installed_catalogue; installed_catalogue()"


class LibraryCache:
    """Reads the library once into the home of this test run, and copies the cache file to other new homes."""

    def __init__(self, root: Path, own_home: Path) -> None:
        self._root = root
        self._own_home = own_home
        self._cached: list[Path] = []
        sys.addaudithook(self._audit)  # the only hook that sees each start of a process

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen":
            home = (arguments[3] or os.environ).get("LIVEOBJECTS_HOME")
            if isinstance(home, str) and self._is_new(Path(home)):
                self._fill(Path(home))

    def _is_new(self, home: Path) -> bool:
        folder = home if home.exists() else home.parent
        possible = folder.is_dir() and not home.is_symlink() and os.access(folder, os.W_OK)
        in_temporary_folder = home.is_relative_to(tempfile.gettempdir())
        return possible and in_temporary_folder and home != self._own_home and not (home / "cache").exists()

    def _fill(self, home: Path) -> None:
        if not self._cached:
            environment = {**os.environ, "LIVEOBJECTS_HOME": str(self._own_home)}
            subprocess.run([sys.executable, "-c", _READ_LIBRARY], cwd=self._root, env=environment, check=True)
            self._cached = [*(self._own_home / "cache").glob("objects-*.msgpack")]
        for folder in (home, home / "cache"):
            folder.mkdir(mode=0o700, exist_ok=True)
        for file in self._cached:
            shutil.copy2(file, home / "cache")
