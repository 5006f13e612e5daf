"""A minimal Debian in a folder, and copies of it that cost nothing until they are written to."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

_PATIENCE = 1800


def do(*command: str) -> str:
    """What a command says; its own words where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


class Root:
    """A root file system that commands run in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, *words: str) -> list[str]:
        """A command in this root, as the system's administrator."""
        settings = ["DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
        return ["chroot", str(self.folder), "env", *settings, *words]

    def run(self, *words: str) -> str:
        return do(*self.command(*words))

    def as_user(self, user: str, line: str, *before: str) -> list[str]:
        """A line for the shell of a user who has just logged in; `before` is put in front of all."""
        return [*before, *self.command("su", "-", user, "-c", f"LC_ALL=C.UTF-8 {line}")]

    def install(self, *packages: str) -> None:
        """Through the same mirrors and proxies as this machine."""
        for name in ("apt/apt.conf.d", "apt/sources.list", "apt/sources.list.d", "resolv.conf", "hosts"):
            if Path("/etc", name).exists():
                do("cp", "-rLT", f"/etc/{name}", str(self.folder / "etc" / name))
        self.run("apt-get", "-qq", "update")
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages)

    @contextlib.contextmanager
    def mounted(self) -> Iterator[None]:
        """With what a running system has: processes, devices, shared memory, and the sockets of displays."""
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
                do("mount", *what, str(place))
                if name == "dev":
                    do("mount", "--make-rslave", str(place))
                done.append(place)
            yield
        finally:
            for place in reversed(done):
                subprocess.run(["umount", "-l", str(place)], check=False, capture_output=True)


def make_root(folder: Path) -> Root:
    """A new minimal Debian."""
    do("debootstrap", "--variant=minbase", "bookworm", str(folder))
    return Root(folder)


@contextlib.contextmanager
def copy_of(root: Root, folder: Path) -> Iterator[Root]:
    """The same root once more; what changes in it stays there."""
    for name in ("changed", "work", "root"):
        (folder / name).mkdir(parents=True)
    layers = f"lowerdir={root.folder},upperdir={folder / 'changed'},workdir={folder / 'work'}"
    do("mount", "-t", "overlay", "overlay", "-o", layers, str(folder / "root"))
    copy = Root(folder / "root")
    try:
        with copy.mounted():
            yield copy
    finally:
        subprocess.run(["umount", "-l", str(folder / "root")], check=False, capture_output=True)
