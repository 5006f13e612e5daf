# SPDX-License-Identifier: BSD-3-Clause
"""A member of a channel that forwards received messages, and publishes messages for others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

from app.runtime.activation import Node, Proxy, State
from app.runtime.library import ValueRefusedError
from app.runtime.library.validation import check
from app.runtime.references import Reference
from app.runtime.types import EndpointType, ValueType, dual
from app.spark.liveobject_source.gateway_client import LiveObjectSourceError
from objects_library.replication.replica import RefusedChangeError, StateMachine

_ACCEPTED_WITHIN = 60.0


class ChannelListener(Protocol):
    """The listener of a client."""

    def initialized(self) -> None:
        """The state was transferred, for the first time or again."""

    def received(self, message: Any) -> None:
        """A valid message was received."""


class ChannelClient:
    """A member of a channel; with a state machine, also a replica of its state."""

    def __init__(self, node: Node, proxy: Proxy, machine: StateMachine | None, listener: ChannelListener) -> None:
        self._node, self._proxy = node, proxy
        self._machine = machine
        self._listener = listener
        outer = proxy.endpoints()["channel"]
        self.message: ValueType = dict(outer.type.incoming)["send"]
        self._initialized = asyncio.Event()
        self._answers: dict[UUID, asyncio.Future[None]] = {}
        self.me: UUID | None = None
        self._waiting = 0
        self._connections = [self._join(outer)]
        self._submission = self._watch("submission", {"accepted": self._accepted, "refused": self._refused})
        self._watch("status", {"status": self._status})

    async def ready(self, seconds: float) -> None:
        """Wait until the channel is joined and the state transferred."""
        async with asyncio.timeout(seconds):
            news = asyncio.Event()
            stop = self._proxy.watch(lambda _: news.set())
            while self._proxy.state in (State.CREATED, State.JOINING, State.CATCHING_UP):
                await news.wait()
                news.clear()
            stop()
            if self._proxy.failure is not None:
                raise LiveObjectSourceError(f"the channel cannot be joined: {self._proxy.failure.reason}")
            if self._machine is not None:
                await self._initialized.wait()

    async def publish(self, request: UUID, message: Any) -> None:
        """Publish a message, and wait until it is accepted."""
        try:
            check(self.message, message)
        except ValueRefusedError as error:
            raise LiveObjectSourceError(str(error)) from None
        if self._submission is None:
            self._channel.send(message)
            while self._waiting:  # noqa: ASYNC110 - the channel is asked, it does not tell
                await asyncio.sleep(0.01)
            return
        answer = self._answers.setdefault(request, asyncio.get_running_loop().create_future())
        self._submission.emit("submit", {"request": request, "message": message})
        try:
            async with asyncio.timeout(_ACCEPTED_WITHIN):
                await answer
        except TimeoutError:
            raise LiveObjectSourceError(
                "the channel does not take it: this computer is cut off from most of its members; try again"
            ) from None
        finally:
            self._answers.pop(request, None)

    def _join(self, outer: Any) -> Any:
        opposite = dual(outer.type)
        assert isinstance(opposite, EndpointType)
        handlers: dict[str, Any] = {"receive": self._receive}
        if self._machine is not None:
            handlers |= {"checkpoint_wanted": self._checkpoint, "initialize": self._initialize}
        else:  # a member without state must not be asked for a checkpoint
            outgoing = {name: kind for name, kind in opposite.outgoing if name == "send"}
            opposite = EndpointType.of(dict(opposite.incoming), outgoing, {}, {})
        self._channel: Any = self._node.new_endpoint(opposite, **handlers)
        return self._node.connect(self._channel, outer)

    def _watch(self, name: str, handlers: dict[str, Any]) -> Any:
        outer = self._proxy.endpoints().get(name)
        if outer is None:
            return None
        opposite = dual(outer.type)
        assert isinstance(opposite, EndpointType)
        endpoint = self._node.new_endpoint(opposite, **handlers)
        self._connections.append(self._node.connect(endpoint, outer))
        return endpoint

    def _receive(self, message: Any) -> None:
        if self._machine is not None:
            try:
                self._machine.apply_change(message)
            except RefusedChangeError:
                return
        self._listener.received(message)

    def _initialize(self, state: Any = None) -> None:
        assert self._machine is not None
        self._machine.take_state(state)
        self._initialized.set()
        self._listener.initialized()

    def _checkpoint(self, request: UUID) -> None:
        assert self._machine is not None
        self._channel.emit("checkpoint", {"request": request, "state": self._machine.give_state()})

    def _accepted(self, request: UUID) -> None:
        self._settle(request, None)

    def _refused(self, answer: dict[str, Any]) -> None:
        self._settle(answer["request"], LiveObjectSourceError(f"the channel refuses it: {answer['reason']}"))

    def _settle(self, request: UUID, error: Exception | None) -> None:
        answer = self._answers.get(request)
        if answer is None or answer.done():
            return
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)

    def _status(self, status: dict[str, Any]) -> None:
        self._waiting = int(status.get("waiting", 0))
        self.me = status.get("me", self.me)


async def join_channel(
    node: Node, reference: Reference, machine: Callable[[Any], StateMachine | None], listener: ChannelListener
) -> ChannelClient:
    """Join the channel of a reference; `machine` creates the state machine for the endpoint's type."""
    proxy = await node.dereference(reference)
    outer = proxy.endpoints().get("channel")
    events = {} if outer is None else dict(outer.type.incoming)
    if outer is None or "send" not in events:
        raise LiveObjectSourceError(
            "this is not a channel; name a .liveobject file whose object has the endpoint channel"
        )
    return ChannelClient(node, proxy, machine(outer.type), listener)
