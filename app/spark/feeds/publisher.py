# SPDX-License-Identifier: BSD-3-Clause
"""A member of a feed's channel: holds a replica of the table and publishes changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from app.runtime.activation import Node, Proxy, State
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from app.spark.errors import SparkError
from app.spark.live_table import CHANGE_FORM, NOBODY, STATE_FORM, LiveTable, TableChange, TableRefusedError

_JOIN_WITHIN = 30.0


class Publisher:
    """Joins the channel as a member with state, so that the table survives while any member is left."""

    def __init__(self, node: Node, proxy: Proxy, on_change: Callable[[], object]) -> None:
        self._node = node
        self._proxy = proxy
        self._on_change = on_change
        self.table: LiveTable[Any] = LiveTable()
        self.me = NOBODY
        """The member id of this process."""
        self._members: set[UUID] = set()
        self._initialized = asyncio.Event()
        self._answers: dict[UUID, asyncio.Future[None]] = {}
        outer = proxy.endpoints()["channel"]
        self._channel: Any = node.new_endpoint(
            _dual_type(outer), receive=self._receive, checkpoint_wanted=self._checkpoint, initialize=self._initialize
        )
        self._connections = [node.connect(self._channel, outer)]
        self._submission = self._connect("submission", accepted=self._accepted, refused=self._refused)
        self._status = self._connect("status", status=self._status_received)
        self._status.watch()

    @classmethod
    async def join(cls, node: Node, channel: Reference, on_change: Callable[[], object] = lambda: None) -> Publisher:
        """Open the channel, and wait for the state."""
        proxy = await node.dereference(channel)
        made = cls(node, proxy, on_change)
        news = asyncio.Event()
        stop = proxy.watch(lambda _: news.set())
        try:
            async with asyncio.timeout(_JOIN_WITHIN):
                while proxy.state in (State.CREATED, State.JOINING, State.CATCHING_UP) and not proxy.failure:
                    await news.wait()
                    news.clear()
                if proxy.failure is not None:
                    raise SparkError(f"the channel cannot be joined: {proxy.failure.reason}", "see: liveobjects doctor")
                await made._initialized.wait()
        except TimeoutError:
            raise SparkError("the channel does not answer", "see: liveobjects doctor") from None
        finally:
            stop()
        return made

    @property
    def leads(self) -> bool:
        """Whether this process runs the feed: it was the last to claim that in the channel's total order."""
        news = self.table.news
        return news is not None and self.me != NOBODY and news.publisher == self.me

    def vacant(self) -> bool:
        """Whether no member runs the feed."""
        news = self.table.news
        return news is None or news.publisher == NOBODY or news.publisher not in self._members

    @property
    def members(self) -> frozenset[UUID]:
        """The members of the channel, including this process."""
        return frozenset(self._members)

    async def publish(self, changes: list[TableChange[Any]]) -> None:
        """Publish the parts of a batch, or a status; return when all are accepted."""
        answers = []
        for change in changes:
            request = uuid5(change.attempt, f"{change.feed}/{change.batch}/{change.part}")
            future = asyncio.get_running_loop().create_future()
            self._answers[request] = future
            answers.append(future)
            self._submission.emit("submit", {"request": request, "message": CHANGE_FORM.lower(change)})
        await asyncio.gather(*answers)

    def close(self) -> None:
        """Leave the channel."""
        for connection in self._connections:
            connection.close()
        self._proxy.close()

    def _connect(self, name: str, **handlers: Callable[..., object]) -> Any:
        outer = self._proxy.endpoints()[name]
        endpoint = self._node.new_endpoint(_dual_type(outer), **handlers)  # type: ignore[arg-type]  # not `queued`
        self._connections.append(self._node.connect(endpoint, outer))
        return endpoint

    def _receive(self, message: dict[str, Any]) -> None:
        try:
            self.table.apply(CHANGE_FORM.lift(message))
        except TableRefusedError:
            return
        self._on_change()

    def _initialize(self, state: Any = None) -> None:
        self.table.restore(None if state is None else STATE_FORM.lift(state))
        self._initialized.set()
        self._on_change()

    def _checkpoint(self, request: UUID) -> None:
        self._channel.emit("checkpoint", {"request": request, "state": STATE_FORM.lower(self.table.to_state())})

    def _status_received(self, status: dict[str, Any]) -> None:
        self.me = status.get("me", self.me)
        if status.get("state") == "live":  # a member without a majority cannot know the membership
            self._members = {each["id"] for each in status.get("members", [])}
            self._on_change()

    def _accepted(self, request: UUID) -> None:
        future = self._answers.pop(request, None)
        if future is not None and not future.done():
            future.set_result(None)

    def _refused(self, answer: dict[str, Any]) -> None:
        future = self._answers.pop(answer["request"], None)
        if future is not None and not future.done():
            future.set_exception(SparkError(f"the channel refuses it: {answer['reason']}", "wait a little"))


def _dual_type(outer: Any) -> EndpointType:
    opposite = dual(outer.type)
    assert isinstance(opposite, EndpointType)
    return opposite
