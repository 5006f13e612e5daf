# SPDX-License-Identifier: BSD-3-Clause
"""A shared form: named fields with types, each as its last writer left it, with who that was and when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, ValueRefusedError, live_object, type_name
from app.runtime.library.validation import check
from app.runtime.types import Record, ValueType
from objects_library.replication.replica import RefusedChangeError, Replica

T = TypeVar("T")
LONGEST_NAME = 100
_ALL = ""
"""The field of a change that sends the whole form."""


@type_name("FormEntry")
@dataclass(frozen=True)
class FormEntry:
    """What somebody has written into a field, and when by their clock."""

    field: str
    value: Any
    by: str
    at: datetime


Entries = list[FormEntry]


class NotAFormError(Exception):
    """The type of a form is not a record."""


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e508", name="Shared form", group="Shared documents")
class SharedForm(Generic[T]):
    """Named fields that everyone sees and fills in; each shows who wrote last, and when."""

    form = Endpoint(provides={"merge": "last writer per part"})
    row = Endpoint(words="the row that is filled in at {name}")
    sent = Endpoint(words="each row sent from {name}")
    outbox = Endpoint()
    """For the button that sends the form, which is there if somebody waits for it."""

    def __init__(self, Channel: ChannelReference[FormEntry, Entries], context: Context) -> None:
        record = context.types["T"]
        if not isinstance(record, Record):
            raise NotAFormError("a form has named fields; let T be a record such as {name: text, age: int}")
        self._context = context
        self._fields: dict[str, ValueType] = {field.name: field.type for field in record.fields}
        self._entries: dict[str, dict[str, Any]] = {}
        self._replica = Replica(context, Channel, self, started=self._start, refused=self._refused_change, causes=True)

    def _start(self) -> None:
        self.show()
        self.offer_row_again()

    @property
    def _row(self) -> dict[str, Any]:
        return {name: self._entries[name]["value"] for name in self._fields if name in self._entries}

    @row.connected
    def offer_row_again(self) -> None:
        """Send what is filled in to a new wire."""
        self.offer_row(self._row, self._replica.cause.repeated())

    @row.outgoing("value")
    def offer_row(self, value: dict[str, Any] | None, cause: Cause) -> None:
        """What is filled in, for wires."""

    @sent.outgoing("happened")
    def offer_sent(self, value: dict[str, Any], cause: Cause) -> None:
        """The form as it was sent, for wires."""

    @sent.connected
    @sent.disconnected
    @outbox.connected
    def show_outbox(self) -> None:
        """Tell the view whether somebody waits for the form."""
        self.wanted(self.sent.connected)

    @outbox.outgoing
    def wanted(self, yes: bool) -> None:
        """Whether somebody waits for the form."""

    @outbox.incoming
    def send(self) -> None:
        """Send the form as it is filled in when everyone hears of it: what was written just now is in it."""
        self._replica.send(self._entry(_ALL, None))

    @form.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        for entry in self._entries.values():
            self.changed(**entry)

    @form.incoming
    def set(self, field: str, value: Any) -> None:
        """Write into a field; a value that is not of the field's type is refused."""
        reason = self._wrong(field, value)
        if reason:
            self.refused(field[:LONGEST_NAME], reason)
            return
        self._replica.send(self._entry(field, value))

    def _entry(self, field: str, value: Any) -> dict[str, Any]:
        return {"field": field, "value": value, "by": self._context.node_name[:LONGEST_NAME], "at": datetime.now(UTC)}

    @form.outgoing
    def changed(self, field: str, value: Any, by: str, at: datetime) -> None:
        """A field was written by somebody, who says when."""

    @form.outgoing
    def refused(self, field: str, reason: str) -> None:
        """It was not written."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """The last one counts, field by field."""
        field, value = change["field"], change["value"]
        reason = "" if field == _ALL and value is None else self._wrong(field, value)
        if reason or len(change["by"]) > LONGEST_NAME:
            raise RefusedChangeError(reason or "a name that long is nobody's")
        if field == _ALL:
            self.offer_sent(self._row, self._replica.cause)
            return
        self._entries[field] = change
        self.changed(**change)
        self.offer_row(self._row, self._replica.cause)

    def give_state(self) -> list[dict[str, Any]]:
        """All that was written."""
        return list(self._entries.values())

    def take_state(self, state: list[dict[str, Any]] | None) -> None:
        """Start from the state of another copy."""
        self._entries = {
            entry["field"]: entry for entry in state or [] if not self._wrong(entry["field"], entry["value"])
        }

    def _wrong(self, field: str, value: Any) -> str:
        wanted = self._fields.get(field)
        if wanted is None:
            return f"the form has no such field; it has {', '.join(self._fields)}"
        try:
            check(wanted, value)
        except ValueRefusedError as error:
            return str(error)
        return ""

    def _refused_change(self, reason: str) -> None:
        self.refused("", reason)
