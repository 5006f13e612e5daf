# SPDX-License-Identifier: BSD-3-Clause
"""Unusable interfaces and addresses are refused with a helpful message."""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from app.transport_native import ScopeFailedError, ScopeSettings
from app.transport_native.engine import Engine
from app.transport_native.errors import EngineError
from bench._network import can_make_namespaces

ROOT = Path(__file__).resolve().parents[2]


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


_ALONE = """
import asyncio
from app.transport_native import LAN, ScopeSettings
from app.transport_native.engine import Engine

async def main():
    engine = Engine()
    engine.attach()
    async with asyncio.timeout(20):
        view = await engine.open_scope(ScopeSettings(name="alone", interface=LAN)).wait_for_view()
    print(len(view.members))
    engine.close()

asyncio.run(main())
"""


@pytest.mark.namespaces
def test_a_computer_without_a_network_uses_its_loopback() -> None:
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    command = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, "-c", _ALONE]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert finished.stdout == "1\n", finished.stderr
