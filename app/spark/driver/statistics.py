# SPDX-License-Identifier: BSD-3-Clause
"""Statistics of a stream, as Spark reports them after each batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def listener_for(live: str, send: Callable[[dict[str, Any]], None]) -> Any:
    """Create a listener that sends statistics to the program."""
    from pyspark.sql.streaming.listener import StreamingQueryListener  # noqa: PLC0415

    class Listener(StreamingQueryListener):
        def onQueryStarted(self, event: Any) -> None:
            """Do nothing: there are no statistics yet."""

        def onQueryProgress(self, event: Any) -> None:
            """Send the statistics of a batch."""
            send({"event": "statistics", "live": live, **statistics_of(event.progress)})

        def onQueryIdle(self, event: Any) -> None:  # noqa: ARG002 - Spark's signature
            """Report that there was no data."""
            send({"event": "idle", "live": live})

        def onQueryTerminated(self, event: Any) -> None:
            """Do nothing: the thread that waits for the query reports it."""

    return Listener()


def statistics_of(progress: Any) -> dict[str, Any]:
    """Convert Spark's progress to plain values; -1 means unknown."""
    durations = progress.durationMs or {}
    operators = list(progress.stateOperators or [])
    times = progress.eventTime or {}
    return {
        "batch": progress.batchId + 1,
        "rows_in": progress.numInputRows,
        "rows_in_per_second": _number(progress.inputRowsPerSecond),
        "rows_out_per_second": _number(progress.processedRowsPerSecond),
        "batch_seconds": durations.get("triggerExecution", -1000) / 1000,
        "newest": times.get("max", ""),
        "watermark": times.get("watermark", ""),
        "late_rows": sum(each.numRowsDroppedByWatermark for each in operators) if operators else -1,
        "state_rows": sum(each.numRowsTotal for each in operators) if operators else -1,
        "state_bytes": sum(each.memoryUsedBytes for each in operators) if operators else -1,
    }


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and value == value and abs(value) < 1e15 else -1.0  # noqa: PLR0124 - not a number is no number
