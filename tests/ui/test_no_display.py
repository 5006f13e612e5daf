# SPDX-License-Identifier: BSD-3-Clause
"""Where there is no display: pictures are drawn, and the window is served by VNC to this machine only."""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from PySide6.QtGui import QColor, QImage

from app.ui.theme import DARK, LIGHT, Colors

_PROGRAM = [sys.executable, "-P", "-m", "app"]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment with no display."""
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    return {name: value for name, value in os.environ.items() if name not in hidden}


@pytest.mark.parametrize(("theme", "colors"), [("light", LIGHT), ("dark", DARK)])
def test_a_picture_of_the_window(theme: str, colors: Colors, bare: dict[str, str], artifacts: Path) -> None:
    file = artifacts / f"window-{theme}.png"
    file.unlink(missing_ok=True)
    command = [*_PROGRAM, "--theme", theme, "--size", "900x600", "--screenshot", str(file)]
    finished = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")
    picture = QImage(str(file))
    assert (picture.width(), picture.height()) == (900, 600)
    seen = {picture.pixelColor(x, y).name() for x in range(0, 900, 3) for y in range(0, 600, 3)}
    assert QColor(colors.window).name() in seen
    assert QColor(colors.accent).name() in seen
    assert len(seen) > 20  # letters have soft edges; without a font there would be a handful of colours


def test_a_picture_that_cannot_be_written(bare: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "missing" / "out.png"
    finished = subprocess.run(
        [*_PROGRAM, "--screenshot", str(file)], env=bare, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 1
    [line] = finished.stderr.splitlines()
    assert line.startswith(f"liveobjects: cannot write the picture to {file}; ")


@pytest.fixture
def served(bare: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    ready, announce = os.pipe()
    process = subprocess.Popen(
        [*_PROGRAM, "--theme=light", "--size=640x480", f"--ready-descriptor={announce}"],
        env=bare,
        pass_fds=[announce],
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(announce)
    assert process.stderr is not None
    first = process.stderr.readline()
    found = re.search(r"VNC on 127\.0\.0\.1 port (\d+)", first)
    assert found, first + process.stderr.read()
    with os.fdopen(ready) as line:
        assert line.readline() == "ready\n"
    yield process, int(found[1])
    process.kill()
    process.wait()
    process.stderr.close()


def test_the_window_is_served_to_this_machine_only(served: tuple[subprocess.Popen[str], int]) -> None:
    process, port = served
    listening = _listening_addresses(process.pid)
    assert listening == [("127.0.0.1", port)]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as viewer:
        picture = _first_picture(viewer)
    assert picture.count(bytes(reversed(bytes.fromhex(LIGHT.window[1:])))) > 10_000
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130


def test_two_windows_get_two_ports(served: tuple[subprocess.Popen[str], int], bare: dict[str, str]) -> None:
    _, port = served
    second = subprocess.Popen([*_PROGRAM], env=bare, stderr=subprocess.PIPE, text=True)
    assert second.stderr is not None
    line = second.stderr.readline()
    second.kill()
    second.communicate()
    assert "VNC on 127.0.0.1" in line
    assert f"port {port}," not in line


def _listening_addresses(process: int) -> list[tuple[str, int]]:
    """Every address on which the process accepts connections, read from the kernel's tables."""
    links = (_target(link) for link in Path(f"/proc/{process}/fd").iterdir())
    own = {link.removeprefix("socket:[").rstrip("]") for link in links if link.startswith("socket:[")}
    found = []
    for table, size in (("tcp", 4), ("tcp6", 16)):
        for line in Path(f"/proc/{process}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in own:
                address, port = fields[1].split(":")
                words = struct.unpack(f"<{size // 4}I", struct.pack(f">{size // 4}I", *_words(address)))
                family = socket.AF_INET if size == 4 else socket.AF_INET6
                text = socket.inet_ntop(family, struct.pack(f">{size // 4}I", *words))
                found.append((text, int(port, 16)))
    return found


def _words(text: str) -> list[int]:
    return [int(text[start : start + 8], 16) for start in range(0, len(text), 8)]


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except FileNotFoundError:
        return ""


def _first_picture(viewer: socket.socket) -> bytes:
    """Speak just enough of the protocol of VNC (RFC 6143) to get one full picture."""
    with viewer.makefile("rb") as stream:
        return _read_picture(viewer, stream)


def _read_picture(viewer: socket.socket, stream: BinaryIO) -> bytes:
    stream.read(12)
    viewer.sendall(b"RFB 003.003\n")
    assert stream.read(4) == b"\0\0\0\1"  # no password: it is for this machine only
    viewer.sendall(b"\1")
    width, height = struct.unpack(">HH", stream.read(4))
    pixel_format = stream.read(16)
    stream.read(struct.unpack(">I", stream.read(4))[0])
    viewer.sendall(struct.pack(">B3x16s", 0, pixel_format))  # Qt sends no pixels before it has heard this
    viewer.sendall(struct.pack(">BxHi", 2, 1, 0))  # raw pixels only
    viewer.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, width, height))
    picture = b""
    while len(picture) < width * height * 4:
        _, count = struct.unpack(">BxH", stream.read(4))
        for _ in range(count):
            _, _, wide, high, _ = struct.unpack(">HHHHi", stream.read(12))
            picture += stream.read(wide * high * 4)
    return picture
