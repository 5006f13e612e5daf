# SPDX-License-Identifier: BSD-3-Clause
"""Port families: a port's kind for people, derived from its events."""

from __future__ import annotations

from enum import Enum

from app.runtime.types import NULL, TEXT, EndpointTerm, EndpointType, MapOf, Record, Table, Type, Union, ValueType


class Family(Enum):
    """A kind of port; the value is its name in words."""

    CHANNEL = "channel"
    REPLICATED_STATE = "channel with a shared state"
    MEMBERSHIP = "who takes part"
    FOLDER = "folder of objects"
    TEXT = "text"
    NUMBER = "number"
    YES_NO = "yes or no"
    MOMENT = "moment"
    POSITION = "position"
    ROW = "row"
    PICTURE = "picture"
    EVENT = "event"
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
    Family.EVENT: "about what happens",
    Family.YES_NO: "about yes or no",
    Family.SERVICE: "for questions and answers",
    Family.CONTROL: "for control and status",
}
_NOUNS = {
    Family.MEMBERSHIP: "the list of who takes part",
    Family.VALUE: "values",
    Family.EVENT: "an event",
    Family.YES_NO: "yes or no",
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


def is_flow(term: EndpointTerm | None) -> bool:
    """Whether a port offers or accepts values for everyday wires."""
    return (
        isinstance(term, EndpointType)
        and term.carries_flow
        and all(isinstance(event.type, Record) for event in (*term.incoming, *term.outgoing))
    )


def is_inlet(term: EndpointTerm | None) -> bool:
    """Whether a port accepts values of everyday wires."""
    return isinstance(term, EndpointType) and is_flow(term) and bool(term.incoming)


def _flow_family(types: dict[str, ValueType]) -> Family:
    if "value" not in types:
        return Family.EVENT
    record = types["value"]
    assert isinstance(record, Record)
    carried = next((field.type for field in record.fields if field.name == "value"), None)
    options = carried.options if isinstance(carried, Union) else (carried,)
    kinds = [_kind(option) for option in options if option != NULL]
    return kinds[0] if len(set(kinds)) == 1 else Family.VALUE


def _kind(carried: Type | None) -> Family:
    if isinstance(carried, Table):
        return Family.TABLE
    if isinstance(carried, MapOf):
        return Family.ROW
    if isinstance(carried, Record):
        names = {field.name for field in carried.fields}
        return Family.POSITION if {"latitude", "longitude"} <= names else Family.ROW
    return _SCALARS.get(str(carried), Family.VALUE)


_SCALARS = {
    "int": Family.NUMBER,
    "float": Family.NUMBER,
    "bool": Family.YES_NO,
    "text": Family.TEXT,
    "timestamp": Family.MOMENT,
    "bytes": Family.PICTURE,
}


def family_of(term: EndpointTerm | None) -> Family:
    """The family of a port type; unknown types are `OTHER`."""
    if not isinstance(term, EndpointType):
        return Family.OTHER
    events = [*term.incoming, *term.outgoing]
    types = dict(events)
    if any(isinstance(event.type, Table) for event in events):
        return Family.TABLE
    if is_flow(term):
        return _flow_family(types)
    if types.get("set") == TEXT:
        return Family.TEXT
    for family, sets in _EVENTS:
        if any(wanted <= types.keys() for wanted in sets):
            return family
    return Family.OTHER
