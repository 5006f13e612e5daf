# SPDX-License-Identifier: BSD-3-Clause
"""Constraints: what an endpoint or object provides or requires, each in a formalism named by its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .core import MAX_TEXT, TypeModelError, clean_name, written_name

MAX_CLAUSES = 256

_OPENING = {"(": ")", "[": "]", "{": "}"}


class Constraint(NamedTuple):
    """A formula, as text, in the formalism of that id; made by `constraint` or `constraints`."""

    formalism: str
    text: str

    def __str__(self) -> str:
        return f"{written_name(self.formalism)}({self.text})"


def constraint(formalism: str, text: str) -> Constraint:
    """Make a constraint in canonical form: clauses normalized, sorted and distinct."""
    name = clean_name(formalism, "a formalism")
    return Constraint(name, conjoin(text))


def constraints(given: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[Constraint, ...]:
    """Sort constraints by formalism; several in one formalism are conjoined."""
    pairs = given.items() if isinstance(given, Mapping) else given
    found: dict[str, Constraint] = {}
    for formalism, text in pairs:
        new = constraint(formalism, text)
        old = found.get(new.formalism)
        found[new.formalism] = new if old is None else constraint(new.formalism, f"{old.text}, {new.text}")
    return tuple(found[name] for name in sorted(found))


def conjoin(*texts: str) -> str:
    """Return the conjunction of texts that are conjunctions themselves; order and repetition do not count."""
    clauses = {clause for text in texts for clause in split_clauses(text)}
    if len(clauses) > MAX_CLAUSES:
        raise TypeModelError(f"a constraint has at most {MAX_CLAUSES} clauses, not {len(clauses)}")
    return ", ".join(sorted(clauses))


def split_clauses(text: str) -> list[str]:
    """Split at commas outside of brackets and quotes, with single spaces."""
    if len(text) > MAX_TEXT:
        raise TypeModelError(f"a constraint is longer than {MAX_TEXT} characters")
    clauses, start = [], 0
    expected: list[str] = []
    for position, character in enumerate(text):
        if expected[-1:] == ['"']:
            if character == '"':
                expected.pop()
        elif character == '"':
            expected.append('"')
        elif character in _OPENING:
            expected.append(_OPENING[character])
        elif character in ")]}":
            if not expected or expected.pop() != character:
                raise TypeModelError(f"the constraint {text[:40]!r} has a {character!r} that opens nowhere")
        elif character == "," and not expected:
            clauses.append(text[start:position])
            start = position + 1
    if expected:
        raise TypeModelError(f"the constraint {text[:40]!r} lacks a closing {expected[-1]!r}")
    clauses.append(text[start:])
    return [_tidy(clause) for clause in clauses if clause.strip()]


def _tidy(clause: str) -> str:
    tidy = " ".join(clause.split())
    if not tidy.isprintable():
        raise TypeModelError("a constraint has characters that cannot be shown")
    return tidy
