# SPDX-License-Identifier: BSD-3-Clause
"""Channels inside one process: for trying things on one machine, without any network."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar, cast
from uuid import UUID, uuid4

from app.runtime.library import Context, Endpoint, Key, decode, encode, live_object
from app.runtime.references import identity
from app.runtime.types import ValueType
from objects_library.channels.local.checkpoints import ChannelUser, CheckpointHub, Node

T = TypeVar("T")
S = TypeVar("S")
Hub = TypeVar("Hub")


class _Hub:
    """What the proxies of one channel share: whatever their threads, all get everything in one order."""

    def __init__(self) -> None:
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


@dataclass
class _Used(Generic[Hub]):
    """A hub with its reference count."""

    hub: Hub
    users: int = 0


_hubs: dict[str, _Used[Any]] = {}
_hubs_lock = threading.Lock()


def _entered(context: Context, make: Callable[[], Hub]) -> Hub:
    """The hub of the channel that the context's reference means, until the proxy ends."""
    key = identity(context.reference)
    with _hubs_lock:
        used: _Used[Hub] = _hubs.setdefault(key, _Used(make()))
        used.users += 1
    context.at_end(lambda: _left(key))
    return used.hub


def _left(key: str) -> None:
    with _hubs_lock:
        _hubs[key].users -= 1
        if not _hubs[key].users:
            del _hubs[key]


@live_object("9f4aeace30b5d219a8c9c8c995b2ea79", name="Local channel", group="Channels")
class LocalChannel(Generic[T]):
    """Carries messages between all who open it in this program, in one order; needs no network."""

    channel = Endpoint(provides={"reliability": "atomic"})
    remembers = False

    # The name distinguishes the references of two channels.
    def __init__(self, name: Annotated[str, Key()], context: Context) -> None:  # noqa: ARG002
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._hub = _entered(context, _Hub)
        context.at_end(self.leave)

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
        """Send a message to all as bytes, so that no value is shared."""
        self._hub.send(encode(self._type, message), self.remembers)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A received message."""

    def _post(self, message: bytes) -> None:
        self._context.post(self._deliver, message)

    def _deliver(self, message: bytes) -> None:
        self.receive(decode(self._type, message))


@live_object("f2aeb74d38d79599620091d153bc1133", name="Local channel that remembers", group="Channels")
class RememberingChannel(LocalChannel[T]):
    """A local channel that gives newcomers everything from the start; its memory ends with its last user."""

    channel = LocalChannel.channel.stronger(provides={"reliability": "state transfer"})
    remembers = True


@dataclass
class Status:
    """How a channel is: always well, since nothing can come between those in one program."""

    state: str
    writable: bool
    me: UUID
    members: list[Node] = field(default_factory=list)


@live_object("4f0c52d1a96e4d0fb8f2d5c8a1e37b66", name="Local checkpointed channel", group="Channels")
class LocalCheckpointedChannel(Generic[T, S]):
    """Carries changes between all who open it in this program, in one order; newcomers get the state."""

    channel = Endpoint(provides={"reliability": "atomic, checkpointed"})
    status = Endpoint()

    # The name distinguishes the references of two channels.
    def __init__(self, name: Annotated[str, Key()], context: Context) -> None:  # noqa: ARG002
        self._context = context
        self._changes = cast(ValueType, context.types["T"])
        self._states = cast(ValueType, context.types["S"])
        self._hub = _entered(context, CheckpointHub)
        self._user: ChannelUser | None = None
        self._me = Node(uuid4(), context.node_name)
        self._members: list[Node] = []
        context.at_end(self.leave)

    @channel.connected
    def join(self) -> None:
        """Take part from now on."""
        self._user = self._hub.join(self._me, _Listener(self, self._context))

    @channel.disconnected
    def leave(self) -> None:
        """Take part no more."""
        if self._user is not None:
            self._hub.leave(self._user)
            self._user = None

    @channel.incoming
    def send(self, message: T) -> None:
        """Send a change to all as bytes, so that no value is shared."""
        self._hub.send(encode(self._changes, message))

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A received message."""

    @channel.outgoing
    def checkpoint_wanted(self, request: UUID) -> None:
        """A newcomer needs the present state."""

    @channel.incoming
    def checkpoint(self, request: UUID, state: S) -> None:
        """The state that was wanted."""
        if self._user is not None:
            self._hub.give_state(self._user, request, encode(self._states, state))

    @channel.outgoing
    def initialize(self, state: S | None) -> None:
        """Start from this state; the first of all starts from none."""

    @status.connected
    def watched(self) -> None:
        """Send the present state to a client that connects."""
        self._publish_status()

    @status.incoming
    def watch(self) -> None:
        """Say how the channel is."""
        self._publish_status()

    @status.outgoing("status")
    def publish_status(self, status: Status) -> None:
        """How the channel is, and who takes part."""

    def seen(self, members: list[Node]) -> None:
        """Report that members have come or gone."""
        self._members = members
        self._publish_status()

    def deliver(self, message: bytes) -> None:
        """A message of a member."""
        self.receive(decode(self._changes, message))

    def start(self, state: bytes | None) -> None:
        """The state has come."""
        self.initialize(None if state is None else decode(self._states, state))

    def _publish_status(self) -> None:
        self.publish_status(Status("live", True, self._me.id, self._members))


class _Listener:
    """Delivers a hub's messages in turns of the proxy."""

    def __init__(self, proxy: LocalCheckpointedChannel[Any, Any], context: Context) -> None:
        self._proxy = proxy
        self._post = context.post

    def deliver(self, message: bytes) -> None:
        self._post(self._proxy.deliver, message)

    def ask_for_state(self, request: UUID) -> None:
        self._post(self._proxy.checkpoint_wanted, request)

    def start_from(self, state: bytes | None) -> None:
        self._post(self._proxy.start, state)

    def see_members(self, members: tuple[Node, ...]) -> None:
        self._post(self._proxy.seen, list(members))
