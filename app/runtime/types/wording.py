# SPDX-License-Identifier: BSD-3-Clause
"""The wording of the reasons of a comparison."""

from __future__ import annotations

from typing import NamedTuple


class Flow(NamedTuple):
    """Values that one side sends and the other receives; each part is the start of a sentence."""

    gives: str
    takes_only: str
    refuses: str


class Promise(NamedTuple):
    """Constraints that one side requires and the other provides; each part is the start of a sentence."""

    wants: str
    has_only: str
    has_nothing: str


class Wording(NamedTuple):
    """The words for the four parts of equations 2.1 and 2.4, and for the endpoints of 2.6."""

    outgoing: Flow
    incoming: Flow
    provided: Promise
    required: Promise
    has: str = "{right} has"
    lacks: str = "{left} does not have"


VALUES = Flow("{left} has", "{right} allows only", "{right} does not allow")

MATCHING = Wording(
    outgoing=Flow("{left} sends", "{right} accepts only", "{right} does not accept"),
    incoming=Flow("{right} sends", "{left} accepts only", "{left} does not accept"),
    provided=Promise("{right} needs", "{left} only promises", "{left} promises nothing about"),
    required=Promise("{left} needs", "{right} only promises", "{right} promises nothing about"),
)

SUBTYPING = Wording(
    outgoing=Flow("{left} sends", "{right} sends only", "{right} does not send"),
    incoming=Flow("{right} accepts", "{left} accepts only", "{left} does not accept"),
    provided=Promise("{right} promises", "{left} only promises", "{left} promises nothing about"),
    required=Promise("{left} needs", "{right} needs only", "{right} needs nothing about"),
)


def within(flow: Flow, one: str, many: str) -> Wording:
    """Return the words for an object or endpoint that is itself a value from one side to the other."""
    given, taken = f"{flow.gives} {one} that", f"{flow.takes_only} {many} that"
    return Wording(
        outgoing=Flow(f"{given} sends", f"{taken} send only", f"{taken} do not send"),
        incoming=Flow(f"{taken} accept", f"{given} accepts only", f"{given} does not accept"),
        provided=Promise(f"{taken} promise", f"{given} only promises", f"{given} promises nothing about"),
        required=Promise(f"{given} needs", f"{taken} need only", f"{taken} need nothing about"),
        has=f"{taken} have",
        lacks=f"{given} does not have",
    )
