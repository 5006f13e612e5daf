# SPDX-License-Identifier: BSD-3-Clause
"""Finds or installs a supported Python when the one that runs the set-up is too old or too new."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import NoReturn

from installer import system
from installer.console import SetupError, print_status

OLDEST = (3, 11)
NEWEST = (3, 14)


def is_supported() -> bool:
    """Whether the program supports the Python that runs now."""
    return OLDEST <= sys.version_info[:2] <= NEWEST


def restart_with_supported() -> NoReturn:
    """Replace this process by the same set-up under a supported Python, installed with apt if necessary."""
    if os.environ.get("LIVEOBJECTS_PYTHON_CHOSEN"):
        raise SetupError(f"{sys.executable} is Python {_own_version()}; {_supported_versions_hint()}")
    chosen = _find_on_path() or _install_with_apt()
    os.environ["LIVEOBJECTS_PYTHON_CHOSEN"] = chosen
    os.execv(chosen, [chosen, "-E", *sys.argv])


def _candidates() -> list[str]:
    return [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]


def _find_on_path() -> str | None:
    found = filter(None, map(shutil.which, _candidates()))
    return next(filter(_is_runnable, found), None)


def _is_runnable(python: str) -> bool:
    """Whether the command works: a version switcher such as pyenv may have no such version."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def _install_with_apt() -> str:
    for name in _candidates():
        if system.is_available(f"{name}-venv"):
            print_status(f"Python {_own_version()} is not supported, {name} is")
            system.install([name, f"{name}-venv", f"{name}-dev"])
            found = shutil.which(name)
            if found:
                return found
    raise SetupError(f"this system's python3 is {_own_version()}; {_supported_versions_hint()}")


def _own_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _supported_versions_hint() -> str:
    return f"install Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]} and put it on the PATH"
