# SPDX-License-Identifier: BSD-3-Clause
"""Root file systems of minimal Debian systems, and copy-on-write overlays of them."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

SUITES = ("bookworm", "trixie")
"""The releases of Debian that the package is tested on: 12 and 13."""
_TIMEOUT = 1800


def run_command(*command: str) -> str:
    """Run a command and return its output; raises with its error output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_TIMEOUT)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


class RootFilesystem:
    """A root file system in which commands run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def suite(self) -> str:
        """The code name of the release."""
        release = (self.folder / "etc/os-release").read_text()
        return next(line.partition("=")[2] for line in release.splitlines() if "VERSION_CODENAME=" in line)

    def command(self, *words: str) -> list[str]:
        """The command line that runs a command as root in this file system."""
        settings = ["DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
        return ["chroot", str(self.folder), "env", *settings, *words]

    def run(self, *words: str) -> str:
        return run_command(*self.command(*words))

    def as_user(self, user: str, line: str, *before: str) -> list[str]:
        """The command line that runs a line in the login shell of a user, prefixed with `before`."""
        return [*before, *self.command("su", "-", user, "-c", f"LC_ALL=C.UTF-8 {line}")]

    def install(self, *packages: str) -> None:
        """Install with apt, through the same proxies as this machine."""
        for name in ("apt/apt.conf.d", "resolv.conf", "hosts"):
            if Path("/etc", name).exists():
                run_command("cp", "-rLT", f"/etc/{name}", str(self.folder / "etc" / name))
        self.run("apt-get", "-qq", "update")
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages)

    @contextlib.contextmanager
    def mounted(self) -> Iterator[None]:
        """Mount processes, devices, shared memory, and the sockets of displays."""
        places = {
            "proc": ["-t", "proc", "proc"],
            "dev": ["--rbind", "/dev"],
            "tmp/.X11-unix": ["--bind", "/tmp/.X11-unix"],  # noqa: S108 - where displays are
        }
        done: list[Path] = []
        try:
            for name, what in places.items():
                place = self.folder / name
                place.mkdir(parents=True, exist_ok=True)
                run_command("mount", *what, str(place))
                if name == "dev":
                    run_command("mount", "--make-rslave", str(place))
                done.append(place)
            yield
        finally:
            for place in reversed(done):
                subprocess.run(["umount", "-l", str(place)], check=False, capture_output=True)


def bootstrap_root(folder: Path, suite: str) -> RootFilesystem:
    """Create a minimal Debian of this suite."""
    run_command("debootstrap", "--variant=minbase", suite, str(folder))
    return RootFilesystem(folder)


@contextlib.contextmanager
def overlay_of(root: RootFilesystem, folder: Path) -> Iterator[RootFilesystem]:
    """A copy-on-write overlay of a root file system."""
    for name in ("changed", "work", "root"):
        (folder / name).mkdir(parents=True)
    layers = f"lowerdir={root.folder},upperdir={folder / 'changed'},workdir={folder / 'work'}"
    run_command("mount", "-t", "overlay", "overlay", "-o", layers, str(folder / "root"))
    copy = RootFilesystem(folder / "root")
    try:
        with copy.mounted():
            yield copy
    finally:
        subprocess.run(["umount", "-l", str(folder / "root")], check=False, capture_output=True)
