# SPDX-License-Identifier: BSD-3-Clause
"""The checkers accept every correct trace, and name the guarantee that a mutated trace violates."""

import json
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench._checkers import CHECKS, Report, Trace, TraceLine, check_traces
from bench._checkers.trace import TraceError
from tests.checkers.trace_builder import Line, stories

Traces = dict[str, list[Line]]
ROOT = Path(__file__).resolve().parents[2]


def check(traces: Traces, checks: tuple[str, ...] = CHECKS) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, lines in traces.items():
            paths.append(Path(folder) / f"{name}.jsonl")
            paths[-1].write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return check_traces(paths, checks)


def survivors(traces: Traces) -> list[str]:
    return [line["sender"].partition("/")[0] for line in traces["harness"]]


def deliveries(lines: list[Line]) -> list[int]:
    return [index for index, line in enumerate(lines) if line["event"] == "delivered"]


@given(stories())
@settings(max_examples=150, deadline=None)
def test_traces_that_keep_every_promise_are_accepted(traces: Traces) -> None:
    report = check(traces)
    assert report.violations == ()
    assert report.events == sum(len(lines) for lines in traces.values())


# Each mutation changes one thing in the trace of one survivor, and returns whether it could.


def leave_out(lines: list[Line], chance: random.Random) -> bool:
    """A message in the middle is not delivered."""
    places = deliveries(lines)
    followed = [
        index
        for number, index in enumerate(places)
        if any(lines[later]["sender"] == lines[index]["sender"] for later in places[number + 1 :])
        and any(lines[earlier]["sender"] == lines[index]["sender"] for earlier in places[:number])
    ]
    if followed:
        del lines[chance.choice(followed)]
    return bool(followed)


def repeat(lines: list[Line], chance: random.Random) -> bool:
    """A message is delivered twice."""
    places = deliveries(lines)
    index = chance.choice(places)
    lines.insert(chance.randint(index + 1, len(lines)), dict(lines[index]))
    return True


def swap(lines: list[Line], chance: random.Random, *, same_sender: bool) -> bool:
    pairs = [
        index
        for index in range(len(lines) - 1)
        if lines[index]["event"] == lines[index + 1]["event"] == "delivered"
        and (lines[index]["sender"] == lines[index + 1]["sender"]) == same_sender
    ]
    if pairs:
        index = chance.choice(pairs)
        lines[index], lines[index + 1] = lines[index + 1], lines[index]
    return bool(pairs)


def swap_of_one_sender(lines: list[Line], chance: random.Random) -> bool:
    """Two messages of one sender are swapped."""
    return swap(lines, chance, same_sender=True)


def swap_of_two_senders(lines: list[Line], chance: random.Random) -> bool:
    """Two messages of different senders are swapped."""
    return swap(lines, chance, same_sender=False)


def invent(lines: list[Line], chance: random.Random) -> bool:
    """A message is delivered that was not sent."""
    index = chance.choice(deliveries(lines))
    lines.append({**lines[index], "number": 10_000})
    return True


def other_members(lines: list[Line], chance: random.Random) -> bool:
    """A view has one member too many."""
    cut = chance.choice([line for line in lines if line["event"] == "cut" and len(line["members"]) > 1])
    cut["members"] = [*cut["members"], "stranger/1"]
    return True


def late_delivery(lines: list[Line], chance: random.Random) -> bool:
    """The last message before a view change is delivered after it."""
    cuts = [
        index
        for index in range(1, len(lines))
        if lines[index]["event"] == "cut" and lines[index - 1]["event"] == "delivered"
    ]
    if cuts:
        index = chance.choice(cuts)
        lines[index - 1], lines[index] = lines[index], lines[index - 1]
    return bool(cuts)


def other_view(lines: list[Line], chance: random.Random) -> bool:
    """A message has the number of another view."""
    lines[chance.choice(deliveries(lines))]["view"] += 1
    return True


def state_with_too_much(lines: list[Line], chance: random.Random) -> bool:
    """A newcomer's state includes a message after the view change."""
    begun = [line for line in lines if line["event"] == "initialized" and line["through"]]
    for line in begun[:1]:
        name = chance.choice(sorted(line["through"]))
        line["through"] = {**line["through"], name: line["through"][name] + chance.choice((-1, 1))}
    return bool(begun)


def other_state(lines: list[Line], chance: random.Random) -> bool:
    """A state differs from that of the others."""
    chance.choice([line for line in lines if "state" in line and line.get("view") != 1])["state"] = "another"
    return True


def lost_at_the_end(lines: list[Line], chance: random.Random) -> bool:
    """The last message, which was accepted, is missing."""
    del lines[deliveries(lines)[-1]]
    return True


MUTATIONS: dict[Callable[[list[Line], random.Random], bool], str] = {
    leave_out: "fifo",
    repeat: "at most once",
    swap_of_one_sender: "fifo",
    swap_of_two_senders: "total order",
    invent: "integrity",
    other_members: "view agreement",
    late_delivery: "virtual synchrony",
    other_view: "virtual synchrony",
    state_with_too_much: "exact cut",
    other_state: "exact cut",
    lost_at_the_end: "durability",
}


@pytest.mark.parametrize(("mutation", "promise"), MUTATIONS.items(), ids=lambda value: getattr(value, "__name__", None))
def test_what_breaks_a_promise_is_caught_by_its_check(
    mutation: Callable[[list[Line], random.Random], bool], promise: str
) -> None:
    changed_at_all = 0

    @given(stories(), st.integers(0, 1000))
    @settings(max_examples=60, deadline=None)
    def each(traces: Traces, seed: int) -> None:
        nonlocal changed_at_all
        chance = random.Random(seed)
        changed = deepcopy(traces)
        node = chance.choice(survivors(changed))
        if not mutation(changed[node], chance) or changed == traces:
            return
        changed_at_all += 1
        report = check(changed)
        assert report.counts[promise] > 0, (report.violations, node)
        assert not report.holds
        assert any(place.file == f"{node}.jsonl" for v in report.violations for place in v.places)
        others = tuple(name for name in CHECKS if name != promise)
        assert check(changed, (promise,)).counts == {promise: report.counts[promise]}
        assert promise not in check(changed, others).counts

    each()
    assert changed_at_all > 10


def _by_hand(*lines: str) -> Traces:
    """Traces in which node a delivers the given messages."""
    return {"a": [json.loads(line) for line in lines]}


def _line(event: str, **fields: object) -> str:
    return json.dumps({"process": "a", "incarnation": 1, "time": 0, "event": event, **fields})


def test_violations_say_what_and_where() -> None:
    report = check(
        _by_hand(
            _line("sent", number=1),
            _line("sent", number=2),
            _line("delivered", sender="a/1", number=1),
            _line("delivered", sender="a/1", number=1),
        )
    )
    (violation,) = report.violations
    assert str(violation) == "at most once: a/1 got a/1#1 again (a.jsonl:4)"
    assert violation.places == (TraceLine("a.jsonl", 4),)


def test_the_order_at_a_dead_node_counts_up_to_its_last_cut() -> None:
    def node(name: str, order: str, last: str, survived: bool) -> list[Line]:
        facts = {"process": name, "incarnation": 1, "time": 0}
        members = ["a/1", "b/1"]
        lines: list[Line] = [{**facts, "event": "sent", "number": 1}, {**facts, "event": "sent", "number": 2}]
        lines.append({**facts, "event": "cut", "view": 1, "members": members, "joined": members})
        lines += [{**facts, "event": "delivered", "sender": f"{s}/1", "number": 1} for s in order]
        lines.append({**facts, "event": "cut", "view": 2, "members": members})
        lines += [{**facts, "event": "delivered", "sender": f"{s}/1", "number": 2} for s in last]
        return lines + [{**facts, "event": "survived"}] * survived

    a = node("a", "ab", "ab", survived=True)
    assert check({"a": a, "b": node("b", "ab", "ba", survived=False)}).holds
    assert check({"a": a, "b": node("b", "ab", "ba", survived=True)}).counts["total order"] > 0
    assert check({"a": a, "b": node("b", "ba", "ab", survived=False)}).counts["total order"] > 0


def test_a_minority_is_compared_again_when_it_has_come_back() -> None:
    def line(process: str, event: str, **fields: object) -> Line:
        return {"process": process, "incarnation": 1, "time": 0, "event": event, **fields}

    both = ["a/1", "b/1"]
    a = [line("a", "sent", number=number) for number in (1, 2, 3)]
    a += [line("a", "cut", view=1, members=both, joined=both), line("a", "initialized", view=1, through={})]
    a += [line("a", "delivered", sender="a/1", number=1), line("a", "cut", view=2, members=["a/1"])]
    a += [line("a", "delivered", sender="a/1", number=2), line("a", "cut", view=3, members=both, joined=["b/1"])]
    a += [line("a", "delivered", sender="a/1", number=3), line("a", "survived")]
    b = [line("b", "cut", view=1, members=both, joined=both), line("b", "initialized", view=1, through={})]
    b += [line("b", "cut", view=2, members=["b/1"], writable=False)]
    b += [line("b", "cut", view=3, members=both, joined=["b/1"])]
    b += [line("b", "initialized", view=3, through={"a/1": 2})]
    b += [line("b", "delivered", sender="a/1", number=3), line("b", "survived")]
    assert check({"a": a, "b": b}).violations == ()
    b[4]["through"] = {"a/1": 1}
    assert check({"a": a, "b": b}).counts["exact cut"] == 1


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(_line("delivered", sender="a/1", number=1) + "\n" + '{"half": ', encoding="utf-8")
    assert check_traces([path]).events == 1  # the process was killed while it wrote
    path.write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(TraceError, match=r"a\.jsonl:1: no event"):
        check_traces([path])
    path.write_text(_line("exploded") + "\n", encoding="utf-8")
    with pytest.raises(TraceError, match="unknown event 'exploded'"):
        check_traces([path])
    with pytest.raises(ValueError, match="unknown checks: luck"):
        check_traces([], ["luck"])


def _write_large(folder: Path, messages: int) -> int:
    """Write traces of four nodes that all send and deliver everything."""
    nodes = [f"p{number}/1" for number in range(4)]
    for process in range(4):
        with Trace(folder / f"p{process}.jsonl", f"p{process}") as trace:
            trace.view_change(1, nodes, nodes)
            trace.initialized(1, {})
            trace.survived(trace.node)
        head = f'{{"process":"p{process}","incarnation":1,"time":1,"event":'
        with (folder / f"p{process}.jsonl").open("a", encoding="utf-8") as file:
            for number in range(1, messages + 1):
                file.write(f'{head}"sent","number":{number}}}\n')
                file.writelines(f'{head}"delivered","sender":"{node}","number":{number}}}\n' for node in nodes)
    return 4 * (3 + 5 * messages)


def test_large_traces_need_little_time_and_memory(tmp_path: Path) -> None:
    events = _write_large(tmp_path, 5000)
    paths = sorted(tmp_path.iterdir())
    began = time.process_time()
    report = check_traces(paths)
    seconds = time.process_time() - began
    assert report.holds
    assert report.events == events
    assert seconds < events / 1_000_000 * 15  # a million in some seconds; three on the developer's machine
    tracemalloc.start()
    check_traces(paths)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30 * events


def test_the_command_shows_violations_and_exits_with_1(tmp_path: Path) -> None:
    with Trace(tmp_path / "a.jsonl", "a") as trace:
        trace.sent(1)
        trace.delivered("a/1", 1)
        trace.delivered("a/1", 1)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "app", "bench", "check-traces", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    finished = run(str(tmp_path / "a.jsonl"))
    assert finished.returncode == 1
    assert "at most once: a/1 got a/1#1 again (a.jsonl:3)" in finished.stdout
    assert run(str(tmp_path / "a.jsonl"), "--checks", "fifo", "--json").returncode == 0
    assert run(str(tmp_path / "none.jsonl")).returncode == 2
