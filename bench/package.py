# SPDX-License-Identifier: BSD-3-Clause
"""Installs the package on clean Debian systems, opens 3D, and lets two users edit a note received by mail.

Needs root, debootstrap, Xvfb, openbox, xdotool, xclip, and a package built before (installer/README.md).
Each machine is a minimal Debian with the package, its dependencies, and a file manager.
"""

from __future__ import annotations

import argparse
import contextlib
import email
import email.policy
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from app.runtime.references import MEDIA_TYPE
from bench._network import Bridge, Network
from bench._package.root_filesystem import SUITES, RootFilesystem, bootstrap_root, overlay_of
from bench._package.virtual_desktop import VirtualDesktop, virtual_desktop, wait_until
from bench._promise import Promise, finish
from installer.package.build import size_of

_HERE = Path(__file__).resolve().parent.parent
_TOOLS = ("debootstrap", "chroot", "ip", "Xvfb", "openbox", "xdotool", "xclip")
_MAX_MEGABYTES = 250
_TITLE = "Plan for Friday"
_FILE_MANAGER_SETTINGS = {
    "pcmanfm/default/pcmanfm.conf": "[ui]\nview_mode=3\n",
    "libfm/libfm.conf": "[config]\nsingle_click=0\nquick_exec=1\n",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The packages and the Debian systems to test."""
    parser.epilog = "example: liveobjects bench package --package build/package/liveobjects_0.1.0_amd64.deb"
    parser.add_argument("--package", type=Path, help="a .deb; by default the one in build/package")
    parser.add_argument("--archive", type=Path, help="also test this .tar.xz")
    parser.add_argument(
        "--debian", type=Path, metavar="FOLDER", action="append", default=[],
        help=f"the root of a minimal Debian; repeatable; by default new ones are made: {', '.join(SUITES)}",
    )  # fmt: skip
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="save screenshots here")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Install, use, reinstall and remove the package on each Debian."""
    package = args.package or next(iter(sorted((_HERE / "build/package").glob("*.deb"))), None)
    missing = [name for name in _TOOLS if shutil.which(name) is None]
    if package is None or missing or os.geteuid() != 0:
        what = "a package" if package is None else ", ".join(missing) or "the rights of root"
        print(f"not measured: {what} is missing")
        return 2
    pictures = args.pictures or Path(tempfile.mkdtemp(prefix="package-"))
    pictures.mkdir(parents=True, exist_ok=True)
    report: dict[str, Any] = {"package_mb": round(package.stat().st_size / 1e6, 1)}
    if args.archive is not None:
        report["archive_mb"] = round(args.archive.stat().st_size / 1e6, 1)
    for debian in args.debian or SUITES:
        with tempfile.TemporaryDirectory(prefix="clean-") as folder:
            root = (
                RootFilesystem(debian) if isinstance(debian, Path) else bootstrap_root(Path(folder, "debian"), debian)
            )
            (pictures / root.suite).mkdir(exist_ok=True)
            report[root.suite] = _test_on(root, package, args.archive, Path(folder), pictures / root.suite)
    if not args.json:
        print(json.dumps(report, indent=1))
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    size = report["package_mb"]
    yield Promise("package", f"under {_MAX_MEGABYTES} MB", f"{size:.0f} MB", size < _MAX_MEGABYTES)
    for suite, results in report.items():
        for what, holds in results.items() if isinstance(results, dict) else ():
            if isinstance(holds, bool):
                yield Promise(f"{suite}: {what}", "yes", "yes" if holds else "no", holds)


def _test_on(bare: RootFilesystem, package: Path, archive: Path | None, folder: Path, pictures: Path) -> dict[str, Any]:
    report: dict[str, Any] = {}
    with contextlib.ExitStack() as stack:
        ready = stack.enter_context(overlay_of(bare, folder / "ready"))
        shutil.copyfile(package, ready.folder / "liveobjects.deb")
        started = time.monotonic()
        ready.install("/liveobjects.deb")
        report["install_s"] = round(time.monotonic() - started, 1)
        report["installed_mb"] = round(size_of(ready.folder / "usr/lib/liveobjects") / 1e6)
        ready.install("pcmanfm", "xz-utils")  # part of any desktop system
        network = stack.enter_context(Bridge(2))
        people = []
        for number, name in enumerate(("ann", "bob")):
            root = stack.enter_context(overlay_of(ready, folder / name))
            root.run("useradd", "-m", "-s", "/bin/bash", name)
            people.append(_User(name, root, stack.enter_context(virtual_desktop()), network, number))
        report["opens 3D"] = people[0].open_3d("liveobjects", pictures / "3d.png")
        report |= _run_scenario(people[0], people[1], pictures)
        report["keeps files when it goes"] = people[1].reinstall_and_remove()
        if archive is not None:
            root = stack.enter_context(overlay_of(ready, folder / "cleo"))
            root.run("apt-get", "-qq", "remove", "-y", "liveobjects")
            root.run("useradd", "-m", "-s", "/bin/bash", "cleo")
            cleo = _User("cleo", root, people[0].desktop, network, 0)
            report["archive works"] = cleo.check_archive(archive, pictures)
    return report


class _User:
    """A user with a machine and a display of their own."""

    def __init__(self, name: str, root: RootFilesystem, desktop: VirtualDesktop, network: Network, host: int) -> None:
        self.name, self.root, self.desktop = name, root, desktop
        self.home = root.folder / "home" / name
        self._before = network.enter(host)
        self._write(self.home / ".config", _FILE_MANAGER_SETTINGS)

    def _write(self, folder: Path, files: dict[str, str]) -> None:
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.root.run("chown", "-R", f"{self.name}:{self.name}", f"/home/{self.name}")

    def receive(self, name: str, content: bytes, folder: str) -> None:
        """Write a file into a folder, as a mail program does."""
        place = self.home / folder
        place.mkdir(exist_ok=True)
        (place / name).write_bytes(content)
        self._write(place, {})

    def do(self, line: str) -> str:
        done = subprocess.run(
            self.root.as_user(self.name, line, *self._before), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(f"{line}: {done.stderr.strip()[-400:]}")
        return done.stdout

    def open_3d(self, program: str, picture: Path) -> bool:
        """Whether the program opens and draws the 3D desktop of the gallery."""
        self.receive("space.liveobject", (_HERE / "liveobject_files/space.liveobject").read_bytes(), "Spaces")
        try:
            self.do(
                f"DISPLAY={self.desktop.display} timeout 120 {program} open --apart Spaces/space.liveobject "
                "--screenshot 3d.png"
            )
        except RuntimeError as error:
            print(error)
            return False
        shutil.copyfile(self.home / "3d.png", picture)
        return True

    def open_by_double_click(self, folder: str) -> str:
        """Open the only file of a folder in the file manager; returns the window that appears."""
        line = f"XDG_CURRENT_DESKTOP=LXDE DISPLAY={self.desktop.display} pcmanfm --no-desktop ~/{folder}"
        with (self.home.parent / f"{self.name}.log").open("w") as log:
            command = self.root.as_user(self.name, line, *self._before)
            subprocess.Popen(command, stdout=log, stderr=log)
        manager = wait_until("the file manager", lambda: self.desktop.window(folder))
        self.desktop.xdotool("windowsize", "--sync", manager, "640", "300")
        self.desktop.xdotool("windowmove", manager, "0", "0")
        for y in range(90, 200, 12):  # the position of the first row depends on the theme
            self.desktop.double_click(250, y)
            found = self._window_within(8)
            if found:
                return found
        raise RuntimeError(f"a double click in {folder} opens nothing")

    def _window_within(self, seconds: float) -> str | None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.desktop.window(_TITLE)
            if found:
                return found
            time.sleep(0.2)
        return None

    def terminate_program(self) -> None:
        """Send SIGTERM, as at the end of a session, and wait until the program has saved its state."""
        program = str(self.root.folder / "usr/lib/liveobjects/liveobjects")
        for process in _processes_of(program):
            os.kill(process, signal.SIGTERM)
        wait_until(f"the end of the program of {self.name}", lambda: not _processes_of(program))

    def reinstall_and_remove(self) -> bool:
        """Whether reinstalling and removing the package keeps the user's files."""
        mine = self._files()
        self.root.run("apt-get", "-qq", "install", "-y", "--reinstall", "/liveobjects.deb")
        same = self._files() == mine
        self.root.run("apt-get", "-qq", "remove", "-y", "liveobjects")
        program = [self.root.folder / name for name in ("usr/lib/liveobjects", "usr/bin/liveobjects")]
        gone = not any(each.exists() for each in program)
        return same and gone and bool(mine) and self._files() == mine

    def check_archive(self, archive: Path, pictures: Path) -> bool:
        """Whether the archive installs without root, opens files, upgrades, and is removed."""
        shutil.copyfile(archive, self.root.folder / "archive.tar.xz")
        self.receive("plan.liveobject", _note(), "Plans")
        self.do("mkdir unpacked && tar -xJf /archive.tar.xz -C unpacked --strip-components=1")
        self.do("unpacked/install.sh")
        known = self.do(f"xdg-mime query default {MEDIA_TYPE}")
        self.do(
            f"DISPLAY={self.desktop.display} .local/bin/liveobjects open --apart Plans/plan.liveobject "
            "--screenshot seen.png"
        )
        shutil.copyfile(self.home / "seen.png", pictures / "archive.png")
        draws = self.open_3d(".local/bin/liveobjects", pictures / "archive-3d.png")
        mine = self._files()
        self.do("unpacked/install.sh")
        same = self._files() == mine
        self.do(".local/lib/liveobjects/uninstall.sh")
        gone = not (self.home / ".local/bin/liveobjects").exists()
        return "liveobjects.desktop" in known and draws and same and gone and self._files() == mine

    def _files(self) -> dict[str, bytes]:
        """The contents of received files and of the program's data folder."""
        kept = [*self.home.glob("*/*.liveobject"), *(self.home / ".local/share/liveobjects").rglob("*")]
        return {str(each): each.read_bytes() for each in kept if each.is_file()}


def _note() -> bytes:
    """The note of the gallery, shared over the network and encrypted."""
    text = (_HERE / "liveobject_files/shared_note.liveobject").read_text()
    scope = "<text>gallery: note</text>\n        </argument>"
    more = "".join(
        f'\n        <argument name="{name}">\n          <text>{value}</text>\n        </argument>'
        for name, value in (("key", secrets.token_hex(32)), ("network", "auto"))
    )
    place = f"<text>plan {secrets.token_hex(4)}</text>\n        </argument>"
    return text.replace(scope, place + more).replace("Shared note", _TITLE).encode()


def _run_scenario(ann: _User, bob: _User, pictures: Path) -> dict[str, bool]:
    ann.receive("plan.liveobject", _note(), "Plans")
    ann.do("liveobjects email ~/Plans/plan.liveobject --to bob@example.org -o ~/plan.eml")
    message = email.message_from_bytes((ann.home / "plan.eml").read_bytes(), policy=email.policy.default)
    attached = next(part for part in message.iter_attachments() if part.get_filename())
    bob.receive(str(attached.get_filename()), attached.get_content(), "Received")
    asked = True
    windows = []
    for person, folder in ((ann, "Plans"), (bob, "Received")):
        window = person.open_by_double_click(folder)
        time.sleep(3)  # until the question is on the screen
        person.desktop.save_screenshot(pictures / f"{person.name}-1-asked.png")
        asked = asked and not _can_be_written(person, window)
        person.desktop.xdotool("windowactivate", "--sync", window)
        person.desktop.xdotool("key", "alt+a")
        windows.append(window)
    both = _write_together((ann, bob), windows, pictures)
    for person in (ann, bob):
        person.terminate_program()
    return {"asks before it joins": asked, "both write one note": both}


def _can_be_written(person: _User, window: str) -> bool:
    person.desktop.xdotool("windowactivate", "--sync", window)
    person.desktop.xdotool("type", "--delay", "20", "tooearly")
    return "tooearly" in person.desktop.copy_text(window)


def _write_together(people: tuple[_User, _User], windows: list[str], pictures: Path) -> bool:
    written = [f"{person.name} was here. " for person in people]
    for person, window, words in zip(people, windows, written, strict=True):
        wait_until(f"the note of {person.name}", partial(_type_words, person, window, words))
    try:
        for person, window in zip(people, windows, strict=True):
            wait_until(f"the words of both at {person.name}", partial(_has_all, person, window, written))
    except RuntimeError as error:
        print(error)
        return False
    finally:
        for person in people:
            person.desktop.save_screenshot(pictures / f"{person.name}-2-written.png")
    return True


def _has_all(person: _User, window: str, written: list[str]) -> bool:
    text = person.desktop.copy_text(window)
    return all(words.strip() in text for words in written)


def _type_words(person: _User, window: str, words: str) -> bool:
    """Type words at the end of the page; whether they appear in it."""
    person.desktop.xdotool("windowactivate", "--sync", window)
    person.desktop.xdotool("mousemove", "--window", window, "400", "300")
    person.desktop.xdotool("click", "1")
    person.desktop.xdotool("key", "ctrl+End")
    person.desktop.xdotool("type", "--delay", "20", words)
    return words.strip() in person.desktop.copy_text(window)


def _processes_of(program: str) -> list[int]:
    """The processes that execute this file; the path is the one outside of the chroot."""
    found = []
    for link in Path("/proc").glob("[0-9]*/exe"):
        with contextlib.suppress(OSError):
            if str(link.readlink()) == program:
                found.append(int(link.parent.name))
    return found
