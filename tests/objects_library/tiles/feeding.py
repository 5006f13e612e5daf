# SPDX-License-Identifier: BSD-3-Clause
"""A feed without Spark: somebody who publishes tables into a channel, as a feed does."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pyarrow as pa

from app.runtime.activation import Node
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from app.spark.live_table import CHANGE_FORM, STATE_FORM, LiveTable, batch_changes, status_change, table_type
from tests.objects_library.copies import local_channel, replicated

TABLE = 0x4C41694DC2F48D87FD136AD69AE574E5
CHART = 0x47C770FC29131A6C33373C32BCA4147E
NUMBER = 0xF1D7CAC11561879F5D8B910A3C752FBA
GAUGE = 0xAC2DDEA70588BF21E2D19B58386F23CF
FILTER = 0x8BEE01E89C13CC1917802BE449EB43A4
ALERT = 0xD3A5FFBCEE211468B254F203DAEBE83F

SALES = pa.schema(
    [
        ("window", pa.timestamp("us", "UTC")),
        ("region", pa.string()),
        ("product", pa.string()),
        ("revenue", pa.float64()),
        ("orders", pa.int64()),
    ]
)
KIND = table_type(SALES)
KEY = ["window", "region", "product"]
REGIONS, PRODUCTS = ("North", "South", "East", "West"), ("Tea", "Coffee", "Cocoa")
START = datetime(2026, 11, 17, 9, tzinfo=UTC)


def a_channel(name: str = "sales", kind: str = KIND) -> Reference:
    """The channel of a feed, inside one program."""
    return local_channel(f"TableChange[{kind}]", f"TableState[{kind}]", name)


def a_tile(template: int, channel: Reference | None = None, of: str = KIND, **values: Any) -> Reference:
    """A tile over the feed."""
    return replicated(template, channel or a_channel(), {"T": of}, **values)


def sales(seed: int = 0, minutes: int = 10) -> Any:
    """A table of sales: for each minute, region and product."""
    dice = random.Random(seed)
    rows = [
        {
            "window": START + timedelta(minutes=minute),
            "region": region,
            "product": product,
            "revenue": round(200 + 100 * math.sin(minute / 5 + len(region)) + dice.random() * 60, 2),
            "orders": dice.randint(1, 20),
        }
        for minute in range(minutes)
        for region in REGIONS
        for product in PRODUCTS
    ]
    return pa.Table.from_pylist(rows, schema=SALES)


class Publisher:
    """A feed: it publishes batches, and has the state for newcomers like anybody else."""

    def __init__(self, node: Node, proxy: Any) -> None:
        outer = proxy.endpoint("channel")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self.table: LiveTable[Any] = LiveTable()
        self.batch = -1
        self._proxy = proxy
        self._endpoint: Any = node.new_endpoint(
            inner, receive=self._receive, checkpoint_wanted=self._give, initialize=self._begin
        )
        self._connection = node.connect(self._endpoint, outer)

    @classmethod
    async def opened(cls, node: Node, channel: Reference | None = None) -> Publisher:
        """Join the channel."""
        return cls(node, await node.dereference(channel or a_channel()))

    def publish(self, rows: Any, mode: str = "update", **more: Any) -> None:
        """One more batch."""
        self.batch += 1
        key = KEY if mode == "update" else []
        for change in batch_changes(rows, feed="sales", batch=self.batch, mode=mode, key=key, **more):
            self._endpoint.send(CHANGE_FORM.lower(change))

    def tell(self, state: str, reason: str = "", **more: Any) -> None:
        """Only news."""
        change = status_change(SALES, feed="sales", state=state, reason=reason, **more)
        self._endpoint.send(CHANGE_FORM.lower(change))

    def _begin(self, state: Any) -> None:
        self.table.restore(None if state is None else STATE_FORM.lift(state))

    def _receive(self, change: Any) -> None:
        self.table.apply(CHANGE_FORM.lift(change))

    def _give(self, request: UUID) -> None:
        self._endpoint.emit("checkpoint", {"request": request, "state": STATE_FORM.lower(self.table.to_state())})
