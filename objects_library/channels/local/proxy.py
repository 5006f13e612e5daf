"""Channels inside one process: for trying things on one machine, without any network."""

import threading
from collections.abc import Callable
from typing import Annotated, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, Key, decode, encode, live_object
from app.runtime.references import identity
from app.runtime.types import ValueType

T = TypeVar("T")


class _Hub:
    """What the proxies of one channel share: whatever their threads, all get everything in one order."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.users = 0
        self._lock = threading.Lock()
        self._members: list[Callable[[bytes], None]] = []
        self._past: list[bytes] = []

    def join(self, post: Callable[[bytes], None], with_past: bool) -> None:
        with self._lock:
            if with_past:
                for message in self._past:
                    post(message)
            self._members.append(post)

    def leave(self, post: Callable[[bytes], None]) -> None:
        with self._lock:
            if post in self._members:
                self._members.remove(post)

    def send(self, message: bytes, keep: bool) -> None:
        with self._lock:
            if keep:
                self._past.append(message)
            for post in self._members:
                post(message)


_hubs: dict[str, _Hub] = {}
_hubs_lock = threading.Lock()


def _enter(key: str) -> _Hub:
    with _hubs_lock:
        hub = _hubs.setdefault(key, _Hub(key))
        hub.users += 1
        return hub


def _leave(hub: _Hub) -> None:
    with _hubs_lock:
        hub.users -= 1
        if not hub.users:
            del _hubs[hub.key]


@live_object("9f4aeace30b5d219a8c9c8c995b2ea79", name="Local channel", group="Channels")
class LocalChannel(Generic[T]):
    """Carries messages between all who open it in this program, in one order; needs no network."""

    channel = Endpoint(provides={"reliability": "atomic"})
    remembers = False

    # The name is used as a part of the reference, which is what tells one channel from another.
    def __init__(self, name: Annotated[str, Key()], context: Context) -> None:  # noqa: ARG002
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._hub = _enter(identity(context.reference))
        context.at_end(self.leave)
        context.at_end(lambda: _leave(self._hub))

    @channel.connected
    def join(self) -> None:
        """Take part from now on."""
        self._hub.join(self._post, self.remembers)

    @channel.disconnected
    def leave(self) -> None:
        """Take part no more."""
        self._hub.leave(self._post)

    @channel.incoming
    def send(self, message: T) -> None:
        """Give everyone the message, as bytes: nobody shares a value with anybody."""
        self._hub.send(encode(self._type, message), self.remembers)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """What somebody sent."""

    def _post(self, message: bytes) -> None:
        self._context.post(self._deliver, message)

    def _deliver(self, message: bytes) -> None:
        self.receive(decode(self._type, message))


@live_object("f2aeb74d38d79599620091d153bc1133", name="Local channel that remembers", group="Channels")
class RememberingChannel(LocalChannel[T]):
    """A local channel that gives newcomers everything from the start; its memory ends with its last user."""

    channel = LocalChannel.channel.stronger(provides={"reliability": "state transfer"})
    remembers = True
