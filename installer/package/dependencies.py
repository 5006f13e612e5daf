# SPDX-License-Identifier: BSD-3-Clause
"""The packages of the C and C++ runtime that a bundle depends on, with the minimum versions.

The versions come from the symbol versions that the ELF files require, and from the symbols files in which
Debian lists the package version that introduced each of them.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_PACKAGES = ("libc6", "libgcc-s1", "libstdc++6")
_REQUIRED_FROM = re.compile(r"\s+required from (\S+):")
_SYMBOL_VERSION = re.compile(r"\s+0x[0-9a-f]+ 0x[0-9a-f]+ \d+ (\S+)")


def runtime_dependencies(folder: Path) -> list[str]:
    """The entries for the field `Depends`, such as `libc6 (>= 2.36)`, for all ELF files below a folder."""
    required = required_symbol_versions(folder)
    found = []
    for package in _PACKAGES:
        introduced = _introduced(package)
        sonames = {soname for soname, _ in introduced}
        needed = {each for each in required if each[0] in sonames}
        for soname, symbol_version in sorted(needed):
            if introduced.get((soname, symbol_version), "0") == "0":
                file = required[soname, symbol_version]
                raise SystemExit(f"{file} needs {symbol_version}, which no version of {package} promises")
        if needed:
            found.append(f"{package} (>= {max((introduced[each] for each in needed), key=_numbers)})")
    return found


def required_symbol_versions(folder: Path) -> dict[tuple[str, str], Path]:
    """Pairs of soname and symbol version, each with one of the ELF files that require it."""
    found: dict[tuple[str, str], Path] = {}
    for file in sorted(each for each in folder.rglob("*") if each.is_file() and not each.is_symlink()):
        if not _is_elf(file):
            continue
        headers = subprocess.run(
            ["objdump", "-p", str(file)], capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}
        )
        soname = None
        for line in headers.stdout.splitlines():
            if match := _REQUIRED_FROM.match(line):
                soname = match[1]
            elif soname is not None and (match := _SYMBOL_VERSION.match(line)):
                found.setdefault((soname, match[1]), file)
            else:
                soname = None
    return found


def _is_elf(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(4) == b"\x7fELF"


def _introduced(package: str) -> dict[tuple[str, str], str]:
    """The package version that introduced each symbol version of each library (see deb-symbols(5))."""
    path = subprocess.run(
        ["dpkg-query", "--control-path", package, "symbols"], capture_output=True, text=True, check=True
    ).stdout.strip()
    found, soname = {}, ""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line[:1] not in (" ", "|", "*"):
            soname = line.split()[0]
        elif match := re.match(r" (\S+)@\1 (\S+)", line):
            found[soname, match[1]] = match[2]
    return found


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
