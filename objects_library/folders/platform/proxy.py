# SPDX-License-Identifier: BSD-3-Clause
"""The channel platform: a folder that creates named channels on demand."""

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Annotated, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Label, ObjectReference, live_object
from app.runtime.references import Parameterized, Reference, ValueArgument
from app.runtime.types import ObjectType
from objects_library.folders.shared_folder.proxy import Entries, FolderChange, SharedFolder
from objects_library.replication.bindings import wrong_name
from objects_library.values.page_scope import of_page

T = TypeVar("T", bound=ObjectType)


class NotAPatternError(Exception):
    """Channels cannot be created from this reference."""


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e531", name="Channel platform", group="Folders", limits="up to 10,000 names")
class ChannelPlatform(SharedFolder[T], Generic[T]):
    """Objects by name, most often channels; what is asked for and is not there yet is made, if allowed."""

    folder = SharedFolder.folder.stronger()
    editing = SharedFolder.editing.stronger()

    def __init__(
        self,
        Channel: ChannelReference[FolderChange, Entries],
        Pattern: ObjectReference[T],
        context: Context,
        named_by: Annotated[str, Label("The setting of the pattern that tells one object from another")] = "name",
        allowed: Annotated[str, Label("Names that may be made, with * for anything; empty: none")] = "*",
    ) -> None:
        self._allowed = allowed
        self._pattern, self._prefix = _checked(Pattern, named_by)
        self._named_by = named_by
        self._making: set[str] = set()
        super().__init__(Channel, context)

    def _not_there(self, name: str) -> None:
        """Create the object; the first request in the order creates it for all."""
        if wrong_name(name) or not fnmatchcase(name, self._allowed):
            self.missing(name)
            return
        self._asked.append(name)
        if self._replica.settled and name not in self._making:  # a stored change may still bind it
            self._making.add(name)
            self._send(name, [self._made(name)])

    def apply_change(self, change: dict[str, object]) -> None:
        """Bind a name, and answer those who wait for it."""
        try:
            super().apply_change(change)
        finally:
            name = str(change["name"])
            self._making.discard(name)
            waiting = [each for each in self._asked if each == name]
            self._asked = [each for each in self._asked if each != name]
            if waiting:
                self._answer(name)

    def _answer(self, name: str) -> None:
        found = self._bindings.find(name)
        if found is None:
            self.missing(name)
        else:
            self.get(name)

    def _made(self, name: str) -> Reference:
        """The pattern with its name extended; it follows the platform to another key or network."""
        arguments = dict(self._pattern.arguments)
        arguments[self._named_by] = ValueArgument(f"{self._prefix}/{name}")
        return of_page(replace(self._pattern, arguments=tuple(arguments.items())), self._context.reference)


def _checked(pattern: Reference, named_by: str) -> tuple[Parameterized, str]:
    argument = dict(pattern.arguments).get(named_by) if isinstance(pattern, Parameterized) else None
    if not isinstance(pattern, Parameterized) or not isinstance(argument, ValueArgument):
        raise NotAPatternError(f"a pattern is an object with parameters, of which {named_by!r} is a text")
    if not isinstance(argument.value, str):
        raise NotAPatternError(f"the parameter {named_by!r} of the pattern is not a text")
    return pattern, argument.value
