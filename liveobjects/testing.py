# SPDX-License-Identifier: BSD-3-Clause
"""Helpers for tests of live objects.

`LocalNode` runs objects in the process of the test. `OpenObject.connect` attaches a client to one of their
endpoints, which sends events and waits for those that the object sends:

```python
from liveobjects.testing import LocalNode, async_test


@async_test
async def test_a_metronome_counts() -> None:
    async with LocalNode("my_objects") as node:
        metronome = await node.open("metronome.liveobject")
        beats = metronome.connect("beats")
        await beats.wait_for("beat", 2)
```

A *Document channel* in a file meets only copies on nodes of the test's own process, and stores nothing: tests
touch neither the network nor what the user keeps. Waiting fails after `TIMEOUT` seconds with an `AssertionError`
that lists what was received instead.
"""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self

from app.runtime.activation import Node, Proxy
from app.runtime.activation.endpoints import new_endpoint
from app.runtime.activation.lifetime import Lifetime
from app.runtime.activation.views import show_inside
from app.runtime.references import Parameterized, Primitive, Reference, ValueArgument, identity, read
from app.runtime.types import EndpointType, dual
from objects_library.installed import catalogue_with
from objects_library.values.page_scope import with_channels

__all__ = ["TIMEOUT", "Client", "LocalNode", "OpenObject", "async_test"]

TIMEOUT = 10.0
"""Seconds after which waiting fails."""

_Parameters = ParamSpec("_Parameters")
_DOCUMENT_CHANNEL = 0x6B1F0C7E52D94A3C8E07D1B9F4A26C35
_LOCAL_CHECKPOINTED_CHANNEL = 0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66


def async_test(test: Callable[_Parameters, Coroutine[Any, Any, None]]) -> Callable[_Parameters, None]:
    """Run a coroutine function as a test, in an event loop of its own and without a pytest plugin."""

    @functools.wraps(test)
    def run(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class LocalNode:
    """A node in this process, with the installed objects and those in a folder; an async context manager."""

    def __init__(self, folder: Path | str) -> None:
        """Create a node for the objects in `folder`; it starts when the context is entered."""
        self._folder = Path(folder)
        self._node: Node | None = None

    async def open(self, source: Reference | Path | str) -> "OpenObject":
        """Open a reference, or a `.liveobject` file by its path relative to the folder of the node."""
        if self._node is None:
            raise RuntimeError("the node does not run; write `async with LocalNode(...) as node:`")
        reference = source if isinstance(source, Reference) else read(self._folder / source).reference
        return OpenObject(self._node, await self._node.dereference(with_channels(reference, _in_process), whole=True))

    async def __aenter__(self) -> Self:
        self._node = Node(catalogue_with(self._folder))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._node is not None:
            await self._node.close()


def _in_process(channel: Parameterized) -> Parameterized:
    """A channel inside of this process for a document: channels of equal arguments meet."""
    if not isinstance(channel.template, Primitive) or channel.template.id != _DOCUMENT_CHANNEL:
        return channel
    types = tuple((name, given) for name, given in channel.arguments if name in ("T", "S"))
    name = ValueArgument(identity(channel))
    return Parameterized(Primitive(_LOCAL_CHECKPOINTED_CHANNEL), (*types, ("name", name)))


class OpenObject:
    """An object that runs on a `LocalNode`. It ends with the node, or when nothing refers to it any more."""

    def __init__(self, node: Node, proxy: Proxy) -> None:
        """Created by `LocalNode.open`."""
        self._node = node
        self._proxy = proxy
        self._life = Lifetime(node, "the test")

    @property
    def endpoints(self) -> tuple[str, ...]:
        """The names of the object's endpoints."""
        return tuple(self._proxy.endpoints())

    @property
    def state(self) -> str:
        """The state of the object: joining, catching up, live, read-only, failed or ended."""
        return str(self._proxy.state)

    @property
    def failure(self) -> str | None:
        """Why the object failed; None if it did not."""
        return None if self._proxy.failure is None else self._proxy.failure.reason

    def connect(self, endpoint: str) -> "Client":
        """Connect a client to one of the object's endpoints."""
        return Client(self._node, self._proxy, endpoint)

    def show(self) -> list[Any]:
        """Create the object's views and return their widgets; needs a running `QApplication`."""
        return [view.widget for view in show_inside(self._life, self._proxy)]

    async def wait_for_state(self, state: str, timeout: float = TIMEOUT) -> None:  # noqa: ASYNC109
        """Wait until the object is in a state."""
        changed = asyncio.Event()
        stop = self._proxy.watch(lambda _: changed.set())
        try:
            async with asyncio.timeout(timeout):
                while self.state != state:
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            raise AssertionError(f"the object is {self.state!r} after {timeout:g} s, not {state!r}") from None
        finally:
            stop()

    def close(self) -> None:
        """End the object now."""
        self._proxy.close()


class Client:
    """The opposite side of an object's endpoint: sends what the object receives, and the other way round."""

    def __init__(self, node: Node, proxy: Proxy, endpoint: str) -> None:
        """Created by `OpenObject.connect`."""
        theirs = proxy.endpoint(endpoint)
        own_type = dual(theirs.type)
        assert isinstance(own_type, EndpointType)
        self._proxy = proxy  # An object ends when nothing refers to it.
        self._received: dict[str, asyncio.Queue[Any]] = {event.name: asyncio.Queue() for event in own_type.incoming}
        handlers: dict[str, Callable[..., object]] = {
            event: functools.partial(self._keep, queue) for event, queue in self._received.items()
        }
        self._own = new_endpoint(Lifetime(node, "the test"), own_type, handlers)
        self._connection = node.connect(self._own, theirs)

    def send(self, event: str, value: object = None) -> None:
        """Send an event to the object; the value of an event with several arguments is a `dict` of them."""
        self._own.emit(event, value)

    async def receive(self, event: str, timeout: float = TIMEOUT) -> Any:  # noqa: ASYNC109
        """Wait for the next event of that name from the object, and return its value."""
        try:
            async with asyncio.timeout(timeout):
                return await self._queue(event).get()
        except TimeoutError:
            raise AssertionError(f"no event `{event}` was received in {timeout:g} s") from None

    async def wait_for(self, event: str, value: object, timeout: float = TIMEOUT) -> None:  # noqa: ASYNC109
        """Wait until the object has sent the event with that value; other values are skipped."""
        skipped: list[object] = []
        try:
            async with asyncio.timeout(timeout):
                while (received := await self._queue(event).get()) != value:
                    skipped.append(received)
        except TimeoutError:
            raise AssertionError(
                f"`{event}` was not received with {value!r} in {timeout:g} s, but with {skipped[-10:]!r}"
            ) from None

    def disconnect(self) -> None:
        """Disconnect from the endpoint."""
        self._connection.close()

    def _queue(self, event: str) -> "asyncio.Queue[Any]":
        if event not in self._received:
            known = ", ".join(f"`{each}`" for each in self._received) or "none"
            raise AssertionError(f"the object does not send an event `{event}`; it sends {known}")
        return self._received[event]

    @staticmethod
    def _keep(queue: "asyncio.Queue[Any]", *value: object) -> None:
        queue.put_nowait(value[0] if value else None)
