# SPDX-License-Identifier: BSD-3-Clause
"""Secrets in references: whoever has the key of a channel can take part in it."""

from __future__ import annotations

from app.runtime.references.model import Parameterized, Reference, ValueArgument, walk

_KEY = "key"
"""The parameter of channels that holds their key."""


def holds_keys(reference: Reference) -> bool:
    """Whether a reference contains the key of a channel."""
    return any(
        isinstance(argument, ValueArgument) and name == _KEY and bool(argument.value)
        for _, part in walk(reference)
        if isinstance(part, Parameterized)
        for name, argument in part.arguments
    )
