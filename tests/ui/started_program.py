# SPDX-License-Identifier: BSD-3-Clause
"""A program that says when its window is ready."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from typing import IO


@contextlib.contextmanager
def started_program(
    command: list[str], environment: dict[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A program whose window is ready, and what it tells of its windows; it is killed at the end."""
    ready, announce = os.pipe()
    process = subprocess.Popen(
        [*command, "--ready-descriptor", str(announce)],
        env=environment,
        pass_fds=[announce],
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(announce)
    try:
        with os.fdopen(ready) as lines:
            assert lines.readline() == "ready\n"
            yield process, lines
    finally:
        process.kill()
        process.communicate()
