"""Families of ports: what people call a port, by the events that it has."""

from __future__ import annotations

from enum import Enum

from app.runtime.types import EndpointTerm, EndpointType, Table


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
    OTHER = "something else"

    @property
    def words(self) -> str:
        """The name in words."""
        return self.value


# The first family counts that has all events of one of its sets, whichever way they go.
_EVENTS: tuple[tuple[Family, tuple[frozenset[str], ...]], ...] = (
    (Family.REPLICATED_STATE, (frozenset({"send", "receive", "checkpoint", "initialize"}),)),
    (Family.CHANNEL, (frozenset({"send", "receive"}),)),
    (Family.FOLDER, (frozenset({"get", "item"}), frozenset({"put", "remove", "names"}))),
    (Family.MEMBERSHIP, (frozenset({"view"}), frozenset({"suspected"}), frozenset({"members"}))),
    (
        Family.SERVICE,
        (
            frozenset({"request", "answered"}),
            frozenset({"serve", "answer"}),
            frozenset({"start", "stop", "started"}),
        ),
    ),
    (Family.TEXT, (frozenset({"edit", "text"}), frozenset({"insert"}), frozenset({"set", "changed"}))),
    (Family.CONTROL, (frozenset({"status"}), frozenset({"title", "size"}), frozenset({"lock"}))),
)


def family_of(term: EndpointTerm | None) -> Family:
    """The family of a port, from its type; what cannot be told is something else."""
    if not isinstance(term, EndpointType):
        return Family.OTHER
    events = [*term.incoming, *term.outgoing]
    if any(isinstance(event.type, Table) for event in events):
        return Family.TABLE
    names = {event.name for event in events}
    for family, sets in _EVENTS:
        if any(wanted <= names for wanted in sets):
            return family
    return Family.VALUE if names & {"value", "set", "add", "changed", "put"} else Family.OTHER
