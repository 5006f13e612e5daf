# SPDX-License-Identifier: BSD-3-Clause
"""How `./test` judges a run: what is run again, what is reported as flaky, and when that is too much."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from installer import testing

_CHECK = "checks/ruff::ruff"


class Runs:
    """Replaces pytest: each run has the next outcome, (failed tests, tests that end their worker)."""

    def __init__(self, folder: Path, *outcomes: tuple[Sequence[str], Sequence[str]]) -> None:
        self._folder = folder
        self._outcomes = list(outcomes)
        self.arguments: list[list[str]] = []

    def __call__(self, environment: dict[str, str], arguments: Sequence[str]) -> int:
        failed, crashed = self._outcomes.pop(0)
        self.arguments.append(list(arguments))
        (self._folder / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)))
        for old in self._folder.glob("watchdog-*.txt"):
            old.unlink()
        for number, name in enumerate(crashed):
            (self._folder / f"watchdog-gw{number}.txt").write_text(f"{name}\nended its worker\nstacks\n")
        return 1 if failed or crashed else 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    @contextlib.contextmanager
    def display() -> Iterator[str]:
        yield ":0"

    monkeypatch.setattr(testing, "_ARTIFACTS", tmp_path)
    monkeypatch.setattr(testing, "_FLAKY", tmp_path / "flaky.json")
    monkeypatch.setattr(testing, "_LAST_FAILED", tmp_path / "lastfailed")
    monkeypatch.setattr(testing, "_virtual_display", display)
    return tmp_path


def _run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *outcomes: tuple[Sequence[str], Sequence[str]]
) -> tuple[int, object, Runs]:
    runs = Runs(folder, *outcomes)
    monkeypatch.setattr(testing, "_pytest", runs)
    code = testing.run([])
    assert len(runs.arguments) == len(outcomes)
    return code, json.loads((folder / "flaky.json").read_text()), runs


def test_a_green_run_has_no_flaky_tests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(folder, monkeypatch, ([], []))[:2] == (0, {})


def test_what_passes_alone_is_flaky(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, flaky, runs = _run(folder, monkeypatch, (["a", "b"], []), ([], []))
    assert (code, flaky) == (0, {"a": "passed alone", "b": "passed alone"})
    assert runs.arguments[1][-2:] == ["a", "b"]
    assert "FLAKY a - passed alone" in capsys.readouterr().err


def test_too_many_flaky_tests_fail_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = "abcdefg"[: testing._MAX_FLAKY + 1]
    code, flaky, _ = _run(folder, monkeypatch, ([*names], []), ([], []))
    assert (code, flaky) == (1, dict.fromkeys(names, "passed alone"))


def test_what_fails_again_fails_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, flaky, _ = _run(folder, monkeypatch, (["a", "b"], []), (["b"], []))
    assert (code, flaky) == (1, {"a": "passed alone"})


def test_many_failures_and_failed_checks_are_not_run_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(folder, monkeypatch, ([str(number) for number in range(30)], []))[:2] == (1, {})
    assert _run(folder, monkeypatch, (["a", _CHECK], []))[:2] == (1, {})


def test_what_ends_its_worker_is_flaky_when_all_passes_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, flaky, _ = _run(folder, monkeypatch, (["a"], ["a"]), (["b"], []), ([], []))
    assert (code, flaky) == (0, {"a": "ended its worker", "b": "passed alone"})


def test_workers_that_end_twice_fail_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(folder, monkeypatch, (["a"], ["a"]), (["a"], ["a"]))[:2] == (1, {"a": "ended its worker"})
