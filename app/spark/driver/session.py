# SPDX-License-Identifier: BSD-3-Clause
"""The Spark session: local, on a cluster, or through Spark Connect."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from app.runtime import directories
from app.spark.errors import SparkError, describe
from app.spark.java import driver_jars
from app.spark.settings import SparkSettings

KAFKA = "org.apache.spark:spark-sql-kafka-0-10_2.13:{version}"


class Session:
    """The only session of the process; other modules use its `spark`."""

    def __init__(self, send: Callable[[dict[str, Any]], None], lost: Callable[[str], None]) -> None:
        self._send = send
        self._lost = lost
        self._spark: Any = None
        self._ending = False
        self.settings = SparkSettings()

    @property
    def spark(self) -> Any:
        """The Spark session."""
        if self._spark is None:
            raise SparkError("Spark is not running yet", "wait until it has started")
        return self._spark

    def java_process(self) -> int:
        """The process id of Java; 0 if this process did not start one."""
        if self._spark is None or self.settings.connect:
            return 0
        process = getattr(self._spark.sparkContext._gateway, "proc", None)  # noqa: SLF001 - not told elsewhere
        return 0 if process is None else int(process.pid)

    def start(self, request: dict[str, Any]) -> dict[str, Any]:
        """Start Spark and report the progress."""
        self.settings = settings = SparkSettings(
            request["master"], request["memory"], dict(request.get("options") or {})
        )
        if settings.local:
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the Python on the PATH lacks our packages
        self._progress("Spark is being loaded", 0.05)
        import pyspark  # noqa: PLC0415 - takes its time, which is told
        from pyspark.sql import SparkSession  # noqa: PLC0415

        for name in ("pyspark", "SQLQueryContextLogger", "DataFrameQueryContextLogger", "py4j"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are reported to the program instead
        builder = SparkSession.builder.appName("Live Objects")
        for name, value in session_options(settings, request.get("connectors") or [], pyspark.__version__).items():
            builder = builder.config(name, value)
        self._progress(f"Connecting with {settings.master}" if not settings.local else "Java is being started", 0.15)
        before = _log_size()
        try:
            if settings.connect or settings.master.startswith("spark://"):
                _probe_master(settings.master)
            if settings.connect:
                self._spark = builder.remote(settings.master).getOrCreate()
                self._spark.range(1).count()  # the session is lazy; this connects
            else:
                self._spark = builder.master(settings.master).getOrCreate()
                self._spark.sparkContext.setLogLevel("FATAL")
                threading.Thread(target=self._watch_java, daemon=True).start()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            raise _cannot_start(settings, error, _logged_since(before)) from None
        self._progress("Spark is ready", 1.0)
        return {"version": self._spark.version, "java": self.java_process(), "master": settings.master}

    def end(self) -> None:
        """Stop Java without waiting."""
        self._ending = True
        number = self.java_process()
        if number:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, 15)

    def _watch_java(self) -> None:
        process = self._spark.sparkContext._gateway.proc  # noqa: SLF001 - not told elsewhere
        if process is None:
            return
        code = process.wait()
        if not self._ending:
            how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
            self._lost(f"the Java process of Spark {how}")

    def _progress(self, text: str, share: float) -> None:
        self._send({"event": "progress", "text": text, "share": share})


def session_options(settings: SparkSettings, connectors: list[str], version: str) -> dict[str, str]:
    """The default options of a session, overridden by the user's."""
    options = {
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.files.ignoreMissingFiles": "true",
        "spark.sql.streaming.metricsEnabled": "false",
        "spark.sql.streaming.numRecentProgressUpdates": "10",
        # The delay before a trigger without data runs again; it is the only idle cost of a feed.
        "spark.sql.streaming.pollingDelay": "50",
    }
    if settings.connect:
        return {**{name: value for name, value in options.items() if "arrow" in name}, **settings.options}
    place = directories.make_private(directories.data_directory() / "spark")
    options |= {
        "spark.driver.memory": settings.memory,
        # The first stop of a stream needs more stack than Java's default.
        "spark.driver.extraJavaOptions": "-Xss4m -XX:+UseSerialGC",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.scheduler.mode": "FAIR",
        "spark.sql.warehouse.dir": str(place / "warehouse"),
        "spark.jars": ",".join(driver_jars()),
    }
    if settings.local:
        cores = _cores(settings.master)
        options |= {
            "spark.sql.shuffle.partitions": str(cores),
            "spark.default.parallelism": str(cores),
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
        }
    if "kafka" in connectors and not any("kafka" in Path(jar).name for jar in driver_jars()):
        options["spark.jars.packages"] = KAFKA.format(version=version)
    made = {name: value for name, value in options.items() if value}
    return {**made, **settings.options}


def _probe_master(master: str) -> None:
    """Check that the master accepts connections, because Spark itself would retry for minutes."""
    scheme, _, rest = master.partition("://")
    usual = {"sc": 15002, "spark": 7077}[scheme]
    refused: OSError | None = None
    for place in rest.split("/")[0].split(","):  # any of several masters may lead
        parts = urlsplit(f"//{place.partition(';')[0]}")
        try:
            socket.create_connection((parts.hostname or "", parts.port or usual), timeout=5).close()
        except OSError as error:
            refused = error
        else:
            return
    if refused is not None:
        raise refused


_LOG = Path("/proc/self/fd/2")
"""The log that Java writes to while it starts."""
_MOST_LOGGED = 100_000


def _log_size() -> int:
    try:
        return _LOG.stat().st_size
    except OSError:
        return 0


def _logged_since(before: int) -> str:
    """The log output since an offset, if the log is a file."""
    try:
        if not _LOG.resolve().is_file():
            return ""
        with _LOG.resolve().open("rb") as log:
            log.seek(before)
            return log.read(_MOST_LOGGED).decode(errors="replace")
    except OSError:
        return ""


def _cores(master: str) -> int:
    inside = master.partition("[")[2].rstrip("]")
    return min(int(inside), 64) if inside.isdecimal() else (os.cpu_count() or 2) if inside == "*" else 1


def _cannot_start(settings: SparkSettings, error: Exception, logged: str) -> SparkError:
    description = describe(error)
    whole = f"{description['whole']}\n{logged}".strip()
    if "unresolved dependency" in whole.lower():
        return SparkError(
            "the connector cannot be fetched from here",
            f"put its jar files into {directories.data_directory() / 'jars'}, or connect to the network",
            whole,
        )
    early = "JAVA_GATEWAY_EXITED" in description["whole"]
    sentence = (_thrown(logged) if early else "") or description["sentence"]
    if settings.local and early:
        return SparkError(
            f"the Java process of Spark ended while it started: {sentence}", "see: liveobjects doctor", whole
        )
    if settings.local:
        return SparkError(f"Spark does not start: {sentence}", "see: liveobjects doctor", whole)
    if "HADOOP_CONF_DIR" in sentence:
        return SparkError("nobody knows where YARN is", "name the folder of its settings in HADOOP_CONF_DIR", whole)
    return SparkError(
        f"Spark at {settings.master} does not answer: {sentence}", "check the address, or use local[2]", whole
    )


def _thrown(logged: str) -> str:
    """The exception that ended Java, if it was logged."""
    found = re.findall(r"^(?:Exception in thread \S+ |Error: )(?:[\w$.]+: )?(.+)$", logged, re.MULTILINE)
    return str(found[-1]).strip().rstrip(".")[:300] if found else ""
