# SPDX-License-Identifier: BSD-3-Clause
"""The error of reading and writing references, and safe display of untrusted text."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from app.errors import LiveObjectsError

_SHOWN = 60
_LISTED = 8


class LiveObjectFileError(LiveObjectsError):
    """A file or a reference is invalid: source, line, what is wrong, and a hint."""

    def __init__(self, line: int | None, what: str, hint: str, source: str = "") -> None:
        super().__init__(what, hint)
        self.line = line
        self.source = source

    def __str__(self) -> str:
        where = f"{_printable(self.source)}:" if self.source else ""
        if self.line is not None:
            where += f"{self.line}:" if where else f"line {self.line}:"
        return f"{where} {self.what}; {self.hint}".strip()

    def in_file(self, source: str) -> LiveObjectFileError:
        """Return the error with the name of the file."""
        return LiveObjectFileError(self.line, self.what, self.hint, source)


def shown(text: str, longest: int = _SHOWN) -> str:
    """Make untrusted text safe for a message: on one line, printable, not too long."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return _printable(short)


def quoted(text: str) -> str:
    """Return the same, in quotes."""
    return f"'{shown(text)}'"


def listed(names: Iterable[str]) -> str:
    """Return the first few names, in quotes."""
    first = [quoted(name) for name in itertools.islice(names, _LISTED + 1)]
    return ", ".join(first[:_LISTED]) + (" …" if len(first) > _LISTED else "")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
