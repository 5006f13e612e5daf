# SPDX-License-Identifier: BSD-3-Clause
"""A process on the channel: an application whose state is a chain of digests, with a trace."""

from __future__ import annotations

import asyncio
import hashlib
import random
import socket
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from bench._checkers import Trace
from bench._churn.commanded import CommandedMember
from bench._references import checkpointed_channel
from objects_library.channels.native import scope_registry

_MESSAGE = "{sender: text, number: int}"
_STATE = "{count: int, digest: text, last: map[text, int]}"
_EMPTY: dict[str, Any] = {"count": 0, "digest": "", "last": {}}
_LABEL_EVERY = 100


def channel(scope: str, network: str = "lo", key: str = "") -> Reference:
    """The channel of all members."""
    return checkpointed_channel(_MESSAGE, _STATE, scope=scope, network=network, key=key)


class Member(CommandedMember):
    """The application: its state is a chain of digests of all messages."""

    def __init__(self, name: str, seed: int, trace: Path, control: socket.socket, pace: float) -> None:
        super().__init__(control)
        self._random = random.Random(f"{seed} {name}")
        self._trace = Trace(trace, name)
        self._pace = pace
        self._state: dict[str, Any] = dict(_EMPTY)
        self._lives = 0
        self._sent = 0
        self._open: dict[UUID, int] = {}
        self._channel: Any = None
        self._submission: Any = None
        self._condition: dict[str, Any] = {}

    async def run(self, catalogue: Catalogue, reference: Reference, gate: Any = None) -> None:
        """Take part until the command to end."""
        self._read_commands()
        async with Node(catalogue, **({"trust": gate} if gate is not None else {})) as node:
            proxy = await node.dereference(reference)
            kept = [
                self._join(
                    node, proxy, "channel", receive=self._take, initialize=self._start, checkpoint_wanted=self._give
                ),
                self._join(node, proxy, "submission", accepted=self._accepted),
                self._join(node, proxy, "status", status=self._noted),
            ]
            kept[2][0].watch()
            self._channel, self._submission = kept[0][0], kept[1][0]
            await self._ended.wait()
        await asyncio.sleep(0)
        await scope_registry.closed()

    def _join(self, node: Node, proxy: Any, name: str, **handlers: Any) -> tuple[Any, Any]:
        outer = proxy.endpoint(name)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = node.new_endpoint(inner, **handlers)
        return endpoint, node.connect(endpoint, outer)

    # ---- the application

    def _start(self, state: dict[str, Any] | None) -> None:
        self._lives += 1
        self._state = dict(state or _EMPTY, last=dict((state or _EMPTY)["last"]))
        # A new initialization counts as a view of its own.
        self._trace.view_change(self._lives, [self._trace.node], [self._trace.node])
        self._trace.initialized(-1, self._state["last"])
        self._label()
        self._report("started", self._state["count"])

    def _take(self, message: dict[str, Any]) -> None:
        sender, number = message["sender"], message["number"]
        self._trace.delivered(sender, number)
        state = self._state
        digest = hashlib.blake2b(f"{state['digest']} {sender} {number}".encode(), digest_size=16).hexdigest()
        state["count"] += 1
        state["digest"] = digest
        state["last"][sender] = number
        if state["count"] % _LABEL_EVERY == 0:
            self._label()

    def _label(self) -> None:
        self._trace.state(f"message {self._state['count']}", self._state["digest"])

    def _give(self, request: UUID) -> None:
        self._channel.checkpoint({"request": request, "state": dict(self._state, last=dict(self._state["last"]))})

    def _accepted(self, request: UUID) -> None:
        number = self._open.pop(request, None)
        if number is not None:
            self._trace.accepted(self._trace.node, number)

    def _noted(self, condition: dict[str, Any]) -> None:
        before, self._condition = self._condition, condition
        if before.get("state") != condition["state"]:
            self._report("state", condition["state"], condition.get("reason", ""))

    # ---- writing

    async def _write(self) -> None:
        while self._writing:
            for _ in range(self._random.choice((1, 1, 1, 2, 20))):
                self._sent += 1
                request = uuid4()
                self._open[request] = self._sent
                self._trace.sent(self._sent)
                self._submission.submit(
                    {"request": request, "message": {"sender": self._trace.node, "number": self._sent}}
                )
            await asyncio.sleep(self._random.random() * 2 * self._pace)

    # ---- commands

    def _do_report(self) -> None:
        state = self._condition.get("state", "")
        members = len(self._condition.get("members", []))
        self._report("report", self._state["count"], self._state["digest"], state, len(self._open), members)
