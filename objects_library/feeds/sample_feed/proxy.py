# SPDX-License-Identifier: BSD-3-Clause
"""A sample feed: orders that are made up on the spot and go through Spark, at one node at a time."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Annotated, Any
from uuid import uuid4

from app.runtime import references as refs
from app.runtime.library import (
    AgreedChannel,
    Cancellable,
    Cause,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    OfType,
    Range,
    Unit,
    live_object,
)
from app.runtime.types import EndpointType, dual
from app.spark.client import Batch, LiveSettings, Progress, SparkService
from app.spark.errors import SparkError
from app.spark.feeds.statistics import StatisticsCollector
from app.spark.java import is_installed
from app.spark.live_table import (
    CHANGE_FORM,
    AnyTable,
    TableChange,
    TableState,
    batch_changes,
    status_change,
    table_type,
)
from app.spark.sources import SourceSpec
from objects_library.feeds.sample_feed.orders import COLUMNS, KEY, PAST, RESULT, SQL, Shop, now, write_file
from objects_library.replication.feed_replica import FeedCondition, FeedReplica

Rows = Annotated[Any, OfType(table_type(RESULT))]
_MOST_ROWS = 30_000
_SOONEST = 0.3
"""Seconds between two progress reports."""
_LONGEST_REASON = 300
_AGAIN = 10.0
"""Seconds until it is tried again."""
_CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_LEADER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E507
_LEASE = 3.0


@live_object("8a4a86b82a87d3890eff4b3d582551ef", name="Sample feed", group="Data and feeds", limits="up to 30,000 rows")
class SampleFeed:
    """Orders of a made-up shop, counted by Spark on the computer of whoever opened it first."""

    sample = Endpoint()
    rows = Endpoint(words="the orders of {name}")

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[TableChange[Rows], TableState[Rows]]],
        context: Context,
        per_second: Annotated[float, Range(1, 1000), Label("Orders in a second")] = 20.0,
        seconds: Annotated[float, Range(0.2, 60), Unit("s"), Label("Time between two files")] = 1.0,
    ) -> None:
        self._context = context
        self._per_second = min(max(per_second, 1.0), 1000.0)
        self._seconds = min(max(seconds, 0.2), 60.0)
        self._name = f"sample {uuid4()}"
        self._collector = StatisticsCollector()
        self._leader, self._mine, self._wanted = "", False, False
        self._news = asyncio.Event()
        self._sent_at = 0.0
        self._unsent = ""
        self._pending_send: Cancellable | None = None
        self._feed = FeedReplica(context, Channel, lambda _: None, self.told, self._wake)
        self._shop = Shop()
        context.spawn(self._live(Channel))

    @rows.connected
    def offer_rows_again(self) -> None:
        """Send the present table to a new wire, and later ones."""
        self._feed.offer_to(self.offer_rows)

    @rows.disconnected
    def stop_offering(self) -> None:
        """Stop following the feed for wires."""
        if not self.rows.connected:
            self._feed.offer_to(None)

    @rows.outgoing("value")
    def offer_rows(self, value: AnyTable | None, cause: Cause) -> None:
        """All rows, for wires."""

    @sample.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.leader(self._leader, self._mine, self._may_not())
        self._feed.watch(True)

    @sample.disconnected
    def rest(self) -> None:
        """No view is connected; the feed continues."""
        self._feed.watch(False)

    @sample.incoming
    def install(self) -> None:
        """Run it here, though Spark has to be installed for that."""
        self._wanted = True
        self._wake()

    @sample.outgoing
    def leader(self, name: str, mine: bool, waits: bool) -> None:
        """Who runs it (nobody: empty), whether it is this computer, and whether it waits for a yes."""

    @sample.outgoing
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""

    # ---- who runs it

    async def _live(self, channel: refs.Reference) -> None:
        """Stand for the lead for as long as this lives; whoever leads runs it."""
        await self._until(lambda: self._feed.replica.live)
        proxy = await self._context.dereference(_election(channel))
        outer = proxy.endpoint("election")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = self._context.new_endpoint(inner, leader=self._led, refused=lambda _: None)
        self._context.connect(endpoint, outer)
        while True:
            await self._until(lambda: self._mine and self._feed.replica.live and not self._may_not())
            try:
                await self._run()
            except SparkError as error:
                self._send_status("failed", error.what)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_AGAIN):
                        await self._until(lambda: not self._mine)

    def _led(self, update: dict[str, Any]) -> None:
        self._leader, self._mine = update["name"], update["mine"]
        self.leader(self._leader, self._mine, self._may_not())
        self._wake()

    def _may_not(self) -> bool:
        """Whoever only looks does not get Spark without being asked; whoever is first does."""
        return self._mine and not self._wanted and self._feed.table.news is not None and not is_installed()

    # ---- running it

    async def _run(self) -> None:
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="liveobjects-sample-"))
        spark = SparkService()
        lost: list[str] = []
        writing: asyncio.Task[None] | None = None

        def ended(reason: str) -> None:
            lost.append(reason)
            self._wake()

        spark.on_lost = ended
        try:
            self._send_status("starting", "Spark is being started")
            await spark.start(on_progress=self._progress)
            (folder / "orders").mkdir()
            writing = asyncio.create_task(self._write(folder / "orders"))
            result = await spark.prepare_live(
                LiveSettings(
                    [_source(folder / "orders")], SQL, str(folder / "checkpoint"), "update", KEY,
                    most_rows=_MOST_ROWS,
                )
            )  # fmt: skip
            self._send_status("starting", "The first orders are being counted")
            await spark.run_live(result, self._take, lambda error, _: ended(error.sentence), self._statistics)
            await self._until(lambda: bool(lost) or not self._mine)
            if lost:
                raise SparkError(lost[0], "it is tried again")
        finally:
            if writing is not None:
                writing.cancel()
            await asyncio.shield(_end(spark, folder))

    async def _write(self, folder: Path) -> None:
        """A file again and again, so that the folder grows."""
        since, number = now() - PAST, 0
        while True:
            until = now()
            rows = await asyncio.to_thread(self._shop.orders, since, until, self._per_second)
            await asyncio.to_thread(write_file, folder, number, rows)
            since, number = until, number + 1
            await asyncio.sleep(self._seconds)

    async def _take(self, batch: Batch) -> bool:
        """Put a batch into the channel; it is safe when it has come back."""
        if not self._mine:
            return False
        self._collector.add_batch(batch)
        rows = batch.rows.select(RESULT.names)
        changes = batch_changes(
            rows, feed=self._name, batch=batch.number, mode="update", key=list(KEY), publisher=self._feed.me,
            statistics=self._collector.statistics, most_rows=_MOST_ROWS,
        )  # fmt: skip
        for change in changes:
            self._feed.replica.send(CHANGE_FORM.lower(change))
        await self._until(lambda: self._has(batch.number) or not self._mine)
        return self._has(batch.number)

    def _has(self, number: int) -> bool:
        return self._feed.table.last_batch(self._name) >= number

    def _statistics(self, update: dict[str, Any]) -> None:
        self._collector.add_report(update)

    def _progress(self, progress: Progress) -> None:
        """Say how far it is, not too often; what came last is said."""
        share = f" ({progress.share:.0%})" if 0 <= progress.share < 1 else ""
        self._unsent = f"{progress.text}{share}"
        if self._pending_send is None:
            wait = max(0.0, self._sent_at + _SOONEST - monotonic())
            self._pending_send = self._context.later(wait, self._send_progress)

    def _send_progress(self) -> None:
        self._pending_send = None
        if self._unsent:
            self._send_status("starting", self._unsent)

    def _send_status(self, state: str, reason: str) -> None:
        self._sent_at, self._unsent = monotonic(), ""
        change = status_change(
            RESULT, feed=self._name, state=state, reason=reason[:_LONGEST_REASON], publisher=self._feed.me
        )
        self._feed.replica.send(CHANGE_FORM.lower(change))

    # ---- waiting

    def _wake(self) -> None:
        self._news.set()

    async def _until(self, true: Callable[[], bool]) -> None:
        while not true():
            self._news.clear()
            await self._news.wait()


async def _end(spark: SparkService, folder: Path) -> None:
    await spark.stop()
    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _election(channel: refs.Reference) -> refs.Reference:
    """The object that decides who runs it, in a scope of its own beside that of the feed."""
    assert isinstance(channel, refs.Parameterized)
    given = dict(channel.arguments)
    scope = given.get("scope")
    arguments: dict[str, refs.Argument] = {
        "T": refs.TypeArgument("LeaderChange"),
        "S": refs.TypeArgument("LeaderState"),
        "scope": refs.ValueArgument(f"{_text(scope)}: who runs it"),
    }
    arguments |= {name: given[name] for name in ("key", "network") if name in given}
    below = refs.Parameterized(refs.Primitive(_CHECKPOINTED, 1), tuple(arguments.items()))
    return refs.Parameterized(
        refs.Primitive(_LEADER, 1), (("Channel", refs.ReferenceArgument(below)), ("lease", refs.ValueArgument(_LEASE)))
    )


def _text(argument: refs.Argument | None) -> str:
    value = argument.value if isinstance(argument, refs.ValueArgument) else ""
    return value if isinstance(value, str) else ""


def _source(folder: Path) -> SourceSpec:
    """The folder with the orders; its columns are said, since at first there is nothing in it."""
    names = {"string": "STRING", "double": "DOUBLE"}
    columns = ", ".join(f"{each.name} {names.get(str(each.type), 'TIMESTAMP')}" for each in COLUMNS)
    return SourceSpec("source", "folder", str(folder), "parquet", schema=columns, grows=True)
