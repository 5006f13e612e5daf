# SPDX-License-Identifier: BSD-3-Clause
"""Security: who can read, change or send messages."""

from __future__ import annotations

from .base import ClauseFormalism, FormulaError, Structure, pattern
from .properties import Implications, Property

_AUTHORIZED = pattern(r"authori[sz]ed by NAME")
_ANY_KEY = "authorized"

_IMPLICATIONS = Implications(
    [
        Property("encrypted", (), "encryption (nobody outside can read the events)"),
        Property("end to end encrypted", ("encrypted",), "end-to-end encryption (no relay can read the events either)"),
        Property("forward secret", ("encrypted",), "forward secrecy (a stolen key does not open what was sent before)"),
        Property("intact", (), "protection against changes (nobody can alter an event unnoticed)"),
        Property("authenticated", ("intact",), "authentication (the sender of each event is known for certain)"),
        # A key authenticates the sender; which one is part of the clause.
        Property(_ANY_KEY, ("authenticated",), "authorization"),
    ]
)


class Security(ClauseFormalism[tuple[str, str]]):
    """Named protections; each authorizing key is a property of its own."""

    id = "security"

    def _clause(self, text: str, _structure: Structure) -> tuple[str, str]:
        authorized = _AUTHORIZED.fullmatch(text)
        if authorized:
            return (_ANY_KEY, authorized[1].strip('"'))
        name = text.casefold().replace("-", " ")
        if name == _ANY_KEY or name not in _IMPLICATIONS.properties:
            known = [known for known in _IMPLICATIONS.properties if known != _ANY_KEY]
            raise FormulaError(f"there is no such protection; there are {', '.join(known)}, authorized by KEY")
        return (name, "")

    def _follows(self, clause: tuple[str, str], formula: frozenset[tuple[str, str]]) -> bool:
        name, key = clause
        if key:
            return clause in formula
        return name in _IMPLICATIONS.closure(given for given, _ in formula)

    def _words(self, clause: tuple[str, str]) -> str:
        name, key = clause
        if key:
            return f"authorization by the key `{key}` (only those it admits can send)"
        return _IMPLICATIONS.properties[name].words
