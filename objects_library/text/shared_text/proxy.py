# SPDX-License-Identifier: BSD-3-Clause
"""The shared text: a CRDT over any channel without loss."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pycrdt import Doc, Text

from app.runtime.library import Context, Label, Lines, OfType, live_object, type_name
from app.runtime.references import Reference
from objects_library.replication.effects import Effects
from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.text.document import Splice, TextDocument, difference
from objects_library.replication.text.editor_port import EditorPort
from objects_library.replication.text.updates import ROOT
from objects_library.replication.text.wired_text import WiredText
from objects_library.values.person_id import new_person_id

LONGEST_INITIAL = 100_000
"""Characters of a text in the reference."""
_NOBODY = 1
"""The author of the first text: the same in all copies, so that it is inserted once."""


@type_name("TextChange")
@dataclass(frozen=True)
class TextChange:
    """An edit, or a presence message."""

    kind: str
    by: UUID
    name: str
    update: bytes
    start: int
    end: int


@type_name("TextState")
@dataclass(frozen=True)
class TextState:
    """A text with its history, and updates whose dependencies are missing."""

    update: bytes
    early: list[bytes]


# Edits merge in any order and any number of times; only newcomers need a state and what follows.
_CHANNEL = (
    "reference[object{ channel: endpoint{ in send(TextChange); out receive(TextChange); "
    "out checkpoint_wanted(uuid); in checkpoint({request: uuid, state: TextState}); "
    "out initialize(TextState | null); provides reliability(at least once, checkpointed) } }]"
)


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e510",
    name="Shared text",
    group="Shared documents",
    limits="up to 2 million characters",
)
class SharedText(WiredText, EditorPort):
    """A text in which many people type at once; everyone sees who is there, and undoes only their own."""

    text = EditorPort.text.stronger()

    def __init__(
        self,
        Channel: Annotated[Reference, OfType(_CHANNEL)],
        context: Context,
        initial: Annotated[str, Lines(), Label("The text at first")] = "",
    ) -> None:
        super().__init__(context, new_person_id(context))
        if len(initial) > LONGEST_INITIAL:
            limit = f"{LONGEST_INITIAL:,}"
            raise ValueError(f"a text that a reference carries has at most {limit} characters; write it there")
        self._first = _written(initial) if initial else b""
        self._doc = TextDocument()
        self._unacknowledged: list[bytes] = []
        self._replica = Replica(context, Channel, self, started=self._start, refused=self._not_sent, causes=True)
        self._effects = Effects(context, self._replica)

    def apply_change(self, change: dict[str, Any]) -> None:
        """Merge an edit of another copy; the own one is merged already."""
        if self._presence.handle_change(change):
            return
        if change["kind"] != "edit":
            raise RefusedChangeError(f"nobody knows the change {change['kind'][:20]!r}")
        if change["by"] == self._me and change["update"] in self._unacknowledged:
            self._unacknowledged.remove(change["update"])
            return
        self._notify(self._doc.merge_when_ready(change["update"]), change["name"])

    def give_state(self) -> dict[str, Any]:
        """The text with its history."""
        return {"update": self._doc.state(), "early": list(self._doc.early)}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Merge the state of another copy, and send what it lacks."""
        before = self._doc.text
        doc = TextDocument(self._first) if state is None else TextDocument(state["update"], state["early"])
        for update in self._unacknowledged:
            doc.merge_when_ready(update)
        self._doc = doc
        self._notify(difference(before, doc.text), "")

    @property
    def _words(self) -> str:
        return self._doc.text

    def _change_that_appends(self, text: str) -> dict[str, Any]:
        copy = TextDocument(self._doc.state())
        before = "\n" if copy.text and not copy.text.endswith("\n") else ""
        update = copy.edit(len(copy.text), 0, f"{before}{text}\n")
        return self._change("edit", update=update)

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        super()._notify(splices, by, echo=echo)
        self._offer_soon()

    @property
    def _document(self) -> TextDocument:
        return self._doc

    def _start(self) -> None:
        self._presence.greet()
        for update in self._unacknowledged:
            self._send("edit", update=update)

    def _publish(self, update: bytes, inserted: str) -> None:  # noqa: ARG002 - nothing is ever taken back
        self._unacknowledged.append(update)
        if self._replica.live:  # otherwise it is sent when the state has arrived
            self._send("edit", update=update)

    def _objection(self, edit: Splice) -> str:  # noqa: ARG002 - everyone may edit everything
        return ""

    def _send(self, kind: str, **more: Any) -> None:
        self._replica.send(self._change(kind, **more))

    def _change(self, kind: str, **more: Any) -> dict[str, Any]:
        name = self._context.node_name[:LONGEST_NAME]
        return {"kind": kind, "by": self._me, "name": name, "update": b"", "start": 0, "end": 0, **more}

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")


def _written(text: str) -> bytes:
    """A text as an update that is the same in every copy."""
    doc: Doc[Text] = Doc(client_id=_NOBODY)
    doc.get(ROOT, type=Text).insert(0, text)
    return doc.get_update()
