"""Spark beside an installed bundle: an environment of its own, made with the Python of the system.

A bundle has no Python that could be called, and Spark calls one for its own processes. What runs there is the
program's own code, which lies readable in the bundle; what it needs is pinned like everything else.
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
"""What only windows need: a fifth of all that would be fetched."""
_OLDEST = (3, 11)
_TO_DO = "install Python 3.11 or later with its venv module (Debian: apt-get install python3-venv)"


def folder() -> Path:
    """Where the environment is, or will be."""
    return directories.data_directory() / "spark" / "environment"


def python() -> str:
    """The Python that runs Spark."""
    return str(folder() / "bin" / "python")


def package(name: str) -> Path | None:
    """Where a package is in the environment, once all of it is there."""
    if not _is_complete():
        return None
    return next(iter(folder().glob(f"lib/python3*/site-packages/{name}")), None)


def sources() -> Path:
    """A folder with the program's own code and nothing else of the bundle, to be found by that Python."""
    place = directories.make_private(directories.data_directory() / "spark" / "sources")
    for name in ("app", "liveobjects", "objects_library"):
        link, target = place / name, _ROOT / name
        if not link.is_symlink() or link.readlink() != target:
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return place


def steps() -> Iterator[list[str]]:
    """The commands that make the environment, one after the other; the last one done, it is complete."""
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
    """A newer version of the program may need other packages."""
    return hashlib.sha256(_LOCK.read_bytes()).hexdigest()


def _required_packages() -> Iterator[str]:
    """The pinned packages without those for windows."""
    wanted = False
    for line in _LOCK.read_text(encoding="utf-8").splitlines():
        if line[:1] not in (" ", "#", ""):
            name = line.partition("==")[0]
            wanted = not any(name == each or name.startswith(f"{each}-") for each in _EXCLUDED)
        if wanted:
            yield line


def _system_python() -> str:
    """A Python that can make environments."""
    names = [
        f"python3.{sys.version_info.minor}",
        "python3",
    ]  # the engine in the bundle is for our own version
    for found in filter(None, map(shutil.which, names)):
        asked = [found, "-c", "import sys, venv, ensurepip, json; print(json.dumps(sys.version_info[:2]))"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and tuple(json.loads(done.stdout)) >= _OLDEST:
            return found
    raise SparkError("Spark needs a Python of the system", _TO_DO)
