# SPDX-License-Identifier: BSD-3-Clause
"""System packages: probes for the libraries, headers and programs, and installs missing ones with apt."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Callable, NamedTuple, Sequence

from installer.console import SetupError, run_logged


class Requirement(NamedTuple):
    """A system requirement: the Debian or Ubuntu package, and a probe for its content."""

    package: str
    is_installed: Callable[[], bool]


def missing_packages(for_tests: bool) -> list[str]:
    """The packages whose content is missing on this machine."""
    requirements = _runtime_requirements() + (_test_requirements() if for_tests else [])
    return list(dict.fromkeys(each.package for each in requirements if not each.is_installed()))


def is_available(package: str) -> bool:
    """Whether apt can install the package; fetches the package lists of a system that has none yet."""
    if shutil.which("apt-cache") is None:
        return False
    if not _is_listed("python3") and (prefix := _root_prefix()) is not None:
        _apt(prefix, ["update"], "Reading the list of system packages")
    return _is_listed(package)


def _is_listed(package: str) -> bool:
    answer = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    return answer.returncode == 0 and b"Filename:" in answer.stdout


def install(packages: Sequence[str]) -> None:
    """Install with apt-get as root or through sudo; otherwise raise an error with the command for root."""
    command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if shutil.which("apt-get") is None:
        raise SetupError(f"the system lacks what these Debian packages hold; install it: {' '.join(packages)}")
    prefix = _root_prefix()
    if prefix is None:
        raise SetupError(
            f"system packages are missing, and this user is neither root nor has sudo; run as root: {command}"
        )
    _apt(prefix, ["update"], "Reading the list of system packages")
    if _apt(prefix, command.split()[1:], f"Installing {len(packages)} system packages") is None:
        return
    # An interrupted installation leaves unconfigured packages: configure them and retry once.
    run_logged("Repairing system packages", [*prefix, "dpkg", "--configure", "-a"])
    failure = _apt(prefix, command.split()[1:], "Installing them again")
    if failure is not None:
        reason = (failure.strip().splitlines() or ["no output"])[-1]
        raise SetupError(f"apt-get failed ({reason}); see artifacts/setup.log, then run as root: {command}")


def _root_prefix() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    silent = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    if silent.returncode != 0:
        if not sys.stdin.isatty():
            return None
        ask = ["sudo", "-v", "-p", "System packages are missing. Password for %u: "]
        if subprocess.run(ask, check=False).returncode != 0:
            return None
    return ["sudo", "-n"]


def _apt(prefix: Sequence[str], arguments: Sequence[str], what: str) -> str | None:
    quiet = ["-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Use-Pty=0"]
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *quiet, *arguments]
    return run_logged(what, command)


def _runtime_requirements() -> list[Requirement]:
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    requirements = [
        Requirement(f"{python}-venv", lambda: _has_module("ensurepip") and _has_module("venv")),
        Requirement(f"{python}-dev", lambda: Path(sysconfig.get_paths()["include"], "Python.h").exists()),
        Requirement("gcc", lambda: shutil.which("cc") is not None),
        Requirement("libc6-dev", lambda: _has_header("stdio.h")),
        Requirement("libsodium-dev", lambda: _has_header("sodium.h")),
        Requirement("fonts-dejavu-core", _has_font),
    ]
    return requirements + [Requirement(package, _library_loads(soname)) for soname, package in _QT_LIBRARIES]


def _test_requirements() -> list[Requirement]:
    return [Requirement(package, _program_is_on_path(name)) for name, package in _TEST_PROGRAMS] + [
        Requirement("postgresql", lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
        Requirement("libpostgresql-jdbc-java", lambda: any(Path("/usr/share/java").glob("postgresql*.jar"))),
        Requirement("libreoffice-calc", lambda: Path("/usr/lib/libreoffice/program/libsclo.so").exists()),
        Requirement("libreoffice-writer", lambda: Path("/usr/lib/libreoffice/program/libswlo.so").exists()),
        Requirement("libreoffice-impress", lambda: Path("/usr/lib/libreoffice/program/libsdlo.so").exists()),
        Requirement("dovecot-imapd", lambda: Path("/usr/lib/dovecot/imap-login").exists()),
        Requirement("dovecot-submissiond", lambda: Path("/usr/lib/dovecot/submission-login").exists()),
        Requirement("python3-uno", _system_python_imports("uno")),
        Requirement("libsecret-1-0", _library_loads("libsecret-1.so.0")),
    ]


# Libraries that PySide6's plug-ins load at run time and that a minimal system lacks.
_QT_LIBRARIES = [
    ("libglib-2.0.so.0", "libglib2.0-0"),
    ("libGL.so.1", "libgl1"),
    ("libEGL.so.1", "libegl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libfontconfig.so.1", "libfontconfig1"),
    ("libdbus-1.so.3", "libdbus-1-3"),
    ("libxcb-cursor.so.0", "libxcb-cursor0"),
    ("libxcb-icccm.so.4", "libxcb-icccm4"),
    ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    ("libxcb-shape.so.0", "libxcb-shape0"),
    ("libwayland-cursor.so.0", "libwayland-cursor0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
]

# Programs the tests use: display, window and file manager, input, mail, network namespaces, sanitizers.
_TEST_PROGRAMS = [
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("pcmanfm", "pcmanfm"),
    ("xdotool", "xdotool"),
    ("xdg-mime", "xdg-utils"),
    ("update-mime-database", "shared-mime-info"),
    ("desktop-file-validate", "desktop-file-utils"),
    ("gio", "libglib2.0-bin"),
    ("msmtp", "msmtp"),
    ("aiosmtpd", "python3-aiosmtpd"),
    ("ip", "iproute2"),
    ("bwrap", "bubblewrap"),
    ("clang", "clang"),
    ("valgrind", "valgrind"),
    ("git", "git"),
    ("gnome-keyring-daemon", "gnome-keyring"),
    ("dbus-run-session", "dbus-daemon"),
]


def _has_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _system_python_imports(name: str) -> Callable[[], bool]:
    """A probe for a module of the system's Python, the only one that LibreOffice's modules support."""
    command = ["/usr/bin/python3", "-c", f"import {name}"]

    def knows() -> bool:
        return Path(command[0]).exists() and subprocess.call(command, stderr=subprocess.DEVNULL) == 0

    return knows


def _program_is_on_path(name: str) -> Callable[[], bool]:
    # Some are in sbin, which is not on every user's PATH.
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return lambda: shutil.which(name, path=path) is not None


def _library_loads(soname: str) -> Callable[[], bool]:
    def loads() -> bool:
        try:
            ctypes.CDLL(soname)
        except OSError:
            return False
        return True

    return loads


def _has_header(name: str) -> bool:
    if shutil.which("cc") is None:
        return False
    source = f"#include <{name}>\n".encode()
    probe = subprocess.run(["cc", "-E", "-x", "c", "-"], input=source, capture_output=True, check=False)
    return probe.returncode == 0


def _has_font() -> bool:
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts")]
    home = os.environ.get("HOME")
    if home:
        folders += [Path(home, ".fonts"), Path(home, ".local/share/fonts")]
    files = (file for folder in folders if folder.is_dir() for file in folder.rglob("*"))
    return any(file.suffix.lower() in (".ttf", ".otf", ".ttc") for file in files)
