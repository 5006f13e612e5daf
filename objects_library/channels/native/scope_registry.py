# SPDX-License-Identifier: BSD-3-Clause
"""One engine per event loop, and one scope of it for all channels of a node with the same address."""

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
"""A node and the settings of a scope; a process usually has one node, tests have several."""


@dataclass
class _Shared:
    engine: Engine
    scopes: dict[ScopeAddress, Scope] = field(default_factory=dict)
    users: dict[ScopeAddress, int] = field(default_factory=dict)
    closing: set[asyncio.Task[None]] = field(default_factory=set)


_whereabouts: dict[tuple[int, ScopeAddress], ScopeSettings] = {}
"""The settings of addresses that have moved: a scope with an owner changes its key at each removal."""
_finishing: set[asyncio.Task[None]] = set()
_engines: WeakKeyDictionary[asyncio.AbstractEventLoop, _Shared] = WeakKeyDictionary()


def enter_scope(place: ScopeAddress) -> Scope:
    """Return the scope at an address; the first user opens it."""
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
    """Move an address to other settings, or back; True if an open scope is affected."""
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
    """Whether an address has these settings now."""
    return _settings(place) == settings


def open_scopes(node: str | None = None) -> list[Scope]:
    """The open scopes of this event loop, or those of one node."""
    shared = _engines.get(asyncio.get_running_loop())
    found = shared.scopes.items() if shared is not None else ()
    return [scope for place, scope in found if node in (None, place[0])]


def scope_at(place: ScopeAddress) -> Scope:
    """The open scope of an address."""
    return _engines[asyncio.get_running_loop()].scopes[place]


def _settings(place: ScopeAddress) -> ScopeSettings:
    return _whereabouts.get((id(asyncio.get_running_loop()), place), place[1])


def leave_scope(place: ScopeAddress, scope: Scope) -> None:
    """Release a scope; the last user closes it in the background."""
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
    """Run a task in the background that `closed` waits for."""
    task = asyncio.get_running_loop().create_task(work)
    _finishing.add(task)
    task.add_done_callback(_finishing.discard)


async def closed() -> None:
    """Wait until every released scope is closed and everything is stored."""
    loop = asyncio.get_running_loop()
    mine = [task for task in _finishing if task.get_loop() is loop]
    shared = _engines.get(loop)
    await asyncio.gather(*mine, *(shared.closing if shared is not None else ()))
