# SPDX-License-Identifier: BSD-3-Clause
"""Whether the constraints of one side imply those of the other: equation 2.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from .constraints import Constraint, split_clauses
from .core import Type
from .endpoints import EndpointType
from .formalisms import Formalism, Formalisms, FormulaError, Structure
from .objects import ObjectType
from .verdicts import Reason, Step, literally
from .wording import Promise

_IMPLICIT_EVENTS = ("connect", "disconnect")
_SHOWN = 120


class _FormulaProblem(Exception):  # noqa: N818  # it never leaves this file, where it becomes a reason
    """A constraint that its formalism could not parse or compare; carries the text."""


def structure_of(term: Type) -> Structure:
    """Return the names that the constraints of this endpoint or object may use."""
    if isinstance(term, EndpointType):
        return Structure("endpoint", _event_names(term), ())
    if not isinstance(term, ObjectType):
        return Structure()
    names = tuple(endpoint.name for endpoint in term.endpoints)
    events: list[str] = []
    for name, endpoint in term.endpoints:
        if not isinstance(endpoint, EndpointType):
            return Structure("object", None, names)
        events += [f"{name}.{event}" for event in _event_names(endpoint)]
    return Structure("object", tuple(events), names)


class Implication:
    """Compares constraints by the known formalisms."""

    def __init__(self, formalisms: Formalisms) -> None:
        self._formalisms = formalisms

    def failures(
        self,
        wanted: Sequence[Constraint],
        wanting: Structure,
        provided: Sequence[Constraint],
        providing: Structure,
        promise: Promise,
    ) -> Iterator[Reason]:
        """Yield a reason for each wanted clause that what is provided does not imply."""
        available = {item.formalism: item for item in provided}
        for want in wanted:
            have = available.get(want.formalism)
            path = (Step("constraint", want.formalism),)
            formalism = self._formalisms.find(want.formalism)
            if formalism is not None:
                sides = _Sides(formalism, want, wanting, have, providing)
                yield from (Reason("constraint", path + way, text) for way, text in sides.failures(promise))
            elif have is None or not set(split_clauses(want.text)) <= set(split_clauses(have.text)):
                # Identical texts imply each other in any logic.
                unknown = f"this computer does not know {_named(want.formalism)}"
                yield Reason("formalism", path, f"{promise.wants} {_quoted(want)}, and {unknown}")

    def unreadable(self, items: Sequence[Constraint], structure: Structure) -> Iterator[Reason]:
        """Yield a reason for each constraint that is invalid in its place."""
        for item in items:
            formalism = self._formalisms.find(item.formalism)
            path = (Step("constraint", item.formalism),)
            if formalism is None:
                yield Reason("formalism", path, f"this computer does not know {_named(item.formalism)}")
                continue
            try:
                _parse(formalism, item, structure)
            except _FormulaProblem as problem:
                yield Reason("constraint", path, f"{{left}} says {_quoted(item)}, {problem}")


class _Sides(NamedTuple):
    """A wanted constraint, and the other side's constraint in the same formalism, if any."""

    formalism: Formalism
    want: Constraint
    wanting: Structure
    have: Constraint | None
    providing: Structure

    def failures(self, promise: Promise) -> Iterator[tuple[tuple[Step, ...], str]]:
        """Yield what is not implied, each with its position and its text."""
        try:
            required = _parse(self.formalism, self.want, self.wanting)
        except _FormulaProblem as problem:
            yield (), f"{promise.wants} {_quoted(self.want)}, {problem}"
            return
        try:
            if self.have is None:
                with _guarded(self.formalism):
                    words = self.formalism.describe(required)
                nothing = f"{promise.has_nothing} {literally(self.formalism.id)}"
                yield (), f"{promise.wants} {literally(words)}; {nothing}"
                return
            provided = _parse(self.formalism, self.have, self.providing)
            lacks, has = _missing(self.formalism, required, provided)
        except _FormulaProblem as problem:
            yield (), f"{promise.has_only} {_quoted(self.have or self.want)}, {problem}"
            return
        for words in lacks:
            text = f"{promise.wants} {literally(words)}; {promise.has_only} {literally(has)}"
            yield (Step("clause", words),), text


def _missing(formalism: Formalism, required: Any, provided: Any) -> tuple[list[str], str]:
    """Describe the missing parts, and what is there instead."""
    with _guarded(formalism):
        if formalism.is_weaker_than(required, provided):
            return [], ""
        lacks = formalism.missing(required, provided) or [formalism.describe(required)]
        return lacks, formalism.describe(provided)


def _parse(formalism: Formalism, item: Constraint, structure: Structure) -> Any:
    with _guarded(formalism):
        return formalism.parse(item.text, structure)


@contextmanager
def _guarded(formalism: Formalism) -> Iterator[None]:
    """Turn any error of a plug-in into text: a bad plug-in must not stop a check."""
    try:
        yield
    except FormulaError as error:
        raise _FormulaProblem(f"which cannot be understood: {literally(str(error))}") from error
    except Exception as error:
        what = literally(f"{type(error).__name__}: {error}"[:_SHOWN])
        raise _FormulaProblem(f"and {_named(formalism.id)} failed ({what})") from error


def _event_names(endpoint: EndpointType) -> tuple[str, ...]:
    """Return the declared events, and the two that every endpoint has."""
    declared = [event.name for event in endpoint.incoming + endpoint.outgoing]
    return tuple(dict.fromkeys([*declared, *_IMPLICIT_EVENTS]))


def _named(formalism: str) -> str:
    return literally(f"the formalism `{formalism}`")


def _quoted(item: Constraint) -> str:
    shown = str(item)
    return literally(f"`{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}`")
