# SPDX-License-Identifier: BSD-3-Clause
"""Passes files to the running instance of the program; imports no more than a socket needs."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
from collections.abc import Sequence
from pathlib import Path

from app.runtime.directories import runtime_directory

_PATIENCE = 2.0
"""Seconds after which an instance that does not answer counts as hanging."""
_LONGEST = 10_000


def instance_socket() -> Path:
    """Return the socket of the instance that shows windows on this display."""
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or "none"
    return runtime_directory() / f"windows{re.sub(r'[^A-Za-z0-9]+', '-', display)[:60]}.socket"


def open_in_running_instance(files: Sequence[Path]) -> str | None:
    """Ask the running instance to open files. Returns its complaint, "" if none, None if none runs."""
    message = {"open": [str(file.absolute()) for file in files]}
    with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_PATIENCE)
        line.connect(str(instance_socket()))
        line.sendall(json.dumps(message).encode() + b"\n")
        with line.makefile("rb") as answers:
            answer = json.loads(answers.readline(_LONGEST))
        if isinstance(answer, dict) and isinstance(answer.get("problem"), str):
            return str(answer["problem"])
    return None
