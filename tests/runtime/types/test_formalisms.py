# SPDX-License-Identifier: BSD-3-Clause
"""The six formalisms: implications, checked against their meaning, and error messages."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.types import (
    STANDARD_FORMALISMS,
    Constraint,
    FormulaError,
    ObjectType,
    Structure,
    parse_endpoint_type,
    parse_object_type,
    structure_of,
)
from app.runtime.types.formalisms.cardinality import Cardinality, Interval
from app.runtime.types.formalisms.merging import Merging
from app.runtime.types.formalisms.precedence import Order, Precedence
from app.runtime.types.formalisms.reliability import Reliability
from app.runtime.types.formalisms.security import Security
from app.runtime.types.formalisms.timing import Bound, Timing
from tests.runtime.types.strategies import RELIABILITY, formula_texts, stronger_text, weaker_text

BUILT_IN = ["reliability", "cardinality", "precedence", "timing", "security", "merge"]
ANY = Structure()
CHANNEL = structure_of(parse_endpoint_type('endpoint{ in send(int); out receive(int); out "two words"() }'))
OBJECT = structure_of(
    parse_object_type("object{ channel: endpoint{ in send(int) }; extra: endpoint{ in go(); in send() } }")
)


def known(name: str) -> Any:
    formalism = STANDARD_FORMALISMS.find(name)
    assert formalism is not None
    return formalism


def follows(name: str, weak: str, strong: str, structure: Structure = ANY) -> bool:
    formalism = known(name)
    return bool(formalism.is_weaker_than(formalism.parse(weak, structure), formalism.parse(strong, structure)))


# Laws that all of them keep.


@pytest.mark.parametrize("name", BUILT_IN)
@settings(max_examples=60, derandomize=True, deadline=None)
@given(data=st.data())
def test_laws(name: str, data: st.DataObject) -> None:
    formalism = known(name)
    text = data.draw(formula_texts(name))
    formula = formalism.parse(text, ANY)
    weak_text = data.draw(weaker_text(Constraint(name, text)))
    weak, strong = (
        formalism.parse(other, ANY) for other in (weak_text, data.draw(stronger_text(Constraint(name, text))))
    )
    other = formalism.parse(data.draw(formula_texts(name)), ANY)
    assert formalism.is_weaker_than(formula, formula)
    assert formalism.is_weaker_than(weak, formula)
    assert formalism.is_weaker_than(formula, strong)
    assert formalism.is_weaker_than(weak, strong)
    assert formalism.is_weaker_than(formalism.parse("", ANY), formula)
    assert formalism.is_weaker_than(other, formula) == (formalism.missing(other, formula) == [])
    assert formalism.describe(formula)
    both = formalism.parse(formalism.conjoin(text, weak_text), ANY)
    assert formalism.is_weaker_than(formula, both)
    assert formalism.is_weaker_than(weak, both)
    assert formalism.is_weaker_than(both, formula)


@pytest.mark.parametrize("name", BUILT_IN)
@settings(max_examples=100, derandomize=True, deadline=None)
@given(data=st.data())
def test_what_follows_is_transitive(name: str, data: st.DataObject) -> None:
    formalism = known(name)
    a, b, c = (formalism.parse(data.draw(formula_texts(name)), ANY) for _ in range(3))
    if formalism.is_weaker_than(a, b) and formalism.is_weaker_than(b, c):
        assert formalism.is_weaker_than(a, c)


# Reliability.

IMPLIED = [
    ("exactly once", "at most once, at least once"),
    ("causal", "fifo"),
    ("total", "fifo"),
    ("uniform", "all or nothing"),
    ("virtually synchronous", "fifo, exactly once, all or nothing, latest value"),
    ("atomic", "total, fifo, exactly once, all or nothing, latest value"),
    ("virtually synchronous, total", "atomic"),
    ("transactional", "atomic, durable, total"),
    ("checkpointed", "state transfer"),
    ("at least once, fifo", "latest value"),
    ("at most once, at least once", "exactly once"),
    ("total, exactly once, all or nothing", "atomic"),
]
NOT_IMPLIED = [
    ("total", "causal"), ("causal", "total"), ("fifo", "causal"), ("total", "at most once"),
    ("total", "at least once"), ("total", "all or nothing"), ("virtually synchronous", "total"),
    ("virtually synchronous", "causal"), ("atomic", "virtually synchronous"), ("atomic", "causal"),
    ("atomic", "uniform"), ("atomic, durable", "transactional"), ("durable", "at least once"),
    ("transactional", "state transfer"), ("state transfer", "checkpointed"), ("checkpointed", "total"),
    ("at least once", "latest value"), ("latest value", "at least once"), ("best effort", "at most once"),
    ("", "best effort"), ("atomic, virtually synchronous", "durable"), ("exactly once", "fifo"),
]  # fmt: skip


@pytest.mark.parametrize(("strong", "weak"), IMPLIED)
def test_reliability_implies(strong: str, weak: str) -> None:
    assert follows("reliability", weak, strong)


@pytest.mark.parametrize(("strong", "weak"), NOT_IMPLIED)
def test_reliability_does_not_imply(strong: str, weak: str) -> None:
    assert not follows("reliability", weak, strong)


@pytest.mark.parametrize("name", RELIABILITY)
def test_everything_is_at_least_best_effort(name: str) -> None:
    assert follows("reliability", "best effort", name)


def test_no_two_properties_mean_the_same() -> None:
    for one, two in itertools.combinations(RELIABILITY, 2):
        assert not (follows("reliability", one, two) and follows("reliability", two, one)), (one, two)


def test_reliability_takes_the_usual_spellings() -> None:
    parse = Reliability().parse
    assert parse("Total-Order,  FIFO order, Virtual synchrony", ANY) == {"total", "fifo", "virtually synchronous"}
    assert parse("persistent, reliable, BEST-EFFORT", ANY) == {"durable", "at least once", "best effort"}


def test_only_the_strongest_promises_are_named() -> None:
    formalism = Reliability()
    said = formalism.describe(formalism.parse("best effort, fifo, total, durable", ANY))
    assert (
        said == "durability (what was sent survives a power failure) and events delivered in total order "
        "(the same for everyone)"
    )
    assert formalism.describe(frozenset()) == "nothing about reliability"


# Cardinality: an interval implies another when each number in it is in the other.


def numbers(formula: frozenset[Interval], target: str) -> set[int]:
    return {
        count
        for count in range(15)
        if all(
            interval.low <= count and (interval.high is None or count <= interval.high)
            for interval in formula
            if interval.target == target
        )
    }


INTERVALS = [
    *(f"at most {n} instances" for n in (0, 1, 3)),
    *(f"at least {n} instances" for n in (0, 1, 3)),
    *(f"exactly {n} instances of a" for n in (1, 2)),
    "between 1 and 3 instances", "between one and two instances of a",
    "at least 1 instance, at most 2 instances", "",
]  # fmt: skip


def test_cardinality_is_inclusion_of_numbers() -> None:
    formalism = Cardinality()
    formulas = [formalism.parse(text, ANY) for text in INTERVALS]
    for weak, strong in itertools.product(formulas, repeat=2):
        included = all(numbers(strong, target) <= numbers(weak, target) for target in ("", "a"))
        assert formalism.is_weaker_than(weak, strong) == included, (weak, strong)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("at most one instance of channel", Interval("channel", 0, 1)),
        ("at most one instance of Channel can be connected", Interval("channel", 0, 1)),
        ("At least 3 instances of the endpoint extra", Interval("extra", 3, None)),
        ("exactly ten instances are connected", Interval("", 10, 10)),
        ("no instances of channel", None),
        ("exactly no instances of channel", Interval("channel", 0, 0)),
        ("between 2 and 1000000000 instances", Interval("", 2, 10**9)),
    ],
)
def test_cardinality_texts(text: str, meaning: Interval | None) -> None:
    if meaning is None:
        with pytest.raises(FormulaError, match="write, for example"):
            Cardinality().parse(text, OBJECT)
    else:
        assert Cardinality().parse(text, OBJECT) == {meaning}


def test_cardinality_in_words() -> None:
    describe, parse = Cardinality().describe, Cardinality().parse
    assert describe(parse("between 2 and 3 instances of a", ANY)) == (
        "between two and three instances of `a` connected at any time"
    )


@pytest.mark.parametrize(
    ("text", "structure", "said"),
    [
        ("at most one instance of nobody", OBJECT, "this object has no endpoint named `nobody`; there are"),
        ("at most one instance of send", CHANNEL, "an endpoint can only count its own instances"),
        ("at most many instances", OBJECT, "`many` is not a number of instances"),
        ("at most 9999999999 instances", OBJECT, "`9999999999` is not a number"),
        ("at most 99999999999 instances", OBJECT, "`99999999999` is not a number"),
        ("at most ² instances", OBJECT, "`²` is not a number"),
        ("at least 3 instances, at most 2 instances", OBJECT, "no number is at least 3 and at most 2"),
        ("between 3 and 2 instances of extra", OBJECT, "no number of `extra` is at least 3 and at most 2"),
    ],
)
def test_cardinality_mistakes(text: str, structure: Structure, said: str) -> None:
    with pytest.raises(FormulaError, match=said.replace("²", ".")):
        Cardinality().parse(text, structure)


# Precedence: a formula means a set of histories.

LETTERS = ("a", "b", "c", "d")
HISTORIES = [history for length in range(5) for history in itertools.product(LETTERS, repeat=length)]


def allows(formula: frozenset[Order], history: tuple[str, ...]) -> bool:
    return all(
        order.earlier in history[:position]
        for position, event in enumerate(history)
        for order in formula
        if order.later == event
    )


PAIRS = [Order(later, earlier) for later, earlier in itertools.permutations(LETTERS, 2)]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(
    st.frozensets(st.sampled_from([pair for pair in PAIRS if pair.later > pair.earlier]), max_size=4),
    st.frozensets(st.sampled_from(PAIRS), max_size=2),
)
def test_precedence_is_inclusion_of_histories(strong: frozenset[Order], weak: frozenset[Order]) -> None:
    included = all(allows(weak, history) for history in HISTORIES if allows(strong, history))
    assert Precedence().is_weaker_than(weak, strong) == included


def test_precedence_texts() -> None:
    parse = Precedence().parse
    assert parse("event Send never precedes event Connect", CHANNEL) == {Order("send", "connect")}
    assert parse('"two words" only after disconnect', CHANNEL) == {Order("two words", "disconnect")}
    assert parse("go only after channel.send", OBJECT) == {Order("extra.go", "channel.send")}
    assert follows("precedence", "c never precedes a", "c never precedes b, b only after a")
    assert not follows("precedence", "a never precedes c", "c never precedes b, b only after a")


@pytest.mark.parametrize(
    ("text", "structure", "said"),
    [
        ("send before receive", CHANNEL, "in `send before receive`: write, for example, `send never precedes"),
        (
            "send never precedes Conect",
            CHANNEL,
            (
                "in `send never precedes Conect`: this endpoint has no event named `Conect`; there are send, "
                "receive, two words, connect, disconnect"
            ),
        ),
        ("send never precedes go", OBJECT, "this object has no event named `send`; there are channel.send"),
        ("send never precedes send", CHANNEL, "`send` cannot wait for itself"),
        ("send only after receive, receive only after send", CHANNEL, "`receive` and `send` wait for each other"),
        ("a only after b", structure_of(ObjectType()), "this object has no event named `a`; it has no events"),
    ],
)
def test_precedence_mistakes(text: str, structure: Structure, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        Precedence().parse(text, structure)
    assert said in str(caught.value)


# Timing.


@pytest.mark.parametrize(
    ("weak", "strong", "holds"),
    [
        ("90 percent of r within 50 ms of s", "99 percent of r within 50 ms of s", True),
        ("99 percent of r within 60 ms of s", "99 percent of r within 50 ms of s", True),
        ("99 percent of r within 1 s of s", "r within 1000 ms of s", True),
        ("99 percent of r within 40 ms of s", "99 percent of r within 50 ms of s", False),
        ("99.5% of r within 50 ms of s", "99 % of r within 50 ms of s", False),
        ("99 percent of r within 50 ms of t", "99 percent of r within 50 ms of s", False),
        ("99 percent of q within 50 ms of s", "99 percent of r within 50 ms of s", False),
        ("at least 99 percent of r within 50 ms of each other", "r within 50 ms of s", True),
        ("r within 50 ms of s", "r within 50 ms of each other", False),
        ("r within 1 h of s, q within 2 min of s", "q within 1 us of s, r within 1 µs of s", True),
    ],
)
def test_timing_follows(weak: str, strong: str, holds: bool) -> None:
    assert follows("timing", weak, strong) is holds


def test_timing_is_exact() -> None:
    assert Timing().parse("99.9 percent of event receive within 0.1 ms of event Send", CHANNEL) == {
        Bound("receive", "send", Fraction(999, 10), Fraction(100))
    }


def test_timing_in_words() -> None:
    describe, parse = Timing().describe, Timing().parse
    assert describe(parse("99.9 percent of r within 0.5 us of s", ANY)) == "99.9 percent of `r` within 0.5 µs of `s`"
    assert describe(parse("r within 90 min of each other", ANY)) == "every `r` within 5400 s of each other"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("receive soon", "write, for example, `99 percent of receive within 50 ms of send`"),
        ("0 percent of receive within 5 ms of send", "0 percent is not a share"),
        ("101 percent of receive within 5 ms of send", "101 percent is not a share"),
        ("receive within 5 fortnights of send", "`fortnights` is not a unit of time; there are us, ms, s, min, h"),
        ("receive within 5 ms of nothing", "this endpoint has no event named `nothing`"),
        ("nothing within 5 ms of send", "this endpoint has no event named `nothing`"),
    ],
)
def test_timing_mistakes(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        Timing().parse(text, CHANNEL)
    assert said in str(caught.value)


# Security.


@pytest.mark.parametrize(
    ("weak", "strong", "holds"),
    [
        ("encrypted", "end-to-end encrypted", True),
        ("encrypted", "forward secret", True),
        ("intact", "authenticated", True),
        ("authenticated, intact", "authorized by alice", True),
        ("authorised by alice", "authorized by alice, authorized by bob", True),
        ("authorized by bob", "authorized by alice", False),
        ("authorized by Alice", "authorized by alice", False),
        ("encrypted", "authorized by alice", False),
        ("authenticated", "encrypted", False),
        ("end to end encrypted", "encrypted", False),
    ],
)
def test_security_follows(weak: str, strong: str, holds: bool) -> None:
    assert follows("security", weak, strong) is holds


@pytest.mark.parametrize("text", ["sealed", "authorized", "authorized by"])
def test_security_mistakes(text: str) -> None:
    with pytest.raises(
        FormulaError,
        match="no such protection; there are encrypted, end to end encrypted, forward secret, intact, "
        "authenticated, authorized by KEY",
    ):
        Security().parse(text, ANY)


def test_security_in_words() -> None:
    describe, parse = Security().describe, Security().parse
    assert describe(parse('authorized by "my key", intact', ANY)) == (
        "authorization by the key `my key` (only those it admits can send)"
    )


# Merging.


@pytest.mark.parametrize(
    ("weak", "strong", "holds"),
    [
        ("nothing lost, any order", "adds", True),
        ("nothing lost, any order", "CRDT", True),
        ("converges", "last-writer", True),
        ("converges", "first writer", True),
        ("crdt", "last writer", False),
        ("crdt", "adds", False),
        ("nothing lost", "last writer per part", False),
        ("last writer", "last writer per part", False),
        ("last writer per part", "last writer", False),
        ("last writer", "crdt", False),
    ],
)
def test_merging_follows(weak: str, strong: str, holds: bool) -> None:
    assert follows("merge", weak, strong) is holds


def test_merging_mistakes() -> None:
    with pytest.raises(FormulaError, match="in `votes`: there is no such rule; there are converges, nothing"):
        Merging().parse("votes", ANY)


def test_merging_in_words() -> None:
    needs, gives = Merging().parse("crdt", ANY), Merging().parse("last writer", ANY)
    assert Merging().missing(needs, gives) == [
        "merging by structure, as a CRDT does (all edits count, at their place, in whatever order)"
    ]
