"""One Spark for all tests that only ask it something: to start one takes ten seconds."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.spark.client import SourceStatistics, SparkService
from tests.spark.feed_harness import CommandLine


class RecordingService(SparkService):
    """Remembers what it was told of sources."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[SourceStatistics] = []
        self.on_source_statistics = self.facts.append
        self.heard: list[str] = []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def spark() -> AsyncIterator[RecordingService]:
    """A real Spark, local, in its own process."""
    async with RecordingService() as service:
        await service.start(on_progress=lambda progress: service.heard.append(progress.text))
        yield service


@pytest.fixture
async def command_line() -> AsyncIterator[CommandLine]:
    """Somebody who starts feeds; all of them end with the test."""
    made = CommandLine()
    yield made
    await made.run("feed", "stop", "--all")
