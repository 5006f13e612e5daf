# SPDX-License-Identifier: BSD-3-Clause
"""Channels in tests: nobody else is there who could have the state of a channel that is begun."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from objects_library.channels.native import state_transfer


@pytest.fixture(autouse=True)
def _begun_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_transfer, "FOUNDING", 0.3)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir(mode=0o700)
    command = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", str(place)]
    mounted = subprocess.run(command, capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("this user cannot mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
