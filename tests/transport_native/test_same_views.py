# SPDX-License-Identifier: BSD-3-Clause
"""Seeds in which members once diverged from one view to the next, or skipped one."""

from __future__ import annotations

import argparse

import pytest

from bench import simulate


@pytest.mark.parametrize(
    ("nodes", "groups", "seconds", "seed"),
    [(6, 5, 2, 24), (6, 5, 2, 49), (6, 5, 2, 231), (6, 5, 2, 262), (12, 4, 3, 70), (12, 4, 3, 75)],
)
def test_members_go_from_view_to_view_together(nodes: int, groups: int, seconds: int, seed: int) -> None:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    words = ["--nodes", nodes, "--groups", groups, "--seconds", seconds, "--start", seed, "--seeds", 1]
    (result,) = simulate.simulate(parser.parse_args([str(word) for word in words]), "chaos")
    assert result["violation"] is None
