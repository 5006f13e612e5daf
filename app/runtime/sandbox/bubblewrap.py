"""Bubblewrap: where it is installed, the process also gets a computer of its own, with nothing else in it.

Landlock forbids to open files; here they are not even there to be counted, nor are other processes. It is a
second boundary, and the first one where the kernel has no Landlock.
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
    """Whether it is installed, and may be used by this user; found out once."""
    program = shutil.which(_PROGRAM)
    if program is None:
        return False
    try:
        tried = subprocess.run(
            [program, *_ALONE, "--ro-bind", "/", "/", "/bin/true"],
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def wrapped(command: Sequence[str], readable: Iterable[Path]) -> list[str]:
    """The command, for a process that sees these paths and Python itself, and nothing else."""
    program = shutil.which(_PROGRAM)
    assert program is not None
    shown: list[str] = []
    for path in sorted({*readable, *_interpreter()}):
        if path.exists():
            shown += ["--ro-bind", str(path), str(path)]
    places = ["--proc", "/proc", "--dev-bind", "/dev/null", "/dev/null", "--chdir", "/"]
    return [program, *_ALONE, *shown, *places, "--remount-ro", "/", "--", *command]


def _interpreter() -> list[Path]:
    """What Python needs to start; a link to its program is shown as the program itself."""
    shared = sysconfig.get_config_var("LIBDIR")
    libraries = [Path(shared)] if shared else []
    return [Path(sys.executable), Path(sys.prefix, "pyvenv.cfg"), *libraries]
