# SPDX-License-Identifier: BSD-3-Clause
"""A node for each test, with a registry and answers of its own."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.runtime.activation import Limits, Node, Proxy, Registry, State
from app.runtime.trust import Gate, Identity, TrustStore
from tests.runtime.activation.samples import catalogue


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with make_node(tmp_path) as made:
        yield made


def make_node(directory: Path, name: str = "here", limits: Limits | None = None, **options: Any) -> Node:
    directory.mkdir(exist_ok=True)
    return Node(
        options.pop("catalogue", None) or catalogue(),
        Registry(directory / "registry"),
        Gate(TrustStore(directory / "trust.json")),
        identity=Identity.new(),
        name=name,
        limits=limits or Limits(),
        **options,
    )


def body(proxy: Proxy) -> Any:
    """Return the instance of the author's class, for tests only."""
    return proxy._life.body


async def settle() -> None:
    """Run pending callbacks of the loop, and those that they schedule."""
    for _ in range(5):
        await asyncio.sleep(0)


def state_of(proxy: Proxy) -> State:
    """Return the present state; a type checker would narrow an attribute."""
    return proxy.state
