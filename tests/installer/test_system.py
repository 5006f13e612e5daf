# SPDX-License-Identifier: BSD-3-Clause
"""What the machine must have is probed by what is there, and installed only by those who may."""

import ast
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from installer import environment, interpreter, system
from installer.console import SetupError


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be run, instead of running it: tests install nothing."""
    seen: list[str] = []

    def record(what: str, command: Sequence[str], settings: object = None) -> str | None:
        seen.append(" ".join(command))
        return None

    monkeypatch.setattr(system, "run_logged", record)
    monkeypatch.setattr("installer.system.shutil.which", lambda name, path=None: f"/bin/{name}")
    return seen


def test_a_machine_that_runs_these_tests_lacks_nothing() -> None:
    assert system.missing_packages(for_tests=False) == []


def test_what_is_missing_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "_QT_LIBRARIES", [("libnowhere.so.9", "libnowhere9"), ("libc.so.6", "libc6")])
    monkeypatch.setattr(system, "_TEST_PROGRAMS", [("no-such-program", "nothing"), ("sh", "dash")])
    assert system.missing_packages(for_tests=False) == ["libnowhere9"]
    assert system.missing_packages(for_tests=True) == ["libnowhere9", "nothing"]
    monkeypatch.setenv("PATH", "/nowhere")
    assert {"gcc", "libc6-dev", "libsodium-dev"} <= set(system.missing_packages(for_tests=False))


def test_root_installs(commands: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("installer.system.os.geteuid", lambda: 0)
    system.install(["gcc", "xvfb"])
    update, install = commands
    assert update.endswith(" update")
    assert install.startswith("env DEBIAN_FRONTEND=noninteractive apt-get ")
    assert install.endswith(" install -y --no-install-recommends gcc xvfb")


def test_an_installation_that_was_killed_is_finished_first(
    commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("installer.system.os.geteuid", lambda: 0)

    def fails(what: str, command: Sequence[str], settings: object = None) -> str | None:
        commands.append(" ".join(command))
        return "E: dpkg was interrupted\n" if "install" in command else None

    monkeypatch.setattr(system, "run_logged", fails)
    with pytest.raises(SetupError, match=r"dpkg was interrupted.*run as root: apt-get install -y"):
        system.install(["gcc"])
    assert commands[2] == "dpkg --configure -a"
    assert len(commands) == 4


def test_others_use_sudo_where_it_asks_nothing(commands: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("installer.system.os.geteuid", lambda: 1000)
    monkeypatch.setattr("installer.system.subprocess.run", lambda *_, **__: _Ended(0))
    system.install(["gcc"])
    assert all(command.startswith("sudo -n env ") for command in commands)


def test_without_a_terminal_no_password_is_asked_for(commands: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("installer.system.os.geteuid", lambda: 1000)
    monkeypatch.setattr("installer.system.subprocess.run", lambda *_, **__: _Ended(1))
    with pytest.raises(SetupError, match=r"run as root: apt-get install -y --no-install-recommends gcc$"):
        system.install(["gcc"])
    assert commands == []


def test_a_system_without_apt_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("installer.system.shutil.which", lambda name, path=None: None)
    with pytest.raises(SetupError, match="install it: gcc libgl1"):
        system.install(["gcc", "libgl1"])


class _Ended:
    def __init__(self, code: int) -> None:
        self.returncode = code


@pytest.mark.parametrize(
    ("version", "supported"), [((3, 8), False), ((3, 11), True), ((3, 14), True), ((3, 15), False)]
)
def test_versions_of_python(version: tuple[int, int], supported: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (*version, 0, "final", 0))
    assert interpreter.is_supported() == supported


def test_a_supported_python_on_the_path_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "python3.12"
    python.symlink_to(sys.executable)
    (tmp_path / "python3.13").symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LIVEOBJECTS_PYTHON_CHOSEN", raising=False)
    monkeypatch.setattr(os, "execv", _become)
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", "run", "x"])
    with pytest.raises(_BecomeError) as became:
        interpreter.restart_with_supported()
    assert became.value.args == (str(python), [str(python), "-E", "bootstrap.py", "run", "x"])
    with pytest.raises(SetupError, match=r"3\.11 to 3\.14"):
        interpreter.restart_with_supported()  # the one chosen is not supported either: no endless loop


class _BecomeError(Exception):
    """Stands for the process becoming another program."""


def _become(program: str, arguments: list[str]) -> None:
    raise _BecomeError(program, arguments)


def test_the_system_is_asked_for_a_supported_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LIVEOBJECTS_PYTHON_CHOSEN", raising=False)
    monkeypatch.setattr(os, "execv", _become)
    monkeypatch.setattr(system, "is_available", lambda package: package == "python3.11-venv")
    installed: list[str] = []

    def install(packages: Sequence[str]) -> None:
        installed.extend(packages)
        (tmp_path / "python3.11").symlink_to(sys.executable)

    monkeypatch.setattr(system, "install", install)
    with pytest.raises(_BecomeError):
        interpreter.restart_with_supported()
    assert installed == ["python3.11", "python3.11-venv", "python3.11-dev"]


def test_where_no_python_will_do_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LIVEOBJECTS_PYTHON_CHOSEN", raising=False)
    with pytest.raises(SetupError, match=r"install Python 3\.11 to 3\.14 and put it on the PATH"):
        interpreter.restart_with_supported()


@pytest.mark.parametrize("content", ["", "[1]", "\0", '{"system": '])
def test_a_spoiled_stamp_counts_as_none(content: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stamp").write_text(content)
    monkeypatch.setattr(environment, "_STAMP", tmp_path / "stamp")
    assert environment._read_stamp() == {}


# As pip 23 prints it, shortened.
_REFUSED_CERTIFICATE = (
    "Could not fetch URL https://localhost/simple/tiny/: There was a problem confirming the ssl certificate: "
    "HTTPSConnectionPool(host='localhost', port=443): Max retries exceeded with url: /simple/tiny/ (Caused "
    "by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
    "self-signed certificate (_ssl.c:1006)'))) - skipping\n"
    "ERROR: Could not find a version that satisfies the requirement tiny (from versions: none)\n"
)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("ERROR: Could not find a version that satisfies x (from versions: none)", "connect to the network"),
        ("NewConnectionError: Failed to establish a new connection", "connect to the network"),
        (_REFUSED_CERTIFICATE, "a certificate that is not trusted here (self-signed certificate); check the"),
        ("ssl.SSLError: [SSL: CERTIFICATE_VERIFY_FAILED] (_ssl.c:1006)", "here (certificate verify failed);"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("first\nERROR: THESE PACKAGES DO NOT MATCH\nsecond", "pip failed: ERROR: THESE PACKAGES DO NOT"),
    ],
)
def test_why_pip_failed_in_one_line(output: str, said: str) -> None:
    assert said in environment._explain_pip_failure(output)


@pytest.mark.parametrize("path", sorted(Path(system.__file__).parent.glob("*.py")), ids=lambda path: path.name)
def test_an_old_python_can_read_the_installer(path: Path) -> None:
    """It has to get as far as saying that it is too old."""
    ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8))
