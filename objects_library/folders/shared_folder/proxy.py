# SPDX-License-Identifier: BSD-3-Clause
"""The shared folder: replicated names of objects."""

from typing import Any, Generic, TypeVar, cast
from uuid import uuid4

from app.runtime.library import ChannelReference, Context, Endpoint, ObjectReference, live_object, type_name
from app.runtime.types import ObjectType
from objects_library.replication.bindings import LONGEST_NAME, Binding, Bindings, misfit, wrong_name
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.page_scope import on_page

T = TypeVar("T", bound=ObjectType)


@type_name("FolderChange")
class FolderChange(Binding):
    """A name that is bound or unbound."""


Entries = list[FolderChange]
Names = list[str]
"""An alias, because the class below has an event `list`."""


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e530", name="Shared folder", group="Folders", limits="up to 10,000 names")
class SharedFolder(Generic[T]):
    """Objects by name that everyone sees and changes; a name that is taken is refused with the reason."""

    folder = Endpoint()
    editing = Endpoint(provides={"merge": "first writer"})

    def __init__(self, Channel: ChannelReference[FolderChange, Entries], context: Context) -> None:
        self._context = context
        self._wanted = cast(ObjectType, context.types["T"])
        self._bindings = Bindings()
        self._copy = uuid4()
        self._asked: Names = []
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self._not_sent, noticed=self._noticed
        )

    @folder.incoming
    def get(self, name: str) -> None:
        """Request the object of a name; the answer comes when the folder is live."""
        if not self._replica.live:
            self._asked.append(name)
            return
        found = self._bindings.find(name)
        if found is None:
            self._not_there(name)
            return
        found = on_page(found, self._context.reference)
        problem = misfit(self._context, found, self._wanted)
        if problem:
            self._context.log(f"{name!r} is not what it should be: {problem}")
            self.missing(name)
        else:
            self.item(name, found)

    @folder.outgoing
    def item(self, name: str, reference: ObjectReference[T]) -> None:
        """A requested object."""

    @folder.outgoing
    def missing(self, name: str) -> None:
        """The name is not bound, or not to an object of the type."""

    @editing.incoming
    def put(self, name: str, reference: ObjectReference[T]) -> None:
        """Bind a name to an object."""
        problem = wrong_name(name) or misfit(self._context, reference, self._wanted)
        if problem:
            self.refused(name[:LONGEST_NAME], problem)
        else:
            self._send(name, [reference])

    @editing.incoming
    def remove(self, name: str) -> None:
        """Unbind a name."""
        self._send(name, [])

    @editing.incoming
    def list(self) -> None:
        """Request all names."""
        self.names([*self._bindings.entries])

    @editing.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live:
            self.names([*self._bindings.entries])

    @editing.outgoing
    def names(self, names: Names) -> None:
        """All names."""

    @editing.outgoing
    def changed(self, name: str, present: bool) -> None:
        """A name was bound or unbound."""

    @editing.outgoing
    def refused(self, name: str, reason: str) -> None:
        """A binding was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; the first binding of a name wins."""
        name = change["name"]
        try:
            if self._bindings.apply(change):
                self.changed(name, bool(change["reference"]))
        except RefusedChangeError as error:
            if change["copy"] == self._copy:
                self.refused(name[:LONGEST_NAME], str(error))
            raise

    def give_state(self) -> Any:
        """All bindings."""
        return [*self._bindings.entries.values()]

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy."""
        self._bindings = Bindings()
        self._bindings.entries = {entry["name"]: entry for entry in state or () if len(entry["reference"]) == 1}

    def _start(self) -> None:
        self.show()
        self._ask_again()

    def _noticed(self, _: dict[str, Any]) -> None:
        if self._replica.settled:
            self._ask_again()

    def _ask_again(self) -> None:
        asked, self._asked = self._asked, []
        for name in asked:
            self.get(name)

    def _not_there(self, name: str) -> None:
        self.missing(name)

    def _send(self, name: str, reference: Any) -> None:
        by = self._context.node_name[:LONGEST_NAME]
        self._replica.send({"name": name, "reference": reference, "by": by, "copy": self._copy})

    def _not_sent(self, reason: str) -> None:
        self.refused("", reason)
