# SPDX-License-Identifier: BSD-3-Clause
"""Stream reads: offsets are message numbers of the gateway on the driver's computer."""

from __future__ import annotations

from typing import Any

from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxRows

from app.spark.liveobject_source.gateway_client import GatewayClient, GatewayLostError

_BYTES_OF_A_PART = 8 * 1024 * 1024


class ChannelStreamReader:
    """The reader of one query; offsets are `{"reader": …, "number": …}`."""

    def __init__(self, work: dict[str, Any]) -> None:
        self._work = work
        self._gateway: GatewayClient | None = None
        self._ends = False
        self._last: int | None = None

    def freeze_end(self) -> None:
        """Read only what is there now (`Trigger.AvailableNow`)."""
        self._ends, self._last = True, None

    def first(self) -> dict[str, Any]:
        """The offset of a new query, before the present rows."""
        return self._ask({"do": "begin_reading", "present": True})

    def limit(self) -> Any:
        """The limit of one micro-batch."""
        rows = self._work["most_rows"]
        return ReadMaxRows(rows) if rows else ReadAllAvailable()

    def latest(self, start: dict[str, Any], limit: Any) -> dict[str, Any]:
        """The latest available offset."""
        rows = limit.max_rows if isinstance(limit, ReadMaxRows) else 0
        if self._ends and self._last is None:
            self._last = self._head(start, 0)
        number = self._head(start, rows)
        return {"reader": start["reader"], "number": number if self._last is None else min(number, self._last)}

    def _head(self, start: dict[str, Any], rows: int) -> int:
        asked = {"do": "latest", "reader": start["reader"], "after": start["number"], "rows": rows}
        return int(self._ask({**asked, "on_gap": self._work["on_gap"]})["number"])

    def between(self, start: dict[str, Any], end: dict[str, Any]) -> list[dict[str, Any]]:
        """Read the messages between two offsets, in partitions of some megabytes."""
        if start["number"] >= end["number"]:
            return []
        asked = {"do": "between", "reader": end["reader"], "start": start["number"], "end": end["number"]}
        parts: list[list[bytes]] = [[]]
        size = 0
        for message in self._ask(asked)["messages"]:
            if size > _BYTES_OF_A_PART:
                parts.append([])
                size = 0
            parts[-1].append(message)
            size += len(message)
        return [{"schema": self._work["schema"], "tables": part} for part in parts]

    def forget(self, end: dict[str, Any]) -> None:
        """Discard messages that Spark has committed."""
        self._ask({"do": "forget", "reader": end["reader"], "number": end["number"]})

    def close(self) -> None:
        """Disconnect."""
        if self._gateway is not None:
            self._gateway.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send a request; if the gateway has died, start it again, since it stores the offsets on disk."""
        for last in (False, True):
            if self._gateway is None:
                self._gateway = GatewayClient(self._work["reference"], self._work["keep"])
            try:
                return self._gateway.request(question)
            except GatewayLostError:
                self._gateway.close()
                self._gateway = None
                if last:
                    raise
        raise AssertionError
