# SPDX-License-Identifier: BSD-3-Clause
"""Sandboxes as the program sees them: one process for each library on each node."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.runtime.activation.endpoints import new_endpoint
from app.runtime.activation.errors import ActivationError, RemoteError
from app.runtime.activation.lifetime import Lifetime, State
from app.runtime.activation.remote.tickets import Ticket, new_ticket
from app.runtime.library import encode
from app.runtime.library.errors import LibraryError
from app.runtime.program import is_bundled, own_command
from app.runtime.references import Reference, identity, walk, write
from app.runtime.sandbox import messages
from app.runtime.sandbox.boundary import Boundary, split_reason
from app.runtime.sandbox.bubblewrap import wrapped
from app.runtime.sandbox.confinement import Mechanisms, find_mechanisms, readable, require
from app.runtime.sandbox.contained_references import references_in
from app.runtime.sandbox.errors import ConfinementError, SandboxError
from app.runtime.sandbox.exit_reasons import NOT_CONFINED, REPORT_TO_AUTHOR, exit_reason
from app.runtime.sandbox.hosted_objects import HostedObject
from app.runtime.sandbox.messages import BOUNDARY, Message
from app.runtime.sandbox.setup import LARGEST_MESSAGE, MOST_BEHIND, PATIENCE, SHARE, Setup, limits, pack
from app.runtime.trust import TrustError
from app.runtime.types import ANYTHING

if TYPE_CHECKING:
    from app.runtime.activation.context import ProxyContext
    from app.runtime.activation.node import Node
    from app.runtime.library import Definition
    from app.runtime.library.library_scan import Scan
    from app.runtime.sandbox.stub import Stub
    from app.runtime.types import ValueType

_ROOT = Path(__file__).resolve().parents[3]
_START = 60.0
"""Seconds in which a process must have started, also on a busy computer."""
_FAREWELL = 0.5
"""Seconds that a process has to end after disconnection."""
_MOST_HOSTED = 64
_MOST_REMEMBERED = 10_000
# Math libraries would start threads, which a sandbox does not allow.
_ENVIRONMENT = {"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@dataclass(frozen=True)
class ConfinedLibrary:
    """A library whose code runs in sandboxes only."""

    title: str
    package: str
    root: Path
    offer: Scan
    companions: tuple[str, ...] = ()
    patience: float = PATIENCE

    def seen(self) -> list[Path]:
        """Return the paths that its code may read."""
        specs = [importlib.util.find_spec(name) for name in self.companions]
        places = [each for spec in specs if spec for each in spec.submodule_search_locations or ()]
        return [*readable(), self.root, *(Path(each) for each in places)]


class Sandbox(Boundary):
    """One process, and the program's side of the boundary around it."""

    def __init__(self, node: Node, library: ConfinedLibrary) -> None:
        super().__init__()
        self._node = node
        self._library = library
        self._life = Lifetime(node, f"the sandbox of {library.title}")
        self._endpoint = new_endpoint(self._life, BOUNDARY, {"say": self._receive}, name="boundary")
        self._broken: Exception | None = None
        self._send_queue: list[bytes] | None = []
        self._queued_bytes = 0
        self._given: dict[str, Reference] = {}
        self._opening: set[int] = set()
        self._last = 0
        self._process: asyncio.subprocess.Process | None = None
        self.ended = asyncio.Event()
        """Set when everything has ended."""
        node.spawn(self._run())

    @property
    def over(self) -> bool:
        """Whether no object can be started any more."""
        return self._life.over

    @property
    def pid(self) -> int | None:
        """The process id, once it has one."""
        return None if self._process is None else self._process.pid

    def enter(
        self, definition: Definition, stub: Stub, context: ProxyContext, given: Mapping[str, object]
    ) -> tuple[Boundary, int]:
        """Begin an object; it may use the references in its arguments."""
        self._last += 1
        number = self._last
        self.record_references(ANYTHING, dict(given))
        self.stubs[number] = stub
        self.send(
            messages.Begin(
                number,
                f"{definition.id:032x}",
                definition.version,
                context.name[:1000],
                write(context.reference),
                encode(ANYTHING, dict(given)),
                {name: each.text for name, each in context.types.items()},
            )
        )
        return self, number

    def send(self, message: Message) -> None:
        """Send a message into the sandbox, or queue it until the process has started."""
        data = self.written(message)
        if self._send_queue is None:
            self._endpoint.say(data)
            return
        self._send_queue.append(data)
        self._queued_bytes += len(data)
        if self._queued_bytes > MOST_BEHIND:
            self._give_up(SandboxError("more came for it than it could read", REPORT_TO_AUTHOR))

    def record_references(self, wanted: ValueType, value: object) -> None:
        """Record the references in a value: the code may open these, and no others."""
        for reference in references_in(wanted, value):
            for _, part in walk(reference):
                self._given[identity(part)] = part
        while len(self._given) > _MOST_REMEMBERED:
            del self._given[next(iter(self._given))]

    def remove_stub(self, number: int) -> bool:
        """Remove a stub; the process ends with the last one."""
        known = super().remove_stub(number)
        if known and not self.stubs:
            self._node.event_thread.loop.call_soon(self._end_if_empty)
        return known

    def ask(self, message: messages.Begin | messages.Fetch | messages.Fetched) -> None:
        """Open an object whose reference the code was given."""
        if not isinstance(message, messages.Fetch) or not self._is_new(message.number):
            raise RemoteError("it asked for something that makes no sense", REPORT_TO_AUTHOR)
        reference = self._given.get(message.identity)
        if reference is None:
            self._refuse(message.number, "code in a sandbox can open only what it was given", "give it a reference")
        elif len(self.hosted_objects) + len(self._opening) >= _MOST_HOSTED:
            self._refuse(message.number, f"more than {_MOST_HOSTED} objects are open", "close some")
        else:
            self._opening.add(message.number)
            self._node.spawn(self._open(message.number, reference, self.stubs.get(message.asker)))

    def _is_new(self, number: int) -> bool:
        return number < 0 and number not in self.hosted_objects and number not in self._opening

    async def _open(self, number: int, reference: Reference, asker: Stub | None) -> None:
        try:
            proxy = await self._node.dereference(reference)
        except (ActivationError, LibraryError, TrustError) as error:
            self._refuse(number, error.what, error.hint)
            return
        finally:
            self._opening.discard(number)
        if self._life.over:
            proxy.close()
            return
        disown = self._life.own(proxy.close)
        proxy.watch(lambda state: disown() if state is State.ENDED else None)
        if asker is not None:
            asker.has_started(proxy)
        hosted = self.hosted_objects[number] = HostedObject(self, number, self._node, proxy)
        self.send(messages.Fetched(number, proxy.name[:1000], str(proxy.type)))
        hosted.begin()

    def _refuse(self, number: int, what: str, hint: str) -> None:
        if not self._life.over:
            self.send(messages.Failed(number, f"{what}; {hint}"[: messages.LONGEST_REASON]))

    def _receive(self, data: bytes) -> None:
        try:
            self.handle_message(data)
        except ActivationError as error:
            self._give_up(SandboxError(f"its process was stopped: {error.what}", REPORT_TO_AUTHOR))

    async def _run(self) -> None:
        try:
            await self._serve()
        except (ActivationError, OSError) as error:
            self._broken = self._broken or error
        finally:
            await self._end_process()
            self._give_up(self._broken or SandboxError("its process has ended", REPORT_TO_AUTHOR))
            self.ended.set()

    async def _serve(self) -> None:
        found = await asyncio.to_thread(find_mechanisms)
        require(found)
        if self._life.over:
            return
        command = _command()
        if found.bubblewrap:
            command = await asyncio.to_thread(wrapped, command, self._library.seen())
        process = self._process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=None if os.environ.get("LIVEOBJECTS_DEBUG") else asyncio.subprocess.PIPE,
            env=_ENVIRONMENT,
            cwd="/",
            limit=LARGEST_MESSAGE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        ticket = new_ticket("pipe:", BOUNDARY, _START)
        process.stdin.write(pack(self._setup(ticket, found)))
        try:
            async with asyncio.timeout(_START):
                session, connection = await self._node.ticket_server.join(
                    (process.stdout, process.stdin), ticket, self._endpoint, limits(self._library.patience, SHARE)
                )
        except (ActivationError, EOFError, OSError, TimeoutError):
            raise await self._never_began() from None
        self._flush_queue()
        ended = asyncio.Event()
        connection.on_disconnect(ended.set)
        await ended.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await process.wait()
        words = exit_reason(process.returncode, session.life.failure, self._library.patience)
        self._broken = self._broken or SandboxError(words, REPORT_TO_AUTHOR)

    def _setup(self, ticket: Ticket, found: Mechanisms) -> Setup:
        library, node = self._library, self._node
        return Setup(
            ticket=ticket,
            library=library.title,
            package=library.package,
            root=str(library.root),
            offer=library.offer,
            companions=list(library.companions),
            mechanisms=found,
            node_id=node.id,
            node_name=node.name,
            user=node.user,
            patience=library.patience,
        )

    def _flush_queue(self) -> None:
        """Send the queued messages."""
        queued, self._send_queue = self._send_queue or [], None
        for data in queued:
            self._endpoint.say(data)

    async def _never_began(self) -> SandboxError:
        process = self._process
        assert process is not None
        output = b""
        if process.stderr is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    output = await process.stderr.read(messages.LONGEST_REASON)
        await self._end_process()
        if process.returncode == NOT_CONFINED:
            return ConfinementError(*split_reason(output.decode(errors="replace")))
        return SandboxError(f"its sandbox did not start (code {process.returncode})", REPORT_TO_AUTHOR)

    async def _end_process(self) -> None:
        process = self._process
        if process is None:
            return
        if self._broken is None and process.returncode is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await process.wait()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        await _read_out(process)

    def _give_up(self, error: Exception) -> None:
        """Fail all stubs with the reason."""
        self._broken = self._broken or error
        for stub in tuple(self.stubs.values()):
            stub.fail(error)
        for hosted in tuple(self.hosted_objects.values()):
            hosted.end()
        if not self._life.over:
            self._life.end()

    def _end_if_empty(self) -> None:
        if not self.stubs and not self._life.over:
            self._life.end()


async def _read_out(process: asyncio.subprocess.Process) -> None:
    """Drain the pipes of an ended process, so that they close."""
    await asyncio.sleep(0)  # cancelled readers end now
    for stream in (process.stdout, process.stderr):
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_FAREWELL):
                while stream is not None and await stream.read(LARGEST_MESSAGE):
                    pass


def _command() -> list[str]:
    """Return the command that starts the process, with as little of Python as possible."""
    if is_bundled():
        return own_command("sandbox", "--serve")
    found = f"import sys; sys.path.insert(0, {str(_ROOT)!r})"
    return [sys.executable, "-I", "-B", "-c", f"{found}; from app.runtime.sandbox.child import main; main()"]
