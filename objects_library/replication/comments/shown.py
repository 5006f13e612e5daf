# SPDX-License-Identifier: BSD-3-Clause
"""Threads as views show them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from app.runtime.library import type_name


@type_name("ShownComment")
@dataclass(frozen=True)
class ShownComment:
    """A message for display; one without a text was taken back."""

    message: UUID
    author: str
    name: str
    colour: int
    text: str
    at: int
    """Milliseconds since 1970 by the author's clock."""
    edited: bool
    mine: bool


@type_name("ShownThread")
@dataclass(frozen=True)
class ShownThread:
    """A thread for display, with its messages in order."""

    thread: UUID
    about: str
    """The object that it is about; empty for the page."""
    title: str
    resolved: bool
    resolved_by: str
    removable: bool
    """Whether the receiver may remove it as a whole."""
    messages: list[ShownComment]
