# SPDX-License-Identifier: BSD-3-Clause
"""Registers the data source `liveobject` with a Spark session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    DataSourceStreamArrowWriter,
    DataSourceStreamReader,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.streaming.datasource import SupportsTriggerAvailableNow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAME = "liveobject"


def register_liveobject(spark: SparkSession) -> None:
    """Register the data source: `spark.read.format("liveobject")` and so on."""
    spark.dataSource.register(_source(str(Path(__file__).resolve().parents[3])))


def _source(root: str) -> type[DataSource]:  # noqa: C901 - see below
    """Create the data source class that Spark pickles.

    Local classes are pickled by value: an executor without the program can then raise a readable error,
    instead of failing to import them. All other modules are imported on use.
    """

    def load(module: str) -> Any:
        import importlib  # noqa: PLC0415 - where this runs, nothing is imported yet
        import os  # noqa: PLC0415
        import socket  # noqa: PLC0415
        import sys  # noqa: PLC0415

        if root not in sys.path and os.path.isdir(root):  # noqa: PTH112 - see above
            sys.path.append(root)
        try:
            return importlib.import_module(f"app.spark.liveobject_source.{module}")
        except ImportError as error:
            raise ImportError(
                f"the package liveobjects cannot be imported on {socket.gethostname()} ({error}); "
                "install it in the Python of every executor, or set spark.pyspark.python to one that has it"
            ) from None

    class Message(WriterCommitMessage):
        """The result of a task."""

        def __init__(self, part: dict[str, Any]) -> None:
            self.part = part

    class Reader(DataSourceReader):
        def __init__(self, work: Any) -> None:
            self._work = work

        def partitions(self) -> list[InputPartition]:
            return [InputPartition(value) for value in load("batch_reader").present(self._work)]

        def read(self, partition: InputPartition) -> Iterator[Any]:
            return iter(load("batch_reader").batches(partition.value))

    class StreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
        def __init__(self, work: Any) -> None:
            self._work = work
            self._open: Any = None

        def _reading(self) -> Any:
            if self._open is None:
                self._open = load("stream_reader").ChannelStreamReader(self._work)
            return self._open

        def __getstate__(self) -> dict[str, Any]:
            return {"_work": self._work, "_open": None}

        def initialOffset(self) -> dict[str, Any]:
            return dict(self._reading().first())

        def latestOffset(self, start: dict[str, Any], limit: Any) -> dict[str, Any]:
            return dict(self._reading().latest(start, limit))

        def prepareForTriggerAvailableNow(self) -> None:
            self._reading().freeze_end()

        def getDefaultReadLimit(self) -> Any:
            return self._reading().limit()

        def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
            return [InputPartition(value) for value in self._reading().between(start, end)]

        def read(self, partition: InputPartition) -> Iterator[Any]:
            return iter(load("batch_reader").batches(partition.value))

        def commit(self, end: dict[str, Any]) -> None:
            self._reading().forget(end)

        def stop(self) -> None:
            if self._open is not None:
                self._open.close()

    class Writer(DataSourceArrowWriter):
        def __init__(self, work: Any) -> None:
            self._work = work

        def write(self, iterator: Iterator[Any]) -> WriterCommitMessage:
            return Message(load("writer").stage(self._work, iterator))

        def commit(self, messages: list[Any]) -> None:
            load("writer").publish(self._work, [each.part for each in messages if each is not None], None)

        def abort(self, messages: list[Any]) -> None:
            load("writer").discard(self._work, [each.part for each in messages if each is not None])

    class StreamWriter(DataSourceStreamArrowWriter):
        def __init__(self, work: Any) -> None:
            self._work = work

        def write(self, iterator: Iterator[Any]) -> WriterCommitMessage:
            return Message(load("writer").stage(self._work, iterator))

        def commit(self, messages: list[Any], batchId: int) -> None:
            load("writer").publish(self._work, [each.part for each in messages if each is not None], batchId)

        def abort(self, messages: list[Any], batchId: int) -> None:  # noqa: ARG002 - Spark's signature
            load("writer").discard(self._work, [each.part for each in messages if each is not None])

    class LiveObjectDataSource(DataSource):
        """Channels as tables."""

        @classmethod
        def name(cls) -> str:
            return "liveobject"

        def schema(self) -> Any:
            return load("batch_reader").schema_of(load("options").read_options(dict(self.options)))

        def reader(self, schema: Any) -> DataSourceReader:
            return Reader(load("batch_reader").with_schema(load("options").read_options(dict(self.options)), schema))

        def streamReader(self, schema: Any) -> DataSourceStreamReader:
            return StreamReader(
                load("batch_reader").with_schema(load("options").read_options(dict(self.options)), schema)
            )

        def writer(self, schema: Any, overwrite: bool) -> DataSourceArrowWriter:
            return Writer(load("writer").begin(load("options").write_options(dict(self.options), overwrite), schema))

        def streamWriter(self, schema: Any, overwrite: bool) -> DataSourceStreamArrowWriter:
            work = load("options").stream_write_options(dict(self.options), overwrite)
            return StreamWriter(load("writer").begin(work, schema))

    return LiveObjectDataSource
