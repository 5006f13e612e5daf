# SPDX-License-Identifier: BSD-3-Clause
"""The checklist: tasks that people write and tick off together."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.sequence import Sequence
from objects_library.values.wire_values import as_text
from objects_library.variables.list.proxy import ListState

MOST = 5_000
LONGEST = 500
LONGEST_NAME = 100
_KINDS = ("add", "tick", "rewrite", "move", "remove", "tidy")


@type_name("ChecklistEntry")
@dataclass(frozen=True)
class ChecklistEntry:
    """A task: its text, whether it is done, and who changed that last."""

    text: str
    done: bool
    by: str


@type_name("ChecklistChange")
@dataclass(frozen=True)
class ChecklistChange:
    """Adds, ticks, rewrites, moves or removes a task, or removes all done ones."""

    kind: str
    item: UUID
    after: UUID | None
    text: str
    done: bool
    by: str


@dataclass(frozen=True)
class Task:
    """An entry with its id."""

    item: UUID
    text: str
    done: bool
    by: str


@live_object(
    "afc6dafcf437b38e7bb34a9393ad9ada", name="Checklist", group="Shared documents", limits="up to 5,000 things"
)
class Checklist:
    """Things that people write down, sort and tick off together; everyone sees who ticked what."""

    checklist = Endpoint(provides={"merge": "last writer per part"})
    undone = Endpoint(name="open", words="how many things are left to do in {name}")
    done = Endpoint(words="how many things are done in {name}")
    ticked = Endpoint(words="each thing that is ticked off in {name}")
    adds = Endpoint(provides=ONCE, words="{what} is added to {name}")

    def __init__(self, Channel: ChannelReference[ChecklistChange, ListState[ChecklistEntry]], context: Context) -> None:
        self._context = context
        self._sequence = Sequence()
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)
        self._effects = Effects(context, self._replica)

    def _start(self) -> None:
        self.show()
        self._offer_counts(self._replica.cause.repeated())

    def _offer_counts(self, cause: Cause) -> None:
        entries = self._sequence.values.values()
        done = sum(entry["done"] for entry in entries)
        self.offer_open(len(entries) - done, cause)
        self.offer_done(done, cause)

    @undone.connected
    def offer_open_again(self) -> None:
        """Send the number of open tasks to a new wire."""
        self._offer_counts(self._replica.cause.repeated())

    @done.connected
    def offer_done_again(self) -> None:
        """Send the number of done tasks to a new wire."""
        self._offer_counts(self._replica.cause.repeated())

    @undone.outgoing("value")
    def offer_open(self, value: float | None, cause: Cause) -> None:
        """The number of open tasks, for wires."""

    @done.outgoing("value")
    def offer_done(self, value: float | None, cause: Cause) -> None:
        """The number of done tasks, for wires."""

    @ticked.outgoing("happened")
    def offer_ticked(self, value: str, cause: Cause) -> None:
        """A task that was ticked off, for wires."""

    @adds.incoming("happened")
    def add_event(self, value: Any, cause: Cause) -> None:
        """Add what an event says as a task at the end."""
        text = as_text(value, LONGEST).strip()
        if text:  # behind a task that is not there is the end
            self._effects.perform("adds", cause, self._change("add", uuid4(), uuid4(), text))

    @checklist.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.tasks([Task(item, **entry) for item, entry in self._sequence.items()])

    @checklist.incoming
    def add(self, item: UUID, text: str, after: UUID | None) -> None:
        """Add a task under an id of the sender's choice, behind another one, or first."""
        self._send("add", item, after, text.strip())

    @checklist.incoming
    def tick(self, item: UUID, done: bool) -> None:
        """Mark a task as done, or not."""
        self._send("tick", item, done=done)

    @checklist.incoming
    def rewrite(self, item: UUID, text: str) -> None:
        """Rewrite a task."""
        self._send("rewrite", item, text=text.strip())

    @checklist.incoming
    def move(self, item: UUID, after: UUID | None) -> None:
        """Move a task behind another one, or to the front."""
        self._send("move", item, after)

    @checklist.incoming
    def remove(self, item: UUID) -> None:
        """Remove a task."""
        self._send("remove", item)

    @checklist.incoming
    def tidy(self) -> None:
        """Remove all tasks that are done."""
        self._send("tidy", UUID(int=0))

    @checklist.outgoing
    def tasks(self, tasks: list[Task]) -> None:
        """All tasks, in order."""

    @checklist.outgoing
    def put(self, item: UUID, text: str, done: bool, by: str, after: UUID | None) -> None:
        """A task was added or changed; it is behind this one, or first."""

    @checklist.outgoing
    def removed(self, item: UUID) -> None:
        """A task was removed."""

    @checklist.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        self._apply(change)
        self._offer_counts(self._replica.cause)

    def _apply(self, change: dict[str, Any]) -> None:
        kind, item = change["kind"], change["item"]
        if reason := _wrong(change):
            raise RefusedChangeError(reason)
        if kind == "tidy":
            for name in [name for name, entry in self._sequence.items() if entry["done"]]:
                self._sequence.remove(name)
                self.removed(name)
            return
        entries = self._sequence.values
        if kind == "add":
            if len(entries) >= MOST:
                raise RefusedChangeError(f"a checklist has at most {MOST:,} things; tidy up what is done")
            entry = {"text": change["text"], "done": False, "by": change["by"]}
            self._sequence.insert(item, entry, change["after"])
        elif item not in entries:
            raise RefusedChangeError("that is not there any more")
        elif kind == "remove":
            self._sequence.remove(item)
            self.removed(item)
            return
        elif kind == "move":
            entry = entries[item]
            self._sequence.move(item, change["after"])
        else:
            part = {"done": change["done"]} if kind == "tick" else {"text": change["text"]}
            before = entries[item]
            entry = {**before, **part, "by": change["by"]}
            self._sequence.replace(item, entry)
            if entry["done"] and not before["done"]:
                self.offer_ticked(entry["text"], self._replica.cause)
        self.put(item, **entry, after=self._sequence.before(item))

    def give_state(self) -> dict[str, Any]:
        """All tasks, with the positions of removed ones."""
        return self._sequence.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._sequence = Sequence() if state is None else Sequence.of(state)

    def _send(self, kind: str, item: UUID, after: UUID | None = None, text: str = "", *, done: bool = False) -> None:
        change = self._change(kind, item, after, text, done=done)
        reason = _wrong(change)
        if reason:
            self.refused(reason)
        else:
            self._replica.send(change)

    def _change(self, kind: str, item: UUID, after: UUID | None, text: str, *, done: bool = False) -> dict[str, Any]:
        by = self._context.node_name[:LONGEST_NAME]
        return {"kind": kind, "item": item, "after": after, "text": text, "done": done, "by": by}


def _wrong(change: dict[str, Any]) -> str:
    kind, text = change["kind"], change["text"]
    if kind not in _KINDS:
        return f"nobody knows the change {kind[:20]!r}"
    if len(change["by"]) > LONGEST_NAME:
        return "a name that long is nobody's"
    if kind in ("add", "rewrite") and not text.strip():
        return "there is nothing in it"
    return f"at most {LONGEST} characters; write it in parts" if len(text) > LONGEST else ""
