# SPDX-License-Identifier: BSD-3-Clause
"""The plain values in what is stored of a document: its state, and the changes since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.runtime.library import ValueRefusedError, decode
from app.runtime.storage.documents import Change, ChangeKind
from app.runtime.types import TypeModelError, TypeNames, TypeSyntaxError, ValueType
from objects_library.channels.native.state_stream import StateReader


def stored_values(
    state: bytes, changes: Iterable[Change], state_type: str, change_type: str, names: TypeNames
) -> list[Any]:
    """The state and the changes since, in their order; what cannot be read is left out."""
    of_state, of_change = _type(state_type, names), _type(change_type, names)
    found: list[Any] = []
    if state and of_state is not None:
        _read_state(found, state, of_state)
    for change in changes:
        if change.kind is ChangeKind.RESET and of_state is not None:
            _read_state(found, change.body, of_state)
        elif change.kind is not ChangeKind.RESET and of_change is not None:
            try:
                found.append(decode(of_change, change.content))
            except ValueRefusedError:
                continue  # every copy refuses it alike
    return found


def _read_state(found: list[Any], state: bytes, state_type: ValueType) -> None:
    reader = StateReader(state_type)
    try:
        reader.feed(state)
        found.append(reader.value())
    except ValueRefusedError:
        return


def _type(text: str, names: TypeNames) -> ValueType | None:
    try:
        found = names.parse(text)
    except (TypeSyntaxError, TypeModelError):
        return None
    return found if isinstance(found, ValueType) else None
