"""A state as a node has it that need not know what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from objects_library.channels.native.messages import Message


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state, and what has been said since: who keeps a state without knowing what it means has it so."""

    state: Any
    tail: tuple[Message, ...] = ()
