# SPDX-License-Identifier: BSD-3-Clause
"""Constraints in plain words."""

from __future__ import annotations

from collections.abc import Iterable

from app.runtime.types import Constraint, Formalisms, FormulaError, Structure, TypeModelError


def constraints_in_words(constraints: Iterable[Constraint], formalisms: Formalisms) -> list[str]:
    """Describe each constraint; one that is not understood here stays as written."""
    return [_in_words(constraint, formalisms) for constraint in constraints]


def _in_words(constraint: Constraint, formalisms: Formalisms) -> str:
    formalism = formalisms.find(constraint.formalism)
    if formalism is None:
        return str(constraint)
    try:
        return formalism.describe(formalism.parse(constraint.text, Structure()))
    except (FormulaError, TypeModelError):
        return str(constraint)
