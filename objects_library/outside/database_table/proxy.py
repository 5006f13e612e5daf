# SPDX-License-Identifier: BSD-3-Clause
"""A table of a database that everyone sees and edits; a computer that has access reads and writes it."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import (
    AgreedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
from app.runtime.trust import NotAllowedError, Permission, Question
from objects_library.outside.database_table.address import (
    Address,
    PostgresAddress,
    SqliteAddress,
    known_here,
    parse_address,
    table_name,
)
from objects_library.outside.database_table.contents import Contents, differences
from objects_library.outside.database_table.edits import EditQueue
from objects_library.outside.database_table.source import Source, SourceThread
from objects_library.outside.database_table.sqlite import SqliteTable
from objects_library.outside.database_table.values import DatabaseColumn, DatabaseEdit, DatabaseRow, Layout
from objects_library.replication.external_bridge import (
    BridgeChange,
    BridgedObject,
    BridgeState,
    BridgeStatus,
    OutOfReachError,
    OutsideError,
)
from objects_library.replication.replica import RefusedChangeError

_NOTHING: dict[str, Any] = {"columns": [], "rows": [], "gone": [], "flags": [], "edit": None, "request": None}


@type_name("DatabaseChange")
@dataclass(frozen=True)
class DatabaseChange(BridgeChange):
    """What the one at the bridge says of the table, what others want of it, and who is here."""

    columns: list[DatabaseColumn]
    rows: list[DatabaseRow]
    gone: list[str]
    flags: list[str]
    edit: DatabaseEdit | None
    request: UUID | None


@type_name("DatabaseState")
@dataclass(frozen=True)
class DatabaseState:
    """The table as everyone has it, and the bridge."""

    bridge: BridgeState
    columns: list[DatabaseColumn]
    rows: list[DatabaseRow]
    flags: list[str]


@live_object(
    "fa8bfb7287cea2a82bfe032bf4baa6db", name="Database table", group="Data and feeds", limits="up to 5,000 rows"
)
class DatabaseTable(BridgedObject):
    """A table of PostgreSQL or SQLite, live: whoever has access brings it, everyone sees and edits it."""

    table = Endpoint(provides={"merge": "first writer"})

    def __init__(  # noqa: PLR0917 - references give them by name
        self,
        Channel: ObjectReference[AgreedChannel[DatabaseChange, DatabaseState]],
        context: Context,
        address: Annotated[
            str, Label("Database, such as postgresql://ann@localhost/shop or sqlite:/a/b.db")
        ] = "sqlite:own/things.db",
        name: Annotated[str, Label("Table or view; schema.name where there are several")] = "things",
        title: Annotated[str, Label("What is shown")] = "",
        editable: Annotated[bool, Label("People may change what is in it")] = True,
        key: Annotated[str, Label("Columns that tell rows apart, with commas; empty: the primary key")] = "",
        seconds: Annotated[
            float, Range(0.5, 3600), Unit("s"), Label("Time between looks where nothing tells of changes")
        ] = 2.0,
        columns: Annotated[
            str, Label("Columns of a new table in a database of one's own, such as: name text, height real")
        ] = "name text, count integer, done boolean",
    ) -> None:
        self._context = context
        self._address, self._where = parse_address(address), address
        self._name = table_name(name)
        self._title = (title or name)[:200]
        self._editable = editable
        self._key = [part.strip() for part in key.split(",") if part.strip()]
        self._seconds = min(max(seconds, 0.5), 3600.0)
        self._columns = columns[:2000]
        self._contents = Contents()
        self._wanted: list[dict[str, Any]] = []
        self._may_write = self._truncation_sent = False
        self._join(context, Channel, _NOTHING)
        self._edits = EditQueue(self._contents_of, self._send_edit, self.done, self.refused)

    @table.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        contents = self._contents
        columns = [DatabaseColumn(**column) for column in contents.columns]
        self.settings(self._title, self._where)
        self.contents(columns, self._flags(), [DatabaseRow(**row) for row in contents.listed()])
        self._send_status()

    @table.incoming
    def set(self, request: UUID, key: str, column: str, value: Any, was: Any) -> None:
        """Write into a cell that looked like this before."""
        self._edits.set(request, key, column, value, was)

    @table.incoming
    def add(self, request: UUID, values: dict[str, Any]) -> None:
        """Add a row with these values; what is left out is what the database puts there."""
        self._edits.add(request, values)

    @table.incoming
    def remove(self, request: UUID, key: str) -> None:
        """Remove a row."""
        self._edits.remove(request, key)

    @table.incoming
    def connect_here(self, address: str) -> None:
        """Let this computer connect: to the address given, or to that of the reference."""
        if self._bridge.serving:
            return
        try:
            self._address = parse_address(address or self._where)
        except OutsideError as error:
            self._bridge.notify(str(error))
            return
        self._bridge.serve()

    @table.outgoing
    def settings(self, title: str, address: str) -> None:
        """The title and the location."""

    @table.outgoing
    def contents(self, columns: list[DatabaseColumn], flags: list[str], rows: list[DatabaseRow]) -> None:
        """All of it; flags are `add`, `remove` (what can be done) and `cut` (there is more)."""

    @table.outgoing
    def changed(self, rows: list[DatabaseRow], gone: list[str]) -> None:
        """New and changed rows, and the keys of removed ones."""

    @table.outgoing
    def status(self, status: BridgeStatus) -> None:
        """Whether the database is connected, by whom, and since when."""

    @table.outgoing
    def done(self, request: UUID) -> None:
        """The database has it."""

    @table.outgoing
    def refused(self, request: UUID | None, reason: str) -> None:
        """It was not written."""

    # ---- what all copies do alike

    def _abandon(self) -> None:
        self._edits.abandon()

    def _apply_edit(self, change: dict[str, Any]) -> None:
        if change["edit"] is None or change["request"] is None:
            raise RefusedChangeError("an edit without what is edited")
        self._want(change)

    def _apply_report(self, change: dict[str, Any]) -> None:
        kind = change["kind"]
        if kind == "layout":
            flags = change["flags"]
            self._contents.lay_out(change["columns"], may_add="add" in flags, may_remove="remove" in flags)
            self.show()
        elif kind == "rows":
            self._contents.change(change["rows"], change["gone"])
            self.changed([DatabaseRow(**row) for row in change["rows"]], change["gone"])
        elif kind == "cut":
            self._contents.truncated = "cut" in change["flags"]
            self.show()
        elif kind == "outcome":
            self._edits.outcome(change["request"], change["text"])
        else:
            raise RefusedChangeError(f"nobody knows the change {kind[:20]!r}")

    def give_state(self) -> dict[str, Any]:
        """The table, and who is at the bridge."""
        return {
            "bridge": self._bridge.state(),
            "columns": self._contents.columns,
            "rows": self._contents.listed(),
            "flags": self._flags(),
        }

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._contents = Contents()
        self._bridge.take(None if state is None else state["bridge"])
        if state is None:
            return
        flags = state["flags"]
        try:
            self._contents.lay_out(state["columns"], may_add="add" in flags, may_remove="remove" in flags)
            self._contents.change(state["rows"], [])
        except RefusedChangeError as error:
            self._contents = Contents()
            self._context.log(f"what another copy gave was refused: {error}")
        self._contents.truncated = "cut" in flags

    def _flags(self) -> list[str]:
        contents = self._contents
        flags = (("add", contents.may_add), ("remove", contents.may_remove), ("cut", contents.truncated))
        return [name for name, is_so in flags if is_so]

    def _contents_of(self) -> Contents:
        return self._contents

    def _send_edit(self, request: UUID, edit: dict[str, Any]) -> str:
        if not self._bridge.up:
            return "nobody is connected to the database now; try again when somebody is"
        self._bridge.send("edit", request=request, edit=edit)
        return ""

    # ---- what a computer with access does

    def _started(self) -> None:
        self.show()
        self._context.spawn(self._look_for_access())

    async def _look_for_access(self) -> None:
        own = isinstance(self._address, SqliteAddress) and self._address.own
        begins = own and self._bridge.since is None and not self._bridge.keeper
        if begins or await asyncio.to_thread(known_here, self._address):
            self._bridge.serve()

    async def _probe(self) -> None:
        """Ask the user, and see whether the table is there."""
        address, label = self._address, f"{self._address}, table {'.'.join(filter(None, self._name))}"
        try:
            if isinstance(address, SqliteAddress):
                if not address.own and not await asyncio.to_thread(address.path.is_file):
                    raise OutOfReachError(f"{address} is not on this computer")
                await self._context.permit(Question(Permission.READ_FILES, str(address.path), title=label))
            else:
                await self._context.permit(Question(Permission.NETWORK, label, title=label))
        except NotAllowedError as error:
            raise OutOfReachError(str(error)) from None
        self._may_write = await self._may(address, label)
        await asyncio.to_thread(self._try, address)

    async def _may(self, address: Address, label: str) -> bool:
        """Whether the user lets others write; without, people look and the database is polled."""
        if isinstance(address, SqliteAddress):
            question = Question(Permission.WRITE_FILES, str(address.path), title=f"{label}: what people edit")
        else:
            what = "what people edit, and a trigger that tells of changes"
            what = what if self._editable else "a trigger that tells of changes"
            question = Question(Permission.WRITE_FILES, label, title=f"{label}: {what}")
        if isinstance(address, SqliteAddress) and not self._editable:
            return False
        try:
            await self._context.permit(question)
        except NotAllowedError:
            return False
        return True

    def _source(self, address: Address) -> Source:
        writable = self._may_write and self._editable
        if isinstance(address, PostgresAddress):
            # Whoever only looks, or has a file, need not wait for the driver.
            from objects_library.outside.database_table.postgres import PostgresTable  # noqa: PLC0415

            return PostgresTable(address, self._name, self._key, self._seconds, writable=writable)
        table = SqliteTable(address, self._name, self._key, self._seconds, writable=writable)
        table.new_columns = self._columns
        return table

    def _try(self, address: Address) -> None:
        source = self._source(address)
        try:
            source.open()
        finally:
            source.close()

    async def _work(self) -> None:
        """Bring the table to everyone, and what they edit to the database, until another one's turn comes."""
        bridge = self._bridge
        self._wanted.clear()
        thread = SourceThread(self._source(self._address), bridge.wake.set)
        try:
            source = thread.source
            layout = await thread.call(source.open)
            how = await thread.call(lambda: source.prepare(install=self._may_write))
            known = self._known_rows(layout)
            known = await self._publish(thread, known)
            thread.listen()
            bridge.connected(how)
            while bridge.mine:
                bridge.wake.clear()
                if thread.lost is not None:
                    raise thread.lost
                if self._wanted or thread.changed:
                    thread.changed = False
                    known = await self._edit_and_read(thread, known)
                    continue
                await bridge.wake.wait()
        finally:
            thread.close()

    def _known_rows(self, layout: Layout) -> dict[str, tuple[Any, ...]]:
        """What everyone has already; nothing of it when the table is another one."""
        columns = [vars(column) for column in layout.columns]
        flags = [name for name, may in (("add", layout.may_add), ("remove", layout.may_remove)) if may]
        self._truncation_sent = self._contents.truncated
        same = [flag for flag in self._flags() if flag != "cut"] == flags
        if columns == self._contents.columns and same:
            return {key: tuple(values) for key, values in self._contents.rows.items()}
        self._truncation_sent = False
        self._bridge.send("layout", columns=columns, flags=flags)
        return {}

    async def _publish(self, thread: SourceThread, known: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
        now = await thread.call(thread.source.read)
        for rows, gone in differences(known, now):
            self._bridge.send("rows", rows=rows, gone=gone)
        if now.truncated != self._truncation_sent:
            self._truncation_sent = now.truncated
            self._bridge.send("cut", flags=["cut"] if now.truncated else [])
        return now.rows

    async def _edit_and_read(
        self, thread: SourceThread, known: dict[str, tuple[Any, ...]]
    ) -> dict[str, tuple[Any, ...]]:
        """Do what people want, show what has come of it, and then say so."""
        outcomes = []
        while self._wanted:
            change = self._wanted.pop(0)
            reason = await thread.call(lambda edit=change["edit"]: thread.source.write(edit))  # type: ignore[misc]
            outcomes.append((change["request"], reason))
        known = await self._publish(thread, known)
        for request, reason in outcomes:
            self._bridge.send("outcome", request=request, text=reason)
        return known

    def _want(self, change: dict[str, Any]) -> None:
        if not self._bridge.mine:
            return
        if len(self._wanted) >= 1000:
            self._bridge.send("outcome", request=change["request"], text="too much is being edited; wait")
            return
        self._wanted.append(change)
        self._bridge.wake.set()
