# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the C engine and its binding: `python -m app.transport_native.build`.

Objects are named by a digest of their inputs, so a second build does nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import fcntl
import hashlib
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_REPOSITORY = _PACKAGE.parent.parent
_MODULE = "app.transport_native._engine"
_C_TESTS = _REPOSITORY / "tests" / "transport_native" / "c"
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
_WARNINGS = ("-Wall", "-Wextra", "-Werror")
# cffi generates unused parameters.
_GENERATED_WARNINGS = ("-Wall", "-Werror", "-Wno-unused-parameter", "-Wno-missing-field-initializers")
_VALGRIND = ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full"]
_SANITIZERS = ("", "address,undefined", "address", "undefined", "thread")


class BuildError(Exception):
    """Compilation failed; the message is the compiler's, with missing packages if any."""


@dataclass(frozen=True)
class Variant:
    """Compiler and flags of a build."""

    compiler: str = field(default_factory=lambda: os.environ.get("CC", "cc"))
    sanitize: str = ""
    portable: bool = False
    optimized: bool = True

    @property
    def flags(self) -> tuple[str, ...]:
        optimization = ("-O1" if self.sanitize else "-O2") if self.optimized else "-O0"
        # The reports of sanitizers need only lines; all debug information takes a fifth of the compilation.
        flags = ["-std=gnu11", "-g1" if self.sanitize else "-g", "-fPIC", "-pthread", optimization]
        if self.sanitize:
            flags += [f"-fsanitize={self.sanitize}", "-fno-omit-frame-pointer"]
            if "undefined" in self.sanitize:
                flags.append("-fno-sanitize-recover=undefined")
        if self.portable:
            flags.append("-DLO_PORTABLE=1")
        return tuple(flags)

    @property
    def name(self) -> str:
        parts = [Path(self.compiler).name, self.sanitize.replace(",", "-"), "portable" if self.portable else ""]
        return "_".join(part for part in [*parts, "" if self.optimized else "unoptimized"] if part)


def extension_path() -> Path:
    """Path of the compiled binding, whether it exists or not."""
    return _PACKAGE / f"_engine{_SUFFIX}"


def build_extension(variant: Variant | None = None, target: Path | None = None) -> Path:
    """Compile the binding unless it is up to date, and return its path."""
    variant = variant or Variant()
    target = target or extension_path()
    stamp = target.with_suffix(".stamp")
    digest = _digest_files([*source_files(), *_headers(), _definitions(), Path(__file__)], " ".join(variant.flags))
    if target.exists() and stamp.exists() and stamp.read_text() == digest:
        return target
    with _alone(variant), tempfile.TemporaryDirectory() as scratch:
        wrapper = Path(scratch) / "_engine.c"
        _write_wrapper(wrapper)
        objects = [*_compile_engine(variant), _compile_wrapper(variant, wrapper)]
        finished = target.with_suffix(f".{os.getpid()}.new")
        _link(variant, objects, finished, ["-shared"])
        finished.replace(target)  # a running program keeps the old file
    stamp.write_text(digest)
    return target


def build_c_tests(variant: Variant, only: Sequence[str] = ()) -> list[Path]:
    """Compile the C suite, or the tests with one of these words in their names; return the programs."""
    with _alone(variant):
        return _build_c_tests(variant, only)


def _build_c_tests(variant: Variant, only: Sequence[str]) -> list[Path]:
    found = sorted(_C_TESTS.glob("test_*.c"))
    programs = [path for path in found if not only or any(word in path.stem for word in only)]
    helpers = [path for path in sorted(_C_TESTS.glob("*.c")) if not path.name.startswith("test_")]
    archive = _archive(variant, [*_compile_engine(variant), *_compile_all(variant, helpers, _WARNINGS)])
    built = []
    for source, compiled in zip(programs, _compile_all(variant, programs, _WARNINGS), strict=True):
        program = _directory(variant) / f"{source.stem}-{_digest_names([compiled, archive])}"
        if not program.exists():
            for old in program.parent.glob(f"{source.stem}-????????????????"):
                old.unlink(missing_ok=True)
            _link(variant, [compiled, archive], program, [])
        built.append(program)
    return built


def run_c_tests(variant: Variant, only: Sequence[str] = (), *, valgrind: bool = False) -> list[tuple[str, int, str]]:
    """Run the C suite, or the tests with one of these words in their names.

    Each entry is the test's name, its exit code and its output. Under valgrind a memory error or leak is exit
    code 99.
    """
    results = []
    under = _VALGRIND if valgrind else []
    for program in build_c_tests(variant, only):
        name = program.name.rpartition("-")[0]
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "TSAN_OPTIONS": "halt_on_error=1"}
        command = [*under, str(program)]
        finished = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        results.append((name, finished.returncode, finished.stdout + finished.stderr))
    return results


def build_program(
    variant: Variant, name: str, sources: Sequence[Path], link: Sequence[str] = (), *, whole: bool = False
) -> Path:
    """Compile a program that needs the engine's core, or with `whole` also its I/O, and return its path."""
    with _alone(variant):
        return _build_program(variant, name, sources, link, whole=whole)


def _build_program(variant: Variant, name: str, sources: Sequence[Path], link: Sequence[str], *, whole: bool) -> Path:
    parts = source_files() if whole else sorted((_PACKAGE / "engine").glob("*.c"))
    core = _compile_all(variant, parts, _WARNINGS)
    # Headers beside the sources are part of the key, through a flag.
    headers = sorted(path for folder in {source.parent for source in sources} for path in folder.glob("*.h"))
    own = _compile_all(variant, sources, (*_WARNINGS, f"-DLO_HEADERS_BESIDE=0x{_digest_files(headers, '')[:8]}"))
    program = _directory(variant) / f"{name}-{_digest_names([*own, *core])}"
    if not program.exists():
        scratch = program.with_suffix(f".{os.getpid()}.tmp")
        _link(variant, [*own, *core], scratch, link)
        scratch.replace(program)
    return program


@contextlib.contextmanager
def _alone(variant: Variant) -> Iterator[None]:
    """Lock a variant: a build removes outdated objects."""
    with (_directory(variant) / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _directory(variant: Variant) -> Path:
    root = _REPOSITORY if os.access(_REPOSITORY, os.W_OK) else Path(tempfile.gettempdir()) / "liveobjects"
    directory = root / "build" / "engine" / variant.name
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def source_files() -> list[Path]:
    """The C files of the engine; CMakeLists.txt has the same patterns."""
    return sorted([*(_PACKAGE / "engine").glob("*.c"), *(_PACKAGE / "io").glob("*.c")])


def _headers() -> list[Path]:
    return sorted([*(_PACKAGE / "engine").glob("*.h"), *(_PACKAGE / "io").glob("*.h"), *_C_TESTS.glob("*.h")])


def _definitions() -> Path:
    return _PACKAGE / "io" / "lo_binding.cdef"


def _includes() -> list[str]:
    return [f"-I{_PACKAGE / 'engine'}", f"-I{_PACKAGE / 'io'}", f"-I{_C_TESTS}"]


def _digest_files(files: Iterable[Path], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _compile_engine(variant: Variant) -> list[Path]:
    if not variant.portable:
        return _compile_all(variant, source_files(), _WARNINGS)
    # The core does no I/O: its objects are those of the variant with the Linux fast paths.
    core = [path for path in source_files() if path.parent.name == "engine"]
    usual = dataclasses.replace(variant, portable=False)
    with _alone(usual):
        compiled = _compile_all(usual, core, _WARNINGS)
    return [*compiled, *_compile_all(variant, [path for path in source_files() if path not in core], _WARNINGS)]


def _compile_wrapper(variant: Variant, wrapper: Path) -> Path:
    include = f"-I{sysconfig.get_path('include')}"
    return _compile_all(variant, [wrapper], (*_GENERATED_WARNINGS, include))[0]


def _compile_all(variant: Variant, sources: Sequence[Path], extra: Sequence[str]) -> list[Path]:
    headers = _digest_files(_headers(), "")
    directory = _directory(variant)

    def compile_one(source: Path) -> Path:
        key = _digest_files([source], " ".join([headers, variant.compiler, *variant.flags, *extra]))[:16]
        target = directory / f"{source.stem}-{key}.o"
        if not target.exists():
            for old in directory.glob(f"{source.stem}-????????????????.o"):
                old.unlink(missing_ok=True)
            scratch = target.with_suffix(f".{os.getpid()}.tmp")
            _run([variant.compiler, *variant.flags, *extra, *_includes(), "-c", str(source), "-o", str(scratch)])
            scratch.replace(target)
        return target

    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        return list(pool.map(compile_one, sources))


def _archive(variant: Variant, objects: Sequence[Path]) -> Path:
    target = _directory(variant) / f"libengine-{_digest_names(objects)}.a"
    if not target.exists():
        for old in target.parent.glob("libengine-*.a"):
            old.unlink(missing_ok=True)
        scratch = target.with_suffix(f".{os.getpid()}.tmp")
        _run(["ar", "rcs", str(scratch), *[str(path) for path in objects]])
        scratch.replace(target)
    return target


def _digest_names(files: Iterable[Path]) -> str:
    """Digest of file names, which contain digests of the contents."""
    return hashlib.sha256(" ".join(str(path) for path in files).encode()).hexdigest()[:16]


def _link(variant: Variant, objects: Sequence[Path], target: Path, extra: Sequence[str]) -> None:
    names = [str(path) for path in objects]
    _run([variant.compiler, *variant.flags, *extra, *names, "-lsodium", "-lm", "-o", str(target)])


def _write_wrapper(path: Path) -> None:
    from cffi import FFI  # noqa: PLC0415  only a build needs the generator

    ffi = FFI()
    ffi.cdef(_definitions().read_text())
    ffi.set_source(_MODULE, '#include "lo_binding.h"\n')
    with contextlib.redirect_stdout(io.StringIO()):  # cffi prints what it writes
        ffi.emit_c_code(str(path))


def _run(command: Sequence[str]) -> None:
    if shutil.which(command[0]) is None:
        raise BuildError(f"no C compiler named {command[0]}; install gcc or clang (Debian: apt install gcc)")
    finished = subprocess.run(list(command), capture_output=True, text=True, check=False)
    if finished.returncode == 0:
        return
    text = finished.stderr.strip() or finished.stdout.strip()
    if "sodium" in text and ("cannot find" in text or "No such file" in text):
        text = f"libsodium is missing; install it with its header (Debian: apt install libsodium-dev)\n{text}"
    elif "Python.h" in text and "No such file" in text:
        text = f"Python.h is missing; install it (Debian: apt install python3-dev)\n{text}"
    raise BuildError(text)


def _report(results: Sequence[tuple[str, int, str]]) -> int:
    failures = 0
    for name, code, output in results:
        print(f"{'ok  ' if code == 0 else 'FAIL'} {name}")
        if code != 0:
            failures += 1
            print(output)
    print(f"{len(results) - failures} of {len(results)} C tests passed")
    return 1 if failures or not results else 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m app.transport_native.build", description=__doc__)
    parser.add_argument("--sanitize", default="", choices=_SANITIZERS, help="compile with these sanitizers")
    parser.add_argument("--portable", action="store_true", help="only poll and sendto, no Linux fast paths")
    parser.add_argument("--compiler", default=os.environ.get("CC", "cc"))
    parser.add_argument("--test-suite", action="store_true", help="build the C tests with the engine and run them")
    parser.add_argument(
        "--only", nargs="+", default=[], help="with --test-suite: the tests with one of these in their names"
    )
    parser.add_argument("--valgrind", action="store_true", help="with --test-suite: under valgrind's memcheck")
    parser.add_argument("--output", type=Path, help="put the binding here instead of beside the package")
    options = parser.parse_args(arguments)
    variant = Variant(options.compiler, options.sanitize, options.portable)
    if options.valgrind and shutil.which("valgrind") is None:
        print("liveobjects: valgrind is missing; install it (Debian: apt install valgrind)", file=sys.stderr)
        return 2
    try:
        if options.test_suite:
            return _report(run_c_tests(variant, options.only, valgrind=options.valgrind))
        print(build_extension(variant, options.output))
    except BuildError as error:
        print(f"liveobjects: the engine does not compile: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
