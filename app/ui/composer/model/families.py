# SPDX-License-Identifier: BSD-3-Clause
"""Port families: a port's kind for people, derived from its events."""

from __future__ import annotations

from enum import Enum

from app.runtime.types import TEXT, EndpointTerm, EndpointType, Table


class Family(Enum):
    """A kind of port; the value is its name in words."""

    CHANNEL = "channel"
    REPLICATED_STATE = "channel with a shared state"
    MEMBERSHIP = "who takes part"
    FOLDER = "folder of objects"
    TEXT = "text"
    VALUE = "values"
    TABLE = "table of rows"
    SERVICE = "questions and answers"
    CONTROL = "control and status"
    OTHER = "connection of its own kind"

    @property
    def words(self) -> str:
        """The name in words."""
        return self.value

    @property
    def phrase(self) -> str:
        """The phrase that completes "this port is …"."""
        return _PHRASES.get(self, f"a {self.value}")

    @property
    def noun(self) -> str:
        """The noun that completes "this port offers …"."""
        return _NOUNS.get(self, f"a {self.value}")


_PHRASES = {
    Family.MEMBERSHIP: "about who takes part",
    Family.VALUE: "about values",
    Family.SERVICE: "for questions and answers",
    Family.CONTROL: "for control and status",
}
_NOUNS = {
    Family.MEMBERSHIP: "the list of who takes part",
    Family.VALUE: "values",
    Family.SERVICE: "questions and answers",
    Family.CONTROL: "control and status",
}

# The first family with a set whose events all occur wins, in either direction.
_EVENTS: tuple[tuple[Family, tuple[set[str], ...]], ...] = (
    (Family.REPLICATED_STATE, ({"send", "receive", "checkpoint", "initialize"},)),
    (Family.CHANNEL, ({"send", "receive"},)),
    (Family.FOLDER, ({"get", "item"}, {"put", "remove", "names"})),
    (Family.MEMBERSHIP, ({"view"}, {"suspected"}, {"members"}, {"stand", "leader"}, {"come", "answers"})),
    (Family.SERVICE, ({"request", "answered"}, {"serve", "answer"}, {"start", "stop", "started"})),
    (Family.TEXT, ({"edit", "changed"},)),
    (Family.CONTROL, ({"status"}, {"title", "size"}, {"lock"}, {"acquire", "release"}, {"submit"}, {"admit"})),
    (Family.VALUE, ({"value"}, {"set"}, {"add"}, {"put"}, {"insert"}, {"changed"})),
)


def family_of(term: EndpointTerm | None) -> Family:
    """The family of a port type; unknown types are `OTHER`."""
    if not isinstance(term, EndpointType):
        return Family.OTHER
    events = [*term.incoming, *term.outgoing]
    types = dict(events)
    if any(isinstance(event.type, Table) for event in events):
        return Family.TABLE
    if types.get("set") == TEXT:
        return Family.TEXT
    for family, sets in _EVENTS:
        if any(wanted <= types.keys() for wanted in sets):
            return family
    return Family.OTHER
