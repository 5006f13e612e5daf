# SPDX-License-Identifier: BSD-3-Clause
"""`Cause`: what led to a value on a wire, so that an effect happens once, however many copies see its cause."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime

from app.runtime.library.plugins import type_name

CAUSE_BYTES = 16


@type_name("Cause")
@dataclass(frozen=True)
class Cause:
    """The change or event that led to a value; `id` is the same in every copy, empty if nobody else has it."""

    id: bytes = b""
    own: bool = False
    """Whether it arose in this copy, which then performs the effects."""
    again: bool = False
    """Whether the value is repeated to a new connection; effects do not follow."""
    by: str = ""
    """The public key of the person, in hexadecimal digits; empty if unknown."""
    at: datetime | None = None
    depth: int = 0
    """The number of effects that led to it; wires in a circle end when it gets too large."""

    def through(self, step: str) -> Cause:
        """The cause after an operator, so that two ways from one cause to one target are two effects."""
        return replace(self, id=self.key(step, CAUSE_BYTES)) if self.id else self

    def key(self, step: str, size: int) -> bytes:
        """A digest of this cause and a step."""
        return hashlib.blake2b(self.id + step.encode("utf-8", "surrogatepass"), digest_size=size).digest()

    def repeated(self) -> Cause:
        """The same cause of a value that is sent again."""
        return replace(self, own=False, again=True)


NO_CAUSE = Cause()
