# SPDX-License-Identifier: BSD-3-Clause
"""Reads a folder of objects: one folder each, with `proxy.py`, and `view.py` and `icon.svg` beside it.

The definitions are cached, so that the whole palette is known without imports. The code of an object is
imported at first use, and Qt only for views.
"""

import contextlib
import hashlib
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from app.runtime.directories import DirectoryError, cache_directory, make_private
from app.runtime.library.definition import Definition
from app.runtime.library.errors import LibraryError
from app.runtime.library.library_scan import Scan, definitions_of, scan
from app.runtime.library.modules import Package
from app.runtime.trust.files import replace_private_file
from app.runtime.types import STANDARD, TypeNames

_DEEPEST = 8
_PROXY = "proxy.py"
_RUNTIME = Path(__file__).parent.parent


@dataclass(frozen=True)
class Library:
    """The definitions of one folder or archive, and its problems."""

    name: str
    definitions: tuple[Definition, ...] = ()
    names: TypeNames = field(default_factory=lambda: TypeNames(STANDARD))
    problems: tuple[str, ...] = ()
    signer: str | None = None


class _Remembered(msgspec.Struct):
    stamp: str
    scan: Scan


def read_tree(root: Path, package_name: str, name: str) -> Library:
    """Read the library in a folder; its modules are imported as parts of a package of that name."""
    files = sorted(_sources(root, _DEEPEST))
    package = Package(package_name, root, TypeNames(STANDARD))
    found = _remembered_scan(package, _proxies(root, files), _stamp(files))
    return Library(name, definitions_of(found, package, name), package.names, tuple(found.problems))


def find_modules(root: Path) -> list[str]:
    """Return the names of all modules below a folder that define objects."""
    return _proxies(root, sorted(_sources(root, _DEEPEST)))


def _proxies(root: Path, files: list[tuple[Path, os.stat_result]]) -> list[str]:
    return [_module_name(path.relative_to(root)) for path, _ in files if path.name == _PROXY]


def _remembered_scan(package: Package, modules: list[str], stamp: str) -> Scan:
    place = hashlib.sha256(os.fsencode(package.root)).hexdigest()[:32]
    file = cache_directory() / f"objects-{place}.msgpack"
    try:
        make_private(file.parent)
        remembered = msgspec.msgpack.decode(zlib.decompress(file.read_bytes()), type=_Remembered)
        if remembered.stamp == stamp:
            return remembered.scan
    except DirectoryError:
        return scan(package, modules)  # Without a writable cache the program still works.
    except (OSError, msgspec.DecodeError, zlib.error):
        pass  # The cache is missing or damaged: rebuild it.
    found = scan(package, modules)
    with contextlib.suppress(OSError):
        replace_private_file(file, zlib.compress(msgspec.msgpack.encode(_Remembered(stamp, found)), 3))
    return found


def _stamp(files: list[tuple[Path, os.stat_result]]) -> str:
    """Return a digest that changes with any source of the folder or of the reading code."""
    own = [entry for part in ("library", "types") for entry in sorted(_sources(_RUNTIME / part, 2))]
    seen = hashlib.sha256(sys.version.encode())
    for path, status in files + own:
        seen.update(f"\0{path}\0{status.st_mtime_ns}\0{status.st_size}".encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def _sources(folder: Path | str, deepest: int) -> Iterator[tuple[Path, os.stat_result]]:
    """Return the Python files below a folder, without links, hidden folders and caches."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith((".", "__pycache__")):
                continue
            if entry.is_dir(follow_symlinks=False):
                if deepest > 0:
                    yield from _sources(entry.path, deepest - 1)
            elif entry.name.endswith(".py"):
                yield Path(entry.path), entry.stat()


def _module_name(relative: Path) -> str:
    parts = relative.with_suffix("").parts
    for part in parts:
        if not part.isidentifier():
            raise LibraryError(
                f"the folder {part!r} cannot be a part of a Python package", "use letters, digits and _ in its name"
            )
    return ".".join(parts)
