# SPDX-License-Identifier: BSD-3-Clause
"""A Spark session shared by all tests that only send it requests: starting one takes ten seconds."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.spark.client import SourceStatistics, SparkService
from tests.spark.feed_harness import CommandLine


class RecordingService(SparkService):
    """Records statistics of sources and progress messages."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[SourceStatistics] = []
        self.on_source_statistics = self.facts.append
        self.heard: list[str] = []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def spark() -> AsyncIterator[RecordingService]:
    """A real, local Spark in its own process."""
    async with RecordingService() as service:
        await service.start(on_progress=lambda progress: service.heard.append(progress.text))
        yield service


@pytest.fixture
async def command_line() -> AsyncIterator[CommandLine]:
    """A command line; its feeds end with the test."""
    made = CommandLine()
    yield made
    await made.run("feed", "stop", "--all")
