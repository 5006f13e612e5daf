# SPDX-License-Identifier: BSD-3-Clause
"""All checks except multicast: each tries the real thing and gives a hint if it fails."""

import ctypes
import ctypes.util
import os
import platform
import sys
import tempfile
from pathlib import Path

from app.doctor.finding import Finding
from app.doctor.processes import is_installed, run_probe, run_program
from app.runtime.directories import DirectoryError, data_directory, make_private
from app.runtime.program import is_bundled, own_command
from app.runtime.references import MEDIA_TYPE
from app.ui.display import available_display


def _setup_hint() -> str:
    """How to repair this installation: a checkout sets itself up, a bundle is complete."""
    return "install the program again" if is_bundled() else "start with ./run, which sets it up"


def check_python() -> Finding:
    """Check the version of Python."""
    works = sys.version_info >= (3, 11)
    todo = "" if works else "install Python 3.11 or later"
    return Finding("python", works, platform.python_version(), todo, required=True)


def check_data_directory() -> Finding:
    """Check that the data directory is private and writable."""
    try:
        directory = make_private(data_directory())
        with tempfile.TemporaryFile(dir=directory):
            pass
    except DirectoryError as error:
        return Finding("your files", False, error.what, error.hint, required=True)
    except OSError as error:
        todo = "make it writable or set LIVEOBJECTS_HOME to another folder"
        return Finding("your files", False, f"{data_directory()}: {error.strerror}", todo, required=True)
    return Finding("your files", True, str(directory), required=True)


def check_window() -> Finding:
    """Check that Qt loads and has a font."""
    answer = run_probe("window", {"QT_QPA_PLATFORM": "offscreen"})
    todo = _setup_hint() if answer.failure else ""
    return Finding("window", not answer.failure, answer.failure or answer.output, todo, required=True)


def check_display() -> Finding:
    """Check that an X or Wayland display answers."""
    display = available_display()
    if display is not None:
        return Finding("display", True, display)
    todo = "nothing, the window is served by VNC on loopback; or run under xvfb-run"
    return Finding("display", False, "neither an X nor a Wayland display answers", todo)


def check_opengl() -> Finding:
    """Check that an OpenGL context can be made, for 3D desktops."""
    if available_display() is None:
        return Finding("OpenGL", False, "needs a display", "start a display, or run under xvfb-run")
    answer = run_probe("opengl")
    todo = "install libgl1-mesa-dri and the driver of your graphics card" if answer.failure else ""
    return Finding("OpenGL", not answer.failure, answer.failure or answer.output, todo)


def check_compiler() -> Finding:
    """Check that a C program compiles and runs; a bundle needs no compiler."""
    if is_bundled():
        return Finding("compiler", True, "not needed: the engine is part of this installation")
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "probe.c"), Path(folder, "probe")
        source.write_text("#include <stdio.h>\nint main(void) { return puts(__VERSION__) < 0; }\n", encoding="utf-8")
        compiler = os.environ.get("CC", "cc")
        answer = run_program([compiler, str(source), "-o", str(program)])
        if not answer.failure:
            answer = run_program([str(program)])
    if answer.failure:
        return Finding("compiler", False, answer.failure, "install gcc and libc6-dev; needed to build the engine")
    return Finding("compiler", True, f"{compiler} {answer.output}")


def check_libsodium() -> Finding:
    """Check that libsodium, the cryptography of the engine, loads."""
    try:
        name = ctypes.util.find_library("sodium")
        sodium = ctypes.CDLL(name or "libsodium.so.23")
        started = int(sodium.sodium_init())
        sodium.sodium_version_string.restype = ctypes.c_char_p
        version = bytes(sodium.sodium_version_string()).decode()
    except OSError:
        todo = f"install libsodium{'23' if is_bundled() else '-dev'}, or {_setup_hint()}"
        return Finding("libsodium", False, "not installed", todo, required=True)
    return Finding("libsodium", started >= 0, version, "" if started >= 0 else "reinstall it", required=True)


def check_engine() -> Finding:
    """Check that the compiled engine loads, in a process of its own."""
    answer = run_probe("engine")
    if answer.failure:
        built = "start with ./run, which builds it; if it cannot, the reason is in artifacts/setup.log"
        todo = _setup_hint() if is_bundled() else built
        return Finding("engine", False, f"not built: {answer.failure}", todo, required=True)
    return Finding("engine", True, Path(answer.output).name, required=True)


def check_objects() -> Finding:
    """Check that all installed objects can be read."""
    answer = run_probe("objects")
    todo = "report this" if answer.failure else ""
    return Finding("objects", not answer.failure, answer.failure or answer.output, todo)


def check_sandbox() -> Finding:
    """Check that foreign code can be confined, in a process of its own."""
    answer = run_program(own_command("sandbox", "--try"))
    if not answer.failure:
        return Finding("sandbox", True, answer.output)
    reason, _, todo = answer.failure.removeprefix("liveobjects: ").partition("; ")
    return Finding("sandbox", False, reason, todo or "see: liveobjects sandbox")


def check_java() -> Finding:
    """Check for a Java runtime, which Spark needs."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else "java"
    if not home and not is_installed("java"):
        bundled = run_probe("java")
        if bundled.failure:
            todo = "only for Spark feeds: run liveobjects feed install"
            return Finding("Java", False, "not installed", todo)
        java = bundled.output
    answer = run_program([java, "--version"])
    if answer.failure:
        return Finding("Java", False, f"{java}: {answer.failure}", "only for Spark feeds: install a Java runtime")
    return Finding("Java", True, answer.output.splitlines()[0] if answer.output else java)


def check_spark() -> Finding:
    """Check for Spark, which feeds need."""
    answer = run_probe("spark")
    if not answer.failure:
        return Finding("Spark", True, answer.output)
    return Finding("Spark", False, "not installed", "only for feeds: run liveobjects feed install")


def check_mail() -> Finding:
    """Check for a mail program."""
    if not is_installed("xdg-email") or not is_installed("xdg-mime"):
        return Finding("mail program", False, "xdg-utils are not installed", "install xdg-utils and a mail program")
    answer = run_program(["xdg-mime", "query", "default", "x-scheme-handler/mailto"])
    if answer.output:
        return Finding("mail program", True, answer.output)
    return Finding("mail program", False, "none is set", "choose one in your desktop's settings")


def check_file_association() -> Finding:
    """Check that this program opens .liveobject files."""
    name = "file association"
    if not is_installed("xdg-mime"):
        return Finding(name, False, "xdg-utils are not installed", "install xdg-utils; until then: liveobjects FILE")
    answer = run_program(["xdg-mime", "query", "default", MEDIA_TYPE])
    if answer.output == "liveobjects.desktop":
        return Finding(name, True, f"{MEDIA_TYPE} opens with liveobjects")
    found = f"{MEDIA_TYPE} opens with {answer.output}" if answer.output else f"no program for {MEDIA_TYPE}"
    return Finding(name, False, found, "run: liveobjects register")
