# SPDX-License-Identifier: BSD-3-Clause
"""Collects the statistics of a feed that people see."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from app.spark.client import Batch
from app.spark.live_table import FeedStatistics


class StatisticsCollector:
    """Combines Spark's reports with the published batches."""

    def __init__(self) -> None:
        self.statistics = FeedStatistics()
        self._rows = 0

    def add_batch(self, batch: Batch) -> None:
        """Record a published batch."""
        self._rows = batch.rows.num_rows
        if batch.seconds > 0:  # Spark reports nothing for static data
            self.statistics = replace(
                self.statistics, batch_seconds=batch.seconds, progress=-1.0,
                rows_out_per_second=self._rows / batch.seconds,
            )  # fmt: skip

    def set_progress(self, share: float) -> None:
        """Record the completed share of the running batch."""
        self.statistics = replace(self.statistics, progress=min(max(share, 0.0), 1.0))

    def add_report(self, report: dict[str, Any]) -> None:
        """Record Spark's report after a batch, or that it is idle."""
        if report["event"] == "idle":
            self.statistics = replace(self.statistics, rows_in_per_second=0.0, rows_out_per_second=0.0)
            return
        seconds, newest = report["batch_seconds"], _parse_time(report["newest"])
        rate = report["rows_in"] / seconds if seconds > 0 else -1.0
        self.statistics = FeedStatistics(
            rows_in_per_second=rate,
            rows_out_per_second=self._rows / seconds if seconds > 0 else -1.0,
            batch_seconds=seconds,
            latency_seconds=-1.0 if newest is None else max(0.0, (datetime.now(UTC) - newest).total_seconds()),
            watermark=_parse_time(report["watermark"]),
            late_rows=report["late_rows"],
            state_rows=report["state_rows"],
            state_bytes=report["state_bytes"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The statistics as JSON values."""
        made = asdict(self.statistics)
        if made["watermark"] is not None:
            made["watermark"] = made["watermark"].isoformat()
        return made


def _parse_time(text: str) -> datetime | None:
    """Parse Spark's timestamps; the epoch means that there is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return None if found.timestamp() <= 0 else found
