# SPDX-License-Identifier: BSD-3-Clause
"""The replicated bindings of a folder: names and their references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.activation import ActivationError
from app.runtime.library import Context
from app.runtime.references import Reference, canonical_form, identity
from app.runtime.types import ObjectType, is_subtype
from objects_library.replication.replica import RefusedChangeError

LONGEST_NAME = 128
LARGEST_REFERENCE = 256 * 1024
MOST = 10_000
"""How many names a folder can have."""


@dataclass(frozen=True)
class Binding:
    """A name, the reference that it is bound to, and who bound it; no reference unbinds the name."""

    name: str
    reference: list[Reference]
    by: str
    copy: UUID


class Bindings:
    """The state machine of a folder."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Any]] = {}

    def find(self, name: str) -> Reference | None:
        """The reference that a name is bound to."""
        found = self.entries.get(name)
        return None if found is None else found["reference"][0]

    def apply(self, change: dict[str, Any]) -> bool:
        """Bind or unbind a name; returns whether that changed anything."""
        name, reference = change["name"], change["reference"]
        problem = wrong_name(name)
        if problem or len(reference) > 1 or len(change["by"]) > LONGEST_NAME:
            raise RefusedChangeError(problem or "a name stands for one thing, and is given by somebody")
        if not reference:
            return self.entries.pop(name, None) is not None
        if len(canonical_form(reference[0])) > LARGEST_REFERENCE:
            raise RefusedChangeError(f"a reference has at most {LARGEST_REFERENCE // 1024} KiB")
        known = self.entries.get(name)
        if known is None and len(self.entries) >= MOST:
            raise RefusedChangeError(f"the folder has {MOST} names already")
        if known is not None:
            if identity(known["reference"][0]) == identity(reference[0]):
                return False
            raise RefusedChangeError(f"{name!r} stands for something else already, given by {known['by']}; remove it")
        self.entries[name] = change
        return True


def wrong_name(name: str) -> str:
    """What is wrong with a name; empty if nothing is."""
    if name.strip() and name.isprintable() and len(name) <= LONGEST_NAME:
        return ""
    return f"a name has 1 to {LONGEST_NAME} characters that can be seen"


def misfit(context: Context, reference: Reference, wanted: ObjectType) -> str:
    """Why an object does not fit a folder of that type; empty if it does."""
    try:
        found = context.type_of(reference)
    except ActivationError as error:
        return str(error)
    if not isinstance(found, ObjectType):
        return "it is a template, which is not an object yet"
    return "; ".join(is_subtype(found, wanted).explain("it", "an object of this folder"))
