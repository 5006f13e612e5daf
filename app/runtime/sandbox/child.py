# SPDX-License-Identifier: BSD-3-Clause
"""The process of a sandbox: drops its rights, then runs the objects of one library."""

from __future__ import annotations

import asyncio
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from app.runtime.activation.builder import Builder
from app.runtime.activation.endpoints import new_endpoint
from app.runtime.activation.errors import ActivationError, DereferenceError
from app.runtime.activation.lifetime import Lifetime
from app.runtime.activation.node import Node
from app.runtime.activation.plans import PrimitivePlan
from app.runtime.activation.registry import Registry
from app.runtime.library import Catalogue, Definition, decode
from app.runtime.library.library_scan import definitions_of
from app.runtime.library.modules import Package
from app.runtime.library.source_tree import Library
from app.runtime.references import Reference, identity, read
from app.runtime.sandbox import messages
from app.runtime.sandbox.boundary import Boundary, split_reason
from app.runtime.sandbox.confinement import confine
from app.runtime.sandbox.errors import SandboxError
from app.runtime.sandbox.exit_reasons import NOT_CONFINED, OUT_OF_MEMORY, SENT_TOO_MUCH
from app.runtime.sandbox.hosted_objects import HostedObject
from app.runtime.sandbox.messages import BOUNDARY, Message
from app.runtime.sandbox.setup import LARGEST, LARGEST_MESSAGE, LENGTH, MOST_BEHIND, Setup, limits, unpack
from app.runtime.sandbox.stub import blueprint, entering
from app.runtime.trust import Gate, Identity, NotAllowedError, Question
from app.runtime.types import ANYTHING, STANDARD, ObjectType, TemplateType, TypeNames, instantiate

if TYPE_CHECKING:
    from app.runtime.activation.connections import Connection
    from app.runtime.activation.endpoints import ExternalEndpoint
    from app.runtime.activation.proxy import Proxy
    from app.runtime.trust import Answer

_NOWHERE = Path("/nowhere")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class InnerNode(Node):
    """The node inside: the program opens objects for it, and nothing else is available."""

    def __init__(self, setup: Setup, catalogue: Catalogue) -> None:
        super().__init__(
            catalogue,
            Registry(_NOWHERE),
            _NoGate(),
            identity=Identity.new(),
            name=setup.node_name,
            limits=limits(setup.patience),
        )
        self.id = setup.node_id
        self.user = setup.user
        self.boundary: InnerSide | None = None
        self.nobody = Lifetime(self, "nobody")

    async def dereference(self, reference: Reference, name: str = "", *, whole: bool = False) -> Proxy:
        """Refuse: only objects of the library can dereference here."""
        del name, whole
        return await self.dereference_for(self.nobody, reference)

    async def dereference_for(self, asker: Lifetime, reference: Reference) -> Proxy:
        """Ask the program to open it."""
        self.event_thread.require()
        assert self.boundary is not None
        return await self.boundary.fetch(asker, reference)

    async def connect_ticket(self, ticket: str, endpoint: ExternalEndpoint) -> Connection:
        """Refuse: there are no outgoing connections."""
        del ticket, endpoint
        raise SandboxError("code in a sandbox cannot use a ticket", "connect it through its endpoints")

    async def listen(self, address: str) -> str:
        """Refuse: there are no incoming connections."""
        raise SandboxError(f"code in a sandbox cannot listen at {address[:80]}", "use its endpoints")


class _NoGate(Gate):
    """Allows everything: confined code cannot use it anyway."""

    def __init__(self) -> None: ...

    async def require(self, question: Question) -> Answer:
        raise NotAllowedError(
            f"code in a sandbox is not allowed to {question}",
            "trust its library fully if it must: see liveobjects trust",
        )


class InnerSide(Boundary):
    """The inner side of the boundary."""

    def __init__(self, node: InnerNode, streams: Streams) -> None:
        super().__init__()
        self._node = node
        self._writer = streams[1]
        self._endpoint = new_endpoint(
            Lifetime(node, "the boundary"),
            BOUNDARY,
            {"say": self.handle_message, "disconnected": _leave},
            name="boundary",
        )
        self._asked: dict[int, tuple[Reference, asyncio.Future[Proxy]]] = {}
        self._last = 0

    @property
    def endpoint(self) -> ExternalEndpoint:
        """The endpoint that is connected to the program."""
        return self._endpoint

    def send(self, message: Message) -> None:
        """Send a message to the program; code that sends without end is stopped."""
        self._endpoint.say(self.written(message))
        if self._writer.transport.get_write_buffer_size() > MOST_BEHIND:
            os._exit(SENT_TOO_MUCH)

    async def fetch(self, asker: Lifetime, reference: Reference) -> Proxy:
        """Return a proxy of an object that the program runs."""
        self._last -= 1
        found: asyncio.Future[Proxy] = self._node.event_thread.loop.create_future()
        self._asked[self._last] = reference, found
        number = next((each for each, hosted in self.hosted_objects.items() if hosted.is_run_by(asker)), 0)
        self.send(messages.Fetch(self._last, identity(reference), number))
        return await found

    def ask(self, message: messages.Begin | messages.Fetch | messages.Fetched) -> None:
        """Begin an object, or complete a fetch."""
        if isinstance(message, messages.Begin):
            self._begin(message)
        elif isinstance(message, messages.Fetched):
            self._fetched(message)

    def _fail_stub(self, failed: messages.Failed) -> None:
        _, asked = self._asked.pop(failed.number, (None, None))
        if asked is None:
            super()._fail_stub(failed)
        elif not asked.done():
            asked.set_exception(DereferenceError(*split_reason(failed.reason)))

    def _begin(self, begin: messages.Begin) -> None:
        try:
            proxy = Builder(self._node).build(self._plan(begin), begin.name)
        except ActivationError as error:
            self.send(messages.Failed(begin.number, str(error)[: messages.LONGEST_REASON]))
            return
        hosted = self.hosted_objects[begin.number] = HostedObject(self, begin.number, self._node, proxy)
        hosted.begin()

    def _plan(self, begin: messages.Begin) -> PrimitivePlan:
        definition = self._node.catalogue.definition(int(begin.id, 16), begin.version)
        if definition is None:
            raise DereferenceError(f"the library has no object {begin.id}", "get the library again")
        types = {name: self._node.names.parse(text) for name, text in begin.types.items()}
        own = definition.type
        made = instantiate(own, types) if isinstance(own, TemplateType) else own
        arguments: dict[str, Any] = decode(ANYTHING, begin.arguments)
        return PrimitivePlan(read(begin.reference).reference, made, definition, made, arguments, types)

    def _fetched(self, fetched: messages.Fetched) -> None:
        reference, asked = self._asked.pop(fetched.number)
        if asked.done():
            self.send(messages.End(fetched.number))
            return
        seen = self._node.object_type(fetched.seen)
        asked.set_result(self._stub_proxy(fetched.number, fetched.name, reference, seen))

    def _stub_proxy(self, number: int, name: str, reference: Reference, seen: ObjectType) -> Proxy:
        plan_of = blueprint(seen.endpoints, (), entering(self, number))
        definition = Definition(1, 1, name, "", seen, load=lambda: plan_of)
        return self._node.build(PrimitivePlan(reference, seen, definition, seen), name)


def main() -> NoReturn:
    """Run as the process of a sandbox; the setup comes through the standard input."""
    reading, writing, nowhere = _redirect_standard_streams()
    loop = asyncio.new_event_loop()  # now, because no pipe can be opened later
    loop.set_exception_handler(_complain)
    try:
        setup = unpack(_exactly(reading, int.from_bytes(_exactly(reading, LENGTH), "big")))
        # Resolve these paths now: other folders cannot be searched later.
        others = [importlib.import_module(name) for name in setup.companions]
        confine(setup.mechanisms, [Path(setup.root), *(Path(each) for module in others for each in module.__path__)])
    except (ActivationError, OSError) as error:
        os.write(2, str(error).encode())
        os._exit(NOT_CONFINED)
    os.dup2(nowhere, 2)
    try:
        loop.run_until_complete(_serve(setup, reading, writing))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


async def _serve(setup: Setup, reading: int, writing: int) -> None:
    streams = await _streams(reading, writing)
    names = TypeNames(STANDARD)
    package = Package(setup.package, Path(setup.root), names)
    library = Library(setup.library, definitions_of(setup.offer, package, setup.library), names)
    node = InnerNode(setup, Catalogue([library]))
    side = node.boundary = InnerSide(node, streams)
    await node.ticket_server.admit(streams, setup.ticket, side.endpoint)
    await node.event_thread.loop.create_future()  # until the program disconnects


async def _streams(reading: int, writing: int) -> Streams:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LARGEST_MESSAGE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(reading, "rb", 0))
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(writing, "wb", 0)
    )
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)


def _redirect_standard_streams() -> tuple[int, int, int]:
    """Return the streams to the program, and redirect the code's output."""
    reading, writing, nowhere = os.dup(0), os.dup(1), os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return reading, writing, nowhere


def _exactly(source: int, size: int) -> bytes:
    if size > LARGEST:
        raise SandboxError("a sandbox was told too much", "use a smaller library")
    found = b""
    while len(found) < size:
        part = os.read(source, size - len(found))
        if not part:
            raise SandboxError("a sandbox was started by nobody", "let the program start it")
        found += part
    return found


def _leave() -> NoReturn:
    """Exit: the program has disconnected."""
    os._exit(0)


def _complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if isinstance(context.get("exception"), MemoryError):
        os._exit(OUT_OF_MEMORY)
    loop.default_exception_handler(context)
