# SPDX-License-Identifier: BSD-3-Clause
"""Small objects for the tests of activation."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from app.runtime import references as refs
from app.runtime.library import Catalogue, Context, Endpoint, adapter, definition_of, live_object
from app.runtime.library.source_tree import Library
from app.runtime.types import EndpointType, parse_endpoint_type
from bench.activation import Relay

T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)


class Wired:
    """Records connections of its endpoint; what `react` is set to runs with each number."""

    wire = Endpoint()

    def __init__(self, context: Context) -> None:
        self.context = context
        self.connections: list[str] = []
        self.react: Callable[[int], object] = lambda number: None

    @wire.connected
    def joined(self) -> None:
        self.connections.append("connected")

    @wire.disconnected
    def parted(self) -> None:
        self.connections.append("disconnected")


@live_object("a0000000000000000000000000000001", name="Source")
class Source(Wired):
    """Sends numbers, and hears what comes back."""

    wire = Wired.wire.stronger()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.heard: list[int] = []

    @wire.outgoing
    def put(self, number: int) -> None: ...

    @wire.incoming
    def back(self, number: int) -> None:
        self.heard.append(number)
        self.react(number)


@live_object("a0000000000000000000000000000002", name="Sink")
class Sink(Wired):
    """Keeps the numbers that it gets."""

    wire = Wired.wire.stronger()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.got: list[int] = []

    @wire.incoming
    def put(self, number: int) -> None:
        self.got.append(number)
        self.react(number)

    @wire.outgoing
    def back(self, number: int) -> None: ...


@live_object("a0000000000000000000000000000004", name="Queued sink")
class QueuedSink:
    """Keeps the numbers that it gets, each in a turn of its own."""

    wire = Endpoint(queued=True)

    def __init__(self) -> None:
        self.got: list[int] = []
        self.connections: list[str] = []

    @wire.incoming
    def put(self, number: int) -> None:
        self.got.append(number)

    @wire.outgoing
    def back(self, number: int) -> None: ...

    @wire.connected
    def joined(self) -> None:
        self.connections.append("connected")

    @wire.disconnected
    def parted(self) -> None:
        self.connections.append(f"disconnected after {len(self.got)}")


@live_object("a0000000000000000000000000000005", name="Broken")
class Broken:
    """Raises in its constructor, after it has begun several things."""

    wire = Endpoint()

    def __init__(self, context: Context) -> None:
        ENDED.clear()
        context.at_end(lambda: ENDED.append("first"))
        context.spawn(self.work())
        context.later(3600, self.work)
        context.at_end(lambda: ENDED.append("last"))
        raise RuntimeError("the constructor is broken")

    async def work(self) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ENDED.append("task")

    @wire.incoming
    def put(self, number: int) -> None: ...

    @wire.outgoing
    def back(self, number: int) -> None: ...


ENDED: list[str] = []


@dataclass
class Point:
    """A place."""

    x: int
    y: int


@dataclass
class Place:
    """The same, by another author."""

    x: int
    y: int
    label: str = "here"


@live_object("a0000000000000000000000000000006", name="Pen")
class Pen:
    """Sends points."""

    paper = Endpoint()

    @paper.outgoing
    def dot(self, at: Point) -> None: ...

    @paper.outgoing
    def line(self, start: Point, end: Point) -> None: ...

    @paper.outgoing
    def done(self) -> None: ...


@live_object("a0000000000000000000000000000007", name="Paper")
class Paper:
    """Keeps what is drawn on it, in a class of its own."""

    paper = Endpoint()

    def __init__(self) -> None:
        self.drawn: list[object] = []

    @paper.incoming
    def dot(self, at: Place) -> None:
        self.drawn.append(at)

    @paper.incoming
    def line(self, end: Place, start: Place) -> None:
        self.drawn.append((start, end))

    @paper.incoming
    def done(self) -> None:
        self.drawn.append("done")


@live_object("a0000000000000000000000000000008", name="Typed channel")
class TypedChannel(Generic[T]):
    """Gives back what it is sent, of any one type."""

    channel = Endpoint(provides={"reliability": "fifo"})

    def __init__(self, context: Context) -> None:
        self.context = context

    @channel.incoming
    def send(self, value: T) -> None:
        self.receive(value)

    @channel.outgoing
    def receive(self, value: T) -> None: ...


@live_object("a0000000000000000000000000000009", name="Chat")
class Chat:
    """Needs a channel in total order."""

    channel = Endpoint(requires={"reliability": "total"})

    def __init__(self, greeting: str = "hello") -> None:
        self.greeting = greeting
        self.heard: list[str] = []

    @channel.outgoing
    def send(self, text: str) -> None: ...

    @channel.incoming
    def receive(self, text: str) -> None:
        self.heard.append(text)


@adapter("a000000000000000000000000000000a", name="Ordering")
class Ordering(Generic[E]):
    """Puts the events of a channel in total order."""

    inner = Endpoint(carries="~E")
    outer = Endpoint(carries="E", provides={"reliability": "total"})

    @inner.every_incoming
    def from_inner(self, event: str, value: Any) -> None:
        self.to_outer(event, value)

    @inner.every_outgoing
    def to_inner(self, event: str, value: Any) -> None: ...

    @outer.every_incoming
    def from_outer(self, event: str, value: Any) -> None:
        self.to_inner(event, value)

    @outer.every_outgoing
    def to_outer(self, event: str, value: Any) -> None: ...


@live_object("a000000000000000000000000000000b", name="Opener")
class Opener:
    """Opens the references that come to it, and tells what they are."""

    requests = Endpoint()

    def __init__(self, context: Context) -> None:
        self.context = context
        self.opened: list[Any] = []

    @requests.incoming
    def open(self, reference: refs.Reference) -> None:
        self.context.spawn(self._open(reference))

    async def _open(self, reference: refs.Reference) -> None:
        proxy = await self.context.dereference(reference)
        self.opened.append(proxy)
        self.opened_one(str(proxy.type))

    @requests.outgoing
    def opened_one(self, description: str) -> None: ...


@live_object("a000000000000000000000000000000c", name="Folder")
class ListedFolder:
    """A folder with one reference in it; or one that never answers, or raises, as its mood is."""

    folder = Endpoint()

    def __init__(self, content: refs.Reference, name: str = "thing", mood: str = "good") -> None:
        self._content = content
        self._name = name
        self._mood = mood

    @folder.incoming
    def get(self, name: str) -> None:
        if self._mood == "silent":
            return
        if self._mood == "broken":
            raise RuntimeError("the folder is broken")
        self.missing("something else")
        self.item("something else", self._content)
        if name == self._name:
            self.item(name, self._content)
            self.item(name, self._content)
        else:
            self.missing(name)

    @folder.outgoing
    def item(self, name: str, reference: refs.Reference) -> None: ...

    @folder.outgoing
    def missing(self, name: str) -> None: ...


@live_object("a000000000000000000000000000000d", name="Identified")
class Identified:
    """Remembers its settings."""

    def __init__(self, context: Context, key: UUID, sizes: list[int], label: str = "none") -> None:
        self.settings = (key, sizes, label)
        self.context = context


@live_object("a000000000000000000000000000000e", name="Loop")
class Loop:
    """Can be wired to itself."""

    mouth = Endpoint()
    ear = Endpoint()

    def __init__(self) -> None:
        self.heard: list[Any] = []

    @mouth.outgoing
    def say(self, number: int) -> None: ...

    @ear.incoming("say")
    def hear(self, number: int) -> None:
        self.heard.append(number)


CLASSES = (
    Source,
    Sink,
    Relay,
    QueuedSink,
    Broken,
    Pen,
    Paper,
    TypedChannel,
    Chat,
    Ordering,
    Opener,
    ListedFolder,
    Identified,
    Loop,
)


def catalogue(*more: type) -> Catalogue:
    """Return a catalogue of all of these, and more."""
    definitions = tuple(definition_of(cls) for cls in (*CLASSES, *more))
    return Catalogue([Library("samples", definitions)])


def ref(cls: type, **arguments: Any) -> refs.Reference:
    """Return a reference to an object of a class, with arguments."""
    definition = definition_of(cls)
    primitive = refs.Primitive(definition.id, definition.version, definition.name)
    if not arguments:
        return primitive
    return refs.Parameterized(primitive, tuple((name, _argument(value)) for name, value in arguments.items()))


def composite(
    components: dict[str, refs.Reference], wires: tuple[tuple[str, str], ...] = (), **exports: str
) -> refs.Composite:
    """Return a composite; ends are written `component.endpoint`."""
    return refs.Composite(
        tuple(components.items()),
        tuple(refs.Connection(_end(one), _end(other)) for one, other in wires),
        tuple(refs.Export(name, _end(end)) for name, end in exports.items()),
    )


def _end(text: str) -> refs.EndpointPath:
    component, _, endpoint = text.rpartition(".")
    return refs.EndpointPath(component, endpoint)


def _argument(value: Any) -> Any:
    if isinstance(value, refs.TypeArgument):
        return value
    if isinstance(value, refs.Primitive | refs.Parameterized | refs.Composite) or hasattr(value, "as_type"):
        return refs.ReferenceArgument(value)
    return refs.ValueArgument(value)


NUMBERS_IN = parse_endpoint_type("endpoint{ in back(int); out put(int) }")
"""The type of an endpoint that can be connected to a sink."""
