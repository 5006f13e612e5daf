# SPDX-License-Identifier: BSD-3-Clause
"""From Python annotations to structural types."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, NotRequired, TypedDict, TypeVar
from uuid import UUID

import pytest

from app.runtime.library import (
    Channel,
    CheckpointedChannel,
    Endpoint,
    Folder,
    Object,
    ObjectReference,
    OfType,
    Range,
    definition_of,
    live_object,
)
from app.runtime.references import Reference
from app.runtime.types import EndpointType, ObjectType, parse_value_type

ID = "0123456789abcdef0123456789abcdef"
T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)
Obj = TypeVar("Obj", bound=ObjectType)


@dataclass
class Point:
    x: float
    y: float = 0.0
    tags: list[str] = field(default_factory=list)
    origin: ClassVar[int] = 0
    seen: bool = field(default=False, init=False)


class Corner(NamedTuple):
    x: int
    y: int = 0


class Settings(TypedDict):
    size: int
    colour: NotRequired[str]


@dataclass
class Envelope(Generic[T]):
    content: T
    copies: list[T]


REFERENCE_TO: Any = ObjectReference

ANNOTATIONS: list[tuple[Any, str, str]] = [
    (None, "null", "null"),
    (bool, "bool", "bool"),
    (int, "int", "int"),
    (float, "float", "float"),
    (str, "text", "text"),
    (bytes, "bytes", "bytes"),
    (datetime, "timestamp", "timestamp"),
    (UUID, "uuid", "uuid"),
    (Any, "anything", "anything"),
    (object, "anything", "anything"),
    (list, "list[anything]", "list[anything]"),
    (list[int], "list[int]", "list[int]"),
    (tuple[int, ...], "list[int]", "list[int]"),
    (set[str], "list[text]", "list[text]"),
    (dict[str, int], "map[text, int]", "map[text, int]"),
    (dict, "map[text, anything]", "map[text, anything]"),
    (int | None, "int | null", "int | null"),
    (Point, "{x: float, y: float, tags: list[text]}", "{x: float, y?: float, tags?: list[text], ...}"),
    (Corner, "{x: int, y: int}", "{x: int, y?: int, ...}"),
    (Settings, "{size: int, colour?: text}", "{size: int, colour?: text, ...}"),
    (Envelope[int], "{content: int, copies: list[int]}", "{content: int, copies: list[int], ...}"),
    (Envelope, "{content: anything, copies: list[anything]}", "{content: anything, copies: list[anything], ...}"),
    (list[Corner], "list[{x: int, y: int}]", "list[{x: int, y?: int, ...}]"),
    (Annotated[int, Range(0, 9)], "int", "int"),
    (Annotated[int, ["not", "hashable"]], "int", "int"),
    (Annotated[object, OfType("table{price: double}")], "table{price: double}", "table{price: double}"),
    (Reference, "reference[Object]", "reference[Object]"),
    (REFERENCE_TO[Channel[int]], "reference[Channel[int]]", "reference[Channel[int]]"),
    (REFERENCE_TO["Channel[int]"], "reference[Channel[int]]", "reference[Channel[int]]"),
    (REFERENCE_TO[Folder[Channel[str]]], "reference[Folder[Channel[text]]]", "reference[Folder[Channel[text]]]"),
    (
        REFERENCE_TO[CheckpointedChannel[int, Corner]],
        "reference[CheckpointedChannel[int, {x: int, y: int}]]",
        "reference[CheckpointedChannel[int, {x: int, y: int}]]",
    ),
    (REFERENCE_TO[Object], "reference[Object]", "reference[Object]"),
]


@pytest.mark.parametrize(("annotation", "sent", "accepted"), ANNOTATIONS, ids=str)
def test_annotations_become_structural_types(annotation: Any, sent: str, accepted: str) -> None:
    class Carrier:
        """Carries values."""

        port = Endpoint()

        def send(self, value) -> None:  # type: ignore[no-untyped-def]  # annotated below
            """Out."""

        def receive(self, value) -> None:  # type: ignore[no-untyped-def]
            """In."""

        send.__annotations__["value"] = annotation
        receive.__annotations__["value"] = annotation
        port.outgoing(send)
        port.incoming(receive)

    live_object(ID, name="Carrier")(Carrier)
    (port,) = definition_of(Carrier).blueprint().endpoints
    assert port.outgoing[0].type == parse_value_type(sent)
    assert port.incoming[0].type == parse_value_type(accepted)
