# SPDX-License-Identifier: BSD-3-Clause
"""A separate Python environment for Spark beside an installed bundle, made with the system's Python.

A bundle contains no Python executable, but Spark starts Python processes. They run the program's own code
from the bundle; their dependencies are pinned in the lock file.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from app.runtime import directories
from app.spark.errors import SparkError

_ROOT = Path(__file__).resolve().parents[2]
_LOCK = _ROOT / "requirements-spark.lock"
_EXCLUDED = ("pyside6", "shiboken6", "qasync", "av")
"""Packages that only windows need; they are a fifth of the download."""
_OLDEST = (3, 11)
_TO_DO = "install Python 3.11 or later with its venv module (Debian: apt-get install python3-venv)"


def folder() -> Path:
    """The folder of the environment."""
    return directories.data_directory() / "spark" / "environment"


def python() -> str:
    """The Python executable that runs Spark."""
    return str(folder() / "bin" / "python")


def package(name: str) -> Path | None:
    """The folder of a package in the environment; None while the installation is incomplete."""
    if not _is_complete():
        return None
    return next(iter(folder().glob(f"lib/python3*/site-packages/{name}")), None)


def sources() -> Path:
    """A folder that exposes only the program's own code to that Python."""
    place = directories.make_private(directories.data_directory() / "spark" / "sources")
    for name in ("app", "liveobjects", "objects_library"):
        link, target = place / name, _ROOT / name
        if not link.is_symlink() or link.readlink() != target:
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return place


def steps() -> Iterator[list[str]]:
    """Yield the commands that create the environment; afterwards it is marked complete."""
    system = _system_python()
    shutil.rmtree(folder(), ignore_errors=True)
    directories.make_private(folder().parent)
    yield [system, "-m", "venv", str(folder())]
    needed = folder() / "requirements.txt"
    needed.write_text("\n".join(_required_packages()), encoding="utf-8")
    pip = [python(), "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar=off"]
    yield [*pip, "--no-deps", "--require-hashes", "-r", str(needed)]
    (folder() / "complete").write_text(_lock_digest(), encoding="utf-8")


def _is_complete() -> bool:
    try:
        return (folder() / "complete").read_text(encoding="utf-8") == _lock_digest()
    except OSError:
        return False


def _lock_digest() -> str:
    """Identify the pinned packages: a newer version of the program may need others."""
    return hashlib.sha256(_LOCK.read_bytes()).hexdigest()


def _required_packages() -> Iterator[str]:
    """The lines of the lock file without the excluded packages."""
    wanted = False
    for line in _LOCK.read_text(encoding="utf-8").splitlines():
        if line[:1] not in (" ", "#", ""):
            name = line.partition("==")[0]
            wanted = not any(name == each or name.startswith(f"{each}-") for each in _EXCLUDED)
        if wanted:
            yield line


def _system_python() -> str:
    """Find a system Python that can create virtual environments."""
    names = [f"python3.{sys.version_info.minor}", "python3"]  # the engine in the bundle is built for this version
    for found in filter(None, map(shutil.which, names)):
        asked = [found, "-c", "import sys, venv, ensurepip, json; print(json.dumps(sys.version_info[:2]))"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and tuple(json.loads(done.stdout)) >= _OLDEST:
            return found
    raise SparkError("Spark needs a Python of the system", _TO_DO)
