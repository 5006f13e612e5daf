# SPDX-License-Identifier: BSD-3-Clause
"""Bubblewrap: namespaces of its own for the process, where bubblewrap is installed.

Landlock forbids opening files; here other files and processes do not even exist. It is a second boundary,
and the first one where the kernel has no Landlock.
"""

import functools
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

_PROGRAM = "bwrap"
_ALONE = ("--unshare-all", "--die-with-parent")
_PATIENCE = 10.0


@functools.cache
def available() -> bool:
    """Whether bubblewrap is installed and usable by this user; cached."""
    program = shutil.which(_PROGRAM)
    if program is None:
        return False
    try:
        tried = subprocess.run(
            [program, *_ALONE, "--ro-bind", "/", "/", "/bin/true"], capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def wrapped(command: Sequence[str], readable: Iterable[Path]) -> list[str]:
    """Return the command for a process that sees only these paths and Python itself."""
    program = shutil.which(_PROGRAM)
    assert program is not None
    shown: list[str] = []
    for path in sorted({*readable, *_interpreter()}):
        if path.exists():
            shown += ["--ro-bind", str(path), str(path)]
    places = ["--proc", "/proc", "--dev-bind", "/dev/null", "/dev/null", "--chdir", "/"]
    return [program, *_ALONE, *shown, *places, "--remount-ro", "/", "--", *command]


def _interpreter() -> list[Path]:
    """Return the paths that Python needs to start; a link to its program is shown as the program itself."""
    shared = sysconfig.get_config_var("LIBDIR")
    libraries = [Path(shared)] if shared else []
    return [Path(sys.executable), Path(sys.prefix, "pyvenv.cfg"), *libraries]
