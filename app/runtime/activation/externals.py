# SPDX-License-Identifier: BSD-3-Clause
"""External references: resolved by running a folder object and asking it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

from app.runtime.activation.endpoints import new_endpoint
from app.runtime.activation.errors import ActivationError, CyclicReferenceError, DereferenceError
from app.runtime.activation.lifetime import Lifetime, State
from app.runtime.activation.plans import Plan
from app.runtime.references import External, Reference, identity
from app.runtime.types import EndpointType, dual, parse_object_type

if TYPE_CHECKING:
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy

_ASKING = cast(EndpointType, dual(dict(parse_object_type("Folder[Object]").endpoints)["folder"]))
LONGEST_TRAIL = 64

Trail = tuple[External, ...]
"""The external references being resolved, outermost first."""


def extended(trail: Trail, step: External) -> Trail:
    """Return the trail with one more step; refuses cycles and trails that are too long."""
    if step in trail:
        circle = [*trail[trail.index(step) :], step]
        names = " → ".join(repr(each.name[:60]) for each in circle)
        raise CyclicReferenceError(
            f"to fetch {step.name[:60]!r}, it must have been fetched: {names}", "break the circle"
        )
    if len(trail) >= LONGEST_TRAIL:
        raise DereferenceError(
            f"{step.name[:60]!r} is more than {LONGEST_TRAIL} references away", "point to it more directly"
        )
    return (*trail, step)


class Folders:
    """The folders that one dereference asks; each is opened once and closed at the end."""

    def __init__(self, node: Node, timeout: float) -> None:
        self._node = node
        self._timeout = timeout
        self._life = Lifetime(node, "the runtime")
        self._open: dict[str, Proxy] = {}

    async def fetch(self, external: External, plan: Callable[[Reference], Awaitable[Plan]]) -> Reference:
        """Return the reference that a folder has under a name; `plan` resolves the folder itself."""
        key = identity(external.source)
        folder = self._open.get(key)
        if folder is None:
            folder = self._open[key] = self._opened(await plan(external.source))
        found = await self._ask(folder, external.name)
        if found is None:
            raise DereferenceError(
                f"{folder.name} has nothing named {external.name[:60]!r}", "check the name, or put it there"
            )
        return found

    def close(self) -> None:
        """Close all folders."""
        self._life.end()

    def _opened(self, plan: Plan) -> Proxy:
        proxy = self._node.build(plan)
        self._life.own(proxy.close)
        if proxy.failure is not None:
            raise DereferenceError(
                f"{proxy.failure.name} cannot run: {proxy.failure.reason}", "see whether the folder works"
            )
        return proxy

    async def _ask(self, folder: Proxy, name: str) -> Reference | None:
        answer: asyncio.Future[Reference | None] = self._node.event_thread.loop.create_future()

        def settle(result: Reference | None) -> None:
            if not answer.done():
                answer.set_result(result)

        def item(value: dict[str, Any]) -> None:
            if value["name"] == name:
                settle(value["reference"])

        def missing(wanted: str) -> None:
            if wanted == name:
                settle(None)

        def gone() -> None:
            if not answer.done():
                answer.set_exception(_unanswered(folder, name, "ended"))

        asking = new_endpoint(self._life, _ASKING, {"item": item, "missing": missing, "disconnected": gone})
        with self._node.connect(asking, folder.endpoint("folder")):
            asking.get(name)
            try:
                async with asyncio.timeout(self._timeout):
                    return await answer
            except TimeoutError:
                raise _unanswered(folder, name, f"did not answer within {self._timeout:g} s") from None


def _unanswered(folder: Proxy, name: str, what: str) -> ActivationError:
    why = f" ({folder.failure.reason})" if folder.state is State.FAILED and folder.failure else ""
    return DereferenceError(f"asked for {name[:60]!r}, {folder.name} {what}{why}", "see whether the folder works")
