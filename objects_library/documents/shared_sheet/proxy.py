# SPDX-License-Identifier: BSD-3-Clause
"""The shared sheet: concurrent edits of a sheet over a checkpointed channel."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, ChannelReference, Context, Endpoint, Label, Lines, live_object, type_name
from objects_library.documents.shared_sheet.sheet_log import SheetLog
from objects_library.documents.shared_sheet.visitors import NOWHERE, Visitors
from objects_library.replication.presence_table import LONGEST_NAME, REFRESH_INTERVAL
from objects_library.replication.replica import RefusedChangeError, Replica

_POINTER_RATE = 0.05
"""Seconds between two messages about a moving pointer."""


@type_name("SheetEdit")
@dataclass(frozen=True)
class SheetEdit:
    """An edit: author, number among the author's edits, and content, which only editors interpret."""

    by: UUID
    name: str
    number: int
    content: bytes


@type_name("SheetAuthor")
@dataclass(frozen=True)
class SheetAuthor:
    """An author, and the number of their last edit."""

    by: UUID
    number: int


@type_name("SheetState")
@dataclass(frozen=True)
class SheetState:
    """A document, the edits since, and the last edit number of each author."""

    document: bytes
    count: int
    edits: list[SheetEdit]
    authors: list[SheetAuthor]


@type_name("SheetVisitor")
@dataclass(frozen=True)
class SheetVisitor:
    """Somebody on a sheet: name, colour, current sheet, pointer and selection."""

    by: UUID
    node: UUID
    name: str
    colour: str
    sheet: str
    x: float
    y: float
    selection: list[str]


@type_name("SheetChange")
@dataclass(frozen=True)
class SheetChange:
    """An edit or a presence message; only one of the two lists is not empty."""

    kind: str
    edit: list[SheetEdit]
    visitor: list[SheetVisitor]


@live_object(
    "453ca337f070151d928c859baf27d754", name="Shared sheet", group="Shared documents", limits="up to 10,000 people"
)
class SharedSheet:
    """A page that several people edit at once; everyone sees the others' pointers, and undoes their own."""

    sheet = Endpoint()

    def __init__(
        self,
        Channel: ChannelReference[SheetChange, SheetState],
        context: Context,
        start: Annotated[str, Lines(), Label("What is on it at first")] = "",
    ) -> None:
        self._context = context
        self._me = uuid4()
        self._start = start.encode("utf-8")
        self._log = SheetLog(self._start)
        self._unacknowledged: list[dict[str, Any]] = []
        self._number = 0
        self._visitors = Visitors()
        self._presence: dict[str, Any] | None = None
        self._pending_send: Cancellable | None = None
        self._sent_at = 0.0
        self._greeted = False
        self._node = NOWHERE
        self._replica = Replica(context, Channel, self, started=self._begin, refused=self.refused, noticed=self._notice)
        context.every(REFRESH_INTERVAL, self._refresh)

    @sheet.connected
    def show(self) -> None:
        """Send the sheet and the visitors to a client that connects."""
        if self._replica.live:
            self._notify_all()

    @sheet.incoming
    def edit(self, content: bytes) -> None:
        """Send an edit; it counts when it returns as `edited`."""
        self._number += 1
        name = self._context.node_name[:LONGEST_NAME]
        edit = {"by": self._me, "name": name, "number": self._number, "content": content}
        self._unacknowledged.append(edit)
        if self._replica.live:  # otherwise it is sent when the state has arrived
            self._send("edit", edit=[edit])

    @sheet.incoming
    def point(self, colour: str, sheet: str, x: float, y: float, selection: list[str]) -> None:
        """Show the pointer and the selection to the others."""
        self._presence = {"colour": colour, "sheet": sheet, "x": x, "y": y, "selection": selection}
        if self._pending_send is None:
            wait = max(0.0, self._sent_at + _POINTER_RATE - monotonic())
            self._pending_send = self._context.later(wait, self._send_pointer)

    @sheet.incoming
    def shorten(self, count: int, document: bytes) -> None:
        """Replace the first edits by the document that they lead to."""
        self._log.shorten(count, document)

    @sheet.outgoing
    def started(self, document: bytes, count: int, edits: list[SheetEdit], mine: list[bytes]) -> None:
        """The sheet: a document, the edits since, and the edits of this copy in flight."""

    @sheet.outgoing
    def edited(self, edit: SheetEdit, mine: bool) -> None:
        """An edit was delivered; `mine` marks those of this copy."""

    @sheet.outgoing
    def visitors(self, visitors: list[SheetVisitor]) -> None:
        """The other people."""

    @sheet.outgoing
    def refused(self, reason: str) -> None:
        """A message was not sent."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply an edit, or a presence message."""
        kind = change["kind"]
        if kind == "edit" and change["edit"]:
            self._take(change["edit"][0])
        elif kind == "hello":
            self._send_pointer()
        elif kind in ("point", "adieu") and change["visitor"]:
            self._update_presence(kind, change["visitor"][0])
        else:
            raise RefusedChangeError(f"nobody knows the change {kind[:20]!r}")

    def give_state(self) -> dict[str, Any]:
        """The whole sheet."""
        return self._log.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy, or from the reference."""
        self._log = SheetLog(self._start) if state is None else SheetLog.of(state)
        self._unacknowledged = [
            edit for edit in self._unacknowledged if not self._log.knows(edit["by"], edit["number"])
        ]

    def _take(self, edit: dict[str, Any]) -> None:
        self._log.add(edit)
        mine = edit["by"] == self._me
        if mine:
            self._unacknowledged = [each for each in self._unacknowledged if each["number"] > edit["number"]]
        self.edited(SheetEdit(**edit), mine)

    def _update_presence(self, kind: str, visitor: dict[str, Any]) -> None:
        if visitor["by"] == self._me:
            return
        if kind == "adieu":
            self._visitors.gone(visitor["by"])
        else:
            self._visitors.update(visitor)
        self._show_visitors()

    def _notice(self, status: dict[str, Any]) -> None:
        """Drop visitors whose nodes have left the channel."""
        present = {member["id"] for member in status["members"]}
        own = status.get("me") or UUID(self._context.node_id)
        self._node = own if own in present else NOWHERE
        if self._visitors.only_from(present):
            self._show_visitors()

    def _begin(self) -> None:
        """Start with the state, and send the edits again that were not delivered."""
        self._notify_all()
        for edit in self._unacknowledged:
            self._send("edit", edit=[edit])
        self._send("hello")
        if not self._greeted:
            self._greeted = True
            self._context.at_end(lambda: self._send("adieu", visitor=[self._visitor()]))

    def _notify_all(self) -> None:
        edits = [SheetEdit(**edit) for edit in self._log.edits]
        mine = [edit["content"] for edit in self._unacknowledged]
        self.started(self._log.document, self._log.count, edits, mine)
        self._show_visitors()

    def _visitor(self) -> dict[str, Any]:
        nothing = {"colour": "", "sheet": "", "x": 0.0, "y": 0.0, "selection": []}
        name = self._context.node_name[:LONGEST_NAME]
        return {"by": self._me, "node": self._node, "name": name, **(self._presence or nothing)}

    def _send_pointer(self) -> None:
        self._pending_send = None
        if self._presence is not None and self._replica.live:
            self._sent_at = monotonic()
            self._send("point", visitor=[self._visitor()])

    def _show_visitors(self) -> None:
        self.visitors([SheetVisitor(**visitor) for visitor in self._visitors.all()])

    def _send(self, kind: str, **more: Any) -> None:
        self._replica.send({"kind": kind, "edit": [], "visitor": [], **more})

    def _refresh(self) -> None:
        self._send_pointer()
        if self._visitors.expire():
            self._show_visitors()
