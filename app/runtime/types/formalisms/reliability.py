# SPDX-License-Identifier: BSD-3-Clause
"""Reliability: how often, in which order and to whom events are delivered, and what survives."""

from __future__ import annotations

from .base import FormulaError, Structure
from .properties import Implications, Property, PropertyFormalism

_PROPERTIES = [
    Property("best effort", (), "best effort (it tries to deliver, and no more)"),
    # Multiplicity.
    Property("at most once", ("best effort",), "at-most-once delivery (no event arrives twice)"),
    Property("at least once", ("best effort",), "at-least-once delivery (no event is lost)"),
    Property(
        "exactly once", ("at most once", "at least once"), "exactly-once delivery (no event is lost or arrives twice)"
    ),
    # Order.
    Property("fifo", ("best effort",), "FIFO (each sender's events arrive in the order they were sent)"),
    Property("causal", ("fifo",), "causal order (no event arrives before one that led to it)"),
    Property("total", ("fifo",), "events delivered in total order (the same for everyone)"),
    # Agreement among members.
    Property("all or nothing", ("best effort",), "all-or-nothing delivery (an event reaches everyone or no one)"),
    Property(
        "uniform", ("all or nothing",), "uniform delivery (what one has seen, even one who then fails, all will see)"
    ),
    Property(
        "virtually synchronous",
        ("fifo", "exactly once", "all or nothing"),
        "virtual synchrony (all who stay agree on who takes part and on what arrived in between)",
    ),
    Property(
        "atomic",
        ("total", "exactly once", "all or nothing"),
        "atomic delivery (to everyone or no one, once, in one order)",
    ),
    Property(
        "transactional",
        ("atomic", "durable"),
        "transactions (changes that belong together happen together or not at all, and last)",
    ),
    # Durability, and state transfer to newcomers.
    Property("durable", ("best effort",), "durability (what was sent survives a power failure)"),
    Property("latest value", ("best effort",), "the latest value (everyone ends up with each sender's newest)"),
    Property("state transfer", ("best effort",), "state transfer (newcomers receive the state so far)"),
    Property(
        "checkpointed",
        ("state transfer",),
        "checkpoints (newcomers receive the state so far, then exactly what followed)",
    ),
]

_TOGETHER = [
    (frozenset(["at most once", "at least once"]), "exactly once"),
    (frozenset(["total", "exactly once", "all or nothing"]), "atomic"),
    # Lossless and FIFO: the last value that arrives is the newest.
    (frozenset(["at least once", "fifo"]), "latest value"),
]

_SYNONYMS = {
    "total order": "total",
    "totally ordered": "total",
    "fifo order": "fifo",
    "causal order": "causal",
    "virtual synchrony": "virtually synchronous",
    "persistent": "durable",
    "reliable": "at least once",
}


class Reliability(PropertyFormalism):
    """Named delivery properties, compared by implication."""

    id = "reliability"
    implications = Implications(_PROPERTIES, _TOGETHER)

    def _clause(self, text: str, _structure: Structure) -> str:
        name = " ".join(text.casefold().replace("-", " ").split())
        name = _SYNONYMS.get(name, name)
        if name not in self.implications.properties:
            raise FormulaError(f"there is no such property; there are {', '.join(self.implications.properties)}")
        return name
