"""Finds a Python that the program runs on, where the one that started the set-up is too old or too new."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import NoReturn

from installer import system
from installer.console import SetupError, say

OLDEST = (3, 11)
NEWEST = (3, 14)


def is_supported() -> bool:
    """Whether the Python that runs now will do."""
    return OLDEST <= sys.version_info[:2] <= NEWEST


def start_again_with_supported() -> NoReturn:
    """Run this same set-up with a supported Python, installing one if the system offers it."""
    if os.environ.get("LIVEOBJECTS_PYTHON_CHOSEN"):
        raise SetupError(f"{sys.executable} is Python {_own_version()}; {_wanted()}")
    chosen = _on_path() or _from_the_system()
    os.environ["LIVEOBJECTS_PYTHON_CHOSEN"] = chosen
    os.execv(chosen, [chosen, "-E", *sys.argv])


def _candidates() -> list[str]:
    return [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]


def _on_path() -> str | None:
    found = filter(None, map(shutil.which, _candidates()))
    return next(filter(_starts, found), None)


def _starts(python: str) -> bool:
    """What is on the PATH may be a switch between versions that has none to switch to."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def _from_the_system() -> str:
    for name in _candidates():
        if system.offers(f"{name}-venv"):
            say(f"Python {_own_version()} is not supported, {name} is")
            system.install([name, f"{name}-venv", f"{name}-dev"])
            found = shutil.which(name)
            if found:
                return found
    raise SetupError(f"this system's python3 is {_own_version()}; {_wanted()}")


def _own_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _wanted() -> str:
    return f"install Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]} and put it on the PATH"
