# SPDX-License-Identifier: BSD-3-Clause
"""Fuzzes every parser of the engine with libFuzzer, under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

from app.transport_native import build

EXAMPLE = "liveobjects bench fuzz --target conversation --seconds 600"
_FOLDER = Path(__file__).resolve().parent.parent / "tests" / "fuzz" / "engine"
_LARGEST_INPUT = 4096
_WITH_IO = {"shared"}  # targets that need more than the core


def targets() -> list[str]:
    """The names of all fuzz targets."""
    return sorted(path.stem.removeprefix("fuzz_") for path in _FOLDER.glob("fuzz_*.c"))


def corpus_of(target: str) -> Path:
    """The folder of a target's corpus."""
    return _FOLDER / "corpus" / target


def build_replay(target: str) -> Path:
    """Build a program that runs a target over files, with sanitizers and without a fuzzer."""
    variant = build.Variant(sanitize="address,undefined")
    sources = [_FOLDER / f"fuzz_{target}.c", _FOLDER / "replay.c"]
    return build.build_program(variant, f"replay_{target}", sources, whole=target in _WITH_IO)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the target and the duration."""
    parser.add_argument("--target", choices=[*targets(), "all"], default="all", help="what to fuzz (default all)")
    parser.add_argument("--seconds", type=int, default=60, help="seconds for each target (default 60)")
    parser.add_argument("--keep", action="store_true", help="add the new inputs that reach new code to the corpus")


def run(options: argparse.Namespace) -> int:
    """Fuzz; exit 1 when an input fails, which is kept."""
    if shutil.which("clang") is None:
        print("liveobjects: fuzzing needs clang; on Debian: apt install clang libclang-rt-14-dev")
        return 2
    chosen = targets() if options.target == "all" else [options.target]
    return max(_fuzz(target, options.seconds, keep=options.keep) for target in chosen)


def _fuzz(target: str, seconds: int, *, keep: bool) -> int:
    variant = build.Variant(compiler="clang", sanitize="fuzzer-no-link,address,undefined")
    sources = [_FOLDER / f"fuzz_{target}.c"]
    program = build.build_program(variant, f"fuzz_{target}", sources, ["-fsanitize=fuzzer"], whole=target in _WITH_IO)
    found = program.parent / f"found_{target}"
    found.mkdir(exist_ok=True)
    corpus = corpus_of(target)
    corpus.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", f"-max_len={_LARGEST_INPUT}", "-print_final_stats=1"]
    options += [f"-artifact_prefix={found}/broken-", "-rss_limit_mb=2048", "-timeout=10"]
    finished = subprocess.run([program, *options, found, corpus], capture_output=True, text=True, check=False)
    executed = re.search(r"stat::number_of_executed_units:\s*(\d+)", finished.stderr)
    print(f"{target}: {executed.group(1) if executed else '?'} executions in {seconds} s", flush=True)
    if finished.returncode != 0:
        print(finished.stderr[-6000:])
        return 1
    if keep:
        subprocess.run([program, "-merge=1", corpus, found], capture_output=True, check=True)
    return 0
