# SPDX-License-Identifier: BSD-3-Clause
"""A state that a node stores without interpreting it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from objects_library.channels.native.messages import Message


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state and the messages since."""

    state: Any
    tail: tuple[Message, ...] = ()
