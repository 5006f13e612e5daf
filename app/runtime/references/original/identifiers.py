# SPDX-License-Identifier: BSD-3-Clause
"""The identifiers of the original platform: namespace`version:component`version, or a plain word."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_PART = r"\{?([0-9A-Fa-f]{0,32})\}?(?:`([0-9]{0,20}))?"
_IDENTIFIER = re.compile(rf"\{{?(?:{_PART}:)?{_PART}\}}?\Z")
_HYPHENS = re.compile(r"([0-9A-Fa-f]{8})-([0-9A-Fa-f]{4})-([0-9A-Fa-f]{4})-([0-9A-Fa-f]{4})-([0-9A-Fa-f]{12})")
_OURS = 0x10  # ids below are those of built-in objects of this program
_LARGEST_VERSION = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Identifier:
    """The identifier of an object, class or attribute of the original."""

    component: int
    version: int = 0
    namespace: int = 0

    @property
    def id(self) -> int:
        """Return the 128-bit id; a derived one if the original's number means another object here."""
        if self.namespace == 0 and self.component >= _OURS:
            return self.component
        words = f"original {self.namespace:032x} {self.component:032x}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:16], "big")

    def __str__(self) -> str:
        prefix = f"{self.namespace:X}:" if self.namespace else ""
        suffix = f"`{self.version}" if self.version else ""
        return f"{prefix}{self.component:032X}{suffix}"


def parse_identifier(text: str) -> Identifier | None:
    """Parse an identifier; None for other names. Braces and leading zeros do not count."""
    found = _IDENTIFIER.match(_HYPHENS.sub(r"\1\2\3\4\5", text.strip()))
    if not found or not any(found.groups()):
        return None
    namespace, _, component, version = (part or "0" for part in found.groups())
    if int(version) > _LARGEST_VERSION:
        return None
    return Identifier(int(component, 16), int(version), int(namespace, 16))
