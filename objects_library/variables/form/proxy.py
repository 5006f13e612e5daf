# SPDX-License-Identifier: BSD-3-Clause
"""A shared form: named fields with types, each as its last writer left it, with who that was and when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint, ValueRefusedError, live_object, type_name
from app.runtime.library.validation import check
from app.runtime.types import Record, ValueType
from objects_library.replication.replica import RefusedChangeError, Replica

T = TypeVar("T")
LONGEST_NAME = 100


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

    def __init__(self, Channel: ChannelReference[FormEntry, Entries], context: Context) -> None:
        record = context.types["T"]
        if not isinstance(record, Record):
            raise NotAFormError("a form has named fields; let T be a record such as {name: text, age: int}")
        self._context = context
        self._fields: dict[str, ValueType] = {field.name: field.type for field in record.fields}
        self._entries: dict[str, dict[str, Any]] = {}
        self._replica = Replica(context, Channel, self, started=self.show, refused=self._refused_change)

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
        by = self._context.node_name[:LONGEST_NAME]
        self._replica.send({"field": field, "value": value, "by": by, "at": datetime.now(UTC)})

    @form.outgoing
    def changed(self, field: str, value: Any, by: str, at: datetime) -> None:
        """A field was written by somebody, who says when."""

    @form.outgoing
    def refused(self, field: str, reason: str) -> None:
        """It was not written."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """The last one counts, field by field."""
        reason = self._wrong(change["field"], change["value"])
        if reason or len(change["by"]) > LONGEST_NAME:
            raise RefusedChangeError(reason or "a name that long is nobody's")
        self._entries[change["field"]] = change
        self.changed(**change)

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
