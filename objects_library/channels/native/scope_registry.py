"""One engine per event loop, and in it one scope for all channels of a node that share it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from app.transport_native import ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.scope import Scope

ScopeAddress = tuple[str, ScopeSettings]
"""A node and a scope; a process usually has one node, and tests have several."""


@dataclass
class _Shared:
    engine: Engine
    scopes: dict[ScopeAddress, Scope] = field(default_factory=dict)
    users: dict[ScopeAddress, int] = field(default_factory=dict)
    closing: set[asyncio.Task[None]] = field(default_factory=set)


_whereabouts: dict[tuple[int, ScopeAddress], ScopeSettings] = {}
"""Where a place is now, if it has moved: a scope with an owner has another key after each removal."""
_finishing: set[asyncio.Task[None]] = set()
_engines: WeakKeyDictionary[asyncio.AbstractEventLoop, _Shared] = WeakKeyDictionary()


def enter_scope(place: ScopeAddress) -> Scope:
    """The scope, opened by the first who asks."""
    loop = asyncio.get_running_loop()
    shared = _engines.get(loop)
    if shared is None:
        shared = _engines[loop] = _Shared(Engine())
        shared.engine.attach(loop)
    scope = shared.scopes.get(place)
    if scope is None or scope.closed:
        scope = shared.scopes[place] = shared.engine.open_scope(_settings(place))
        shared.users[place] = 0
    shared.users[place] += 1
    return scope


def redirect(place: ScopeAddress, settings: ScopeSettings | None) -> bool:
    """Have a place elsewhere from now on, or where it was; True if a scope is open and is now another."""
    loop = asyncio.get_running_loop()
    if settings == _settings(place):
        return False
    if settings is None:
        _whereabouts.pop((id(loop), place), None)
    else:
        _whereabouts[id(loop), place] = settings
    shared = _engines.get(loop)
    old = shared.scopes.get(place) if shared is not None else None
    if shared is None or old is None or settings is None:
        return False
    shared.scopes[place] = shared.engine.open_scope(settings)
    task = loop.create_task(old.close())
    shared.closing.add(task)
    task.add_done_callback(shared.closing.discard)
    return True


def is_at(place: ScopeAddress, settings: ScopeSettings) -> bool:
    """Whether a place is there now."""
    return _settings(place) == settings


def scope_at(place: ScopeAddress) -> Scope:
    """The scope that is open for a place."""
    return _engines[asyncio.get_running_loop()].scopes[place]


def _settings(place: ScopeAddress) -> ScopeSettings:
    return _whereabouts.get((id(asyncio.get_running_loop()), place), place[1])


def leave_scope(place: ScopeAddress, scope: Scope) -> None:
    """The last who leaves closes it; it says good-bye in the background."""
    loop = asyncio.get_running_loop()
    shared = _engines.get(loop)
    if shared is None or shared.scopes.get(place) is not scope:
        return
    shared.users[place] -= 1
    if shared.users[place]:
        return
    del shared.scopes[place]
    task = loop.create_task(_close(loop, shared, scope))
    shared.closing.add(task)
    task.add_done_callback(shared.closing.discard)


async def _close(loop: asyncio.AbstractEventLoop, shared: _Shared, scope: Scope) -> None:
    await scope.close()
    if not shared.scopes and _engines.get(loop) is shared:
        del _engines[loop]
        shared.engine.close()


def finish(work: Coroutine[Any, Any, None]) -> None:
    """Do something in the background that `closed` waits for."""
    task = asyncio.get_running_loop().create_task(work)
    _finishing.add(task)
    task.add_done_callback(_finishing.discard)


async def closed() -> None:
    """Wait until every scope that was left is closed, and everything is stored."""
    loop = asyncio.get_running_loop()
    mine = [task for task in _finishing if task.get_loop() is loop]
    shared = _engines.get(loop)
    await asyncio.gather(*mine, *(shared.closing if shared is not None else ()))
