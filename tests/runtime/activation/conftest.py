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
    """The instance of the author's class, which nobody but a test may look at."""
    return proxy._life.body


async def settle() -> None:
    """Let the loop do what it has been asked to do by now, and what follows at once from that."""
    for _ in range(5):
        await asyncio.sleep(0)


def state_of(proxy: Proxy) -> State:
    """The state now; a checker of types would take an attribute that was looked at to stay as it was."""
    return proxy.state
