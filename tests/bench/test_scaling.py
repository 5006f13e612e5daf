# SPDX-License-Identifier: BSD-3-Clause
"""The scaling benchmark over simulated networks of different sizes."""

from __future__ import annotations

import argparse
import json

import pytest

from bench import scaling


def _row(nodes: int, **changes: float) -> dict[str, object]:
    usual = {"control_per_node_s": 30.0, "acknowledge_ms": 20.0, "messages_per_s": 10000.0}
    return {"nodes": nodes, "violation": None, **usual, **changes}


def _kept(*rows: dict[str, object]) -> list[bool | None]:
    return [promise.kept for promise in scaling.promises(list(rows))]


def test_each_promise_can_be_broken() -> None:
    assert _kept(_row(2), _row(64)) == [True, True, True, True]
    assert _kept(_row(2), _row(64, control_per_node_s=50)) == [True, False, True, True]
    assert _kept(_row(2), _row(64, acknowledge_ms=121)) == [True, True, False, True]
    assert _kept(_row(2), _row(64, messages_per_s=9000)) == [True, True, True, False]
    assert _kept(_row(2), {**_row(64), "violation": "node 1 went back"}) == [False]


def test_small_networks_keep_the_promises(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    scaling.add_arguments(parser)
    assert scaling.run(parser.parse_args(["--nodes", "2", "8", "24", "--json"])) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["nodes"] for row in report["results"]] == [2, 8, 24]
    assert all(row["messages_per_s"] > 5000 for row in report["results"])
