# SPDX-License-Identifier: BSD-3-Clause
"""The core on a simulated network: short runs of every profile, with the checkers of the simulator."""

import argparse
import subprocess
import sys

import pytest

from bench import simulate

SEEDS = 16


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("profile", simulate.PROFILES)
def test_no_promise_is_broken(profile: str, sealed: bool) -> None:
    chosen = options("--nodes", "5", "--groups", "4", "--seconds", "1", "--seeds", str(SEEDS // 4 if sealed else SEEDS))
    chosen.sealed = sealed
    results = list(simulate.simulate(chosen, profile))
    broken = {result["seed"]: result["violation"] for result in results if result["violation"]}
    assert not broken
    assert len(results) == chosen.seeds
    assert all(result["delivered"] > result["sent"] > 0 for result in results)


@pytest.mark.parametrize("order", ["view", "total"])
@pytest.mark.parametrize("profile", simulate.PROFILES)
def test_ordered_groups_keep_their_promises(profile: str, order: str) -> None:
    chosen = options("--nodes", "5", "--groups", "3", "--seconds", "3", "--seeds", str(SEEDS), "--order", order)
    results = list(simulate.simulate(chosen, profile))
    assert not {result["seed"]: result["violation"] for result in results if result["violation"]}
    assert len(results) == SEEDS
    assert all(result["delivered"] > 0 for result in results)


@pytest.mark.parametrize(
    ("order", "seed"),
    [
        ("view", 1001),  # a view that one had agreed to and never received of again was the view of the others
        ("view", 1794),
        ("total", 709),  # one that had started again did not know whom it had agreed with before
        ("total", 1505),
        ("sender", 2714),  # what nobody could give any more was looked for a thousand times a second
        ("sender", 2775),
    ],
)
def test_what_chaos_once_broke_stays_mended(order: str, seed: int) -> None:
    chosen = options("--groups", "3", "--seconds", "3", "--seeds", "1", "--start", str(seed), "--order", order)
    assert [result["violation"] for result in simulate.simulate(chosen, "chaos")] == [None]


def test_faults_really_happen() -> None:
    results = list(simulate.simulate(options("--seeds", "5", "--seconds", "3"), "chaos"))
    for kind in ("lost", "crashes", "freezes", "cuts"):
        assert sum(result[kind] for result in results) > 0, kind


def test_one_seed_gives_one_run() -> None:
    first, second = ([*simulate.simulate(options("--seeds", "2", "--start", "9"), "chaos")] for _ in range(2))
    assert first == second


def test_a_broken_promise_is_reported_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"seed": 7, "profile": "lossy", "violation": "node 1 was given a message that nobody sent"}
    monkeypatch.setattr(simulate, "simulate", lambda _options, _profile: iter([found]))
    assert simulate.run(options("--profile", "lossy", "--start", "7", "--seeds", "1")) == 1
    printed = capsys.readouterr().out
    assert "violation with seed 7, profile lossy" in printed
    assert "replay: liveobjects bench simulate --nodes 5" in printed
    assert "--start 7" in printed


def test_the_command_runs() -> None:
    command = [sys.executable, "-m", "app", "bench", "simulate", "--seeds", "1", "--profile", "clean"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert "clean: 1 runs" in finished.stdout
