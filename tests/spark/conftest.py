"""One Spark for all tests that only ask it something: to start one takes ten seconds."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.spark.client import Facts, SparkService
from tests.spark.feed_harness import Desk


class Asked(SparkService):
    """Remembers what it was told of sources."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[Facts] = []
        self.on_facts = self.facts.append
        self.heard: list[str] = []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def spark() -> AsyncIterator[Asked]:
    """A real Spark, local, in its own process."""
    async with Asked() as service:
        await service.start(on_progress=lambda progress: service.heard.append(progress.text))
        yield service


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """Somebody who starts feeds; all of them end with the test."""
    made = Desk()
    yield made
    await made.run("feed", "stop", "--all")
