# SPDX-License-Identifier: BSD-3-Clause
"""Promises: when they are kept, and the exit code of a benchmark."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from bench import all as everything
from bench import multicast, netns
from bench._docs import replace_section, table
from bench._promise import Promise, finish, ratio
from bench._rounds import median_of


def _row(system: str, speed: float, **more: Any) -> dict[str, Any]:
    row = {"system": system, "receivers": 4, "messages_per_s": speed, "loss": 0.0, "disorder": 0, "rate": 0.0}
    return {**row, "reliable": True, "sent": 10, **more}


def test_a_limit_is_kept_from_its_own_side_only() -> None:
    assert Promise.at_least("a", 2.5, 2.5).kept is True
    assert Promise.at_least("a", 2.49, 2.5).kept is False
    assert Promise.under("a", 3.0, 3.0).kept is False
    assert Promise.under("a", 2.9, 3.0).kept is True
    assert Promise.under("a", None, 3.0).kept is None


def test_one_broken_promise_ends_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    kept, broken = Promise("a", "", "", kept=True), Promise("b", "", "", kept=False)
    unknown = Promise("c", "", "", kept=None)
    assert finish({}, [kept, unknown], as_json=False) == 0
    assert finish({"results": []}, [kept, broken], as_json=False) == 1
    capsys.readouterr()
    assert finish({"results": [1]}, [broken], as_json=True) == 1
    assert json.loads(capsys.readouterr().out)["promises"][0]["kept"] is False


def test_nothing_is_divided_by_nothing() -> None:
    assert ratio(1.0, None) is None
    assert ratio(None, 1.0) is None
    assert ratio(1.0, 0.0) is None
    assert ratio(3.0, 2.0) == 1.5


def test_medians_take_the_worst_loss_and_add_counters() -> None:
    rows = [_row("x", rate, loss=loss, counters={"a": 1}) for rate, loss in ((1, 0.0), (9, 0.2), (5, 0.0))]
    row = median_of([*rows, {"system": "x", "error": "ended"}])
    assert (row["messages_per_s"], row["loss"], row["counters"]) == (5, 0.2, {"a": 3})
    assert (row["runs"], row["failed_runs"], row["sent"]) == (3, 1, 30)


def test_the_best_peer_is_one_that_lost_nothing() -> None:
    rows = [
        _row("liveobjects", 300.0),
        _row("zeromq", 100.0),
        _row("lcm", 900.0, reliable=False),
        _row("zenoh", 900.0, loss=0.1),
        _row("ref-gso", 350.0),
    ]
    found = {promise.what: promise for promise in multicast.promises(rows)}
    assert found["UDP, 4: × best peer (zeromq)"].measured == "3.00"
    assert found["UDP, 4: share of ref-gso"].measured == "86%"
    assert found["UDP, 4: encrypted keeps"].kept is None


def test_a_lost_message_breaks_a_promise() -> None:
    found = list(multicast.promises([_row("liveobjects-c", 1.0, loss=0.001)]))
    assert [promise.what for promise in found if promise.kept is False] == ["4 receivers: ours lose nothing"]


def test_latency_is_compared_with_the_best_peer_in_each_percentile() -> None:
    rows = [
        _row("liveobjects", 2000.0, rate=2000.0, p50_us=100, p99_us=900),
        _row("zeromq", 2000.0, rate=2000.0, p50_us=120, p99_us=950),
        _row("norm", 2000.0, rate=2000.0, p50_us=300, p99_us=800),
    ]
    kept = {promise.what: promise.kept for promise in multicast.promises(rows)}
    assert kept["liveobjects, 4: p50 at 2,000/s"] is True
    assert kept["liveobjects, 4: p99 at 2,000/s"] is False


def test_a_lossy_network_is_compared_with_a_calm_one() -> None:
    rows = [
        _row("liveobjects", 100.0, network="0% lost", network_loss=0.0),
        _row("liveobjects", 84.0, network="1% lost", network_loss=0.01, repairs_per_lost_packet=1.6),
        _row("zenoh", 50.0, network="1% lost", network_loss=0.01),
        _row("liveobjects", 76.0, network="bursts", network_loss=0.0),
    ]
    kept = {promise.what: promise.kept for promise in netns.promises(rows)}
    assert kept["1% lost: share of own rate without loss"] is False
    assert kept["1% lost: × best peer (zenoh)"] is True
    assert kept["liveobjects, 1% lost: repairs per lost packet"] is False
    assert kept["bursts: share of own rate without loss"] is True


def test_a_section_that_fails_is_a_broken_promise(capsys: pytest.CaptureFixture[str]) -> None:
    section = everything._Section("wrong", ("multicast", "--receivers", "0"), 60)
    body = everything._run(section)
    assert [promise["kept"] for promise in body["promises"]] == [False]
    assert "1 to 64 receivers" in body["error"]
    assert "wrong runs" in capsys.readouterr().out


def test_a_section_that_takes_too_long_is_ended() -> None:
    body = everything._run(everything._Section("long", ("quiet",), 0.5))
    assert [promise["kept"] for promise in body["promises"]] == [False]
    assert "more than" in body["error"]


def test_one_section_measured_anew_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(section: everything._Section) -> dict[str, Any]:
        return {"promises": [{"what": section.name, "promise": "", "measured": word, "kept": True}]}

    monkeypatch.setattr(everything, "_run", measure)
    parser = argparse.ArgumentParser()
    everything.add_arguments(parser)
    output = ("--output", str(tmp_path / "report.json"))
    word = "first"
    assert everything.run(parser.parse_args(output)) == 0
    word = "second"
    assert everything.run(parser.parse_args([*output, "--only", "quiet,groups"])) == 0
    sections = json.loads((tmp_path / "report.json").read_text())["sections"]
    anew = {name for name, body in sections.items() if body["promises"][0]["measured"] == "second"}
    assert anew == {"quiet", "groups"}
    assert len(sections) > 8
    assert f"{len(sections)} promises: 0 broken" in capsys.readouterr().out


def test_a_section_of_a_page_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- x -->\nold\n<!-- end of x -->\nafter\n")
    replace_section("x", table(["a", "b"], [["1", "2|3"]]), page)
    replace_section("x", table(["a", "b"], [["1", "2|3"]]), page)
    assert page.read_text() == ("before\n<!-- x -->\n| a | b |\n| --- | --- |\n| 1 | 2/3 |\n<!-- end of x -->\nafter\n")
    with pytest.raises(ValueError, match="once each"):
        replace_section("y", "", page)
