# SPDX-License-Identifier: BSD-3-Clause
"""Banning a member removes its identity permanently."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from app.transport_native import ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.errors import EngineError
from tests.transport_native.conftest import MakeParties, Party


def _split(parties: list[Party]) -> tuple[Party, Party, Party]:
    """The leader, the banning member, and the member to ban."""
    view = parties[0].scope.view
    assert view is not None
    leader = next(p for p in parties if p.scope.view is not None and p.scope.view.own == view.leader)
    first, second = [party for party in parties if party is not leader]
    return leader, first, second


async def test_a_banned_member_cannot_come_back(make_parties: MakeParties) -> None:
    key = secrets.token_bytes(32)
    leader, banner, banned = _split(await make_parties(3, key=key, identity_seed=None))
    assert banned.scope.view is not None
    banner.scope.ban(banned.scope.view.own)
    async with asyncio.timeout(20):
        await leader.scope.wait_for_view(lambda view: len(view.members) == 2)
        await banner.scope.wait_for_view(lambda view: len(view.members) == 2)
        while (await leader.scope.stats()).membership["banned"] < 5:
            pass  # it starts again by itself, with a new number and its old identity, and knocks in vain
    assert banned.scope.evictions > 0
    await leader.group.put(b"without you")
    await banner.until_received(1)
    assert banned.received == []
    assert leader.scope.view is not None
    assert len(leader.scope.view.members) == 2


async def test_someone_with_another_identity_may_still_come(make_parties: MakeParties) -> None:
    key = secrets.token_bytes(32)
    leader, banner, banned = _split(await make_parties(3, key=key))
    assert banned.scope.view is not None
    banner.scope.ban(banned.scope.view.own)
    engine = Engine()
    engine.attach()
    try:
        newcomer = engine.open_scope(ScopeSettings(name=leader.scope.settings.name, key=key))
        async with asyncio.timeout(20):
            await newcomer.wait_for_view(lambda view: len(view.members) == 3)
            await banner.scope.wait_for_view(
                lambda view: newcomer.view is not None and view.number >= newcomer.view.number
            )
        assert banner.scope.view is not None
        assert banned.scope.settings.name == newcomer.settings.name
        assert newcomer.view is not None
        assert newcomer.view.own.id in {member.id for member in banner.scope.view.members}
    finally:
        engine.close()


async def test_the_leader_and_oneself_cannot_be_banned(make_parties: MakeParties) -> None:
    leader, first, _ = _split(await make_parties(3))
    assert leader.scope.view is not None
    for party in (leader, first):
        assert party.scope.view is not None
        with pytest.raises(EngineError, match="cannot be banned"):
            party.scope.ban(party.scope.view.own)
    with pytest.raises(EngineError, match="cannot be banned"):
        first.scope.ban(leader.scope.view.own)
