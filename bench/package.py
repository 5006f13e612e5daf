"""The package on clean machines: a note sent by mail is opened by a double click, and two people write it.

Needs root, debootstrap, Xvfb, openbox, xdotool, xclip, and a package built before (installer/README.md).
Each machine is a minimal Debian with the package, what it depends on, and a file manager; nothing else.
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
from bench._package.root_filesystem import Root, copy_of, make_root
from bench._package.virtual_desktop import Desk, desk, until
from bench._promise import Promise, finish

_HERE = Path(__file__).resolve().parent.parent
_TOOLS = ("debootstrap", "chroot", "ip", "Xvfb", "openbox", "xdotool", "xclip")
_MOST_MEGABYTES = 250
_TITLE = "Plan for Friday"
_QUICK = {
    "pcmanfm/default/pcmanfm.conf": "[ui]\nview_mode=3\n",
    "libfm/libfm.conf": "[config]\nsingle_click=0\nquick_exec=1\n",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which package, and where a root is kept from one run to the next."""
    parser.epilog = "example: liveobjects bench package --package build/package/liveobjects_0.1.0_amd64.deb"
    parser.add_argument("--package", type=Path, help="a .deb; by default the one in build/package")
    parser.add_argument("--archive", type=Path, help="a .tar.xz to be tried as well")
    parser.add_argument("--debian", type=Path, metavar="FOLDER", help="a minimal root to start from")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep what is on the screens here")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Install, use, install again, remove."""
    package = args.package or next(iter(sorted((_HERE / "build/package").glob("*.deb"))), None)
    missing = [name for name in _TOOLS if shutil.which(name) is None]
    if package is None or missing or os.geteuid() != 0:
        what = "a package" if package is None else ", ".join(missing) or "the rights of root"
        print(f"not measured: {what} is missing")
        return 2
    pictures = args.pictures or Path(tempfile.mkdtemp(prefix="package-"))
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="clean-") as folder:
        report = _try_out(package, args.archive, Path(folder), args.debian, pictures)
    if not args.json:
        print(json.dumps(report, indent=1))
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    size = report["package_mb"]
    yield Promise("package", f"under {_MOST_MEGABYTES} MB", f"{size:.0f} MB", size < _MOST_MEGABYTES)
    for what in ("asks before it joins", "both write one note", "keeps files when it goes", "archive works"):
        if what not in report:
            continue
        yield Promise(what, "yes", "yes" if report[what] else "no", report[what])


def _try_out(
    package: Path, archive: Path | None, folder: Path, debian: Path | None, pictures: Path
) -> dict[str, Any]:
    report: dict[str, Any] = {"package_mb": round(package.stat().st_size / 1e6, 1)}
    with contextlib.ExitStack() as stack:
        bare = Root(debian) if debian is not None else make_root(folder / "debian")
        ready = stack.enter_context(copy_of(bare, folder / "ready"))
        shutil.copyfile(package, ready.folder / "liveobjects.deb")
        started = time.monotonic()
        ready.install("/liveobjects.deb")
        report["install_s"] = round(time.monotonic() - started, 1)
        report["installed_mb"] = round(_size(ready.folder / "usr/lib/liveobjects") / 1e6)
        ready.install("pcmanfm", "xz-utils")  # as any desktop has them
        network = stack.enter_context(Bridge(2))
        people = []
        for number, name in enumerate(("ann", "bob")):
            root = stack.enter_context(copy_of(ready, folder / name))
            root.run("useradd", "-m", "-s", "/bin/bash", name)
            people.append(_Person(name, root, stack.enter_context(desk()), network, number))
        report |= _story(people[0], people[1], pictures)
        report["keeps files when it goes"] = people[1].remove_the_program()
        if archive is not None:
            root = stack.enter_context(copy_of(ready, folder / "cleo"))
            root.run("apt-get", "-qq", "remove", "-y", "liveobjects")
            root.run("useradd", "-m", "-s", "/bin/bash", "cleo")
            cleo = _Person("cleo", root, people[0].desk, network, 0)
            report["archive_mb"] = round(archive.stat().st_size / 1e6, 1)
            report["archive works"] = cleo.try_the_archive(archive, pictures)
    return report


class _Person:
    """Somebody with a machine of their own."""

    def __init__(self, name: str, root: Root, desk: Desk, network: Network, host: int) -> None:
        self.name, self.root, self.desk = name, root, desk
        self.home = root.folder / "home" / name
        self._before = network.enter(host)
        self._write(self.home / ".config", _QUICK)

    def _write(self, folder: Path, files: dict[str, str]) -> None:
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.root.run("chown", "-R", f"{self.name}:{self.name}", f"/home/{self.name}")

    def receive(self, name: str, content: bytes, folder: str) -> None:
        """A file comes into a folder, as a mail program puts it there."""
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

    def open_by_double_click(self, folder: str) -> str:
        """The only file of a folder, in the file manager; returns the window that comes."""
        line = f"XDG_CURRENT_DESKTOP=LXDE DISPLAY={self.desk.display} pcmanfm --no-desktop ~/{folder}"
        with (self.home.parent / f"{self.name}.log").open("w") as said:
            command = self.root.as_user(self.name, line, *self._before)
            subprocess.Popen(command, stdout=said, stderr=said)
        manager = until("the file manager", lambda: self.desk.window(folder))
        self.desk.do("windowsize", "--sync", manager, "640", "300")
        self.desk.do("windowmove", manager, "0", "0")
        for y in range(90, 200, 12):  # the first row of the list is somewhere there
            self.desk.double_click(250, y)
            found = self._window_within(8)
            if found:
                return found
        raise RuntimeError(f"a double click in {folder} opens nothing")

    def _window_within(self, seconds: float) -> str | None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.desk.window(_TITLE)
            if found:
                return found
            time.sleep(0.2)
        return None

    def end_the_program(self) -> None:
        """As at the end of a session; what it had to write is written then."""
        program = str(self.root.folder / "usr/lib/liveobjects/liveobjects")
        for process in _running(program):
            os.kill(process, signal.SIGTERM)
        until(f"the end of the program of {self.name}", lambda: not _running(program))

    def remove_the_program(self) -> bool:
        """Install it again, remove it, and see that only the program is gone."""
        mine = self._files()
        self.root.run("apt-get", "-qq", "install", "-y", "--reinstall", "/liveobjects.deb")
        same = self._files() == mine
        self.root.run("apt-get", "-qq", "remove", "-y", "liveobjects")
        program = [self.root.folder / name for name in ("usr/lib/liveobjects", "usr/bin/liveobjects")]
        gone = not any(each.exists() for each in program)
        return same and gone and bool(mine) and self._files() == mine

    def try_the_archive(self, archive: Path, pictures: Path) -> bool:
        """For one user without root: install, open something, install again, remove."""
        shutil.copyfile(archive, self.root.folder / "archive.tar.xz")
        self.receive("plan.liveobject", _note(), "Plans")
        self.do("mkdir unpacked && tar -xJf /archive.tar.xz -C unpacked --strip-components=1")
        self.do("unpacked/install.sh")
        known = self.do(f"xdg-mime query default {MEDIA_TYPE}")
        self.do(
            f"DISPLAY={self.desk.display} .local/bin/liveobjects open --apart Plans/plan.liveobject "
            "--screenshot seen.png"
        )
        shutil.copyfile(self.home / "seen.png", pictures / "archive.png")
        mine = self._files()
        self.do("unpacked/install.sh")
        same = self._files() == mine
        self.do(".local/lib/liveobjects/uninstall.sh")
        gone = not (self.home / ".local/bin/liveobjects").exists()
        return "liveobjects.desktop" in known and same and gone and self._files() == mine

    def _files(self) -> dict[str, bytes]:
        """What the person has: received files, and what the program keeps for them."""
        kept = [*self.home.glob("*/*.liveobject"), *(self.home / ".local/share/liveobjects").rglob("*")]
        return {str(each): each.read_bytes() for each in kept if each.is_file()}


def _note() -> bytes:
    """The note of the gallery, on the network and with a key."""
    text = (_HERE / "liveobject_files/shared_note.liveobject").read_text()
    scope = "<text>gallery: note</text>\n        </argument>"
    more = "".join(
        f'\n        <argument name="{name}">\n          <text>{value}</text>\n        </argument>'
        for name, value in (("key", secrets.token_hex(32)), ("network", "auto"))
    )
    place = f"<text>plan {secrets.token_hex(4)}</text>\n        </argument>"
    return text.replace(scope, place + more).replace("Shared note", _TITLE).encode()


def _story(ann: _Person, bob: _Person, pictures: Path) -> dict[str, bool]:
    ann.receive("plan.liveobject", _note(), "Plans")
    ann.do("liveobjects email ~/Plans/plan.liveobject --to bob@example.org -o ~/plan.eml")
    message = email.message_from_bytes((ann.home / "plan.eml").read_bytes(), policy=email.policy.default)
    attached = next(part for part in message.iter_attachments() if part.get_filename())
    bob.receive(str(attached.get_filename()), attached.get_content(), "Received")
    asked = True
    windows = []
    for person, folder in ((ann, "Plans"), (bob, "Received")):
        window = person.open_by_double_click(folder)
        time.sleep(3)  # whatever it asks is on the screen then
        person.desk.picture(pictures / f"{person.name}-1-asked.png")
        asked = asked and not _can_be_written(person, window)
        person.desk.do("windowactivate", "--sync", window)
        person.desk.do("key", "alt+a")
        windows.append(window)
    both = _write_together((ann, bob), windows, pictures)
    for person in (ann, bob):
        person.end_the_program()
    return {"asks before it joins": asked, "both write one note": both}


def _can_be_written(person: _Person, window: str) -> bool:
    person.desk.do("windowactivate", "--sync", window)
    person.desk.do("type", "--delay", "20", "tooearly")
    return "tooearly" in person.desk.copied(window)


def _write_together(people: tuple[_Person, _Person], windows: list[str], pictures: Path) -> bool:
    written = [f"{person.name} was here. " for person in people]
    for person, window, words in zip(people, windows, written, strict=True):
        until(f"the note of {person.name}", partial(_wrote, person, window, words))
    try:
        for person, window in zip(people, windows, strict=True):
            until(f"the words of both at {person.name}", partial(_has_all, person, window, written))
    except RuntimeError as error:
        print(error)
        return False
    finally:
        for person in people:
            person.desk.picture(pictures / f"{person.name}-2-written.png")
    return True


def _has_all(person: _Person, window: str, written: list[str]) -> bool:
    text = person.desk.copied(window)
    return all(words.strip() in text for words in written)


def _wrote(person: _Person, window: str, words: str) -> bool:
    """Click into the page and write at its end; whether it took the words."""
    person.desk.do("windowactivate", "--sync", window)
    person.desk.do("mousemove", "--window", window, "400", "300")
    person.desk.do("click", "1")
    person.desk.do("key", "ctrl+End")
    person.desk.do("type", "--delay", "20", words)
    return words.strip() in person.desk.copied(window)


def _running(program: str) -> list[int]:
    """The processes that have this file as their program, seen from outside of its root."""
    found = []
    for link in Path("/proc").glob("[0-9]*/exe"):
        with contextlib.suppress(OSError):
            if str(link.readlink()) == program:
                found.append(int(link.parent.name))
    return found


def _size(folder: Path) -> int:
    return sum(each.lstat().st_size for each in folder.rglob("*") if each.is_file() and not each.is_symlink())
