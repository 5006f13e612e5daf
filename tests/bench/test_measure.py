# SPDX-License-Identifier: BSD-3-Clause
"""Short real measurements: the engine through Python and in C, raw sockets, and missing packages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench._network import Network, PrivateLoopback, can_make_namespaces
from bench._peers.control import Control, Run
from bench._peers.harness import Workload, measure, missing_parts
from bench._peers.jgroups import JGroups
from bench._rounds import installed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the harness uses what Linux has")

_RUN = Run("jgroups", 1, 1000, 0.1, 0.0, 1, 4000, 20000, "loopback", "control")


def _network() -> Network:
    return PrivateLoopback() if can_make_namespaces() else Network()


@pytest.mark.parametrize("system", ["liveobjects-c", "liveobjects-c-shm"])
def test_in_c_everything_arrives_in_order(system: str) -> None:
    with _network() as network:
        row = measure(Workload(system, receivers=2, seconds=0.2), network)
    assert "error" not in row, row
    assert (row["loss"], row["disorder"], row["finished"]) == (0.0, 0, True)
    assert row["sent"] > 1000
    assert row["received"] == [row["sent"]] * 2


def test_bare_sockets_deliver_what_the_oracle_lets_them() -> None:
    with _network() as network:
        row = measure(Workload("ref-raw", receivers=2, seconds=0.2), network)
    assert "error" not in row, row
    assert row["loss"] < 0.01
    assert row["sent"] > 1000


def test_a_fixed_rate_gives_latencies() -> None:
    with _network() as network:
        row = measure(Workload("liveobjects-c", receivers=1, seconds=0.3, rate=1000), network)
    assert "error" not in row, row
    assert 200 <= row["sent"] <= 301
    assert 0 < row["p50_us"] <= row["p99_us"] <= row["max_us"]


def test_lost_packets_are_repaired_and_counted() -> None:
    with _network() as network:
        workload = Workload("liveobjects", receivers=2, seconds=0.5, loss=0.05)
        row = measure(workload, network)
    assert "error" not in row, row
    assert row["loss"] == 0.0
    assert row["counters"]["faults_dropped"] > 0
    assert row["counters"]["repairs_sent"] > 0


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing_parts(["mqtt0"], sys.executable)["mqtt0"]
    names, reasons = installed(["liveobjects", "mqtt0"], sys.executable)
    assert names == ["liveobjects"]
    assert reasons["mqtt0"].startswith("not installed: ")


def test_an_interpreter_that_does_not_run_leaves_its_peers_out(tmp_path: Path) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no such thing >&2\nexit 3\n")
    broken.chmod(0o755)
    assert missing_parts(["redis"], str(broken)) == {"redis": f"{broken}: no such thing"}


def test_java_comes_from_its_home_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    command = JGroups().command(_RUN, "send", 0, "127.0.0.1")
    assert command is not None
    assert command[0] == str(java)


def test_the_shared_page_has_the_same_words_in_every_language() -> None:
    folder = Path(__file__).resolve().parents[2] / "bench" / "_peers"
    names = [name for name in vars(Control) if name.isupper()]
    order = {name: getattr(Control, name) for name in names}
    in_c = (folder / "c" / "control.h").read_text()
    for line in [line for line in in_c.splitlines() if line.startswith("enum {")]:
        words = line[len("enum {") : line.index("}")].split(",")
        assert [order[word.strip()] for word in words] == list(range(len(words)))
    in_java = (folder / "JGroupsRole.java").read_text()
    found = json.dumps({name: f"{name} = {order[name]}" in in_java for name in names})
    assert "false" not in found, found
