# SPDX-License-Identifier: BSD-3-Clause
"""Mail from one user to another: a mail program, real servers, and a live object at the end."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.runtime.references import MEDIA_TYPE, read
from app.runtime.trust import signer_of
from app.ui.settings import Settings
from tests.end_to_end.note_exchange import exchange_lines
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay, open_display, wait_until
from tests.gallery_copies import copy_gallery_file
from tests.mail_server import Post, running_post

_MAIL_PROGRAM = """[Desktop Entry]
Type=Application
Name=Mail
Exec={script} %f
MimeType=message/rfc822;
"""
_SENDS = """#!/bin/sh
exec msmtp --host=127.0.0.1 --port={port} --auth=plain --user={user} --passwordeval='echo {password}' \\
    --tls=off --from={user} --read-recipients < "$1"
"""
_TITLE = "Shared note"
_FOLDER = (0, 560, 700, 320)
"""The position of the file manager's window."""
_FREE_PLACE = [560, 800]
"""A point in it without a file."""


@pytest.fixture(scope="module")
def post() -> Iterator[Post]:
    with running_post() as running:
        yield running


@pytest.fixture
def display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualDisplay]:
    """The display of Ann."""
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    with open_display(tmp_path / "ann") as opened:
        yield _desk_of(opened, tmp_path / "ann")


def _desk_of(display: VirtualDisplay, home: Path) -> VirtualDisplay:
    """The same display for a user with a home of their own."""
    places = {"HOME": home, "LIVEOBJECTS_HOME": home, "XDG_RUNTIME_DIR": home / "session"}
    for place in (places["XDG_RUNTIME_DIR"], home / "config"):
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    named = {name: str(place) for name, place in places.items()}
    return VirtualDisplay(display.environment | named, Path(display.environment["LIVEOBJECTS_OBSERVED"]))


def _run(display: VirtualDisplay, *command: str) -> str:
    done = subprocess.run(command, env=display.environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout.strip()


def _ours(display: VirtualDisplay, *arguments: str) -> str:
    return _run(display, sys.executable, "-P", "-m", "app", *arguments)


def _give_mail_program(display: VirtualDisplay, post: Post) -> None:
    """Register a program for messages, which sends them at once."""
    home = Path(display.environment["HOME"])
    script, entry = home / "mail", home / ".local/share/applications/mail.desktop"
    sender = post.sender
    script.write_text(_SENDS.format(port=post.submission, user=sender.address, password=sender.password))
    script.chmod(0o700)
    entry.parent.mkdir(parents=True)
    entry.write_text(_MAIL_PROGRAM.format(script=script))
    _run(display, "xdg-mime", "default", entry.name, "message/rfc822")


def _note_for_the_network(folder: Path) -> Path:
    """Return a note whose channel uses the network, so that everyone is asked."""
    file = copy_gallery_file("shared_note", folder)
    scope = '        <argument name="scope">'
    network = f'        <argument name="network">\n          <text>auto</text>\n        </argument>\n{scope}'
    file.write_text(file.read_text().replace(scope, network, 1))
    return file


def _attachment(message: bytes) -> bytes:
    parsed = message_from_bytes(message, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    [part] = [each for each in parsed.iter_attachments() if each.get_content_type() == MEDIA_TYPE]
    content = part.get_content()
    assert isinstance(content, bytes)
    return content


def _allow(display: VirtualDisplay, program: Program) -> None:
    """Read the question, and allow."""
    program.wait("named('Allow').isEnabled()")
    display.click(program.wait_until_still("at(named('Allow'))"))
    program.wait("says('live') and not is_shown('Allow')")


@contextlib.contextmanager
def _file_manager(display: VirtualDisplay, folder: Path) -> Iterator[list[int]]:
    """Open the file manager on a folder with one file; returns the position of the file."""
    process = subprocess.Popen(
        ["pcmanfm", "--no-desktop", str(folder)],
        env=display.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        window = display.do("search", "--sync", "--onlyvisible", "--name", folder.name).splitlines()[0]
        display.place_window(window, *_FOLDER)
        lines = display.do("getwindowgeometry", "--shell", window).splitlines()
        found = dict(line.split("=", 1) for line in lines)
        yield [int(found["X"]) + 220, int(found["Y"]) + 110]
    finally:
        process.kill()
        process.wait()


def test_a_note_travels_by_mail_and_both_write_in_it(
    display: VirtualDisplay, post: Post, tmp_path: Path, artifacts: Path
) -> None:
    bobs = _desk_of(display, tmp_path / "bob")
    Settings(tmp_path / "bob/config/settings.json").put("name", "Bob")
    file = _note_for_the_network(tmp_path)
    _give_mail_program(display, post)
    ann = post.sender
    _ours(display, "email", str(file), "--to", post.receiver.address, "--from", ann.address, "--words", "Look!")
    message = post.wait_for_mail()
    assert b"Look!" in message
    received = tmp_path / "mail-of-bob"
    received.mkdir()
    (received / "note.eml").write_bytes(message)
    saved = tmp_path / "saved.liveobject"
    saved.write_bytes(_attachment(message))
    signer = signer_of(read(saved))
    assert signer is not None
    with (
        display.program(str(file), "--theme=light", command="open") as left,
        bobs.program(str(received / "note.eml"), "--theme=light", command="open") as right,
    ):
        for number, program in enumerate((left, right)):
            display.place_window(display.find_window(program.pid), 4 + 720 * number, 30, 700, 480)
        right.wait(f"player({_TITLE!r}).permission.question() is not None")
        assert right.ask(f"player({_TITLE!r}).permission.question().signer") == signer
        assert "waiting for your answer" in right.ask(f"player({_TITLE!r}).header.state")
        right.picture(artifacts / "mail-asks.png")
        _allow(display, left)
        _allow(bobs, right)
        _write_to_each_other(display, left, right)
        right.picture(artifacts / "mail-alive.png")
        _ours(bobs, "open", str(saved))  # the attachment, saved by itself, opens in the same program
        right.wait("len([each for each in windows() if each.startswith('Shared note')]) == 2")
        with _file_manager(bobs, received) as message_on_screen:
            left_edge, top, *_ = right.wait_until_still("box(of_kind('PlayerWindow')[0])")
            _drag_until(
                display,
                message_on_screen,
                [left_edge + 300, top + 300],
                lambda: right.ask("windows()").count("Shared note – Live Objects") == 3,
            )
            display.activate(display.find_window(left.pid))
            handle = left.wait_until_still("at(of_kind('DragHandle')[0])")
            _drag_until(display, handle, _FREE_PLACE, lambda: any(received.glob("*.liveobject")))
        assert [each.pid for each in display.others({left.pid})] == [right.pid]


def _drag_until(display: VirtualDisplay, start: list[int], end: list[int], happened: Callable[[], object]) -> None:
    """Drag, and try again if the file manager was still reading its folder."""
    for _ in range(10):
        display.drag(start, end)
        with contextlib.suppress(AssertionError):
            wait_until(happened, 3.0)
            return
    raise AssertionError("the drop is not noticed")


def _write_to_each_other(display: VirtualDisplay, left: Program, right: Program) -> None:
    for program in (left, right):
        program.wait("not named('Note').isReadOnly()")
    exchange_lines(display, left, right, "From Ann", "and from Bob")
