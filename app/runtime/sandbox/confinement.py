# SPDX-License-Identifier: BSD-3-Clause
"""The confinement mechanisms of this machine; without enough of them nothing runs."""

import contextlib
import os
import signal
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.runtime.sandbox import bubblewrap, kernel, landlock, seccomp
from app.runtime.sandbox.errors import ConfinementError

MEMORY = 256 * 1024 * 1024
"""Bytes that the code may use, besides what the runtime needs."""
_ADDRESSES = 2 * MEMORY
_OPEN_FILES = 64
_NICE = 10
_FIRST_TO_GO = "500"
"""The OOM score adjustment; 1000 is the maximum."""
_APP = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mechanisms:
    """The confinement mechanisms of this kernel."""

    landlock: int
    """The version; 0 is none."""
    seccomp: bool
    bubblewrap: bool

    @property
    def enough(self) -> bool:
        """Whether code can be kept from files, networks and other processes."""
        return self.seccomp and (self.landlock > 0 or self.bubblewrap)

    def __str__(self) -> str:
        files = f"Landlock {self.landlock}" if self.landlock else "no Landlock"
        calls = "seccomp" if self.seccomp else "no seccomp"
        return f"{files}, {calls}, {'bubblewrap' if self.bubblewrap else 'no bubblewrap'}"


def find_mechanisms() -> Mechanisms:
    """Return the mechanisms of this machine."""
    if not sys.platform.startswith("linux"):
        return Mechanisms(0, False, False)
    return Mechanisms(landlock.version(), seccomp.available(), bubblewrap.available())


def require(found: Mechanisms) -> None:
    """Raise an error where code would not be confined."""
    if not found.enough:
        raise ConfinementError(
            f"code from elsewhere cannot be confined on this computer: the kernel has {found}",
            "install bubblewrap, or use Linux 5.13 or later; or trust the library fully, if you do",
        )


def confine(found: Mechanisms, libraries: Iterable[Path]) -> None:
    """Give up everything but reading the program and these libraries, irrevocably."""
    require(found)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program; this process ends with it
    _go_first_when_memory_is_short()
    os.nice(_NICE)
    kernel.leave_networks()
    kernel.end_with_parent(signal.SIGKILL)  # after the line above, which would undo it
    kernel.hide_memory()
    kernel.gain_no_rights()
    _limit_resources()
    kernel.give_up_capabilities()
    if found.landlock:
        landlock.give_up_files([*readable(), *libraries])
    seccomp.refuse_calls()


def readable() -> list[Path]:
    """Return the public paths to read: program, Python, and libraries of its compiled modules."""
    paths = sysconfig.get_paths()
    python = {Path(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    bundled = getattr(sys, "_MEIPASS", None)
    own = _APP if bundled is None else Path(bundled)
    system = [Path(name) for name in ("/usr/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache")]
    return [own, *sorted(python), *system]


def _limit_resources() -> None:
    import resource  # noqa: PLC0415 - other systems do not have it, and run nothing here

    used = {name: size * 1024 for name, size in _own_sizes()}
    most = {
        resource.RLIMIT_DATA: used["VmData"] + MEMORY,
        resource.RLIMIT_AS: used["VmSize"] + _ADDRESSES,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NPROC: 1,
    }
    for limit, amount in most.items():
        resource.setrlimit(limit, (amount, amount))


def _own_sizes() -> list[tuple[str, int]]:
    """Return the sizes of this process, in units of 1,024 bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return [
        (name, int(rest.split()[0]))
        for name, _, rest in (line.partition(":") for line in lines)
        if name.startswith("Vm")
    ]


def _go_first_when_memory_is_short() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO, encoding="ascii")
