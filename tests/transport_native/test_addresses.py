# SPDX-License-Identifier: BSD-3-Clause
"""Unusable interfaces and addresses are refused with a helpful message."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from app.transport_native import ScopeFailedError, ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.errors import EngineError


async def _failure(interface: str) -> str:
    engine = Engine()
    engine.attach()
    try:
        scope = engine.open_scope(ScopeSettings(name=f"test {secrets.token_hex(8)}", interface=interface))
        with pytest.raises(ScopeFailedError) as caught:
            async with asyncio.timeout(10):
                await scope.wait_for_view()
        return str(caught.value)
    finally:
        engine.close()


async def test_an_address_of_version_six_is_refused_with_the_reason() -> None:
    assert "has no IPv4 address" in await _failure("::1")


async def test_an_interface_that_does_not_exist_is_named() -> None:
    assert "there is no network interface nowhere0" in await _failure("nowhere0")


def test_a_seed_must_have_an_address_of_version_four() -> None:
    engine = Engine()
    try:
        settings = ScopeSettings(name="test", seeds=(("fe80::1", 4000),))
        with pytest.raises(EngineError, match="fe80::1 is not an IPv4 address"):
            engine.open_scope(settings)
    finally:
        engine.close()
