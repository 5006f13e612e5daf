# SPDX-License-Identifier: BSD-3-Clause
"""Benchmarks are found by their file names."""

import argparse
from pathlib import Path

import pytest

from app.cli import main
from app.commands.bench import benchmark_names


def test_the_list_says_what_each_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "startup" in benchmark_names()
    assert len(lines) == len(benchmark_names())
    for line in lines:
        name, _, summary = line.partition("  ")
        assert name.strip() in benchmark_names()
        assert summary.strip(), f"bench/{name} has no docstring"


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", name, "--help"]) == 0
    assert f"liveobjects bench {name}" in capsys.readouterr().out


def test_a_new_module_is_a_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import bench  # noqa: PLC0415 - the package whose path this test extends

    (tmp_path / "two_plus.py").write_text(
        '"""Adds to two."""\n'
        "def add_arguments(parser): parser.add_argument('--other', type=int)\n"
        "def run(args):\n    print(2 + args.other)\n    return 0\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(bench, "__path__", [*bench.__path__, str(tmp_path)])
    monkeypatch.setattr(bench.__spec__, "submodule_search_locations", bench.__path__)
    assert "two-plus" in benchmark_names()
    assert main(["bench", "two-plus", "--other", "3"]) == 0
    assert capsys.readouterr().out == "5\n"
    assert main(["bench", "two-plus", "--other", "x"]) == 2


def test_arguments_are_a_namespace() -> None:
    parser = argparse.ArgumentParser()
    from bench import startup  # noqa: PLC0415 - imported as the command does, after it was asked for

    startup.add_arguments(parser)
    assert parser.parse_args(["--repeat", "2"]).repeat == 2
