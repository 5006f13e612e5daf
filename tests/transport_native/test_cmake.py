# SPDX-License-Identifier: BSD-3-Clause
"""CMakeLists.txt builds the same C files as build.py."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

from app.transport_native import build

_FOLDER = Path(build.__file__).parent


def test_the_source_patterns_of_cmake_and_of_the_build_agree() -> None:
    text = (_FOLDER / "CMakeLists.txt").read_text()
    patterns = re.search(r"file\(GLOB ENGINE_SOURCES CONFIGURE_DEPENDS ([^)]*)\)", text)
    assert patterns is not None
    listed = [path for pattern in patterns[1].split() for path in _FOLDER.glob(pattern)]
    assert sorted(listed) == build.source_files()


def test_cmake_writes_compile_commands_for_all_sources(tmp_path: Path) -> None:
    if (cmake := shutil.which("cmake")) is None:
        return  # the patterns are compared above; CMake itself is optional
    subprocess.run([cmake, "-S", str(_FOLDER), "-B", str(tmp_path)], check=True, capture_output=True)
    commands = json.loads((tmp_path / "compile_commands.json").read_text())
    assert set(build.source_files()) <= {Path(command["file"]).resolve() for command in commands}
