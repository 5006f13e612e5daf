# SPDX-License-Identifier: BSD-3-Clause
"""The C tests, plain, portable, and under the sanitizers that this machine has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app.transport_native.build import Variant, build_c_tests, run_c_tests, source_files


def _has(sanitizer: str, tmp_path: Path) -> bool:
    source = tmp_path / "probe.c"
    source.write_text("int main(void) { return 0; }\n")
    probe = tmp_path / "probe"
    command = ["cc", f"-fsanitize={sanitizer}", str(source), "-o", str(probe)]
    return all(
        subprocess.run(words, capture_output=True, check=False).returncode == 0 for words in (command, [str(probe)])
    )


def _failures(variant: Variant, *only: str, valgrind: bool = False) -> list[str]:
    results = run_c_tests(variant, only, valgrind=valgrind)
    assert results, "there are no C tests"
    return [f"{name}: exit code {code}\n{output}" for name, code, output in results if code != 0]


@pytest.mark.timeout(600)
def test_the_suite_passes() -> None:
    assert _failures(Variant()) == []


@pytest.mark.timeout(900)
def test_the_suite_is_clean_under_the_address_and_undefined_behaviour_sanitizers(tmp_path: Path) -> None:
    if not _has("address,undefined", tmp_path):
        pytest.skip("this compiler has no address sanitizer")
    assert _failures(Variant(sanitize="address,undefined")) == []


@pytest.mark.timeout(600)
def test_the_queues_and_files_between_threads_are_clean_under_the_thread_sanitizer(tmp_path: Path) -> None:
    if not _has("thread", tmp_path):
        pytest.skip("this compiler has no thread sanitizer")
    assert _failures(Variant(sanitize="thread"), "io_") == []


@pytest.mark.timeout(300)
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="there is no valgrind here (apt install valgrind)")
def test_quick_tests_are_clean_under_valgrind() -> None:
    assert _failures(Variant(), "test_wire", "test_window", "test_failure_detector", "test_layer", valgrind=True) == []


def test_the_core_is_the_same_in_the_portable_variant() -> None:
    """The portable variant is linked with the core of the usual one."""
    folders = {path.parent for path in source_files() if path.parent.name == "engine"}
    texts = [path.read_text() for folder in folders for path in folder.glob("*.[ch]")]
    assert texts
    assert not [text for text in texts if "LO_PORTABLE" in text or "lo_platform.h" in text]


@pytest.mark.timeout(600)
def test_the_portable_input_and_output_passes() -> None:
    assert _failures(Variant(portable=True), "io_") == []


@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("clang") is None, reason="there is no clang here")
def test_another_compiler_compiles_everything() -> None:
    clang = Variant(compiler="clang", optimized=False)  # its warnings do not depend on the optimization
    assert build_c_tests(clang)
    assert _failures(clang, "io_queues") == []
