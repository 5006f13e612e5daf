# SPDX-License-Identifier: BSD-3-Clause
"""A range of a spreadsheet that everyone sees and edits; a computer that has the document joins it."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

from app.runtime.directories import cache_directory, data_directory, make_private
from app.runtime.library import (
    AgreedChannel,
    Context,
    Endpoint,
    File,
    Label,
    Lines,
    ObjectReference,
    live_object,
    type_name,
)
from app.runtime.trust import NotAllowedError, Permission, Question
from objects_library.outside.spreadsheet_range.cells import (
    Cells,
    SpreadsheetCell,
    SpreadsheetEdit,
    SpreadsheetShape,
    is_range,
    new_document,
    pieces,
)
from objects_library.outside.spreadsheet_range.office import OfficeProcess, office_here
from objects_library.replication.external_bridge import (
    BridgeChange,
    BridgedObject,
    BridgeState,
    BridgeStatus,
    OutOfReachError,
    OutsideError,
)
from objects_library.replication.replica import RefusedChangeError

_ENDINGS = (".ods", ".fods", ".xlsx", ".xls", ".ots")
_MOST_EDITS = 2_000
"""How many cells one edit can change, as when a block is pasted."""
_NOTHING: dict[str, Any] = {"cells": [], "edits": [], "shape": None, "request": None}


@type_name("SpreadsheetChange")
@dataclass(frozen=True)
class SpreadsheetChange(BridgeChange):
    """What the one at the bridge says of the cells, what others want in them, and who is here."""

    cells: list[SpreadsheetCell]
    edits: list[SpreadsheetEdit]
    shape: SpreadsheetShape | None
    request: UUID | None


@type_name("SpreadsheetState")
@dataclass(frozen=True)
class SpreadsheetState:
    """The range as everyone has it, and the bridge."""

    bridge: BridgeState
    shape: SpreadsheetShape
    cells: list[SpreadsheetCell]


@live_object(
    "b71f32fd0b72af65d042a1c63947343f", name="Spreadsheet range", group="Data and feeds", limits="up to 10,000 cells"
)
class SpreadsheetRange(BridgedObject):
    """Cells of a LibreOffice document, live: edit them there or here, and everyone sees it."""

    sheet = Endpoint(provides={"merge": "last writer per part"})

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[SpreadsheetChange, SpreadsheetState]],
        context: Context,
        file: Annotated[
            str, File("Spreadsheets (*.ods *.fods *.xlsx *.xls)"), Label("Document; own/NAME.fods is made")
        ] = "own/sheet.fods",
        range: Annotated[str, Label("Cells, such as A1:F20")] = "A1:H30",  # noqa: A002 - as references say it
        table: Annotated[str, Label("Sheet; empty: the first one")] = "",
        title: Annotated[str, Label("What is shown")] = "",
        window: Annotated[bool, Label("Show the document in LibreOffice, too")] = False,
        begin: Annotated[str, Lines(), Label("Cells of a new document of one's own, with | between them")] = "",
    ) -> None:
        self._context = context
        self._own = file.startswith("own/")
        self._path = _path(file)
        self._file = file[:1000]
        if not is_range(range):
            raise OutOfReachError("no range of cells is named; write it like A1:F20")
        self._range, self._table = range, table[:100]
        self._title = (title or self._path.name)[:200]
        self._window, self._begin = window, begin[:100_000]
        self._may_write = False
        self._contents = Cells()
        self._wanted: list[dict[str, Any]] = []
        self._under_way: set[UUID] = set()
        self._join(context, Channel, _NOTHING)

    @sheet.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        contents = self._contents
        self.settings(self._title, self._file)
        self.contents(SpreadsheetShape(**contents.shape), [SpreadsheetCell(**cell) for cell in contents.cells.values()])
        self._send_status()

    @sheet.incoming
    def write(self, request: UUID, edits: list[SpreadsheetEdit]) -> None:
        """Write texts into cells; numbers, times and percentages become such."""
        plain = [{"row": each.row, "column": each.column, "text": each.text} for each in edits]
        reason = self._wrong(plain)
        if not reason and not self._bridge.up:
            reason = "nobody is connected to the document now; try again when somebody is"
        if not reason and not self._contents.shape["writable"]:
            reason = "whoever is connected to the document has not allowed to write to it"
        if reason:
            self.refused(request, reason)
            return
        self._under_way.add(request)
        self._bridge.send("edit", request=request, edits=plain)

    @sheet.incoming
    def connect_here(self, file: str) -> None:
        """Let this computer join the document: this file, or the one of the reference."""
        if self._bridge.serving:
            return
        try:
            self._path, self._own = _path(file or self._file), (file or self._file).startswith("own/")
        except OutsideError as error:
            self._bridge.notify(str(error))
            return
        self._bridge.serve()

    @sheet.outgoing
    def settings(self, title: str, file: str) -> None:
        """The title and the location."""

    @sheet.outgoing
    def contents(self, shape: SpreadsheetShape, cells: list[SpreadsheetCell]) -> None:
        """The range, and all cells that are not empty."""

    @sheet.outgoing
    def changed(self, cells: list[SpreadsheetCell]) -> None:
        """Changed cells."""

    @sheet.outgoing
    def status(self, status: BridgeStatus) -> None:
        """Whether the document is connected, by whom, and since when."""

    @sheet.outgoing
    def done(self, request: UUID) -> None:
        """The document has it."""

    @sheet.outgoing
    def refused(self, request: UUID | None, reason: str) -> None:
        """It was not written."""

    # ---- what all copies do alike

    def _apply_edit(self, change: dict[str, Any]) -> None:
        reason = self._wrong(change["edits"])
        if reason or change["request"] is None:
            raise RefusedChangeError(reason or "an edit without a name")
        if self._bridge.mine:
            self._wanted.append(change)
            self._bridge.wake.set()

    def _apply_report(self, change: dict[str, Any]) -> None:
        kind = change["kind"]
        if kind == "shape" and change["shape"] is not None:
            self._contents.lay_out(change["shape"])
            self.show()
        elif kind == "cells":
            self._contents.change(change["cells"])
            self.changed([SpreadsheetCell(**cell) for cell in change["cells"]])
        elif kind == "outcome":
            self._settle(change["request"], change["text"])
        else:
            raise RefusedChangeError(f"nobody knows the change {kind[:20]!r}")

    def give_state(self) -> dict[str, Any]:
        """The range, and who is at the bridge."""
        contents = self._contents
        return {"bridge": self._bridge.state(), "shape": contents.shape, "cells": list(contents.cells.values())}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._contents = Cells()
        self._bridge.take(None if state is None else state["bridge"])
        if state is None or not state["shape"]["rows"]:
            return
        try:
            self._contents.lay_out(state["shape"])
            self._contents.change(state["cells"])
        except RefusedChangeError as error:
            self._contents = Cells()
            self._context.log(f"what another copy gave was refused: {error}")

    def _wrong(self, edits: list[dict[str, Any]]) -> str:
        if not 0 < len(edits) <= _MOST_EDITS:
            return f"at most {_MOST_EDITS:,} cells can be written at once; write fewer"
        return next((reason for edit in edits if (reason := self._contents.wrong(edit))), "")

    def _settle(self, request: UUID | None, reason: str) -> None:
        if request not in self._under_way or request is None:
            return  # belongs to another member
        self._under_way.discard(request)
        if reason:
            self.refused(request, reason)
        else:
            self.done(request)

    def _abandon(self) -> None:
        under_way, self._under_way = self._under_way, set()
        for request in under_way:
            self.refused(request, "the connection to the document was lost; look whether it is there")

    # ---- what a computer that has the document does

    def _started(self) -> None:
        self.show()
        self._context.spawn(self._look_for_document())

    async def _look_for_document(self) -> None:
        begins = self._own and self._bridge.since is None and not self._bridge.keeper
        if begins or await asyncio.to_thread(self._path.is_file):
            self._bridge.serve()

    async def _probe(self) -> None:
        """Ask the user, and see whether the document and LibreOffice are here."""
        label = f"the document {self._path}, cells {self._range}"
        if not self._own and not await asyncio.to_thread(self._path.is_file):
            raise OutsideError(f"the document {self._path} is not on this computer")
        try:
            await self._context.permit(Question(Permission.READ_FILES, str(self._path), title=label))
        except NotAllowedError as error:
            raise OutOfReachError(str(error)) from None
        try:
            await self._context.permit(Question(Permission.WRITE_FILES, str(self._path), title=label))
            self._may_write = True
        except NotAllowedError:
            self._may_write = False
        await asyncio.to_thread(office_here)
        if self._own and self._may_write:
            await asyncio.to_thread(self._make)

    def _make(self) -> None:
        if not self._path.exists():
            make_private(self._path.parent)
            self._path.write_text(new_document(self._begin, self._table), encoding="utf-8")

    async def _work(self) -> None:
        """Bring the cells to everyone, and what they write to the document, while it is this one's turn."""
        bridge = self._bridge
        self._wanted.clear()
        office = await asyncio.to_thread(office_here)
        wanted = {
            "file": str(self._path), "sheet": self._table, "range": self._range, "program": office.program,
            "profile": str(cache_directory() / "libreoffice"), "visible": self._window,
            "write": self._may_write,
        }  # fmt: skip
        self._writers: dict[tuple[int, int], str] = {}
        process = OfficeProcess(office.python, wanted, bridge.wake.set)
        try:
            while bridge.mine:
                bridge.wake.clear()
                while process.news:
                    self._receive(process.news.popleft())
                if process.ended:
                    raise OutsideError("LibreOffice has ended")
                while self._wanted:
                    self._pass_on(process, self._wanted.pop(0))
                await bridge.wake.wait()
        finally:
            process.close()

    def _pass_on(self, process: OfficeProcess, change: dict[str, Any]) -> None:
        cells = [[edit["row"], edit["column"], edit["text"]] for edit in change["edits"]]
        self._writers.update({(row, column): change["name"] for row, column, _ in cells})
        process.send({"kind": "set", "request": str(change["request"]), "cells": cells})

    def _receive(self, message: dict[str, Any]) -> None:
        """From LibreOffice; it is on this computer, and yet what it says is looked at by everyone."""
        kind = message.get("kind")
        if kind == "opened":
            self._send_shape(message)
        elif kind == "cells":
            self._send_cells(message["cells"])
        elif kind == "ready":
            self._send_empty()
            self._bridge.connected("" if self._may_write else "read only")
        elif kind == "written":
            text = str(message["refused"])[:400]
            self._bridge.send("outcome", request=UUID(message["request"]), text=text)
        elif kind == "unsaved":
            self._bridge.connected(f"not saved: {message['text']}")
        elif kind == "trouble":
            again = message.get("again", True)
            raise (OutsideError if again else OutOfReachError)(str(message.get("text"))[:400])

    def _send_shape(self, message: dict[str, Any]) -> None:
        shape = {
            "rows": message["rows"], "columns": message["columns"], "first_row": message["first"][0],
            "first_column": message["first"][1], "sheet": message["sheet"][:100],
            "writable": message["writable"],
        }  # fmt: skip
        self._unseen: set[tuple[int, int]] | None = set(self._contents.cells)
        if shape != self._contents.shape:
            self._unseen = set()
            self._bridge.send("shape", shape=shape)

    def _send_cells(self, cells: list[list[Any]]) -> None:
        now, changed = datetime.now(UTC), []
        known = self._contents.cells if self._unseen is not None else {}
        for row, column, text, formula, number in cells:
            place = (row, column)
            if self._unseen is not None:
                self._unseen.discard(place)
            old = known.get(place)
            if old is not None and (old["text"], old["formula"]) == (text, formula):
                continue  # everyone has it from before, with who wrote it
            by = self._writers.pop(place, "")
            changed.append(
                {
                    "row": row, "column": column, "text": text, "formula": formula, "number": number,
                    "by": by[:100], "at": now,
                }
            )  # fmt: skip
        for piece in pieces(changed):
            self._bridge.send("cells", cells=list(piece))

    def _send_empty(self) -> None:
        """Cells that everyone has from before, and that are empty in the document."""
        unseen, self._unseen = self._unseen or set(), None
        self._send_cells([[row, column, "", "", False] for row, column in sorted(unseen)])


def _path(text: str) -> Path:
    if text.startswith("own/"):
        name = text.removeprefix("own/")
        path = data_directory() / "documents" / name
        plain = name and "/" not in name and not name.startswith(".")
        if not plain or path.suffix != ".fods":
            raise OutOfReachError("a document of one's own has a plain name; write it like own/budget.fods")
        return path
    path = Path(text).expanduser() if text.startswith("~/") else Path(text)
    if not path.is_absolute() or not text.isprintable() or path.suffix.lower() not in _ENDINGS:
        raise OutOfReachError(f"no document is named; write its whole path, ending in one of {', '.join(_ENDINGS)}")
    return path
